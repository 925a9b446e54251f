import { refreshSession } from '@marquee/contract/accounts'
import { listBookings } from '@marquee/contract/bookings'
import { SERVER_NOW_HEADER } from '@marquee/contract/endpoint'
import { SESSION_ENDED } from '@marquee/contract/session'
import { getShowtime } from '@marquee/contract/showtimes'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { ApiError, call, callAsUser } from '#lib/api.ts'
import { serverNow } from '#lib/clock.ts'

const api = setupServer()
beforeAll(() => api.listen())
afterEach(() => api.resetHandlers())
afterAll(() => api.close())

const refused = (statusCode: number, code: string, more = {}) =>
  HttpResponse.json(
    { success: false, statusCode, code, message: 'No.', requestId: 'r', ...more },
    { status: statusCode },
  )
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error) => error,
  )

test('a call fills its path, and what it answers is what the server said', async () => {
  api.use(http.get('*/api/showtimes/:id', ({ params }) => HttpResponse.json({ _id: params.id })))

  expect(await call(getShowtime, { params: { showtimeId: 'a/b' } })).toEqual({ _id: 'a/b' })
})

test('a call sends the cookies, and a body only as JSON [R-6.6][R-7.15]', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  api.use(http.post(`*${refreshSession.path}`, () => HttpResponse.json({ success: true })))

  await call(refreshSession, { body: { userId: 'u' } })

  expect(fetched).toHaveBeenCalledExactlyOnceWith('/api/auth/refresh-token', {
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: '{"userId":"u"}',
  })
  fetched.mockRestore()
})

test('every answer sets the clock that countdowns go by', async () => {
  const anHourAhead = Date.now() + 3_600_000
  api.use(
    http.get('*/api/showtimes/:id', () =>
      HttpResponse.json({}, { headers: { [SERVER_NOW_HEADER]: String(anHourAhead) } }),
    ),
  )

  await call(getShowtime, { params: { showtimeId: 'one' } })

  expect(serverNow()).toBeGreaterThanOrEqual(anHourAhead)
  expect(serverNow()).toBeLessThan(anHourAhead + 5_000)
})

test('a refusal carries its code, its sentence and its details', async () => {
  const places = [{ _id: 's1', label: 'A1' }]
  api.use(http.get('*/api/showtimes/:id', () => refused(409, 'TAKEN', { places })))

  const failure = await failureOf(call(getShowtime, { params: { showtimeId: 'one' } }))

  expect(failure).toBeInstanceOf(ApiError)
  expect(failure).toMatchObject({ status: 409, code: 'TAKEN', message: 'No.', details: { places } })
})

test('success false is a failure whatever the status says', async () => {
  api.use(
    http.get('*/api/showtimes/:id', () => HttpResponse.json({ success: false, message: 'Wrong.' })),
  )

  expect(await failureOf(call(getShowtime, { params: { showtimeId: 'one' } }))).toMatchObject({
    message: 'Wrong.',
  })
})

test('an answer that is no JSON is a failure in plain words', async () => {
  api.use(http.get('*/api/showtimes/:id', () => HttpResponse.html('<h1>502</h1>', { status: 502 })))

  expect(await failureOf(call(getShowtime, { params: { showtimeId: 'one' } }))).toMatchObject({
    status: 502,
    message: 'Something went wrong!',
  })
})

test('a refusal without a word counts as one that says nothing', async () => {
  api.use(
    http.get('*/api/showtimes/:id', () => HttpResponse.json({ message: '' }, { status: 500 })),
  )

  const failure = await failureOf(call(getShowtime, { params: { showtimeId: 'one' } }))

  expect(failure).toMatchObject({
    message: 'Something went wrong!',
    details: { serverMessage: undefined },
  })
})

test('no network is said humanely', async () => {
  api.use(http.get('*/api/showtimes/:id', () => HttpResponse.error()))

  expect(await failureOf(call(getShowtime, { params: { showtimeId: 'one' } }))).toMatchObject({
    code: 'OFFLINE',
    message: expect.stringContaining('connection'),
  })
})

test('two calls refused for their session renew it once and are both made again', async () => {
  let renewals = 0
  api.use(
    http.get('*/api/bookings/user/:id', () =>
      renewals === 0 ? refused(401, 'UNAUTHENTICATED') : HttpResponse.json([]),
    ),
    http.post(`*${refreshSession.path}`, () => {
      renewals += 1
      return HttpResponse.json({ success: true })
    }),
  )
  const list = () => callAsUser(listBookings, { params: { userId: 'u' } }, 'u')

  expect(await Promise.all([list(), list()])).toEqual([[], []])
  expect(renewals).toBe(1)
})

test('a session that cannot be renewed has expired', async () => {
  api.use(
    http.get('*/api/bookings/user/:id', () => refused(401, 'UNAUTHENTICATED')),
    http.post(`*${refreshSession.path}`, () => refused(401, 'UNAUTHENTICATED')),
  )

  expect(await failureOf(callAsUser(listBookings, { params: { userId: 'u' } }, 'u'))).toMatchObject(
    { message: SESSION_ENDED },
  )
})
