import { expect, test } from 'vitest'
import { isPage } from './pages.ts'

test.each([
  '/',
  '/about',
  '/profile-legacy',
  '/tickets/m/s',
  '/tickets/Amaran/Screen%201/6:30%20PM',
])('%s is a page', (path) => expect(isPage(path)).toBe(true))

test.each(['/abouts', '/tickets', '/tickets/a/b/c/d', '/wp-login.php', '/tickets//s'])(
  '%s is not',
  (path) => expect(isPage(path)).toBe(false),
)
