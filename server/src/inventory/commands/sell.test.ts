import { describe, expect, test } from 'vitest'
import {
  coolDown,
  friend,
  given,
  seats,
  selection,
  show,
  sold,
  visitor,
} from '#test/support/given.ts'
import { after, bookingsIn, holdersIn, refusalOf } from '#test/support/read-states.ts'
import { at, hours, minutes, time } from '#test/support/times.ts'
import type { HoldMoment, ShowtimeState } from '../state.ts'
import { giveBack, type SellCommand, sell } from './sell.ts'

const asha = visitor('asha')
const sale = (placeIds: readonly string[], changes: Partial<SellCommand> = {}): SellCommand => ({
  requester: asha,
  bookingId: 'new',
  placeIds,
  ...changes,
})
const codeOf = (state: ShowtimeState, one: SellCommand, moment: HoldMoment = at(0)) =>
  refusalOf(sell(state, one, moment)).code
/** Sells, and returns the state after the sale. */
function sellIn(state: ShowtimeState, one: SellCommand, ms = 0) {
  const decision = sell(state, one, at(ms))
  if ('refusal' in decision) throw decision.refusal
  return { ...decision, state: after(state, decision, ms) }
}

describe('sell', () => {
  test('sells free places, and names them', () => {
    const { state, places } = sellIn(given(), sale(['A1', 'two1']))
    expect(places.map(({ label }) => label)).toEqual(['A1', 'two1'])
    expect(bookingsIn(state)).toEqual({ A1: 'new', two1: 'new' })
    expect(state.claims.get('A1')).toMatchObject({ soldAt: time(0) })
  })

  test('sells what the buyer holds, and ends the selection with its last place', () => {
    const held = given(selection({ holder: 'asha', places: ['A1', 'A2'] }))
    const first = sellIn(held, sale(['A1'])).state
    expect([bookingsIn(first), holdersIn(first)]).toEqual([{ A1: 'new' }, { A2: 'asha' }])
    const last = sellIn(first, sale(['A2'], { bookingId: 'next' })).state
    expect(last.selections.size).toBe(0)
  })

  test('counts a sale for the buyer, and for the address from which it was held', () => {
    const state = given(selection({ holder: 'asha', places: ['A1'], address: 'home' }))
    const requester = visitor('asha', { account: 'user', address: 'office' })
    const next = sellIn(state, sale(['A1', 'A2'], { requester })).state
    expect(next.claims.get('A1')).toMatchObject({ account: 'user', address: 'home' })
    expect(next.claims.get('A2')).toMatchObject({ account: 'user', address: 'office' })
  })

  test('counts a sale to a confirmed account for no address of the others', () => {
    const state = given(selection({ holder: 'asha', places: ['A1'], address: 'home' }))
    const requester = visitor('asha', { account: 'user', mailbox: 'box', confirmedAddress: 'home' })
    expect(sellIn(state, sale(['A1'], { requester })).state.claims.get('A1')).toMatchObject({
      mailbox: 'box',
      address: null,
      confirmedAddress: 'home',
    })
  })
})

describe('sell refuses', () => {
  test.each([
    ['held by another', selection({ holder: 'ravi', places: ['A1'] })],
    ['sold', sold({ places: ['A1'] })],
    ['out of service', show({ outOfService: ['A1'] })],
    ['cooling down for the buyer', coolDown({ place: 'A1', holder: 'asha' })],
    ['protected from the buyer', show({ startsIn: hours(25), access: { A1: 'wheelchair' } })],
  ])('all places with TAKEN if one is %s', (_, fact) => {
    const state = given(fact)
    const decision = sell(state, sale(['A1', 'A2']), at(0))
    expect(refusalOf(decision)).toMatchObject({
      code: 'TAKEN',
      details: { places: [{ _id: 'A1', label: 'A1' }] },
    })
    expect(after(state, decision).claims).toEqual(state.claims)
  })

  test('a place of another, and records that it was asked for', () => {
    const state = given(selection({ holder: 'ravi', places: ['A1'], address: 'home' }))
    const requester = visitor('asha', { address: 'office' })
    const next = after(state, sell(state, sale(['A1'], { requester }), at(0)))
    expect(next.claims.get('A1')).toMatchObject({ holder: 'ravi', askedAt: time(0) })
  })

  test.each([
    ['an unknown place', given(), sale(['Z9'])],
    ['a place that is retired', given(show({ retired: ['A1'] })), sale(['A1'])],
    ['a slot as a seat', given(), sale(['two1'], { seatIds: ['two1'] })],
  ])('%s with NOT_FOUND', (_, state, one) => {
    expect(codeOf(state, one)).toBe('NOT_FOUND')
  })

  test('places of a cancelled show with CLOSED, to staff too', () => {
    const state = given(show({ isCancelled: true }))
    expect(codeOf(state, sale(['A1']))).toBe('CLOSED')
    expect(codeOf(state, sale(['A1'], { isByStaff: true }))).toBe('CLOSED')
  })

  test.each([
    ['held places after the cutoff', ['A1'], minutes(29), 'ok'],
    ['held places at the start', ['A1'], minutes(30), 'CLOSED'],
    ['others beside held ones at the cutoff', ['A1', 'A2'], 0, 'CLOSED'],
    ['others one millisecond before the cutoff', ['A1', 'A2'], -1, 'ok'],
  ])('%s: %j in %i ms: %s', (_, placeIds, ms, code) => {
    const state = given(
      show({ startsIn: minutes(30) }),
      selection({ holder: 'asha', places: ['A1'], since: -minutes(1), deadline: minutes(40) }),
    )
    expect(codeOf(state, sale(placeIds), at(ms))).toBe(code)
  })

  test.each([
    ['eleven seats', seats(11)],
    ['five slots of a kind', ['two1', 'two2', 'two3', 'two4', 'two5']],
  ])('a booking of %s with LIMIT', (_, placeIds) => {
    expect(codeOf(given(), sale(placeIds))).toBe('LIMIT')
  })

  test('a sale beyond the limits of an account with LIMIT, unless as many places were given back', () => {
    const requester = visitor('asha', { account: 'user' })
    const state = given(sold({ places: seats(20), account: 'user' }))
    expect(codeOf(state, sale(['C1'], { requester }))).toBe('LIMIT')
    expect(codeOf(state, sale(['C1'], { requester, areLimitsApplied: false }))).toBe('ok')
  })

  test('refuses a third wheelchair place of an account also if as many seats were given back', () => {
    const access = { A1: 'wheelchair', A2: 'wheelchair', A3: 'wheelchair' } as const
    const state = given(
      show({ startsIn: hours(25), access }),
      sold({ places: ['A1', 'B1'], account: 'user' }),
    )
    const requester = visitor('asha', { account: 'user' })
    const exchange = { requester, areLimitsApplied: false, isAccessible: true }
    expect(codeOf(state, sale(['A2'], exchange))).toBe('ok')
    expect(codeOf(state, sale(['A2', 'A3'], exchange))).toBe('LIMIT')
    expect(codeOf(state, sale(['A2', 'A3'], exchange), at(hours(2)))).toBe('ok')
  })

  test('does not count places of the same show that the buyer gives up', () => {
    const requester = visitor('asha', { account: 'user' })
    const state = given(sold({ places: seats(20), account: 'user' }))
    expect(codeOf(state, sale(['C1'], { requester, leavingIds: ['A1'] }))).toBe('ok')
  })
})

