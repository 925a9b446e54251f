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
