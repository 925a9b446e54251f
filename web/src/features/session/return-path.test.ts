import { expect, test } from 'vitest'
import { returnPath } from '#features/session/return-path.ts'

test('who was sent to sign in comes back to where they were', () => {
  expect(returnPath({ from: '/profile?tab=bookings#next' })).toBe('/profile?tab=bookings#next')
})

test.each([
  ['another site', 'https://elsewhere.example/'],
  ['another site without its scheme', '//elsewhere.example/'],
  ['another site behind a backslash', '/\\elsewhere.example/'],
  ['another site behind a tab', '/\t/elsewhere.example/'],
  ['a script', 'javascript:alert(1)'],
  ['the door itself', '/sign-in'],
  ['something that is no text', { pathname: '/payment-new' }],
  ['nothing', undefined],
])('%s is no place to come back to', (_, from) => {
  expect(returnPath({ from })).toBe('/')
})

test('whoever came by themselves goes home', () => {
  expect(returnPath(null)).toBe('/')
})
