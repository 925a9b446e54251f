import { describe, expect, test } from 'vitest'
import { friend, given, selection, show, sold, visitor } from '#test/support/given.ts'
import {
  after,
  chooserIn,
  holdersIn,
  refusalOf,
  resultOf,
  selectionIn,
} from '#test/support/read-states.ts'
import { at, minutes, seconds, time } from '#test/support/times.ts'
import { checkOut, extend } from './extend.ts'

const asha = visitor('asha')

describe('extend', () => {
  test.each([
    ['ten minutes from now', { deadline: minutes(10) }, minutes(8), minutes(18)],
    [
      'at most thirty minutes from its start',
      { since: -minutes(29), deadline: minutes(0.6) },
      minutes(0.5),
      minutes(1),
    ],
    ['never less than it has', { deadline: minutes(25) }, minutes(2), minutes(25)],
  ])('gives a selection %s', (_, times, now, deadline) => {
    const state = given(selection({ holder: 'asha', places: ['A1'], ...times }))
    const decision = extend(state, { requester: asha }, at(now))
    expect(resultOf(decision)).toEqual({ holdUntil: time(deadline), now: time(now) })
    expect(selectionIn(after(state, decision, now), 'asha').deadline).toBe(time(deadline))
  })

  test('never goes beyond the start of the show', () => {
    const state = given(
      show({ startsIn: minutes(12), cutoffMinutes: 1 }),
      selection({ holder: 'asha', places: ['A1'] }),
    )
    const { holdUntil } = resultOf(extend(state, { requester: asha }, at(minutes(8))))
    expect(holdUntil).toBe(time(minutes(12)))
  })

  test('records the presence of the visitor only', () => {
    const state = given(
      selection({ holder: 'asha', places: ['A1'], friends: { ravi: { places: ['A2'] } } }),
    )
    const requester = friend('ravi', 'asha')
    const next = after(state, extend(state, { requester }, at(minutes(1))), minutes(1))
    expect(chooserIn(next, 'asha', 'ravi').seenAt).toBe(time(minutes(1)))
    expect(chooserIn(next, 'asha').seenAt).toBe(time(0))
  })

  test('keeps a selection that is never abandoned so', () => {
    const state = given(selection({ holder: 'asha', places: ['A1'], seenAt: null }))
    const next = after(state, extend(state, { requester: asha }, at(minutes(1))), minutes(1))
    expect(chooserIn(next, 'asha').seenAt).toBeNull()
  })

  test.each([
    ['without a selection', given(), asha, 'NOT_OWNER', 'Your selection has expired.'],
    [
      'of a shared selection that has ended',
      given(),
      friend('ravi', 'asha'),
      'NOT_OWNER',
      'This shared selection has ended.',
    ],
    [
      'of a cancelled show, also without a selection',
      given(show({ isCancelled: true })),
      asha,
      'CLOSED',
      'This show has been cancelled',
    ],
    [
      'without a selection after the cutoff',
      given(show({ startsIn: minutes(30) })),
      asha,
      'NOT_OWNER',
      'Your selection has expired.',
    ],
    [
      'at the cutoff',
      given(show({ startsIn: minutes(30) }), selection({ holder: 'asha', places: ['A1'] })),
      asha,
      'CLOSED',
      'Booking cutoff time passed',
    ],
  ])('refuses %s', (_, state, requester, code, message) => {
    expect(refusalOf(extend(state, { requester }, at(0)))).toMatchObject({ code, message })
  })
})

describe('checkOut', () => {
  const held = given(selection({ holder: 'asha', places: ['A1'], since: 0 }))
  const checkOutAt = (ms: number, state = held, placeIds = ['A1'], requester = asha) =>
    checkOut(state, { requester, placeIds }, at(ms))

  test('leaves at least five minutes, once', () => {
    const first = checkOutAt(minutes(8))
    expect(resultOf(first).holdUntil).toBe(time(minutes(13)))
    const state = after(held, first, minutes(8))
    expect(chooserIn(state, 'asha').checkoutAt).toBe(time(minutes(8)))

    const second = checkOutAt(minutes(12), state)
    expect(resultOf(second).holdUntil).toBe(time(minutes(13)))
    const later = chooserIn(after(state, second, minutes(12)), 'asha')
    expect(later).toMatchObject({ checkoutAt: time(minutes(8)), seenAt: time(minutes(12)) })
  })

  test('leaves a deadline that is later', () => {
    expect(resultOf(checkOutAt(minutes(2))).holdUntil).toBe(time(minutes(10)))
  })

  test('holds what is not held yet', () => {
    const decision = checkOutAt(0, held, ['A1', 'A2'])
    expect(holdersIn(after(held, decision))).toEqual({ A1: 'asha', A2: 'asha' })
  })

  test('starts a selection for a visitor who holds nothing', () => {
    const decision = checkOutAt(0, given())
    expect(resultOf(decision).holdUntil).toBe(time(minutes(10)))
    expect(holdersIn(after(given(), decision))).toEqual({ A1: 'asha' })
  })

  test('goes on with the selection for a request without places', () => {
    expect(resultOf(checkOutAt(minutes(8), held, [])).holdUntil).toBe(time(minutes(13)))
  })

  test('moves the deadline of a shared selection once, for the holder or the friend who pays first', () => {
    const state = given(
      selection({ holder: 'asha', places: ['A1'], friends: { ravi: { places: ['A2'] } } }),
    )
    const next = after(state, checkOutAt(minutes(8), state), minutes(8))
    const decision = checkOutAt(minutes(10), next, ['A2'], friend('ravi', 'asha'))
    expect(resultOf(decision).holdUntil).toBe(time(minutes(13)))
    const ravi = chooserIn(after(next, decision, minutes(10)), 'asha', 'ravi')
    expect(ravi.checkoutAt).toBe(time(minutes(10)))
  })

  test('accepts only held places after the cutoff, until the show starts, and leaves their deadline', () => {
    const closing = given(
      show({ startsIn: minutes(20) }),
      selection({ holder: 'asha', places: ['A1'], deadline: minutes(30) }),
    )
    const ending = given(
      show({ startsIn: minutes(20) }),
      selection({ holder: 'asha', places: ['A1'] }),
    )
    expect(resultOf(checkOutAt(minutes(9), ending)).holdUntil).toBe(time(minutes(10)))
    expect(resultOf(checkOutAt(minutes(19), closing)).holdUntil).toBe(time(minutes(30)))
    expect(refusalOf(checkOutAt(minutes(19), closing, ['A1', 'A2'])).code).toBe('CLOSED')
    expect(refusalOf(checkOutAt(minutes(20), closing)).code).toBe('CLOSED')
  })

  test.each([
    ['without places and without a selection', given(), [], 'NOT_OWNER'],
    ['of a cancelled show without places', given(show({ isCancelled: true })), [], 'CLOSED'],
    ['of a place of another', given(sold({ places: ['A1'] })), ['A1'], 'TAKEN'],
    ['of an unknown place', given(), ['Z9'], 'NOT_FOUND'],
  ])('refuses a checkout %s', (_, state, placeIds, code) => {
    expect(refusalOf(checkOutAt(0, state, placeIds)).code).toBe(code)
  })

  test('records that a visitor of another address has asked for a place that is refused', () => {
    const requester = visitor('ravi', { address: 'office' })
    const decision = checkOutAt(seconds(20), held, ['A1'], requester)
    const claim = after(held, decision, seconds(20)).claims.get('A1')
    expect(claim).toMatchObject({ holder: 'asha', askedAt: time(seconds(20)) })
  })
})
