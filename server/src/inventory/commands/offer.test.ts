import { describe, expect, test } from 'vitest'
import { given, seats, selection, show, sold } from '#test/support/given.ts'
import {
  after,
  chooserIn,
  holdersIn,
  refusalOf,
  resultOf,
  selectionIn,
} from '#test/support/read-states.ts'
import { at, hours, minutes, time } from '#test/support/times.ts'
import { NOTHING_ELSEWHERE } from '../rules/requester.ts'
import type { ShowtimeState } from '../state.ts'
import { canEverFit, handOver, type OfferParty, offerSeats } from './offer.ts'

const party = (changes: Partial<OfferParty> = {}): OfferParty => ({
  holder: 'offer',
  userId: 'user',
  mailbox: 'box',
  size: 2,
  isTogether: false,
  categories: [],
  ...changes,
})
const offer = (state: ShowtimeState, changes: Partial<OfferParty> = {}, totals = {}) =>
  offerSeats(
    state,
    { party: party(changes), elsewhere: { ...NOTHING_ELSEWHERE, ...totals } },
    at(0, { holdMs: minutes(15) }),
  )
const onlyFree = (...free: string[]) =>
  sold({ places: seats(30).filter((id) => !free.includes(id)) })

describe('offerSeats', () => {
  test('holds free seats for the account of the party, and is never abandoned', () => {
    const state = given(onlyFree('A1', 'A2', 'B5'))
    const decision = offer(state)
    const result = resultOf(decision)
    expect(result?.seats.map(({ label }) => label).toSorted()).toEqual(['A1', 'A2'])
    expect(result?.holdUntil).toBe(time(minutes(15)))
    expect(chooserIn(after(state, decision), 'offer')).toMatchObject({
      account: 'user',
      mailbox: 'box',
      address: null,
      seenAt: null,
    })
  })

  test.each([
    ['seats are free', given(onlyFree('A1')), {}],
    ['seats side by side are free', given(onlyFree('A1', 'A5')), { isTogether: true }],
    ['seats of its categories are free', given(onlyFree('A1', 'A2')), { categories: ['VIP'] }],
    [
      'seats without protection are free',
      given(show({ startsIn: hours(25), access: { A1: 'wheelchair' } }), onlyFree('A1', 'A2')),
      {},
    ],
  ])('returns null unless enough %s', (_, state, changes) => {
    expect(offer(state, changes)).toEqual({ outcome: { result: null } })
  })

  test('takes seats that are not side by side for a party that may be split', () => {
    expect(resultOf(offer(given(onlyFree('A1', 'A5'))))?.seats).toHaveLength(2)
  })

  test.each([
    ['at the show', given(sold({ places: seats(19), account: 'user' })), {}],
    ['at all shows', given(), { held: 59, all: 59 }],
  ])('refuses with LIMIT if the account would have too many places %s', (_, state, totals) => {
    expect(refusalOf(offer(state, {}, totals)).code).toBe('LIMIT')
  })

  test('refuses with CLOSED after the cutoff', () => {
    expect(refusalOf(offer(given(show({ startsIn: minutes(30) })))).code).toBe('CLOSED')
  })
})

describe('canEverFit', () => {
  const fits = (state: ShowtimeState, changes: Partial<OfferParty> = {}) =>
    canEverFit(state, party({ size: 10, ...changes }))

  test('does not count what is held or sold', () => {
    expect(fits(given(sold({ places: seats(30) })))).toBe(true)
  })

  test('is false for a party that finds no seats in an empty hall', () => {
    const small = given(show({ rows: 1, outOfService: ['A4'] }))
    expect(fits(small)).toBe(false)
    expect(fits(small, { size: 9 })).toBe(true)
    expect(fits(small, { size: 9, isTogether: true })).toBe(false)
    expect(fits(small, { size: 2, categories: ['VIP'] })).toBe(false)
    expect(fits(given(), { size: 2, categories: ['VIP'] })).toBe(true)
  })
})

