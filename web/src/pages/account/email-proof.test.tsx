import { DAY_MS } from '@marquee/contract/time'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, renderHook, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import type { PropsWithChildren } from 'react'
import { expect, test, vi } from 'vitest'
import { ConfirmEmailBanner } from '#features/session/confirm-email-banner.tsx'
import { useConfirmEmail } from '#features/session/email-proof.mutations.ts'
import { session, useSession } from '#features/session/session.store.ts'
import { asha } from '#test/fixtures.ts'
import { errorResponse, recordPosts, startMockApi } from '#test/mock-api.ts'
import { createTestQueryClient } from '#test/query-client.ts'
import { renderPages } from '#test/render-pages.tsx'
import { ConfirmEmailPage } from './confirm-email.tsx'
import { ForgotPasswordPage } from './forgot-password.tsx'
import { ResetPasswordPage } from './reset-password.tsx'

const mockApi = startMockApi()
const INVALID_LINK = 'This link is not valid any more. Please ask for a new one.'
const succeed = (message: string) => () => HttpResponse.json({ success: true, message })

const openConfirmation = () =>
  renderPages({ to: '/confirm-email#abc', pages: { '/confirm-email': <ConfirmEmailPage /> } })

test('ConfirmEmailPage sends the token of the link once and updates the session', async () => {
  session.setUser({ ...asha, emailConfirmed: false })
  const sent = recordPosts(mockApi, '*/api/auth/confirm-email', succeed('Your email is confirmed.'))
  mockApi.use(http.get('*/api/auth/session', () => HttpResponse.json({ user: asha })))
  openConfirmation()

  await screen.findByText('Your email is confirmed.')
  expect(sent).toEqual([{ token: 'abc' }])
  expect(useSession.getState().isEmailUnconfirmed).toBe(false)
})

test('useConfirmEmail does not send the token again when all queries are refetched', async () => {
  const sent = recordPosts(mockApi, '*/api/auth/confirm-email', succeed('Your email is confirmed.'))
  mockApi.use(http.get('*/api/auth/session', () => HttpResponse.json({ user: asha })))
  const client = createTestQueryClient()
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useConfirmEmail('abc'), { wrapper })
  await waitFor(() => expect(result.current.data).toBeDefined())

  await client.invalidateQueries()

  expect(sent).toEqual([{ token: 'abc' }])
})

test('ConfirmEmailPage asks for a new password in a browser without the session of the account [S-744]', async () => {
  const isWithPassword = (body: unknown) => typeof body === 'object' && 'password' in (body ?? {})
  const sent: unknown[] = []
  mockApi.use(
    http.get('*/api/auth/session', () => HttpResponse.json({ user: null })),
    http.post('*/api/auth/confirm-email', async ({ request }) => {
      const body = await request.json()
      sent.push(body)
      if (isWithPassword(body)) return succeed('Your email is confirmed.')()
      const message = 'Please choose a new password for your account.'
      return HttpResponse.json({ success: true, message, passwordNeeded: true })
    }),
  )
  const user = openConfirmation()

  await screen.findByText('Please choose a new password for your account.')
  await user.type(screen.getByLabelText('New Password'), 'correct horse')
  await user.click(screen.getByRole('button', { name: 'Change Password' }))

  await screen.findByText('Your email is confirmed.')
  expect(sent).toEqual([{ token: 'abc' }, { token: 'abc', password: 'correct horse' }])
  expect(screen.queryByText(/Need a new link/)).toBeNull()
  expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/sign-in')
})

test('ConfirmEmailPage shows why a link is refused', async () => {
  mockApi.use(
    http.post('*/api/auth/confirm-email', () => errorResponse(400, 'INVALID', INVALID_LINK)),
  )
  openConfirmation()

  expect((await screen.findByRole('alert')).textContent).toBe(INVALID_LINK)
})

test('ForgotPasswordPage checks the email and shows the message of the server', async () => {
  const sent = recordPosts(mockApi, '*/api/auth/forgot-password', succeed('We have sent a link.'))
  const user = renderPages({
    to: '/forgot-password',
    pages: { '/forgot-password': <ForgotPasswordPage /> },
  })
  await user.click(screen.getByRole('button', { name: 'Send Link' }))
  await screen.findByText('Please enter a valid email address.')

  await user.type(screen.getByLabelText('Email'), asha.email)
  await user.click(screen.getByRole('button', { name: 'Send Link' }))

  await screen.findByText('We have sent a link.')
  expect(sent).toEqual([{ email: asha.email }])
})

test('ForgotPasswordForm removes the message of the server when a field has an error [S-598]', async () => {
  mockApi.use(http.post('*/api/auth/forgot-password', () => errorResponse(429, 'RATE', 'Later.')))
  const user = renderPages({
    to: '/forgot-password',
    pages: { '/forgot-password': <ForgotPasswordPage /> },
  })
  await user.type(screen.getByLabelText('Email'), asha.email)
  await user.click(screen.getByRole('button', { name: 'Send Link' }))
  await screen.findByText('Later.')

  await user.clear(screen.getByLabelText('Email'))

  await screen.findByText('Please enter a valid email address.')
  expect(screen.queryByText('Later.')).toBeNull()
})

test('ResetPasswordPage sends the token with the new password, signs out and leads to sign-in', async () => {
  session.setUser(asha)
  const sent = recordPosts(mockApi, '*/api/auth/reset-password', succeed('Please sign in.'))
  const user = renderPages({
    to: '/reset-password#abc',
    pages: { '/reset-password': <ResetPasswordPage /> },
  })
  await user.type(screen.getByLabelText('New Password'), 'correct horse')
  await user.click(screen.getByRole('button', { name: 'Change Password' }))

  await screen.findByText('Please sign in.')
  expect(sent).toEqual([{ token: 'abc', password: 'correct horse' }])
  expect(useSession.getState().currentUser).toBeNull()
  expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/sign-in')
})

test('ConfirmEmailBanner sends the link again and can be closed', async () => {
  let sent = 0
  mockApi.use(
    http.post('*/api/auth/request-confirmation', () => {
      sent += 1
      return succeed('We have sent you an email with a link.')()
    }),
  )
  const user = renderPages({ to: '/', pages: { '/': <ConfirmEmailBanner user={asha} /> } })
  await user.click(screen.getByRole('button', { name: 'Send Again' }))
  expect(await screen.findByRole('button', { name: 'Send Again' })).toHaveProperty(
    'disabled',
    false,
  )
  expect(sent).toBe(1)

  await user.click(screen.getByRole('button', { name: 'Not Now' }))

  expect(screen.queryByText(/confirm your email/)).toBeNull()
})

test('ConfirmEmailBanner stays away for 30 days after Not Now, also after a reload [S-663]', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const isShown = () => {
    cleanup()
    renderPages({ to: '/', pages: { '/': <ConfirmEmailBanner user={asha} /> } })
    return screen.queryByText(/confirm your email/) !== null
  }
  expect(isShown()).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Not Now' }))

  expect(isShown()).toBe(false)
  vi.advanceTimersByTime(30 * DAY_MS - 1000)
  expect(isShown()).toBe(false)
  vi.advanceTimersByTime(1000)
  expect(isShown()).toBe(true)
})
