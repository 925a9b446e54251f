import { GOOGLE_MESSAGES } from '@marquee/contract/google'
import { cleanup, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { session } from '#features/session/session.store.ts'
import { replaceLocation } from '#lib/replace-location.ts'
import { siteSettings } from '#lib/site-settings.ts'
import { SignInPage } from '#pages/sign-in.tsx'
import { SignUpPage } from '#pages/sign-up.tsx'
import { asha } from '#test/fixtures.ts'
import { recordPosts, startMockApi } from '#test/mock-api.ts'
import { renderPages } from '#test/render-pages.tsx'
import { useNotifications } from '#ui/notify.ts'

vi.mock('#lib/replace-location.ts', () => ({ replaceLocation: vi.fn() }))

const mockApi = startMockApi()
beforeEach(() => {
  session.clearUser()
  siteSettings.googleSignIn = true
  vi.mocked(replaceLocation).mockClear()
  useNotifications.setState({ visible: [] })
})

const PAGES = { '/sign-in': <SignInPage />, '/sign-up': <SignUpPage /> }
const open = (to: string, state?: unknown) => renderPages({ to, state, pages: PAGES })
const googleButton = () => screen.queryByRole('button', { name: 'Continue with Google' })
const serveSession = (user: typeof asha | null) =>
  mockApi.use(http.get('*/api/auth/session', () => HttpResponse.json({ user })))
const serveLinkEmail = (email: string | null) =>
  mockApi.use(http.get('*/api/auth/google/link', () => HttpResponse.json({ email })))

test.each(['/sign-in', '/sign-up'])(
  '%s: Continue with Google opens the provider with the return path, and is hidden if not offered [R-2.34]',
  async (path) => {
    siteSettings.googleSignIn = false
    open(path)
    expect(googleButton()).toBeNull()
    cleanup()

    siteSettings.googleSignIn = true
    const user = open(path, { from: '/payment-new' })
    await user.click(screen.getByRole('button', { name: 'Continue with Google' }))

    expect(replaceLocation).toHaveBeenCalledWith('/api/auth/google/start?from=%2Fpayment-new')
    screen.getByRole('button', { name: 'Loading...' })
  },
)

test('SignInPage after a Google sign-in without a session cookie shows an error', async () => {
  serveSession(null)
  open('/sign-in?google=done&from=%2F')

  expect((await screen.findByRole('alert')).textContent).toBe(GOOGLE_MESSAGES.refused)
})

test.each(['cancelled', 'refused', 'unverified', 'unavailable', 'taken'] as const)(
  'SignInPage shows the Google result "%s" and the button again [R-8.6]',
  (result) => {
    open(`/sign-in?google=${result}&from=%2Fpayment-new`)

    screen.getByText(GOOGLE_MESSAGES[result])
    expect(googleButton()).not.toBeNull()
  },
)

test('SignInPage does not show an unknown Google result from the address', () => {
  open('/sign-in?google=Call%20this%20number&from=//elsewhere.example')

  expect(screen.queryByText(/Call this number/)).toBeNull()
})

test.each([
  [
    'links the Google account',
    true,
    /^Your Google account is linked\. You can now sign in with it\.$/,
  ],
  ['reports an expired link', false, /^You are signed in, but Google could not be linked/],
])('SignInForm signs in with the password and %s', async (_, googleLinked, notification) => {
  serveLinkEmail(asha.email)
  const received = recordPosts(mockApi, '*/api/auth/signin', () =>
    HttpResponse.json({ success: true, message: 'Welcome!', user: asha, googleLinked }),
  )
  const user = open('/sign-in?google=link&from=%2Ffaq')
  const password = await screen.findByLabelText('Password')
  expect(screen.getByLabelText('Email')).toHaveProperty('value', asha.email)
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(asha.email)

  await user.type(password, 'correct horse')
  await user.click(screen.getByRole('button', { name: 'Sign In' }))

  await screen.findByText(/^You are at \/faq /)
  expect(received).toEqual([{ email: asha.email, password: 'correct horse', linkGoogle: true }])
  expect(useNotifications.getState().visible[0]?.text).toMatch(notification)
})

test('SignInPage hides Continue with Google while an account is being linked', async () => {
  serveLinkEmail(null)
  open('/sign-in?google=link&from=%2F')

  await screen.findByLabelText('Password')
  screen.getByText(GOOGLE_MESSAGES.link)
  expect(googleButton()).toBeNull()
})
