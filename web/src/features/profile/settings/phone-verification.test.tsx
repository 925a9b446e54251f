import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { asha } from '#test/fixtures.ts'
import { errorResponse, recordPosts, startMockApi } from '#test/mock-api.ts'
import { renderPages } from '#test/render-pages.tsx'
import { PhoneVerification } from './phone-verification.tsx'

const mockApi = startMockApi()
const REQUEST = '*/api/user/phone-code'
const VERIFY = '*/api/user/verify-phone'

function open(user = asha) {
  const onVerified = vi.fn()
  const element = <PhoneVerification user={user} onVerified={onVerified} />
  return { user: renderPages({ to: '/profile', pages: { '/profile': element } }), onVerified }
}

test('PhoneVerification sends a code, shows a wrong one, and returns the verified user', async () => {
  mockApi.use(http.post(REQUEST, () => HttpResponse.json({ success: true, message: 'Sent.' })))
  const { user, onVerified } = open()
  expect(screen.queryByLabelText('Code')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Send Code' }))
  const code = await screen.findByLabelText('Code')

  mockApi.use(
    http.post(VERIFY, () => errorResponse(400, 'INVALID', 'This code is wrong.'), { once: true }),
  )
  await user.type(code, '111111')
  await user.click(screen.getByRole('button', { name: 'Verify Phone' }))
  await screen.findByText('This code is wrong.')

  const verified = { ...asha, phoneVerified: true }
  const received = recordPosts(mockApi, VERIFY, () => HttpResponse.json(verified))
  await user.clear(code)
  await user.type(code, '123456')
  await user.click(screen.getByRole('button', { name: 'Verify Phone' }))
  await waitFor(() => expect(onVerified.mock.calls[0]?.[0]).toEqual(verified))
  expect(received).toEqual([{ code: '123456' }])
})

test('PhoneVerification shows the message of the server when no code can be sent', async () => {
  mockApi.use(http.post(REQUEST, () => errorResponse(429, 'RATE', 'Please try again later.')))
  const { user } = open()

  await user.click(screen.getByRole('button', { name: 'Send Code' }))

  await screen.findByText('Please try again later.')
})

test.each([
  ['is verified', { phoneVerified: true }, /is verified/],
  ['needs a confirmed email', { emailConfirmed: false }, /Confirm your email first/],
])('PhoneVerification of a phone that %s has no button', (_, changes, text) => {
  open({ ...asha, ...changes })

  screen.getByText(text)
  expect(screen.queryByRole('button')).toBeNull()
})

test('PhoneVerification without a phone shows nothing', () => {
  open({ ...asha, phone: null })

  expect(screen.queryByText('Phone Verification')).toBeNull()
})
