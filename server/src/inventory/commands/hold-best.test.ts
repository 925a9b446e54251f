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
import { after, holdersIn, refusalOf, resultOf, selectionIn } from '#test/support/read-states.ts'
import { at, hours, minutes, time } from '#test/support/times.ts'
import type { ShowtimeState } from '../state.ts'
import { type HoldBestCommand, holdBest } from './hold-best.ts'

const asha = visitor('asha')
const choose = (state: ShowtimeState, changes: Partial<HoldBestCommand>, ms = 0) =>
  holdBest(state, { requester: asha, placeIds: [], isReplacing: false, ...changes }, at(ms))
const best = (size: number, options = {}) => ({ best: { size, ...options } })
/** All seats but these are sold. */
const onlyFree = (...free: string[]) =>
  sold({ places: seats(30).filter((id) => !free.includes(id)) })

describe('holdBest', () => {
  test('holds the seats that it names, side by side, with a deadline', () => {
    const state = given()
    const decision = choose(state, best(3))
    const { seatIds, holdUntil } = resultOf(decision)
    expect(holdUntil).toBe(time(minutes(10)))
    const next = after(state, decision)
    expect(Object.keys(holdersIn(next)).toSorted()).toEqual([...seatIds].toSorted())
    const [first] = seatIds.map((id) => Number(id.slice(1))).toSorted((a, b) => a - b)
    const row = seatIds[0]?.charAt(0)
    expect([...seatIds].toSorted()).toEqual([0, 1, 2].map((n) => `${row}${(first ?? 0) + n}`))
  })

  test.each([
    ['of one seat when none is left', given(onlyFree()), best(1), 'No such seat is free any more.'],
    [
      'together when no two free ones are side by side',
      given(onlyFree('A1', 'A5')),
      best(2, { isTogether: true }),
      'There are no 2 such seats free side by side any more.',
    ],
    [
      'of a category that is sold out',
      given(sold({ places: seats(10, 20) })),
      best(2, { categories: ['VIP'] }),
      'There are no 2 such seats free any more.',
    ],
  ])('refuses a party %s with TAKEN', (_, state, party, text) => {
    expect(refusalOf(choose(state, party))).toMatchObject({
      code: 'TAKEN',
      message: `${text} Please choose on the map.`,
    })
  })

  test('splits a party that need not be together', () => {
    const state = given(onlyFree('A1', 'A5'))
    expect([...resultOf(choose(state, best(2))).seatIds].toSorted()).toEqual(['A1', 'A5'])
  })

  test('takes seats of a category', () => {
    const { seatIds } = resultOf(choose(given(), best(2, { category: 'VIP' })))
    expect(seatIds.map((id) => id.charAt(0))).toEqual(['C', 'C'])
  })

  test.each([
    ['out of service', show({ outOfService: ['A1'] })],
    ['retired', show({ retired: ['A1'] })],
    ['held by another', selection({ holder: 'ravi', places: ['A1'] })],
    ['cooling down for the visitor', coolDown({ place: 'A1', holder: 'asha' })],
    ['protected from the visitor', show({ startsIn: hours(25), access: { A1: 'wheelchair' } })],
  ])('leaves out a seat that is %s', (_, fact) => {
    expect(refusalOf(choose(given(fact, onlyFree('A1')), best(1))).code).toBe('TAKEN')
  })

  test('leaves out seats that the visitor holds already', () => {
    const state = given(
      selection({ holder: 'asha', places: ['A1'] }),
      sold({ places: seats(28, 2) }),
    )
    expect(resultOf(choose(state, best(1))).seatIds).toEqual(['A2'])
    expect(refusalOf(choose(state, best(2))).code).toBe('TAKEN')
  })

  test('takes protected seats for a visitor who asks for them', () => {
    const state = given(show({ startsIn: hours(25), access: { A1: 'wheelchair' } }), onlyFree('A1'))
    expect(resultOf(choose(state, { ...best(1), isAccessible: true })).seatIds).toEqual(['A1'])
  })

  test('refuses more than ten seats of a holder with LIMIT before it looks for seats', () => {
    const state = given(selection({ holder: 'asha', places: seats(8) }))
    expect(refusalOf(choose(state, best(2))).code).toBe('ok')
    expect(refusalOf(choose(state, best(3))).code).toBe('LIMIT')
    const soldOut = given(
      selection({ holder: 'asha', places: seats(8) }),
      sold({ places: seats(22, 8) }),
    )
    expect(refusalOf(choose(soldOut, best(3))).code).toBe('LIMIT')
  })

  test.each([
    ['at the cutoff', show({ startsIn: minutes(30) })],
    ['of a cancelled show', show({ isCancelled: true })],
  ])('refuses seats %s with CLOSED', (_, fact) => {
    expect(refusalOf(choose(given(fact), best(1))).code).toBe('CLOSED')
  })

  test('refuses a friend with NOT_OWNER after the selection has ended', () => {
    const decision = choose(given(), { ...best(1), requester: friend('ravi', 'asha') })
    expect(refusalOf(decision).code).toBe('NOT_OWNER')
  })

  test('stays within the limits of an address', () => {
    const state = given(show({ rows: 9 }), sold({ places: seats(40), address: 'home' }))
    const requester = visitor('asha', { address: 'home' })
    expect(refusalOf(choose(state, { ...best(1), requester })).code).toBe('CHALLENGE')
  })
})

