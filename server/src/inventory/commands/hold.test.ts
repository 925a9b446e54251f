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
import {
  after,
  chooserIn,
  holdersIn,
  later,
  refusalOf,
  resultOf,
  selectionIn,
} from '#test/support/read-states.ts'
import { at, hours, minutes, seconds, time } from '#test/support/times.ts'
import type { PlacesCommand } from '../rules/requester.ts'
import type { HoldMoment, ShowtimeState } from '../state.ts'
import { hold } from './hold.ts'

const asha = visitor('asha')
const codeOf = (state: ShowtimeState, command: PlacesCommand, moment: HoldMoment = at(0)) =>
  refusalOf(hold(state, command, moment)).code

describe('hold', () => {
  test('holds all places with one deadline, ten minutes from the first', () => {
    const first = given()
    const decision = hold(first, { requester: asha, placeIds: ['A1', 'two1'] }, at(0))
    expect(resultOf(decision)).toEqual({ holdUntil: time(minutes(10)), now: time(0) })

    const state = after(first, decision)
    expect(holdersIn(state)).toEqual({ A1: 'asha', two1: 'asha' })
    const second = hold(state, { requester: asha, placeIds: ['A2'] }, at(minutes(3)))
    expect(resultOf(second).holdUntil).toBe(time(minutes(10)))
  })

  test('ends a hold no later than the show starts', () => {
    const state = given(show({ startsIn: minutes(4), cutoffMinutes: 0 }))
    const decision = hold(state, { requester: asha, placeIds: ['A1'] }, at(0))
    expect(resultOf(decision).holdUntil).toBe(time(minutes(4)))
  })

  test('changes nothing when the holder asks for an own place again at once, and records presence after a second', () => {
    const state = given(selection({ holder: 'asha', places: ['A1'] }))
    const command = { requester: asha, placeIds: ['A1'] }
    const atOnce = hold(state, command, at(seconds(0.5)))
    expect(atOnce.changes).toEqual({ claims: [] })

    const decision = hold(state, command, at(seconds(2)))
    expect(chooserIn(after(state, decision), 'asha').seenAt).toBe(time(seconds(2)))
  })

  test('keeps a selection that is never abandoned so', () => {
    const state = given(selection({ holder: 'asha', places: ['A1'], seenAt: null }))
    for (const requester of [asha, visitor('asha', { account: 'user' })]) {
      const decision = hold(state, { requester, placeIds: ['A2'] }, at(minutes(2)))
      expect(chooserIn(after(state, decision), 'asha').seenAt).toBeNull()
    }
  })

  test('counts a visitor under the account and the address from which the visitor asks last', () => {
    const state = given(selection({ holder: 'asha', places: ['A1'], address: 'home' }))
    const requester = visitor('asha', { account: 'user', confirmedAddress: 'office' })
    const decision = hold(state, { requester, placeIds: ['A2'] }, at(0))
    expect(chooserIn(after(state, decision), 'asha')).toMatchObject({
      account: 'user',
      address: null,
      confirmedAddress: 'office',
    })
  })
})

