/** Every address of the web app (specification, section 2), in the router's notation. */
export const PAGES = {
  home: '/',
  about: '/about',
  faq: '/faq',
  signIn: '/sign-in',
  signUp: '/sign-up',
  profile: '/profile',
  profileLegacy: '/profile-legacy',
  tickets: '/tickets/:movieId/:showtimeId',
  ticketsLegacy: '/tickets/:movieName/:screen/:timing',
  payment: '/payment-new',
} as const

/** Addresses that people type or have kept, and where they lead now. */
export const MOVED_PAGES = {
  '/signin': PAGES.signIn,
  '/signup': PAGES.signUp,
  '/payment': PAGES.payment,
} as const

const PATTERNS = [...Object.values(PAGES), ...Object.keys(MOVED_PAGES)].map(
  (path) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`),
)

/** Whether an address is a page of the web app: any other is answered with 404. */
export const isPage = (path: string) => PATTERNS.some((pattern) => pattern.test(path))

const AUTH_PAGES: readonly string[] = [PAGES.signIn, PAGES.signUp]
const AUTH_PATHS = new Set([
  ...AUTH_PAGES,
  ...Object.entries(MOVED_PAGES).flatMap(([path, to]) => (AUTH_PAGES.includes(to) ? path : [])),
])

/** Whether a page is for signing in or up: it makes no sense to come back to once that is done. */
export const isAuthPage = (path: string) => AUTH_PATHS.has(path.replace(/\/$/, ''))

/** Of no meaning but to read addresses by: no page of ours is ever there. */
const ANYWHERE = 'http://cinema.invalid'
const LONGEST = 1000

/**
 * Where to go after sign-in: back to the page of ours that asked for it, else home. Whatever leads away
 * from this site (`//elsewhere.example`, `/\\elsewhere`) counts as home.
 */
export function returnPath(from: unknown) {
  if (typeof from !== 'string' || from.length > LONGEST || !from.startsWith('/')) return PAGES.home
  if (!URL.canParse(from, ANYWHERE)) return PAGES.home
  const { origin, pathname, search, hash } = new URL(from, ANYWHERE)
  if (origin !== ANYWHERE || pathname.startsWith('//')) return PAGES.home
  const isPlace = isPage(pathname) && !isAuthPage(pathname)
  return isPlace ? pathname + search + hash : PAGES.home
}
