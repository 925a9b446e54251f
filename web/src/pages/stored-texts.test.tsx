import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { session } from '#features/session/session.store.ts'
import { HomePage } from '#pages/home.tsx'
import { ProfilePage } from '#pages/profile.tsx'
import { SignInPage } from '#pages/sign-in.tsx'
import { asha, createBooking, createMovie } from '#test/fixtures.ts'
import { errorResponse, startMockApi } from '#test/mock-api.ts'
import { renderPages } from '#test/render-pages.tsx'

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
afterEach(session.signedOut)

/** The stored markup is shown as text: no element was created and no script has run. */
function expectOnlyText() {
  expect(document.querySelector('script, [onerror]')).toBeNull()
  expect(document.title).not.toMatch(/[123]/)
}

test('ProfilePage shows markup in a username as text [S-84]', async () => {
  session.signedInAs(attacker)
  renderPages({ to: '/profile', pages: { '/profile': <ProfilePage /> } })

  expect(await screen.findByDisplayValue(SCRIPT)).toBeTruthy()
  expect(screen.getAllByText(SCRIPT).length).toBeGreaterThan(0)
  expectOnlyText()
})

test('MyBookings shows markup in a booking as text [S-84]', async () => {
  session.signedInAs(attacker)
  renderPages({ to: '/profile?tab=bookings', pages: { '/profile': <ProfilePage /> } })

  await screen.findByText(booking.bookingReference)
  expect(screen.getAllByText(SCRIPT).length).toBeGreaterThanOrEqual(4)
  expectOnlyText()
})

test('HomePage shows markup in a movie as text [S-84]', async () => {
  renderPages({ to: '/', pages: { '/': <HomePage /> } })

  await screen.findByRole('article', { name: SCRIPT })
  expectOnlyText()
})

test('SignInForm shows markup in an error message as text [S-84]', async () => {
  const user = renderPages({ to: '/sign-in', pages: { '/sign-in': <SignInPage /> } })
  await user.type(screen.getByLabelText('Email'), asha.email)
  await user.type(screen.getByLabelText('Password'), 'correct horse')
  await user.click(screen.getByRole('button', { name: 'Sign In' }))

  await screen.findByText(SCRIPT)
  expectOnlyText()
})