describe('sell by staff', () => {
  const byStaff = { requester: visitor('device'), isByStaff: true }

  test('knows no limits, no cutoff and no protected places, and counts for no limit of a visitor', () => {
    const state = given(
      show({
        startsIn: hours(25),
        access: { A1: 'wheelchair', A2: 'wheelchair', A3: 'wheelchair' },
      }),
    )
    const next = sellIn(state, sale(seats(20), byStaff)).state
    expect(Object.keys(bookingsIn(next))).toHaveLength(20)
    expect(next.claims.get('A1')).toMatchObject({ soldAt: null, account: null, address: null })
  })

  test('knows no limits of an account either', () => {
    const state = given(sold({ places: seats(20), account: 'user' }))
    const requester = visitor('device', { account: 'user' })
    expect(codeOf(state, sale(['C1'], { ...byStaff, requester }))).toBe('ok')
  })

  test('sells until the show ends', () => {
    const state = given(show({ startsIn: -minutes(79) + 1 }))
    expect(codeOf(state, sale(['A1'], byStaff))).toBe('ok')
    expect(refusalOf(sell(state, sale(['A1'], byStaff), at(1)))).toMatchObject({ code: 'CLOSED' })
  })

  test('refuses a place that a visitor holds with TAKEN', () => {
    const state = given(selection({ holder: 'ravi', places: ['A1'] }))
    expect(codeOf(state, sale(['A1'], byStaff))).toBe('TAKEN')
  })
})

describe('sell from a shared selection', () => {
  const shared = given(
    selection({
      holder: 'asha',
      places: ['A1'],
      friends: { ravi: { places: ['A2'], account: 'of ravi' }, bala: { places: ['A3'] } },
    }),
  )

  test('lets its holder pay for all, and names the seats of friends with their accounts', () => {
    const { friendSeats, state } = sellIn(shared, sale(['A1', 'A2', 'A3']))
    expect(friendSeats).toEqual([
      { placeId: 'A2', friendId: 'ravi', account: 'of ravi' },
      { placeId: 'A3', friendId: 'bala', account: null },
    ])
    expect(state.selections.size).toBe(0)
  })

  test('lets a friend pay for own seats only', () => {
    const requester = friend('ravi', 'asha')
    const own = sellIn(shared, sale(['A2'], { requester }))
    expect(own.friendSeats).toEqual([])
    expect(holdersIn(own.state)).toEqual({ A1: 'asha', A3: 'asha' })
    expect(codeOf(shared, sale(['A1'], { requester }))).toBe('TAKEN')
    expect(codeOf(shared, sale(['A3'], { requester }))).toBe('TAKEN')
  })
})

describe('giveBack', () => {
  test('frees places of a booking, and leaves out those of another', () => {
    const state = given(
      sold({ places: ['A1', 'A2'], booking: 'one' }),
      sold({ places: ['B1'], booking: 'two' }),
      selection({ holder: 'asha', places: ['C1'] }),
    )
    const placeIds = ['A1', 'B1', 'C1', 'C2']
    const next = after(state, { changes: giveBack(state, { bookingId: 'one', placeIds }) })
    expect(bookingsIn(next)).toEqual({ A2: 'one', B1: 'two' })
    expect(holdersIn(next)).toEqual({ C1: 'asha' })
  })
})
