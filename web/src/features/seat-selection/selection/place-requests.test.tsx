import type { Ack } from '@marquee/contract/socket'
import { randomRuns } from '@marquee/contract/test/random-runs'
import { QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import {
  applyPush,
  type MapPlace,
  type PlaceMap,
  placeKey,
} from '#features/seat-selection/places/place-map.ts'
import {
  cachedPlaces,
  type PlaceKind,
  placesKey,
} from '#features/seat-selection/places/places.queries.ts'
import * as fake from '#test/fake-socket.ts'
import { createTestQueryClient } from '#test/query-client.ts'
import { hasGivenUp, pendingRequests, waitForPendingRequests } from './pending-requests.ts'
import { beginCheckout, extendHold, leaveShowtime } from './place-requests.ts'
import { selectedPlaces } from './selection.ts'
import { usePlaceRequests } from './use-place-requests.ts'

const UNTIL = '2026-12-01T13:00:00.000Z'
const LATER = '2026-12-01T13:05:00.000Z'
const TAKEN: Ack = { ok: false, code: 'TAKEN', message: 'A1 has just been taken.' }
const place = (_id: string, more: Partial<MapPlace> = {}): MapPlace => ({
  _id,
  status: 'AVAILABLE',
  ...more,
})
const held = (_id: string, holdUntil?: string) =>
  place(_id, { status: 'HELD', heldByMe: true, holdUntil })

function setUp(seats: MapPlace[], slots: MapPlace[] = []) {
  const client = createTestQueryClient()
  const cache = (kind: PlaceKind, places: MapPlace[]) =>
    client.setQueryData<PlaceMap>(placesKey('show', kind), { rev: 1, places })
  cache('seats', seats)
  cache('slots', slots)
  const { result, unmount } = renderHook(() => usePlaceRequests('show'), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  })
  return {
    client,
    unmount,
    refusal: () => result.current.refusal,
    toggleSeat: (seatId: string) => act(() => result.current.toggle({ _id: seatId })),
    toggleSlot: (slot: MapPlace) => act(() => result.current.toggle(slot)),
    places: (kind: PlaceKind) => cachedPlaces(client, 'show', kind),
    selected: (kind: PlaceKind = 'seats') =>
      selectedPlaces(cachedPlaces(client, 'show', kind), pendingRequests(client, 'show')).map(
        ({ _id }) => _id,
      ),
    waitForReplies: () => act(() => waitForPendingRequests(client, 'show')),
  }
}

const events = () => fake.sentMessages.map(([event]) => event)

test('a toggled seat is selected at once and held after the acknowledgement, with one deadline for everything held', async () => {
  fake.setReply(() => fake.okAck(UNTIL))
  const { toggleSeat, places, selected, waitForReplies } = setUp(
    [place('A1'), place('A2')],
    [held('T1', '2026-12-01T12:50:00.000Z')],
  )

  toggleSeat('A1')
  expect(selected()).toEqual(['A1'])
  await waitForReplies()

  expect(fake.sentMessages).toEqual([['holdSeat', { showtimeId: 'show', seatId: 'A1' }]])
  expect(places('seats')).toEqual([held('A1', UNTIL), place('A2')])
  expect(places('slots')).toEqual([held('T1', UNTIL)])
})

test('hasGivenUp follows the last request about the place that was not refused', async () => {
  fake.setReply(() => fake.okAck(UNTIL))
  const { client, toggleSeat, waitForReplies } = setUp([place('A1'), place('A2')])
  const givenUp = () => ['A1', 'A2'].filter((_id) => hasGivenUp(client, 'show', placeKey({ _id })))
  const toggle = (seatId: string) => {
    toggleSeat(seatId)
    return waitForReplies()
  }

  await toggle('A1')
  await toggle('A2')
  expect(givenUp()).toEqual([])
  await toggle('A1')
  expect(givenUp()).toEqual(['A1'])
  fake.setReply(() => TAKEN)
  await toggle('A2')
  expect(givenUp()).toEqual(['A1'])
  fake.setReply(() => fake.okAck(UNTIL))
  await toggle('A1')
  expect(givenUp()).toEqual([])
})

