/** All pages of the web app (specification §2, and those for movies, emails, passwords and tickets), in the router's notation. */
export const PAGES = {
  home: '/',
  about: '/about',
  faq: '/faq',
  signIn: '/sign-in',
  signUp: '/sign-up',
  confirmEmail: '/confirm-email',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  profile: '/profile',
  profileLegacy: '/profile-legacy',
  movie: '/movies/:slug',
  seatScreen: '/tickets/:movieId/:showtimeId',
  seatScreenLegacy: '/tickets/:movieName/:screen/:timing',
  payment: '/payment-new',
  /** The ticket of a booking. Only its owner can open it. */
  ticket: '/bookings/:reference',
  /** Other seats for a booking. Only its owner can open it. */
  changeSeats: '/bookings/:reference/seats',
  /** A seat pass. Anyone with the link can open it. */
  pass: '/pass/:token',
} as const

/** Replaces the parameters of a path in the router's notation, in order. */
export function fillPagePath(path: string, ...values: string[]) {
  const remaining = [...values]
  return path.replaceAll(/:\w+/g, () => encodeURIComponent(remaining.shift() ?? ''))
}

export const moviePath = (slug: string) => fillPagePath(PAGES.movie, slug)
export const ticketPath = (reference: string) => fillPagePath(PAGES.ticket, reference)
export const changeSeatsPath = (reference: string) => fillPagePath(PAGES.changeSeats, reference)
export const passPath = (token: string) => fillPagePath(PAGES.pass, token)

/**
 * The HTML page without the content of any page. The service worker keeps it on the device and shows it at every path
 * while the server cannot be reached.
 */
export const APP_SHELL_PATH = '/app-shell'
/** Stands in the built service worker where the server writes the revision of the app shell. */
export const APP_SHELL_REVISION = '__APP_SHELL_REVISION__'
export const SERVICE_WORKER_PATH = '/service-worker.js'

/** Other paths that people use, and the pages they redirect to. */
export const MOVED_PAGES = {
  '/signin': PAGES.signIn,
  '/signup': PAGES.signUp,
  '/payment': PAGES.payment,
} as const

/** Matches the paths of a page. */
export const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`)

const PATTERNS = [...Object.values(PAGES), ...Object.keys(MOVED_PAGES)].map(patternOf)

/** True if a path is a page of the web app. All other paths return 404. */
export const isPage = (path: string) => PATTERNS.some((pattern) => pattern.test(path))

const PUBLIC_PATTERNS = [PAGES.home, PAGES.about, PAGES.faq, PAGES.movie].map(patternOf)

/** True for the pages that shared caches may keep: the browser of a new visitor needs no cookie there. */
export const isPublicPage = (path: string) => PUBLIC_PATTERNS.some((pattern) => pattern.test(path))

const AUTH_PAGES: readonly string[] = [
  PAGES.signIn,
  PAGES.signUp,
  PAGES.confirmEmail,
  PAGES.forgotPassword,
  PAGES.resetPassword,
]
const AUTH_PATHS = new Set([
  ...AUTH_PAGES,
  ...Object.entries(MOVED_PAGES).flatMap(([path, to]) => (AUTH_PAGES.includes(to) ? path : [])),
])

/** The query parameter of the seat screen that opens an offer of the waiting list: the id of its entry. */
export const OFFER_PARAMETER = 'offer'

/** True for the pages of sign-in, sign-up, emails and passwords. A visitor does not return to them after signing in. */
export const isAuthPage = (path: string) => AUTH_PATHS.has(path.replace(/\/$/, ''))

/** A base URL to parse paths with. */
const BASE_URL = 'http://cinema.invalid'
const MAX_LENGTH = 1000

/**
 * Returns the page to show after sign-in: `from` if it is a page of this site, otherwise the home page.
 * Links to other sites (`//elsewhere.example`, `/\\elsewhere`) lead to the home page.
 */
export function toSafeReturnPath(from: unknown) {
  if (typeof from !== 'string' || from.length > MAX_LENGTH || !from.startsWith('/'))
    return PAGES.home
  if (!URL.canParse(from, BASE_URL)) return PAGES.home
  const { origin, pathname, search, hash } = new URL(from, BASE_URL)
  if (origin !== BASE_URL || pathname.startsWith('//')) return PAGES.home
  const isReturnPage = isPage(pathname) && !isAuthPage(pathname)
  return isReturnPage ? pathname + search + hash : PAGES.home
}
