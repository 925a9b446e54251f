import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { session, useSession } from '#features/session/session.store.ts'
import { SignInPage } from '#pages/sign-in.tsx'
import { asha } from '#test/fixtures.ts'
import { errorResponse, type MockResponse, startMockApi } from '#test/mock-api.ts'
import { renderPages } from '#test/render-pages.tsx'

const mockApi = startMockApi()
beforeEach(() => session.signedOut())

const arrive = (state?: unknown) =>
  renderPages({ to: '/sign-in', state, pages: { '/sign-in': <SignInPage /> } })

async function signIn(user: ReturnType<typeof arrive>) {
  await user.type(screen.getByLabelText('Email'), asha.email)
  await user.type(screen.getByLabelText('Password'), 'correct horse')
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
}

const signInAnswers = (answer: () => MockResponse | Promise<MockResponse>) =>
  mockApi.use(http.post('*/api/auth/signin', answer))
const welcome = () => HttpResponse.json({ success: true, message: 'Welcome!', user: asha })

test('the page has e-mail, password and the way to registering [R-2.29][R-5.14]', () => {
  arrive()

  screen.getByRole('heading', { name: 'Sign In' })
  expect(screen.getByLabelText('Email')).toHaveProperty('type', 'email')
  expect(screen.getByLabelText('Password')).toHaveProperty('type', 'password')
  screen.getByRole('button', { name: 'Sign In' })
  expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/sign-up')
})

test('signing in leads home, as the person the server named [R-2.33][R-4.8]', async () => {
  signInAnswers(welcome)
  await signIn(arrive())

  await screen.findByText(/^You are at \/ /)
  expect(useSession.getState().currentUser?.username).toBe(asha.username)
})

test('signing in leads back to the page that asked for it', async () => {
  signInAnswers(welcome)
  await signIn(arrive({ from: '/payment-new' }))

  await screen.findByText(/^You are at \/payment-new /)
})

test('while the server thinks, the button says Loading... and cannot be pressed again [R-2.30]', async () => {
  const thinking = Promise.withResolvers<MockResponse>()
  signInAnswers(() => thinking.promise)
  await signIn(arrive())

  expect(
    (await screen.findByRole<HTMLButtonElement>('button', { name: 'Loading...' })).disabled,
  ).toBe(true)
  thinking.resolve(welcome())
  await screen.findByText(/^You are at/)
})

test('a refusal shows what the server said [R-2.31][R-8.4]', async () => {
  signInAnswers(() => errorResponse(401, 'UNAUTHENTICATED', 'E-mail or password is not right.'))
  await signIn(arrive())

  expect((await screen.findByRole('alert')).textContent).toBe('E-mail or password is not right.')
  expect(useSession.getState().currentUser).toBeNull()
})

test.each([
  ['no answer at all', () => HttpResponse.error()],
  ['an answer without a message', () => HttpResponse.json({}, { status: 502 })],
])('%s shows Something went wrong! [R-2.32][R-8.4]', async (_, answer) => {
  signInAnswers(answer)
  await signIn(arrive())

  expect((await screen.findByRole('alert')).textContent).toBe('Something went wrong!')
})

test('an entry that cannot be right is told under its field and never sent', async () => {
  const user = arrive()
  await user.type(screen.getByLabelText('Email'), 'asha')
  await user.click(screen.getByRole('button', { name: 'Sign In' }))

  await screen.findByText('Please enter a valid email address.')
  await screen.findByText('Please enter your password.')
  expect(screen.getByLabelText('Email')).toBe(document.activeElement)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the way to the other door keeps where one came from', async () => {
  const user = arrive({ from: '/payment-new' })
  await user.click(screen.getByRole('link', { name: 'Sign up' }))

  await screen.findByText('You are at /sign-up with {"from":"/payment-new"}')
})

test('who is signed in already is sent on instead of being asked again', async () => {
  session.signedInAs(asha)
  arrive({ from: '/payment-new' })

  await screen.findByText(/^You are at \/payment-new /)
})
