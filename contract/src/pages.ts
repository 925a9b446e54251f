/** Every address of the web app (specification, section 2), in the router's notation. */
export const PAGE_PATHS = [
  '/',
  '/about',
  '/faq',
  '/sign-in',
  '/sign-up',
  '/profile',
  '/profile-legacy',
  '/tickets/:movieId/:showtimeId',
  '/tickets/:movieName/:screen/:timing',
  '/payment-new',
  '/signin',
  '/signup',
  '/payment',
] as const
export type PagePath = (typeof PAGE_PATHS)[number]

const PATTERNS = PAGE_PATHS.map((path) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`))

/** Whether an address is a page of the web app: any other is answered with 404. */
export const isPage = (path: string) => PATTERNS.some((pattern) => pattern.test(path))
