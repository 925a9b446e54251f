import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { session, useSession } from '#features/session/session.store.ts'
import { asha } from '#test/fixtures.ts'
import { errorResponse, type MockResponse, recordPosts, startMockApi } from '#test/mock-api.ts'
import { renderPages, signIn } from '#test/render-pages.tsx'
import { SignInPage } from './sign-in.tsx'
import { SignUpPage } from './sign-up.tsx'

const mockApi = startMockApi()

const open = (state?: unknown) =>
  renderPages({ to: '/sign-in', state, pages: { '/sign-in': <SignInPage /> } })

const serveSignIn = (respond: () => MockResponse | Promise<MockResponse>) =>
  mockApi.use(http.post('*/api/auth/signin', respond))

test.each([
  ['the home page', undefined, '/'],
  ['the return path', { from: '/payment-new' }, '/payment-new'],
])(
  'SignInForm shows Loading..., signs in and opens %s [R-2.30][R-2.33][R-4.8]',
  async (_, state, path) => {
    const request = Promise.withResolvers<MockResponse>()
    serveSignIn(() => request.promise)
    await signIn(open(state))

    const loading = await screen.findByRole('button', { name: 'Loading...' })
    expect(loading.getAttribute('aria-disabled')).toBe('true')
    request.resolve(HttpResponse.json({ success: true, message: 'Welcome!', user: asha }))
    await screen.findByText(`You are at ${path} with null`)
    expect(useSession.getState().currentUser?.username).toBe(asha.username)
  },
)

const SERVER_MESSAGE = 'Wrong email or password.'

test.each<[string, () => MockResponse, string]>([
  [
    'the message of the server',
    () => errorResponse(401, 'INVALID', SERVER_MESSAGE),
    SERVER_MESSAGE,
  ],
  ['Something went wrong! after a network error', HttpResponse.error, 'Something went wrong!'],
  [
    'Something went wrong! after an error without a message',
    () => HttpResponse.json({}, { status: 502 }),
    'Something went wrong!',
  ],
])('SignInForm shows %s [R-2.31][R-2.32][R-8.4]', async (_, respond, message) => {
  serveSignIn(respond)
  await signIn(open())

  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(useSession.getState().currentUser).toBeNull()
})

test('SignInForm has email, password and a link to sign up [R-2.29][R-5.14]', () => {
  open()
  screen.getByRole('heading', { name: 'Sign In' })
  expect(screen.getByLabelText('Email')).toHaveProperty('type', 'email')
  expect(screen.getByLabelText('Password')).toHaveProperty('type', 'password')
  expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/sign-up')
})

test.each([
  ['an empty form', '', ''],
  ['an email without a top-level domain', 'asha@localhost', 'correct horse'],
])('SignInForm sends %s: the server decides [R-2.31][S-613]', async (_, email, password) => {
  const received = recordPosts(mockApi, '*/api/auth/signin', () =>
    errorResponse(401, 'UNAUTHENTICATED', SERVER_MESSAGE),
  )
  const user = open()
  if (email) await user.type(screen.getByLabelText('Email'), email)
  if (password) await user.type(screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Sign In' }))

  expect((await screen.findByRole('alert')).textContent).toBe(SERVER_MESSAGE)
  expect(received).toEqual([{ email, password }])
})

test('SignInPage passes the return path to the sign-up page', async () => {
  const user = open({ from: '/payment-new' })
  await user.click(screen.getByRole('link', { name: 'Sign up' }))

  await screen.findByText('You are at /sign-up with {"from":"/payment-new"}')
})

test.each(['/sign-in', '/sign-up'])(
  '%s opens the return path when already signed in',
  async (to) => {
    session.setUser(asha)
    renderPages({
      to,
      state: { from: '/payment-new' },
      pages: { '/sign-in': <SignInPage />, '/sign-up': <SignUpPage /> },
    })

    await screen.findByText(/^You are at \/payment-new /)
  },
)
