import { describe, expect, test } from 'vitest'
import type { ShowtimeState } from '#src/inventory/state.ts'
import { given, show } from '#test/support/given.ts'
import { booking, contextAt, refusedWith } from '#test/support/given-bookings.ts'
import { hours, minutes, time } from '#test/support/times.ts'
import type { BookingToChange } from './booking-change.ts'
import { differenceOf, idsOf } from './booking-change.ts'
import { assertDifference, type Exchange, planExchange } from './exchange.ts'

const early = given(show({ startsIn: hours(6) }))
const half = given(show({ startsIn: hours(3) }))
const other = { ...given(show({ startsIn: hours(9) })), id: 'other' }
const otherMovie = { ...other, show: { ...other.show, movieId: 'another' } }

const seats = (giveBack: string[], take: string[], showtimeId = 'show'): Exchange => ({
  type: 'seats',
  showtimeId,
  giveBack,
  take,
})
const parking = (add: string[], drop: string[] = []): Exchange => ({
  type: 'parking',
  add: add.map((slotId) => ({ slotId, vehicleNumber: 'tn 01 ab 1234' })),
  drop,
})
const plan = (
  party: BookingToChange,
  exchange: Exchange,
  {
    booked = early,
    target = booked,
    ms = 0,
  }: { booked?: ShowtimeState; target?: ShowtimeState; ms?: number } = {},
) => planExchange(party, exchange, { ...contextAt(booked, ms), target })

describe('planExchange of seats', () => {
  test('takes dearer seats for their difference', () => {
    const change = plan(booking(), seats(['A1'], ['B1']))
    expect(change.givenBack).toEqual([{ place_id: 'A1', price: 150, refund: null }])
    expect(change.taken).toEqual([
      { place_id: 'B1', category: 'Premium', price: 180, vehicle_number: null },
    ])
    expect([differenceOf(change), change.fee]).toEqual([30, 0])
    expect(change.audit).toEqual({
      action: 'booking.change-seats',
      before: { showtimeId: 'show', placeIds: ['A1'] },
      after: { showtimeId: 'show', difference: 30, placeIds: ['B1'] },
    })
  })

  test('gives back for cheaper seats what a cancellation would give back more', () => {
    const party = booking({ places: ['B1', 'B2'] })
    const full = plan(party, seats(['B1'], ['A1']))
    expect([differenceOf(full), full.fee, full.deadline]).toEqual([-30, 0, time(hours(2))])
    const share = plan(party, seats(['B1'], ['A1']), { booked: half })
    expect([differenceOf(share), share.fee]).toEqual([-15, 15])
  })

  test('moves all seats to another show, gives the parking up, and keeps the share of the refund', () => {
    const party = booking({ places: ['A1', 'four1'] })
    const change = plan(party, seats(['A1'], ['A1'], 'other'), { booked: half, target: other })
    expect(idsOf(change.givenBack)).toEqual(['A1', 'four1'])
    expect(change).toMatchObject({ showtimeId: 'other', refundCap: 50, fee: 50 })
    expect(differenceOf(change)).toBe(-50)
  })

  test('gives nothing back for parking that was used', () => {
    const party = booking({ places: ['A1', 'four1'], used: ['four1'] })
    const change = plan(party, seats(['A1'], ['A1'], 'other'), { target: other })
    expect([differenceOf(change), change.fee]).toEqual([0, 100])
  })

  test('is possible until the earlier cutoff of both shows', () => {
    const soon = { ...given(show({ startsIn: hours(2) })), id: 'soon' }
    const change = plan(booking(), seats(['A1', 'A2'], ['A3', 'A4'], 'soon'), { target: soon })
    expect(change.deadline).toBe(time(minutes(90)))
  })

  test.each([
    ['as many new seats as old ones', 'INVALID', booking(), seats(['A1'], ['A3', 'A4']), early],
    ['an exchange of nothing', 'INVALID', booking(), seats([], []), early],
    ['a seat for itself', 'INVALID', booking(), seats(['A1'], ['A1']), early],
    [
      'some of the seats at another show',
      'INVALID',
      booking(),
      seats(['A1'], ['A1'], 'other'),
      other,
    ],
    [
      'a show of another movie',
      'NOT_FOUND',
      booking(),
      seats(['A1', 'A2'], ['A3', 'A4'], 'other'),
      otherMovie,
    ],
    ['an unknown seat', 'NOT_FOUND', booking(), seats(['A1'], ['Z1']), early],
    ['a slot for a seat', 'NOT_FOUND', booking(), seats(['A1'], ['two1']), early],
    ['a seat of another booking', 'NOT_FOUND', booking(), seats(['A5'], ['A6']), early],
    ['people who were let in', 'CLOSED', booking({ admitted: 1 }), seats(['A1'], ['A3']), early],
    ['a booking without places', 'CLOSED', booking({ places: [] }), seats(['A1'], ['A3']), early],
    [
      'another show while the vehicle is there',
      'CLOSED',
      booking({ places: ['A1', 'four1'], arrived: ['four1'] }),
      seats(['A1'], ['A2'], 'other'),
      other,
    ],
    [
      'a show that has closed',
      'CLOSED',
      booking(),
      seats(['A1', 'A2'], ['A3', 'A4'], 'other'),
      { ...given(show({ startsIn: minutes(20) })), id: 'other' },
    ],
  ] as const)('refuses %s with %s', (_, code, party, exchange, target) => {
    expect(refusedWith(() => plan(party, exchange, { target }))).toBe(code)
  })

  test('refuses an unknown show with NOT_FOUND, and an exchange after the cutoff with CLOSED', () => {
    const context = { ...contextAt(early), target: undefined }
    const exchange = seats(['A1', 'A2'], ['A3', 'A4'], 'gone')
    expect(refusedWith(() => planExchange(booking(), exchange, context))).toBe('NOT_FOUND')
    const late = () => plan(booking(), seats(['A1'], ['A3']), { ms: minutes(330) })
    expect(refusedWith(late)).toBe('CLOSED')
  })
})