test('a map that was requested before a hold does not deselect the held seat', async () => {
  fake.setReply(() => fake.okAck(UNTIL))
  const { client, toggleSeat, places, selected, waitForReplies } = setUp([place('A1')])
  const slow = Promise.withResolvers<PlaceMap>()
  const answers = [slow.promise, Promise.resolve({ rev: 2, places: [held('A1', UNTIL)] })]
  const fetchMap = vi.fn(() => answers.shift() as Promise<PlaceMap>)
  const queryKey = placesKey('show', 'seats')
  const observed = { queryKey, queryFn: fetchMap, staleTime: 0 }
  const end = new QueryObserver(client, observed).subscribe(() => undefined)
  await waitFor(() => expect(fetchMap).toHaveBeenCalledTimes(1))

  toggleSeat('A1')
  await waitForReplies()
  slow.resolve({ rev: 1, places: [place('A1')] })

  await waitFor(() => expect(fetchMap).toHaveBeenCalledTimes(2))
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(selected()).toEqual(['A1'])
  expect(places('seats')).toEqual([held('A1', UNTIL)])
  end()
})

test('a map that was requested before an extension does not bring the old deadline back', async () => {
  fake.setReply(() => fake.okAck(LATER))
  const { client, places } = setUp([held('A1', UNTIL)])
  const slow = Promise.withResolvers<PlaceMap>()
  const answers = [slow.promise, Promise.resolve({ rev: 1, places: [held('A1', LATER)] })]
  const fetchMap = vi.fn(() => answers.shift() as Promise<PlaceMap>)
  const observed = { queryKey: placesKey('show', 'seats'), queryFn: fetchMap, staleTime: 0 }
  const end = new QueryObserver(client, observed).subscribe(() => undefined)
  await waitFor(() => expect(fetchMap).toHaveBeenCalledTimes(1))

  await extendHold(client, 'show')
  slow.resolve({ rev: 1, places: [held('A1', UNTIL)] })

  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(places('seats')).toEqual([held('A1', LATER)])
  end()
})

test('a refused hold deselects the seat and returns the message', async () => {
  fake.setReply(() => TAKEN)
  const { toggleSeat, selected, waitForReplies, refusal } = setUp([place('A1')])

  toggleSeat('A1')
  await waitForReplies()

  expect(selected()).toEqual([])
  await waitFor(() => expect(refusal()).toEqual({ placeId: 'A1', message: TAKEN.message }))
})

test('a seat of another visitor, or with a pending request, sends no request [R-4.17]', async () => {
  const seats = [place('A1', { status: 'HELD' }), place('A2', { status: 'SOLD' }), place('A3')]
  const { toggleSeat, waitForReplies } = setUp(seats)

  for (const seatId of ['A1', 'A2', 'A3', 'A3', 'A3']) toggleSeat(seatId)
  await waitForReplies()

  expect(fake.sentMessages).toEqual([['holdSeat', { showtimeId: 'show', seatId: 'A3' }]])
})

test('a toggled slot is the one with its type, when a slot of the other type and a seat have the same id [S-614]', async () => {
  fake.setReply((event) => fake.okAck(event === 'holdParkingSlot' ? UNTIL : null))
  const car = place('1', { type: 'fourWheeler' })
  const scooter = place('1', { type: 'twoWheeler' })
  const { toggleSlot, places, selected, waitForReplies } = setUp([place('1')], [scooter, car])

  toggleSlot(car)
  expect([selected('seats'), selected('slots')]).toEqual([[], ['1']])
  await waitForReplies()
  expect(places('seats')).toEqual([place('1')])
  expect(places('slots')).toEqual([scooter, { ...held('1', UNTIL), type: 'fourWheeler' }])

  toggleSlot(car)
  await waitForReplies()
  expect(places('slots')).toEqual([scooter, car])
})

