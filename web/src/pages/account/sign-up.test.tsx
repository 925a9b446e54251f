import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { removePendingOrder } from '#features/checkout/pending-order.ts'
import { storePendingOrder } from '#features/checkout/store-order.ts'
import { asha, createPendingOrder } from '#test/fixtures.ts'
import { errorResponse, type MockResponse, recordPosts, startMockApi } from '#test/mock-api.ts'
import { renderPages } from '#test/render-pages.tsx'
import { SignInPage } from './sign-in.tsx'
import { SignUpPage } from './sign-up.tsx'

const mockApi = startMockApi()

const open = (pages = {}) =>
  renderPages({
    to: '/sign-up',
    state: { from: '/payment-new' },
    pages: { '/sign-up': <SignUpPage />, ...pages },
  })

async function register(user: ReturnType<typeof open>, password = 'correct horse') {
  await user.type(screen.getByLabelText('Username'), asha.username)
  await user.type(screen.getByLabelText('Email'), asha.email)
  await user.type(screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Sign Up' }))
}

test('SignUpForm shows Loading..., then a filled sign-in form with the return path kept [R-2.36][R-2.37][R-4.9][S-863]', async () => {
  const response = Promise.withResolvers<MockResponse>()
  const received = recordPosts(mockApi, '*/api/auth/signup', () => response.promise)
  mockApi.use(
    http.post('*/api/auth/signin', () =>
      HttpResponse.json({ success: true, message: 'Welcome!', user: asha }),
    ),
  )
  const user = open({ '/sign-in': <SignInPage /> })
  await register(user)
  const loading = await screen.findByRole('button', { name: 'Loading...' })
  expect(loading.getAttribute('aria-disabled')).toBe('true')
  response.resolve(HttpResponse.json({ success: true, message: 'Welcome!' }))

  const signIn = await screen.findByRole('button', { name: 'Sign In' })
  expect(screen.getByLabelText('Password')).toHaveProperty('value', 'correct horse')
  await user.click(signIn)

  await screen.findByText(/^You are at \/payment-new /)
  expect(received).toEqual([
    { username: asha.username, email: asha.email, password: 'correct horse' },
  ])
})

test.each([
  ['an error of the server', () => errorResponse(409, 'EMAIL_TAKEN', 'This email is taken.')],
  ['a network error', () => HttpResponse.error()],
])('SignUpForm shows only Something went wrong! after %s [R-2.38][R-8.5]', async (_, respond) => {
  mockApi.use(http.post('*/api/auth/signup', respond))
  await register(open())

  expect((await screen.findByRole('alert')).textContent).toBe('Something went wrong!')
})

test('SignUpForm shows Something went wrong! and the reasons of the server beside their fields [R-2.38][R-8.5][S-613]', async () => {
  const fields = { password: 'This password is too easy to guess.', username: 'Too long.' }
  const received = recordPosts(mockApi, '*/api/auth/signup', () =>
    errorResponse(400, 'INVALID', fields.password, { fields }),
  )
  await register(open(), 'iloveyou')

  expect((await screen.findByRole('alert')).textContent).toBe('Something went wrong!')
  const describedBy = screen.getByLabelText('Password').getAttribute('aria-describedby')
  expect(document.getElementById(describedBy ?? '')?.textContent).toBe(fields.password)
  screen.getByText(fields.username)
  expect(received).toHaveLength(1)
})

test('SignUpForm sends an empty form: the server decides [R-2.38][S-613]', async () => {
  const received = recordPosts(mockApi, '*/api/auth/signup', () =>
    errorResponse(400, 'INVALID', 'No.', { fields: { username: 'Please enter a username.' } }),
  )
  const user = open()
  await user.click(screen.getByRole('button', { name: 'Sign Up' }))

  await screen.findByText('Please enter a username.')
  expect(received).toEqual([{ username: '', email: '', password: '' }])
})

test('SignUpPage is titled Register and has username, email, password and a link to sign in [R-2.2][R-2.35][R-5.14]', () => {
  open()
  screen.getByRole('heading', { name: 'Register' })
  expect(screen.getByLabelText('Email')).toHaveProperty('type', 'email')
  expect(screen.getByLabelText('Password')).toHaveProperty('type', 'password')
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/sign-in')
})

test('sign-up and sign-in show the seats that are held, their price and the time left [S-863]', async () => {
  const holdUntil = new Date(serverNow() + 9 * 60_000).toISOString()
  storePendingOrder(createPendingOrder({ holdUntil }))
  const user = open({ '/sign-in': <SignInPage /> })
  const expectSeats = () => {
    const seats = screen.getByRole('region', { name: 'Your seats' })
    expect(seats.textContent).toMatch(/^Amaran₹410A1, A2Yours for [89]:\d\d$/)
  }

  expectSeats()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Username')))
  await user.click(screen.getByRole('link', { name: 'Sign in' }))
  await screen.findByRole('heading', { name: 'Sign In' })
  expectSeats()
  removePendingOrder('s1')
})