describe('holdBest in place of other seats', () => {
  const own = seats(10)
  const state = given(
    selection({ holder: 'asha', places: [...own, 'two1'] }),
    sold({ places: ['C1'] }),
  )

  test('moves ten seats at once, with their deadline, and keeps slots', () => {
    const placeIds = seats(10, 5)
    const decision = choose(state, { placeIds, isReplacing: true }, minutes(2))
    expect(resultOf(decision).holdUntil).toBe(time(minutes(10)))
    const next = after(state, decision, minutes(2))
    expect(Object.keys(holdersIn(next)).toSorted()).toEqual([...placeIds, 'two1'].toSorted())
    expect(selectionIn(next, 'asha').since).toBe(time(0))
  })

  test('keeps the selection when all of its seats are others', () => {
    const one = given(selection({ holder: 'asha', places: ['A1'] }))
    const next = after(one, choose(one, { placeIds: ['B1'], isReplacing: true }, minutes(2)))
    expect(holdersIn(next)).toEqual({ B1: 'asha' })
    expect(selectionIn(next, 'asha').deadline).toBe(time(minutes(10)))
  })

  test('changes nothing when one of the seats is taken', () => {
    const decision = choose(state, { placeIds: ['B1', 'C1'], isReplacing: true })
    expect(refusalOf(decision).code).toBe('TAKEN')
    expect(holdersIn(after(state, decision))).toEqual(holdersIn(state))
  })

  test('may choose seats of its own again, when nothing else is free', () => {
    const full = given(
      selection({ holder: 'asha', places: ['A1', 'A2', 'A3'] }),
      sold({ places: seats(27, 3) }),
    )
    const decision = choose(full, { ...best(2), isReplacing: true })
    const { seatIds } = resultOf(decision)
    expect(seatIds).toHaveLength(2)
    expect(Object.keys(holdersIn(after(full, decision))).toSorted()).toEqual(
      [...seatIds].toSorted(),
    )
  })

  test('does not count the seats that it gives up under the limits of an account', () => {
    const requester = visitor('asha', { account: 'user' })
    const full = given(
      selection({ holder: 'asha', places: seats(10), account: 'user' }),
      sold({ places: seats(10, 20), account: 'user' }),
    )
    const move = { requester, placeIds: seats(10, 10), isReplacing: true }
    expect(refusalOf(choose(full, move)).code).toBe('ok')
    expect(refusalOf(choose(full, { ...move, isReplacing: false, placeIds: ['B1'] })).code).toBe(
      'LIMIT',
    )
  })

  test('replaces only what the visitor has chosen in a shared selection', () => {
    const shared = given(
      selection({ holder: 'asha', places: ['A1'], friends: { ravi: { places: ['A2'] } } }),
    )
    const replace = (requester: HoldBestCommand['requester']) => {
      const decision = choose(shared, { requester, placeIds: ['B1'], isReplacing: true })
      return Object.keys(holdersIn(after(shared, decision))).toSorted()
    }
    expect(replace(asha)).toEqual(['A2', 'B1'])
    expect(replace(friend('ravi', 'asha'))).toEqual(['A1', 'B1'])
  })

  test('gets no more than two places for wheelchairs', () => {
    const access = { A1: 'wheelchair', A2: 'wheelchair', A3: 'wheelchair' } as const
    const protecting = given(
      show({ startsIn: hours(25), access }),
      selection({ holder: 'asha', places: ['B1'] }),
    )
    const move = { placeIds: ['A1', 'A2', 'A3'], isReplacing: true, isAccessible: true }
    expect(refusalOf(choose(protecting, move)).code).toBe('LIMIT')
    expect(refusalOf(choose(protecting, { ...move, placeIds: ['A1', 'A2'] })).code).toBe('ok')
  })
})
