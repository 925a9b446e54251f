import { GOOGLE_MESSAGES } from '@marquee/contract/accounts/google'
import { useNotifications } from '@marquee/ui-kit/ui/notify.ts'
import { cleanup, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { session } from '#features/session/session.store.ts'
import * as location from '#lib/replace-location.ts'
import { siteSettings } from '#lib/site-settings.ts'
import { asha } from '#test/fixtures.ts'
import { recordPosts, startMockApi } from '#test/mock-api.ts'
import { renderPages } from '#test/render-pages.tsx'
import { SignInPage } from './sign-in.tsx'
import { SignUpPage } from './sign-up.tsx'

const mockApi = startMockApi()
let replaceLocation: MockInstance<typeof location.replaceLocation>
beforeEach(() => {
  siteSettings.googleSignIn = true
  replaceLocation = vi.spyOn(location, 'replaceLocation').mockReturnValue()
})

/** Shows the address below the page. */
function WithAddress({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  return (
    <>
      {children}
      <p>{`Address: ${pathname}${search}`}</p>
    </>
  )
}
const PAGES = {
  '/sign-in': (
    <WithAddress>
      <SignInPage />
    </WithAddress>
  ),
  '/sign-up': (
    <WithAddress>
      <SignUpPage />
    </WithAddress>
  ),
}
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

    expect(replaceLocation).toHaveBeenCalledWith(
      `/api/auth/google/start?from=%2Fpayment-new&page=${encodeURIComponent(path)}`,
    )
    screen.getByRole('button', { name: 'Loading...' })
  },
)

test('SignInPage after a Google sign-in without a session cookie shows an error', async () => {
  serveSession(null)
  open('/sign-in?google=done&from=%2F')

  expect((await screen.findByRole('alert')).textContent).toBe(GOOGLE_MESSAGES.refused)
})

test('SignInPage after a Google sign-in opens the return path when the session is known before the page', async () => {
  serveSession(asha)
  session.setUser(asha)
  renderPages({
    to: '/sign-in?google=done&from=%2Ffaq',
    pages: { ...PAGES, '/faq': <h1>At Your Service</h1> },
  })

  await screen.findByRole('heading', { name: 'At Your Service' })
})

const FAILURES = ['cancelled', 'refused', 'unverified', 'unavailable', 'taken'] as const
test.each(
  FAILURES.flatMap((result) => ['/sign-in', '/sign-up'].map((page) => [page, result] as const)),
)(
  '%s after the Google result "%s" logs it, shows the notice and the button, and cleans the address [R-8.6]',
  async (page, result) => {
    const logged = vi.spyOn(console, 'warn').mockReturnValue()
    const user = open(`${page}?google=${result}&from=%2Fpayment-new`)

    await screen.findByText(`Address: ${page}`)
    screen.getByText(GOOGLE_MESSAGES[result])
    expect(logged.mock.calls).toEqual([['google sign-in failed:', result]])
    logged.mockRestore()
    await user.click(googleButton() as HTMLElement)
    expect(replaceLocation.mock.lastCall?.[0]).toContain('from=%2Fpayment-new')
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
