import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { session } from '#features/session/session.store.ts'
import { HomePage } from '#pages/home.tsx'
import { asha, createBooking, createMovie } from '#test/fixtures.ts'
import { errorResponse, startMockApi } from '#test/mock-api.ts'
import { renderPages, signIn } from '#test/render-pages.tsx'
import { ProfilePage } from './profile.tsx'
import { SignInPage } from './sign-in.tsx'

const SCRIPT = '<img src=x onerror="document.title=1"><script>document.title=2</script>'

const mockApi = startMockApi()
const attacker = { ...asha, username: SCRIPT, profilePicture: 'javascript:document.title=3' }
const booking = createBooking({
  phone: SCRIPT,
  screen: SCRIPT,
  paymentStatus: SCRIPT,
  seats: [{ _id: 'x', seatNumber: SCRIPT, category: SCRIPT }],
})

beforeEach(() => {
  document.title = 'Marquee'
  mockApi.use(
    http.get('*/api/auth/session', () => HttpResponse.json({ user: attacker })),
    http.get('*/api/bookings/user/u1', () => HttpResponse.json([booking])),
    http.get('*/api/movies', () =>
      HttpResponse.json([createMovie(SCRIPT, { summary: SCRIPT, language: SCRIPT })]),
    ),
    http.post('*/api/auth/signin', () => errorResponse(401, 'UNAUTHENTICATED', SCRIPT)),
  )
})
afterEach(session.clearUser)

async function findSignInError() {
  await signIn(userEvent.setup())
  return screen.findByText(SCRIPT)
}

test.each([
  ['a username', '/profile', () => screen.findByDisplayValue(SCRIPT)],
  ['a booking', '/profile?tab=bookings', () => screen.findByText(booking.bookingReference)],
  ['a movie', '/', () => screen.findByRole('article', { name: SCRIPT })],
  ['an error message', '/sign-in', findSignInError],
])('markup in %s is shown as text [S-84]', async (_text, to, findText) => {
  if (to.startsWith('/profile')) session.setUser(attacker)
  renderPages({
    to,
    pages: { '/': <HomePage />, '/profile': <ProfilePage />, '/sign-in': <SignInPage /> },
  })

  await findText()

  expect(screen.getAllByText(SCRIPT).length).toBeGreaterThan(0)
  expect(document.querySelector('script, [onerror]')).toBeNull()
  expect(document.title).not.toMatch(/[123]/)
})