describe('hold refuses', () => {
  const taken = given(
    selection({ holder: 'ravi', places: ['A1'] }),
    sold({ places: ['A2'] }),
    show({ outOfService: ['A3'] }),
  )

  test.each(['A1', 'A2', 'A3'])('all places with TAKEN and names %s, which is not free', (lost) => {
    const decision = hold(taken, { requester: asha, placeIds: ['A4', lost] }, at(0))
    expect(refusalOf(decision)).toMatchObject({
      code: 'TAKEN',
      message: `${lost} has just been taken. Please choose again.`,
      details: { places: [{ _id: lost, label: lost }] },
    })
    expect(holdersIn(after(taken, decision))).toEqual({ A1: 'ravi' })
  })

  test('no place of a selection whose time is over', () => {
    const state = given(selection({ holder: 'ravi', places: ['A1'] }))
    const command = { requester: asha, placeIds: ['A1'] }
    const just = minutes(10) - 1
    expect(codeOf(later(state, just), command, at(just))).toBe('TAKEN')
    expect(codeOf(later(state, minutes(10)), command, at(minutes(10)))).toBe('ok')
  })

  test('an unknown place with NOT_FOUND', () => {
    expect(codeOf(given(), { requester: asha, placeIds: ['A1', 'Z9'] })).toBe('NOT_FOUND')
  })

  test.each([
    ['a slot that is asked for as a seat', ['two1'], ['two1']],
    ['a seat that is asked for as a slot', ['A1'], []],
  ])('%s with NOT_FOUND', (_, placeIds, seatIds) => {
    expect(codeOf(given(), { requester: asha, placeIds, seatIds })).toBe('NOT_FOUND')
  })

  test('a place that is retired with NOT_FOUND, except for its holder', () => {
    const state = given(
      show({ retired: ['A1', 'A2'] }),
      selection({ holder: 'asha', places: ['A1'] }),
    )
    expect(codeOf(state, { requester: asha, placeIds: ['A1'] })).toBe('ok')
    expect(codeOf(state, { requester: visitor('ravi'), placeIds: ['A1'] })).toBe('NOT_FOUND')
    expect(codeOf(state, { requester: asha, placeIds: ['A2'] })).toBe('NOT_FOUND')
  })

  test.each([
    ['one millisecond before the cutoff', minutes(30) + 1, 30, 'ok'],
    ['at the cutoff', minutes(30), 30, 'CLOSED'],
    ['at the cutoff of 30 minutes that shows have by default', minutes(30), null, 'CLOSED'],
    ['at the start of a show without a cutoff', 0, 0, 'CLOSED'],
  ])('%s: starts in %i ms with a cutoff of %s minutes: %s', (_, startsIn, cutoffMinutes, code) => {
    const state = given(show({ startsIn, cutoffMinutes }))
    expect(codeOf(state, { requester: asha, placeIds: ['A1'] })).toBe(code)
  })

  test('an own place with CLOSED after the cutoff', () => {
    const state = given(
      show({ startsIn: minutes(20) }),
      selection({ holder: 'asha', places: ['A1'], since: -minutes(1) }),
    )
    expect(codeOf(state, { requester: asha, placeIds: ['A1'] })).toBe('CLOSED')
  })

  test('places of a cancelled show with CLOSED', () => {
    const state = given(show({ isCancelled: true }))
    expect(refusalOf(hold(state, { requester: asha, placeIds: ['A1'] }, at(0)))).toMatchObject({
      code: 'CLOSED',
      message: 'This show has been cancelled',
    })
  })

  test.each([
    ['ten seats', seats(9), ['C1'], 'ok'],
    ['eleven seats', seats(10), ['C1'], 'LIMIT'],
    ['four slots of a kind', ['two1', 'two2', 'two3'], ['two4'], 'ok'],
    ['five two-wheelers', ['two1', 'two2', 'two3', 'two4'], ['two5'], 'LIMIT'],
    ['five four-wheelers', ['four1', 'four2', 'four3', 'four4'], ['four5'], 'LIMIT'],
    ['four slots of each kind', ['two1', 'two2', 'two3', 'two4'], ['four1'], 'ok'],
    ['a seat of its ten again', seats(10), ['A1'], 'ok'],
  ])('more places of one holder than the limit: %s', (_, places, placeIds, code) => {
    const state = given(selection({ holder: 'asha', places }))
    expect(codeOf(state, { requester: asha, placeIds })).toBe(code)
  })

  test('more than ten seats in one request, also if they are taken', () => {
    const state = given(sold({ places: ['A1'] }))
    expect(codeOf(state, { requester: asha, placeIds: seats(11) })).toBe('LIMIT')
  })
})

