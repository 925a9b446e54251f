import { expect, test } from 'vitest'
import { isPage, toSafeReturnPath } from './pages.ts'

const PAGES = [
  '/',
  '/about',
  '/profile-legacy',
  '/movies/safety-last',
  '/tickets/m/s',
  '/tickets/A/Screen%201/6:30%20PM',
  '/bookings/MQ-23456789AB',
  '/pass/ABC234',
]
const OTHERS = [
  '/abouts',
  '/tickets',
  '/tickets/a/b/c/d',
  '/wp-login.php',
  '/tickets//s',
  '/pass',
  '/movies',
  '/movies/a/b',
]

test.each([...PAGES, ...OTHERS])('isPage recognizes %s [R-2.8]', (path) => {
  expect(isPage(path)).toBe(PAGES.includes(path))
})

test.each(['/profile?tab=bookings#next', '/payment-new', '/tickets/m/s', '/'])(
  'toSafeReturnPath keeps %s',
  (from) => expect(toSafeReturnPath(from)).toBe(from),
)

test.each([
  ['another site', 'https://elsewhere.example/'],
  ['another site without its scheme', '//elsewhere.example/'],
  ['another site after a backslash', '/\\elsewhere.example/'],
  ['another site after a tab', '/\t/elsewhere.example/'],
  ['another site with an invalid port', '//elsewhere.example:port/'],
  ['another site after a dot segment', '/.//elsewhere.example'],
  ['two slashes after a dot segment', '/.//'],
  ['a path that is too long', `/faq?${'a'.repeat(1000)}`],
  ['a script', 'javascript:alert(1)'],
  ['the sign-in page', '/sign-in'],
  ['the sign-in page with a trailing slash', '/sign-in/'],
  ['the sign-up page by its old path', '/signup?again'],
  ['an API path', '/api/auth/signout'],
  ['a value that is not a string', { pathname: '/payment-new' }],
  ['nothing', undefined],
])('toSafeReturnPath replaces %s by the home page', (_, from) =>
  expect(toSafeReturnPath(from)).toBe('/'),
)
