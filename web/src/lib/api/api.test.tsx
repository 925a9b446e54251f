import { refreshSession } from '@marquee/contract/accounts/accounts'
import { listBookings } from '@marquee/contract/bookings/bookings'
import { SERVER_NOW_HEADER } from '@marquee/contract/calls/endpoint'
import { getShowtime } from '@marquee/contract/movies/showtimes'
import { HOUR_MS } from '@marquee/contract/time'
import { ApiError, call, callWithHeaders } from '@marquee/ui-kit/lib/api.ts'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { errorResponse, startMockApi } from '#test/mock-api.ts'
import { callAsUser } from './api.ts'

const api = startMockApi()

const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error) => error,
  )

test('call fills in the path, returns the body and sets the server clock', async () => {
  const anHourAhead = Date.now() + HOUR_MS
  const headers = { [SERVER_NOW_HEADER]: String(anHourAhead) }
  api.use(
    http.get('*/api/showtimes/:id', ({ params }) =>
      HttpResponse.json({ _id: params.id }, { headers }),
    ),
  )

  expect(await call(getShowtime, { params: { showtimeId: 'a/b' } })).toEqual({ _id: 'a/b' })
  expect(serverNow()).toBeGreaterThanOrEqual(anHourAhead)
  expect(serverNow()).toBeLessThan(anHourAhead + HOUR_MS)
})

test('callWithHeaders reads an early response instead of asking, and sets the clock by the moment of its arrival [S-972]', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  const anHourAhead = Date.now() + HOUR_MS
  const response = HttpResponse.json(
    { _id: 's1' },
    { headers: { [SERVER_NOW_HEADER]: String(anHourAhead) } },
  )
  const receivedAt = performance.now() - 5000
  const early = Promise.resolve({ response, sentAt: receivedAt, receivedAt })

  const { body } = await callWithHeaders(getShowtime, { params: { showtimeId: 's1' } }, undefined, {
    early,
  })

  expect(body).toEqual({ _id: 's1' })
  expect(fetched).not.toHaveBeenCalled()
  expect(serverNow()).toBeGreaterThanOrEqual(anHourAhead + 5000)
})

test('call sends cookies and a JSON body [R-6.6][R-7.15]', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  api.use(http.post(`*${refreshSession.path}`, () => HttpResponse.json({ success: true })))

  await call(refreshSession, { body: { userId: 'u' } })

  expect(fetched).toHaveBeenCalledExactlyOnceWith('/api/auth/refresh-token', {
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: '{"userId":"u"}',
  })
})

const PLACES = [{ _id: 's1', label: 'A1' }]

test.each<[string, () => Response, object]>([
  [
    'the code, the message and the details of an error',
    () => errorResponse(409, 'TAKEN', 'No.', { places: PLACES }),
    { status: 409, code: 'TAKEN', message: 'No.', details: { places: PLACES } },
  ],
  [
    'the message if success is false, whatever the status is',
    () => HttpResponse.json({ success: false, message: 'Wrong.' }),
    { message: 'Wrong.' },
  ],
  [
    'a default message if the response is not JSON',
    () => HttpResponse.html('<h1>502</h1>', { status: 502 }),
    { status: 502, message: 'Something went wrong!' },
  ],
  [
    'OFFLINE without a network',
    () => HttpResponse.error(),
    { code: 'OFFLINE', message: expect.stringContaining('connection') },
  ],
])('call throws %s', async (_error, response, expected) => {
  api.use(http.get('*/api/showtimes/:id', response))

  const error = await errorOf(call(getShowtime, { params: { showtimeId: 'one' } }))

  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject(expected)
})

test('callAsUser renews the session once for two refused calls and repeats both', async () => {
  let renewals = 0
  api.use(
    http.get('*/api/bookings/user/:id', () =>
      renewals === 0 ? errorResponse(401, 'UNAUTHENTICATED', 'No.') : HttpResponse.json([]),
    ),
    http.post(`*${refreshSession.path}`, () => {
      renewals += 1
      return HttpResponse.json({ success: true })
    }),
  )
  const list = () => callAsUser(listBookings, { params: { userId: 'u' }, querystring: {} }, 'u')

  expect(await Promise.all([list(), list()])).toEqual([[], []])
  expect(renewals).toBe(1)
})

test('a refused call tells how long the server asks to wait [S-1146]', async () => {
  const wait = async (header: string) => {
    const refused = errorResponse(503, 'UNAVAILABLE', 'Not now.')
    refused.headers.set('retry-after', header)
    api.use(http.get('*/api/showtimes/:id', () => refused, { once: true }))
    const error = await errorOf(call(getShowtime, { params: { showtimeId: 's1' } }))
    return (error as ApiError).details.retryAfterMs
  }

  expect(await wait('5')).toBe(5_000)
  expect(await wait('0')).toBeUndefined()
  expect(await wait('Wed, 21 Oct 2026 07:28:00 GMT')).toBeUndefined()
})