describe('hold of accessible places', () => {
  const access = { A1: 'wheelchair', A2: 'companion', A3: 'wheelchair', A4: 'wheelchair' } as const
  const protecting = given(show({ startsIn: hours(24) + 1, access }))

  test('refuses visitors who do not ask for one, and says what it is', () => {
    expect(refusalOf(hold(protecting, { requester: asha, placeIds: ['A1'] }, at(0)))).toMatchObject(
      {
        code: 'TAKEN',
        message: 'A1 is a wheelchair place: for wheelchair users, turn on Accessible places.',
        details: { places: [{ _id: 'A1' }] },
      },
    )
  })

  test('names places that are gone and places that are protected apart', () => {
    const state = given(show({ startsIn: hours(25), access }), sold({ places: ['A5'] }))
    const { message } = refusalOf(hold(state, { requester: asha, placeIds: ['A2', 'A5'] }, at(0)))
    expect(message).toBe(
      'A5 has just been taken. Please choose again. A2 is a companion seat: for companions of wheelchair users, turn on Accessible places.',
    )
  })

  test('grants visitors who ask for one two of each type', () => {
    const ask = (...placeIds: string[]) =>
      codeOf(protecting, { requester: asha, placeIds, isAccessible: true })
    expect(ask('A1', 'A2', 'A3')).toBe('ok')
    expect(ask('A1', 'A3', 'A4')).toBe('LIMIT')
  })

  test('grants all visitors any number 24 hours before the start', () => {
    const released = given(show({ startsIn: hours(24), access }))
    expect(codeOf(released, { requester: asha, placeIds: ['A1', 'A3', 'A4'] })).toBe('ok')
  })

  test('grants its holder a protected place without asking again', () => {
    const state = given(
      show({ startsIn: hours(25), access }),
      selection({ holder: 'asha', places: ['A1'] }),
    )
    expect(codeOf(state, { requester: asha, placeIds: ['A1', 'A5'] })).toBe('ok')
  })

  test.each([
    ['account', { account: 'user' }],
    ['address', { address: 'home' }],
  ])('refuses a third wheelchair place of one %s', (_, keys) => {
    const state = given(
      show({ startsIn: hours(25), access }),
      selection({ holder: 'ravi', places: ['A1', 'A3'], ...keys }),
    )
    const ask = (holder: string, changes: object, placeIds: string[]) =>
      codeOf(state, { requester: visitor(holder, changes), placeIds, isAccessible: true })
    expect(ask('asha', keys, ['A4'])).toBe('LIMIT')
    expect(ask('asha', keys, ['A5'])).toBe('ok')
    expect(ask('asha', {}, ['A4'])).toBe('ok')
  })
})

describe('hold after a cool-down has begun', () => {
  const state = given(coolDown({ place: 'A1', holder: 'asha', address: 'home' }))
  const command = (holder: string, address: string | null) => ({
    requester: visitor(holder, { address }),
    placeIds: ['A1'],
  })

  test.each([
    ['the former holder', 'asha', 'office', 'TAKEN'],
    ['a visitor of the former address', 'neighbour', 'home', 'TAKEN'],
    ['a visitor of another address', 'ravi', 'office', 'ok'],
    ['a visitor without an address', 'ravi', null, 'ok'],
  ])('answers %s: %s from %s: %s', (_, holder, address, code) => {
    expect(codeOf(state, command(holder, address))).toBe(code)
  })

  test('grants everyone the place after it has ended', () => {
    const end = seconds(30)
    expect(codeOf(later(state, end - 1), command('asha', 'home'), at(end - 1))).toBe('TAKEN')
    expect(codeOf(later(state, end), command('asha', 'home'), at(end))).toBe('ok')
  })
})