describe('handOver', () => {
  const offered = selection({
    holder: 'offer',
    places: ['A1', 'A2'],
    account: 'user',
    seenAt: null,
    since: -minutes(2),
    deadline: minutes(13),
  })
  const command = { account: 'user', from: 'offer', to: 'asha', openedAt: null }

  test('gives a browser the seats of an offer, with their deadline, and is never abandoned', () => {
    const state = given(offered)
    const decision = handOver(state, command)
    expect(resultOf(decision)).toEqual({ seatIds: ['A1', 'A2'], holdUntil: time(minutes(13)) })
    const next = after(state, decision)
    expect(holdersIn(next)).toEqual({ A1: 'asha', A2: 'asha' })
    expect(next.selections.has('offer')).toBe(false)
    expect(selectionIn(next, 'asha')).toMatchObject({
      since: time(-minutes(2)),
      deadline: time(minutes(13)),
    })
    expect(chooserIn(next, 'asha')).toMatchObject({ account: 'user', seenAt: null })
  })

  test('releases other places of the browser', () => {
    const state = given(offered, selection({ holder: 'asha', places: ['C1'] }))
    const next = after(state, handOver(state, command))
    expect(holdersIn(next)).toEqual({ A1: 'asha', A2: 'asha' })
    expect(selectionIn(next, 'asha').deadline).toBe(time(minutes(13)))
  })

  test('gives an opened offer to another browser of the account', () => {
    const opened = selection({
      holder: 'asha',
      places: ['A1'],
      account: 'user',
      since: -minutes(2),
    })
    const state = given(opened)
    const again = { account: 'user', from: 'asha', to: 'phone', openedAt: time(-minutes(1)) }
    expect(holdersIn(after(state, handOver(state, again)))).toEqual({ A1: 'phone' })
  })

  test('changes nothing for the browser that has the seats', () => {
    const state = given(selection({ holder: 'asha', places: ['A1'], account: 'user' }))
    const decision = handOver(state, { ...command, from: 'asha' })
    expect(resultOf(decision).seatIds).toEqual(['A1'])
    expect(decision.changes).toBeUndefined()
  })

  test.each([
    ['has ended', given(), command],
    ['is of another account', given(offered), { ...command, account: 'another' }],
    [
      'was opened before the browser began to hold',
      given(selection({ holder: 'asha', places: ['A1'], account: 'user' })),
      { ...command, from: 'asha', to: 'phone', openedAt: time(-minutes(1)) },
    ],
  ])('returns no seats if the offer %s', (_, state, one) => {
    expect(handOver(state, one)).toEqual({ outcome: { result: { seatIds: [], holdUntil: 0 } } })
  })

  const withFriend = { friends: { bala: { places: ['D1'] } } }
  test.each([
    [
      'its own selection',
      given(offered, selection({ holder: 'asha', places: ['C1'], ...withFriend })),
    ],
    [
      'the selection of another',
      given(
        offered,
        selection({ holder: 'ravi', places: ['C1'], friends: { asha: { places: ['C2'] } } }),
      ),
    ],
  ])('refuses with CLOSED while the browser shares %s', (_, state) => {
    expect(refusalOf(handOver(state, command))).toMatchObject({
      code: 'CLOSED',
      message: 'You are choosing seats with friends at this show. Please release them first.',
    })
  })

  test('refuses with CLOSED while the browser that has the seats shares them', () => {
    const state = given(
      selection({ holder: 'asha', places: ['A1'], account: 'user', ...withFriend }),
    )
    const move = { ...command, from: 'asha', to: 'phone' }
    expect(refusalOf(handOver(state, move)).code).toBe('CLOSED')
  })

  test('lets friends leave who have chosen no places, and the browser leave others', () => {
    const state = given(
      offered,
      selection({ holder: 'asha', places: ['C1'], friends: { bala: {} } }),
      selection({ holder: 'ravi', places: ['D1'], friends: { asha: {} } }),
    )
    const { selections } = after(state, handOver(state, command))
    const idsOf = (holder: string) => selections.get(holder)?.choosers.map(({ id }) => id)
    expect(idsOf('asha')).toEqual(['asha'])
    expect(idsOf('ravi')).toEqual(['ravi'])
  })
})