describe('planExchange of parking', () => {
  test('adds a slot for its price with its vehicle, and drops one by the policy', () => {
    const party = booking({ places: ['A1', 'four1'] })
    const change = plan(party, parking(['two1'], ['four1']), { booked: half })
    expect(change.taken).toEqual([
      { place_id: 'two1', category: null, price: 50, vehicle_number: 'TN01AB1234' },
    ])
    expect(change.givenBack).toEqual([{ place_id: 'four1', price: 100, refund: 50 }])
    expect(change.payments).toEqual([
      { kind: 'payment', amount: 50 },
      { kind: 'refund', amount: 50 },
    ])
    expect(change).toMatchObject({ fee: 50, refundCap: null, showtimeId: 'show' })
  })

  test.each([
    ['a change of nothing', 'INVALID', parking([])],
    ['a slot that is added twice', 'INVALID', parking(['two1', 'two1'])],
    ['a seat', 'NOT_FOUND', parking(['A5'])],
    ['an unknown slot', 'NOT_FOUND', parking(['two99'])],
    ['a slot of another booking', 'NOT_FOUND', parking([], ['four2'])],
    [
      'more slots than a booking may have',
      'LIMIT',
      parking([
        'two1',
        'two2',
        'two3',
        'two4',
        'two5',
        'two6',
        'two7',
        'two8',
        'two9',
        'two10',
        'four2',
      ]),
    ],
  ] as const)('refuses %s with %s', (_, code, exchange) => {
    const party = booking({ places: ['A1', 'four1'] })
    expect(refusedWith(() => plan(party, exchange))).toBe(code)
  })
})

test('assertDifference refuses another difference with the right one', () => {
  const dearer = plan(booking(), seats(['A1'], ['B1']))
  expect(() => assertDifference(30, dearer)).not.toThrow()
  expect(() => assertDifference(0, dearer)).toThrow('The price is ₹30')
  const cheaper = plan(booking({ places: ['B1'] }), seats(['B1'], ['A1']))
  expect(() => assertDifference(0, cheaper)).toThrow('You get ₹30 back')
})
