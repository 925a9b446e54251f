import { expect, test } from 'vitest'
import { isPage, returnPath } from './pages.ts'

test.each([
  '/',
  '/about',
  '/profile-legacy',
  '/tickets/m/s',
  '/tickets/Amaran/Screen%201/6:30%20PM',
])('%s is a page [R-2.8]', (path) => expect(isPage(path)).toBe(true))

test.each(['/abouts', '/tickets', '/tickets/a/b/c/d', '/wp-login.php', '/tickets//s'])(
  '%s is not',
  (path) => expect(isPage(path)).toBe(false),
)

test.each(['/profile?tab=bookings#next', '/payment-new', '/tickets/m/s', '/'])(
  'who was sent to sign in comes back to %s',
  (from) => expect(returnPath(from)).toBe(from),
)

test.each([
  ['another site', 'https://elsewhere.example/'],
  ['another site without its scheme', '//elsewhere.example/'],
  ['another site behind a backslash', '/\\elsewhere.example/'],
  ['another site behind a tab', '/\t/elsewhere.example/'],
  ['another site with a port that is none', '//elsewhere.example:port/'],
  ['another site behind a step on the spot', '/.//elsewhere.example'],
  ['two slashes behind one', '/.//'],
  ['more than an address can be', `/faq?${'a'.repeat(1000)}`],
  ['a script', 'javascript:alert(1)'],
  ['the door itself', '/sign-in'],
  ['the door with a slash behind it', '/sign-in/'],
  ['the other door, by its old name', '/signup?again'],
  ['an interface', '/api/auth/signout'],
  ['something that is no text', { pathname: '/payment-new' }],
  ['nothing', undefined],
])('%s is no place to come back to', (_, from) => expect(returnPath(from)).toBe('/'))