test('leaveShowtime releases everything, also the seat of a pending hold [R-4.21]', async () => {
  fake.setReply((event) => fake.okAck(event === 'holdSeat' ? UNTIL : null))
  const { client, toggleSeat, selected, unmount } = setUp([place('A1'), held('A2')], [held('T1')])

  toggleSeat('A1')
  unmount()
  await leaveShowtime(client, 'show', { keepHolds: false })

  expect(events()).toEqual([
    'holdSeat',
    'releaseSeat',
    'releaseSeat',
    'releaseParkingSlot',
    'leaveShowtime',
  ])
  await waitFor(() => expect([...selected('seats'), ...selected('slots')]).toEqual([]))
})

test('beginCheckout waits for pending requests and sends what is held then', async () => {
  fake.setReply((event) => (event === 'holdSeat' ? TAKEN : fake.okAck(UNTIL)))
  const { client, toggleSeat } = setUp([place('A1'), held('A2')], [held('T1')])

  toggleSeat('A1')
  const ack = await act(() => beginCheckout(client, 'show', { isForAll: false }))

  expect(ack.ok).toBe(true)
  expect(fake.sentMessages.at(-1)).toEqual([
    'beginCheckout',
    { showtimeId: 'show', seatIds: ['A2'], slotIds: ['T1'] },
  ])
})

test('beginCheckout for all sends the places of friends too [S-386]', async () => {
  fake.setReply(() => fake.okAck(UNTIL))
  const friends = (id: string, more: Partial<MapPlace> = {}) =>
    place(id, { status: 'HELD', friend: 'Maya', ...more })
  const { client, places } = setUp(
    [held('A1'), friends('A2', { releasable: true })],
    [friends('T1', { releasable: true }), friends('T2')],
  )

  await act(() => beginCheckout(client, 'show', { isForAll: true }))

  expect(fake.sentMessages.at(-1)).toEqual([
    'beginCheckout',
    { showtimeId: 'show', seatIds: ['A1', 'A2'], slotIds: ['T1'] },
  ])
  expect(places('seats')).toMatchObject([
    { heldByMe: true, holdUntil: UNTIL },
    { friend: 'Maya', holdUntil: UNTIL },
  ])
  expect(places('seats')[1]).not.toHaveProperty('heldByMe')
})

test('the selection equals what the server holds, whatever is toggled, refused or pushed', async () => {
  const SEATS = ['A1', 'A2', 'A3']
  const steps = fc.array(
    fc.record({
      seatId: fc.constantFrom(...SEATS),
      granted: fc.boolean(),
      pushed: fc.boolean(),
      awaited: fc.boolean(),
    }),
    { maxLength: 25 },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      const { client, toggleSeat, selected, waitForReplies, unmount } = setUp(
        SEATS.map((seatId) => place(seatId)),
      )
      const heldOnServer = new Set<string>()
      let rev = 1
      const push = () => {
        const places = SEATS.map((seatId) =>
          heldOnServer.has(seatId) ? held(seatId, UNTIL) : place(seatId),
        )
        rev += 1
        client.setQueryData<PlaceMap>(
          placesKey('show', 'seats'),
          (map) =>
            map && applyPush(map, { places, rev, previousPushRev: rev - 1, sinceRev: rev - 1 }),
        )
      }
      for (const { seatId, granted, pushed, awaited } of steps) {
        fake.setReply((event, payload) => {
          const request = payload as { seatId: string }
          if (!granted) return TAKEN
          if (event === 'holdSeat') heldOnServer.add(request.seatId)
          else heldOnServer.delete(request.seatId)
          if (pushed) push()
          return fake.okAck(UNTIL)
        })
        toggleSeat(seatId)
        if (awaited) await waitForReplies()
      }
      await waitForReplies()
      expect(new Set(selected())).toEqual(heldOnServer)
      unmount()
    }),
    randomRuns({ few: 20, many: 200 }),
  )
})
