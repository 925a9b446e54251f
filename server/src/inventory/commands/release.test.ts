import { describe, expect, test } from 'vitest'
import { friend, given, selection, show, sold, visitor } from '#test/support/given.ts'
import { after, holdersIn, refusalOf, resultOf } from '#test/support/read-states.ts'
import { at, minutes, time } from '#test/support/times.ts'
import { release, releaseAll } from './release.ts'

const asha = visitor('asha')
const shared = given(
  selection({ holder: 'asha', places: ['A1', 'A2'], friends: { ravi: { places: ['A3'] } } }),
  selection({ holder: 'bala', places: ['B1'] }),
)

describe('release', () => {
  test('frees places and keeps the deadline until the last one', () => {
    const state = given(selection({ holder: 'asha', places: ['A1', 'A2'] }))
    const first = release(state, { requester: asha, placeIds: ['A1'] }, at(0))
    expect(resultOf(first)).toEqual({ holdUntil: time(minutes(10)), now: time(0), released: 1 })
    const one = after(state, first)
    expect(holdersIn(one)).toEqual({ A2: 'asha' })

    const last = release(one, { requester: asha, placeIds: ['A2'] }, at(0))
    expect(resultOf(last).holdUntil).toBeNull()
    expect(after(one, last).selections.size).toBe(0)
  })

  test('starts no cool-down for a place that others have asked for', () => {
    const state = given(selection({ holder: 'asha', places: ['A1'], askedAt: { A1: 0 } }))
    const decision = release(state, { requester: asha, placeIds: ['A1'] }, at(0))
    expect(after(state, decision).coolDowns.size).toBe(0)
  })

  test('does nothing for a free or unknown place', () => {
    const decision = release(shared, { requester: asha, placeIds: ['C1', 'Z9'] }, at(0))
    expect(resultOf(decision).holdUntil).toBe(time(minutes(10)))
    expect(holdersIn(after(shared, decision))).toEqual(holdersIn(shared))
  })

  test('lets the holder free what a friend has chosen, but not a friend what another has', () => {
    const ofHolder = release(shared, { requester: asha, placeIds: ['A3'] }, at(0))
    expect(holdersIn(after(shared, ofHolder))).toEqual({ A1: 'asha', A2: 'asha', B1: 'bala' })
    const ravi = friend('ravi', 'asha')
    const ofFriend = release(shared, { requester: ravi, placeIds: ['A3'] }, at(0))
    expect(holdersIn(after(shared, ofFriend))).toEqual({ A1: 'asha', A2: 'asha', B1: 'bala' })
    expect(refusalOf(release(shared, { requester: ravi, placeIds: ['A1'] }, at(0))).code).toBe(
      'NOT_OWNER',
    )
  })

  test.each([
    ['held by another', ['A1', 'B1']],
    ['sold', ['A1', 'C1']],
  ])('refuses all with NOT_OWNER if one place is %s', (_, placeIds) => {
    const state = given(
      selection({ holder: 'asha', places: ['A1'] }),
      selection({ holder: 'bala', places: ['B1'] }),
      sold({ places: ['C1'] }),
    )
    const decision = release(state, { requester: asha, placeIds }, at(0))
    expect(refusalOf(decision)).toMatchObject({
      code: 'NOT_OWNER',
      message: 'You can release only your own seats and parking slots.',
    })
    expect(holdersIn(after(state, decision))).toEqual({ A1: 'asha', B1: 'bala' })
  })

  test('refuses a friend with NOT_OWNER after the selection has ended', () => {
    const requester = friend('ravi', 'asha')
    expect(refusalOf(release(given(), { requester, placeIds: ['A3'] }, at(0)))).toMatchObject({
      code: 'NOT_OWNER',
      message: 'This shared selection has ended.',
    })
  })

  test('frees places after the cutoff and of a cancelled show', () => {
    for (const facts of [{ startsIn: minutes(5) }, { isCancelled: true }]) {
      const state = given(show(facts), selection({ holder: 'asha', places: ['A1'] }))
      const decision = release(state, { requester: asha, placeIds: ['A1'] }, at(0))
      expect(holdersIn(after(state, decision))).toEqual({})
    }
  })
})

describe('releaseAll', () => {
  test('frees what a visitor has chosen, and nothing of others', () => {
    const ofHolder = releaseAll(shared, { visitor: 'asha' })
    expect(resultOf(ofHolder)).toBe(2)
    expect(holdersIn(after(shared, ofHolder))).toEqual({ A3: 'asha', B1: 'bala' })
    const ofFriend = releaseAll(shared, { visitor: 'ravi' })
    expect(resultOf(ofFriend)).toBe(1)
    expect(holdersIn(after(shared, ofFriend))).toEqual({ A1: 'asha', A2: 'asha', B1: 'bala' })
  })

  test('frees nothing for a visitor without places', () => {
    expect(resultOf(releaseAll(shared, { visitor: 'chitra' }))).toBe(0)
  })
})
