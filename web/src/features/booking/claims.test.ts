import type { Ack } from '@marquee/contract/socket'
import { QueryClient } from '@tanstack/react-query'
import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { kindKey } from '#lib/place-cache.ts'
import { afterPush, type Place, type PlaceMap } from '#lib/places.ts'
import { selectedOf } from '#lib/selection.ts'
import * as fake from '#test/fake-socket.ts'
import { createClaims } from './claims.ts'

vi.mock('#lib/socket.ts', () => import('#test/fake-socket.ts'))

const UNTIL = '2026-12-01T13:00:00.000Z'
const TAKEN: Ack = { ok: false, code: 'TAKEN', message: 'A1 has just been taken.' }
const seat = (_id: string, more: Partial<Place> = {}): Place => ({
  _id,
  status: 'AVAILABLE',
  ...more,
})

function visit(seats: Place[], slots: Place[] = []) {
  const client = new QueryClient()
  const know = (places: Place[]): PlaceMap => ({ rev: 1, behind: false, places })
  client.setQueryData(kindKey('show', 'seats'), know(seats))
  client.setQueryData(kindKey('show', 'slots'), know(slots))
  const claims = createClaims(client, 'show')
  const places = (kind: 'seats' | 'slots') =>
    client.getQueryData<PlaceMap>(kindKey('show', kind))?.places ?? []
  const selected = (kind: 'seats' | 'slots' = 'seats') =>
    selectedOf(places(kind), claims.store.getState().pending).map(({ _id }) => _id)
  const settled = () =>
    new Promise<void>((resolve) => {
      const look = () => void (claims.store.getState().pending.size === 0 && resolve())
      claims.store.subscribe(look)
      look()
    })
  return { client, claims, places, selected, settled }
}

beforeEach(fake.resetFakeSocket)

test('a tap shows at once and stays once it is granted', async () => {
  fake.setReply(() => fake.okAck(UNTIL))
  const { claims, places, selected, settled } = visit([seat('A1'), seat('A2')])

  claims.toggle('seats', 'A1', false)
  expect(selected()).toEqual(['A1'])
  await settled()

  expect(fake.sentMessages).toEqual([['holdSeat', { showtimeId: 'show', seatId: 'A1' }]])
  expect(places('seats')[0]).toEqual(
    seat('A1', { status: 'HELD', heldByMe: true, holdUntil: UNTIL }),
  )
})

test('a refused tap is taken back, and says why', async () => {
  fake.setReply(() => TAKEN)
  const { claims, selected, settled } = visit([seat('A1')])

  claims.toggle('seats', 'A1', false)
  await settled()

  expect(selected()).toEqual([])
  expect(claims.store.getState().refusal).toEqual({ placeId: 'A1', message: TAKEN.message })
})

test('a refused release keeps the place selected', async () => {
  fake.setReply(() => ({ ok: false, code: 'UNAVAILABLE', message: 'No answer.' }))
  const { claims, selected, settled } = visit([seat('A1', { status: 'HELD', heldByMe: true })])

  claims.toggle('seats', 'A1', false)
  expect(selected()).toEqual([])
  await settled()

  expect(selected()).toEqual(['A1'])
})

test("another's place, and one still waiting for its answer, are not asked for [R-4.17]", () => {
  const { claims } = visit([
    seat('A1', { status: 'HELD' }),
    seat('A2', { status: 'SOLD' }),
    seat('A3'),
  ])

  for (const seatId of ['A1', 'A2', 'A3', 'A3', 'A3']) claims.toggle('seats', seatId, false)

  expect(fake.sentMessages).toEqual([['holdSeat', { showtimeId: 'show', seatId: 'A3' }]])
})

test('one grant sets the clock of everything held, slots included', async () => {
  fake.setReply(() => fake.okAck(UNTIL))
  const { claims, places, settled } = visit(
    [seat('A1')],
    [seat('T1', { status: 'HELD', heldByMe: true, holdUntil: '2026-12-01T12:50:00.000Z' })],
  )

  claims.toggle('seats', 'A1', false)
  await settled()

  expect(places('slots')[0]?.holdUntil).toBe(UNTIL)
})

test('leaving gives back everything, also what was only just asked for', async () => {
  const { claims, selected } = visit(
    [seat('A1'), seat('A2', { status: 'HELD', heldByMe: true })],
    [seat('T1', { status: 'HELD', heldByMe: true })],
  )
  fake.setReply((event) => fake.okAck(event === 'holdSeat' ? UNTIL : null))

  claims.toggle('seats', 'A1', false)
  await claims.leave({ keeping: false })

  expect(fake.sentMessages.map(([event]) => event)).toEqual([
    'holdSeat',
    'releaseSeat',
    'releaseSeat',
    'releaseParkingSlot',
    'leaveShowtime',
  ])
  await vi.waitFor(() => expect([...selected('seats'), ...selected('slots')]).toEqual([]))
})

test('on the way to payment everything is kept', async () => {
  const { claims, selected } = visit([seat('A1', { status: 'HELD', heldByMe: true })])

  await claims.leave({ keeping: true })

  expect(fake.sentMessages).toEqual([['leaveShowtime', 'show']])
  expect(selected()).toEqual(['A1'])
})

test('payment is begun with what is held once every answer is in', async () => {
  fake.setReply((event) => (event === 'holdSeat' ? TAKEN : fake.okAck(UNTIL)))
  const { claims } = visit(
    [seat('A1'), seat('A2', { status: 'HELD', heldByMe: true })],
    [seat('T1', { status: 'HELD', heldByMe: true })],
  )

  claims.toggle('seats', 'A1', false)
  const ack = await claims.checkOut()

  expect(ack.ok).toBe(true)
  expect(fake.sentMessages.at(-1)).toEqual([
    'beginCheckout',
    { showtimeId: 'show', seatIds: ['A2'], slotIds: ['T1'] },
  ])
})

test('whatever is tapped and however it is answered, what is shown ends as what the cinema keeps', async () => {
  const SEATS = ['A1', 'A2', 'A3']
  const taps = fc.array(
    fc.record({
      seat: fc.constantFrom(...SEATS),
      granted: fc.boolean(),
      pushed: fc.boolean(),
      patient: fc.boolean(),
    }),
    { maxLength: 25 },
  )
  await fc.assert(
    fc.asyncProperty(taps, async (steps) => {
      const { client, claims, selected, settled } = visit(SEATS.map((seatId) => seat(seatId)))
      const kept = new Set<string>()
      let rev = 1
      const pushTruth = () => {
        const places = SEATS.map((seatId) =>
          kept.has(seatId)
            ? seat(seatId, { status: 'HELD', heldByMe: true, holdUntil: UNTIL })
            : seat(seatId),
        )
        rev += 1
        client.setQueryData<PlaceMap>(
          kindKey('show', 'seats'),
          (map) => map && afterPush(map, { places, rev, since: rev - 1, from: rev - 1 }),
        )
      }
      for (const step of steps) {
        fake.setReply((event, payload) => {
          const { seatId } = payload as { seatId: string }
          if (!step.granted) return TAKEN
          if (event === 'holdSeat') kept.add(seatId)
          else kept.delete(seatId)
          if (step.pushed) pushTruth()
          return fake.okAck(UNTIL)
        })
        claims.toggle('seats', step.seat, false)
        if (step.patient) await settled()
      }
      await settled()
      expect(new Set(selected())).toEqual(kept)
    }),
    { numRuns: 40 },
  )
})
