import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { session } from '#features/session/session.store.ts'
import { SignInPage } from '#pages/sign-in.tsx'
import { SignUpPage } from '#pages/sign-up.tsx'
import { asha } from '#test/fixtures.ts'
import { errorResponse, type MockResponse, startMockApi } from '#test/mock-api.ts'
import { renderPages } from '#test/render-pages.tsx'

const mockApi = startMockApi()
beforeEach(() => session.signedOut())

const arrive = (pages = {}) =>
  renderPages({
    to: '/sign-up',
    state: { from: '/payment-new' },
    pages: { '/sign-up': <SignUpPage />, ...pages },
  })

async function register(user: ReturnType<typeof arrive>, password = 'correct horse') {
  await user.type(screen.getByLabelText('Username'), asha.username)
  await user.type(screen.getByLabelText('Email'), asha.email)
  await user.type(screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Sign Up' }))
}

test('the page is titled Register [R-2.2]', () => {
  arrive()
  screen.getByRole('heading', { name: 'Register' })
})

test('the page has username, e-mail, password and the way to signing in [R-2.35][R-5.14]', () => {
  arrive()

  screen.getByLabelText('Username')
  expect(screen.getByLabelText('Email')).toHaveProperty('type', 'email')
  expect(screen.getByLabelText('Password')).toHaveProperty('type', 'password')
  screen.getByRole('button', { name: 'Sign Up' })
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/sign-in')
})

test('while the server thinks, the button says Loading... and cannot be pressed again [R-2.36]', async () => {
  const thinking = Promise.withResolvers<MockResponse>()
  mockApi.use(http.post('*/api/auth/signup', () => thinking.promise))
  await register(arrive())

  expect(await screen.findByRole('button', { name: 'Loading...' })).toHaveProperty('disabled', true)
  thinking.resolve(HttpResponse.json({ success: true, message: 'Welcome!' }))
  await screen.findByText(/^You are at \/sign-in /)
})

test('registering leads to sign-in with the e-mail filled in and the way back kept [R-2.37][R-4.9]', async () => {
  const received: unknown[] = []
  mockApi.use(
    http.post('*/api/auth/signup', async ({ request }) => {
      received.push(await request.json())
      return HttpResponse.json({ success: true, message: 'Welcome!' })
    }),
    http.post('*/api/auth/signin', () =>
      HttpResponse.json({ success: true, message: 'Welcome!', user: asha }),
    ),
  )
  const user = arrive({ '/sign-in': <SignInPage /> })
  await register(user)

  const signIn = await screen.findByRole('button', { name: 'Sign In' })
  await user.type(screen.getByLabelText('Password'), 'correct horse')
  await user.click(signIn)

  await screen.findByText(/^You are at \/payment-new /)
  expect(received).toEqual([
    { username: asha.username, email: asha.email, password: 'correct horse' },
  ])
})

test.each([
  ['a refusal', () => errorResponse(409, 'EMAIL_TAKEN', 'This e-mail is taken.')],
  ['no answer', () => HttpResponse.error()],
])('%s shows Something went wrong! and nothing else [R-2.38][R-8.5]', async (_, answer) => {
  mockApi.use(http.post('*/api/auth/signup', answer))
  await register(arrive())

  expect((await screen.findByRole('alert')).textContent).toBe('Something went wrong!')
})

test('a password too short is told under its field and never sent', async () => {
  await register(arrive(), 'short')

  await screen.findByText('Please choose a password of 8 to 128 characters.')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a name longer than we can keep is told under its field, in a sentence', async () => {
  const user = arrive()
  await user.click(screen.getByLabelText('Username'))
  await user.paste('a'.repeat(81))
  await user.click(screen.getByRole('button', { name: 'Sign Up' }))

  await screen.findByText('Please choose a username of at most 80 characters.')
})

test('who is signed in already is sent on instead of being asked to register', async () => {
  session.signedInAs(asha)
  arrive()

  await screen.findByText(/^You are at \/payment-new /)
})