describe('a refused hold', () => {
  const held = given(selection({ holder: 'asha', places: ['A1'], address: 'home' }))
  const askedAt = (state: ShowtimeState) => {
    const claim = state.claims.get('A1')
    return claim?.kind === 'held' ? claim.askedAt : undefined
  }
  const askFrom = (address: string | null, state = held, ms = 0) => {
    const requester = visitor('ravi', { address })
    return askedAt(after(state, hold(state, { requester, placeIds: ['A1'] }, at(ms)), ms))
  }

  test('records that a visitor of another address has asked', () => {
    expect(askFrom('office')).toBe(time(0))
  })

  test('records nothing of a visitor of the same address, or without an address', () => {
    expect([askFrom('home'), askFrom(null)]).toEqual([null, null])
    const confirmed = given(
      selection({ holder: 'asha', places: ['A1'], address: null, confirmedAddress: 'home' }),
    )
    expect(askFrom('home', confirmed)).toBeNull()
    expect(askFrom('office', confirmed)).toBe(time(0))
  })

  test('records a place again after five seconds', () => {
    const asked = given(
      selection({ holder: 'asha', places: ['A1'], address: 'home', askedAt: { A1: 0 } }),
    )
    expect(askFrom('office', asked, seconds(5) - 1)).toBe(time(0))
    expect(askFrom('office', asked, seconds(5))).toBe(time(seconds(5)))
  })

  test('records nothing where addresses are not limited', () => {
    const requester = visitor('ravi', { networkAddress: 'office' })
    const moment = at(0, { showAllowancePercent: undefined })
    expect(hold(held, { requester, placeIds: ['A1'] }, moment).changes?.claims ?? []).toEqual([])
  })
})

describe('hold of a friend', () => {
  const shared = given(
    selection({
      holder: 'asha',
      places: ['A1'],
      friends: { ravi: { places: ['A2'], name: 'Ravi' } },
    }),
  )

  test('adds a place to the shared selection, which the friend has chosen', () => {
    const decision = hold(shared, { requester: friend('ravi', 'asha'), placeIds: ['A3'] }, at(0))
    expect(resultOf(decision).holdUntil).toBe(time(minutes(10)))
    const state = after(shared, decision)
    expect(state.claims.get('A3')).toMatchObject({ holder: 'asha', chooserId: 'ravi' })
    expect(selectionIn(state, 'asha').choosers.map(({ id }) => id)).toEqual(['asha', 'ravi'])
  })

  test('refuses a place of another visitor of the selection with TAKEN', () => {
    expect(codeOf(shared, { requester: friend('ravi', 'asha'), placeIds: ['A1'] })).toBe('TAKEN')
    expect(codeOf(shared, { requester: asha, placeIds: ['A2'] })).toBe('ok')
  })

  test('counts the places of all in one limit', () => {
    const state = given(selection({ holder: 'asha', places: seats(9), friends: { ravi: {} } }))
    const ask = (...placeIds: string[]) =>
      codeOf(state, { requester: friend('ravi', 'asha'), placeIds })
    expect([ask('B1'), ask('B1', 'B2')]).toEqual(['ok', 'LIMIT'])
  })

  test.each([
    ['has ended', given()],
    ['began later', given(selection({ holder: 'asha', places: ['A1'], since: -minutes(1) }))],
  ])('refuses with NOT_OWNER when the selection %s', (_, state) => {
    expect(codeOf(state, { requester: friend('ravi', 'asha'), placeIds: ['A3'] })).toBe('NOT_OWNER')
  })

  test('refuses a friend who has left the shared selection for another one with NOT_OWNER', () => {
    const state = given(
      selection({ holder: 'asha', places: ['A1'], linkHash: 'first' }),
      selection({ holder: 'mina', places: ['B1'], linkHash: 'second', friends: { ravi: {} } }),
    )
    const codeFor = (holder: string) =>
      codeOf(state, { requester: friend('ravi', holder), placeIds: ['A2'] })
    expect([codeFor('asha'), codeFor('mina')]).toEqual(['NOT_OWNER', 'ok'])
  })
})
