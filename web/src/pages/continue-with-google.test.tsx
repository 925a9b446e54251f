import { GOOGLE_MESSAGES } from '@marquee/contract/google'
import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { session } from '#features/session/session.store.ts'
import { cinema } from '#lib/cinema.ts'
import { leaveFor } from '#lib/leave.ts'
import { SignInPage } from '#pages/sign-in.tsx'
import { SignUpPage } from '#pages/sign-up.tsx'
import { asha } from '#test/fixtures.ts'
import { startMockApi } from '#test/mock-api.ts'
import { renderPages } from '#test/render-pages.tsx'
import { currentNotes, dismissNote } from '#ui/notify.ts'

vi.mock('#lib/leave.ts', () => ({ leaveFor: vi.fn() }))

const mockApi = startMockApi()
beforeEach(() => {
  session.signedOut()
  cinema.google = true
  vi.mocked(leaveFor).mockClear()
  for (const { id } of currentNotes()) dismissNote(id)
})

const PAGES = { '/sign-in': <SignInPage />, '/sign-up': <SignUpPage /> }
const arrive = (to: string, state?: unknown) => renderPages({ to, state, pages: PAGES })
const googleButton = () => screen.queryByRole('button', { name: 'Continue with Google' })
const sessionIs = (user: typeof asha | null) =>
  mockApi.use(http.get('*/api/auth/session', () => HttpResponse.json({ user })))
const linkWaitsFor = (email: string | null) =>
  mockApi.use(http.get('*/api/auth/google/link', () => HttpResponse.json({ email })))

test.each(['/sign-in', '/sign-up'])(
  'from %s Continue with Google leads to the provider and knows the way back [R-2.34]',
  async (door) => {
    const user = arrive(door, { from: '/payment-new' })
    await user.click(screen.getByRole('button', { name: 'Continue with Google' }))

    expect(leaveFor).toHaveBeenCalledWith('/api/auth/google/start?from=%2Fpayment-new')
    screen.getByRole('button', { name: 'Loading...' })
  },
)

test.each(['/sign-in', '/sign-up'])('where nobody vouches for people, %s offers none', (door) => {
  cinema.google = false
  arrive(door)

  expect(googleButton()).toBeNull()
})

test('who has been vouched for goes on to where they came from [R-4.8]', async () => {
  sessionIs(asha)
  arrive('/sign-in?google=done&from=%2Fprofile%3Ftab%3Dbookings')

  await screen.findByText(/^You are at \/profile\?tab=bookings /)
})

test('who comes back to a browser that keeps no cookie is told that it did not work', async () => {
  sessionIs(null)
  arrive('/sign-in?google=done&from=%2F')

  expect((await screen.findByRole('alert')).textContent).toBe(GOOGLE_MESSAGES.refused)
})

test.each(['cancelled', 'refused', 'unverified', 'unavailable', 'taken'] as const)(
  'who comes back %s reads why, and may try again [R-8.6]',
  (end) => {
    arrive(`/sign-in?google=${end}&from=%2Fpayment-new`)

    screen.getByText(GOOGLE_MESSAGES[end])
    expect(googleButton()).not.toBeNull()
  },
)

test('words that only an address brings are not shown', () => {
  arrive('/sign-in?google=Call%20this%20number&from=//elsewhere.example')

  expect(screen.queryByText(/Call this number/)).toBeNull()
})

async function giveThePassword(answer: object) {
  const received: unknown[] = []
  linkWaitsFor(asha.email)
  mockApi.use(
    http.post('*/api/auth/signin', async ({ request }) => {
      received.push(await request.json())
      return HttpResponse.json({ success: true, message: 'Welcome!', user: asha, ...answer })
    }),
  )
  const user = arrive('/sign-in?google=link&from=%2Ffaq')
  await user.type(await screen.findByLabelText('Password'), 'correct horse')
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  await screen.findByText(/^You are at \/faq /)
  return received
}

test('an account with a password is linked by signing in with it once', async () => {
  const received = await giveThePassword({ googleLinked: true })

  expect(received).toEqual([{ email: asha.email, password: 'correct horse', linkGoogle: true }])
  expect(currentNotes().map(({ text }) => text)).toEqual([
    'Done: from now on Continue with Google leads to your account.',
  ])
})

test('a password that came too late signs in and says that nothing was linked', async () => {
  await giveThePassword({ googleLinked: false })

  expect(currentNotes()[0]?.text).toMatch(/^You are signed in, but Google could not be linked/)
})

test('while a password is waited for, Google is not offered again', async () => {
  linkWaitsFor(null)
  arrive('/sign-in?google=link&from=%2F')

  await screen.findByLabelText('Password')
  screen.getByText(GOOGLE_MESSAGES.link)
  expect(googleButton()).toBeNull()
})
