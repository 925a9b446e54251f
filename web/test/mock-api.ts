import type { ErrorCode } from '@marquee/contract/calls/errors'
import type { ParkingSlot } from '@marquee/contract/parking'
import { REV_HEADER } from '@marquee/contract/seats/places-route'
import type { Seat } from '@marquee/contract/seats/seats'
import { HttpResponse, http, type JsonBodyType } from 'msw'
import { type SetupServer, setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { cinema, movie, showtime } from './fixtures.ts'

export type MockResponse = HttpResponse<JsonBodyType>

/**
 * A mock of the server for one test file. A call without a handler fails the test. All pages ask for the cinema, and those of
 * signed-in users for notices and waiting lists. My Bookings asks for the seats that friends have paid.
 */
export function startMockApi() {
  const mockApi = setupServer(
    http.get('*/api/cinema', () => HttpResponse.json(cinema)),
    http.get('*/api/notices', () => HttpResponse.json({ notices: [], unread: 0 })),
    http.get('*/api/friend-passes', () => HttpResponse.json([])),
    http.get('*/api/waiting-list', () => HttpResponse.json({ entries: [] })),
  )
  beforeAll(() => mockApi.listen({ onUnhandledFrame: 'error' }))
  afterEach(() => mockApi.resetHandlers())
  afterAll(() => mockApi.close())
  return mockApi
}

export const errorResponse = (statusCode: number, code: ErrorCode, message: string, details = {}) =>
  HttpResponse.json(
    { success: false, statusCode, code, message, requestId: 'r', ...details },
    { status: statusCode },
  )

/** A limit is reached for a minute: the page does not try again by itself. */
export function limitResponse(message: string) {
  const response = errorResponse(429, 'RATE', message)
  response.headers.set('retry-after', '60')
  return response
}

/** Records the bodies of all POST requests to a path. */
export function recordPosts(
  mockApi: SetupServer,
  path: string,
  respond: () => MockResponse | Promise<MockResponse>,
) {
  const bodies: unknown[] = []
  mockApi.use(
    http.post(path, async ({ request }) => {
      bodies.push(await request.json())
      return respond()
    }),
  )
  return bodies
}

/** Serves one movie, one showtime and these places. The test may change the returned state later. */
export function serveShowtime(
  mockApi: SetupServer,
  places: { seats?: Seat[]; slots?: ParkingSlot[] } = {},
) {
  const state = { rev: 1, seats: places.seats ?? [], slots: places.slots ?? [] }
  const headers = () => ({ [REV_HEADER]: String(state.rev) })
  const slotsOf = (type: ParkingSlot['type']) => state.slots.filter((slot) => slot.type === type)
  mockApi.use(
    http.get('*/api/movies/:id', () => HttpResponse.json(movie)),
    http.get('*/api/showtimes/:id', () => HttpResponse.json(showtime)),
    http.get('*/api/seats/showtime/:id', () =>
      HttpResponse.json(state.seats, { headers: headers() }),
    ),
    http.get('*/api/parking/showtime/:id', () =>
      HttpResponse.json(
        { twoWheelerSlots: slotsOf('twoWheeler'), fourWheelerSlots: slotsOf('fourWheeler') },
        { headers: headers() },
      ),
    ),
  )
  return state
}
