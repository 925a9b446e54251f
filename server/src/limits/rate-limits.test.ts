import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { createBrowser, createTestApp } from '#test/support/test-app.ts'
import { describeContext } from '#test/support/test-context.ts'
import { readConfig } from '../config/config.ts'
import { CALL_LIMITS, type CallLimit, OFFICE_CALL_LIMITS } from './rate-limits.ts'

const QUESTION = { userQuestion: 'Is there popcorn?', userEmail: 'asha@example.com' }

describeContext(
  'rate limits that are switched off',
  (context) => {
    test('accept every call', async () => {
      const browser = createBrowser((await createTestApp(context().ctx)).app)
      for (let n = 0; n < 11; n++) await browser.post('/api/faq/ask', QUESTION)

      expect(await context().sentMails()).toHaveLength(11)
    })
  },
  { RATE_LIMITS: 'off' },
)

const describeLimit = ({ call, perMinute, keyOf }: CallLimit) => {
  const per = keyOf({ ip: 'address', userId: 'user' } as FastifyRequest)
  return `${call.method} ${call.path}: ${perMinute} per ${per}`
}

test('calls have the limits a minute of the README, each per user or per address [S-110][S-111]', () => {
  expect([...CALL_LIMITS, ...OFFICE_CALL_LIMITS].map(describeLimit)).toEqual([
    'POST /api/auth/signin: 120 per address',
    'POST /api/auth/signup: 60 per address',
    'POST /api/auth/confirm-email: 60 per address',
    'POST /api/auth/request-confirmation: 20 per user',
    'POST /api/auth/forgot-password: 20 per address',
    'POST /api/auth/reset-password: 20 per address',
    'POST /api/auth/google: 60 per address',
    'GET /api/auth/google/start: 60 per address',
    'GET /api/auth/google/callback: 60 per address',
    'POST /api/auth/refresh-token: 120 per address',
    'POST /api/user/update/:userId: 20 per user',
    'POST /api/user/update/:userId: 120 per address',
    'DELETE /api/user/delete/:userId: 20 per user',
    'POST /api/user/phone-code: 20 per user',
    'POST /api/user/verify-phone: 20 per user',
    'POST /api/user/picture: 10 per user',
    'POST /api/user/picture: 60 per address',
    'DELETE /api/auth/sessions/:sessionId: 60 per user',
    'DELETE /api/auth/sessions: 20 per user',
    'POST /api/bookings: 60 per user',
    'POST /api/vouchers/check: 20 per user',
    'POST /api/vouchers/check: 60 per address',
    'POST /api/bookings/:reference/cancel: 60 per user',
    'POST /api/bookings/:reference/change-seats: 60 per user',
    'POST /api/bookings/:reference/parking: 60 per user',
    'POST /api/bookings/:reference/vehicle: 60 per user',
    'POST /api/bookings/:reference/replace-passes: 20 per user',
    'GET /api/bookings/:reference/ticket.pdf: 30 per user',
    'POST /api/bookings/:reference/bring-car: 20 per user',
    'GET /api/showtimes/pairs: 120 per address',
    'POST /api/movies/:movieId/tell-me: 20 per user',
    'POST /api/waiting-list: 20 per user',
    'DELETE /api/waiting-list/:entryId: 60 per user',
    'POST /api/waiting-list/:entryId/open: 60 per user',
    'POST /api/showtimes/:showtimeId/waiting-room: 600 per address',
    'GET /api/showtimes/:showtimeId/waiting-room: 1200 per address',
    'DELETE /api/showtimes/:showtimeId/waiting-room: 600 per address',
    'POST /api/notices/:noticeId/read: 120 per user',
    'POST /api/notices/read: 60 per user',
    'POST /api/faq/ask: 10 per address',
    'POST /api/contact/submit: 10 per address',
    'POST /api/office/pair: 10 per address',
    'POST /api/office/vouchers/find: 60 per address',
  ])
})

test('addresses, browsers and accounts have the limits a minute of the README [S-108][S-112][S-144][S-153]', () => {
  expect(readConfig({}).limits).toMatchObject({
    requestsPerAddress: 6000,
    callsPerAddress: 3000,
    wrongPasswordsPerAddress: 10,
    wrongPasswordsPerBrowser: 10,
    wrongPasswordsPerAccount: 100,
  })
})
