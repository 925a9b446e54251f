import { describe, expect, test } from 'vitest'
import { coolDown, given, selection, sold } from '#test/support/given.ts'
import { after, holdersIn, later, resultOf } from '#test/support/read-states.ts'
import { at, minutes, seconds, time } from '#test/support/times.ts'
import { abandon, endAllSelections, expire } from './end-selections.ts'

const asked = selection({
  holder: 'asha',
  places: ['A1', 'A2'],
  address: 'home',
  deadline: minutes(1),
  askedAt: { A1: seconds(40), A2: seconds(20) },
})

describe('a state at a later time', () => {
  test('is without selections whose time is over, at their deadlines', () => {
    const state = given(
      selection({ holder: 'asha', places: ['A1'], deadline: minutes(1) }),
      selection({ holder: 'ravi', places: ['B1'], deadline: minutes(2) }),
      sold({ places: ['C1'] }),
    )
    expect(holdersIn(later(state, minutes(1) - 1))).toEqual({ A1: 'asha', B1: 'ravi' })
    const next = later(state, minutes(1))
    expect(holdersIn(next)).toEqual({ B1: 'ravi' })
    expect([...next.selections.keys()]).toEqual(['ravi'])
    expect(next.claims.has('C1')).toBe(true)
  })

  test('has cool-downs of places that others have asked for in the last 30 seconds', () => {
    const next = later(given(asked), minutes(1))
    expect([...next.coolDowns]).toEqual([
      ['A1', { holder: 'asha', address: 'home', until: time(seconds(70)) }],
    ])
  })

  test('has no cool-down that ends before the selection is ended', () => {
    expect(later(given(asked), seconds(70)).coolDowns.size).toBe(0)
  })

  test('is without cool-downs whose time is over', () => {
    const state = given(coolDown({ place: 'A1', holder: 'asha', until: seconds(30) }))
    expect(later(state, seconds(30) - 1).coolDowns.size).toBe(1)
    expect(later(state, seconds(30)).coolDowns.size).toBe(0)
  })

  test('is without selections that end five seconds later than any hold can: the clock was set back', () => {
    const state = given(selection({ holder: 'asha', places: ['A1'], deadline: minutes(30) }))
    expect(holdersIn(later(state, -seconds(5)))).toEqual({ A1: 'asha' })
    expect(holdersIn(later(state, -seconds(5) - 1))).toEqual({})
  })

  test('is not changed by expire', () => {
    expect(expire()).toEqual({ outcome: { result: null } })
  })
})

describe('abandon', () => {
  const state = given(
    selection({ holder: 'asha', places: ['A1'], friends: { ravi: { places: ['A2', 'A3'] } } }),
    selection({ holder: 'bala', places: ['B1'] }),
  )
  const abandonIn = (from: typeof state, ...visitors: string[]) => {
    const absent = visitors.map((id) => ({ id, seenAt: time(0) }))
    const decision = abandon(from, { visitors: absent }, at(0))
    return { count: resultOf(decision), state: after(from, decision) }
  }

  test('ends what each visitor who is gone has chosen, and nothing of others', () => {
    const ofFriend = abandonIn(state, 'ravi')
    expect(ofFriend.count).toBe(2)
    expect(holdersIn(ofFriend.state)).toEqual({ A1: 'asha', B1: 'bala' })
    const ofHolders = abandonIn(state, 'asha', 'bala')
    expect(ofHolders.count).toBe(2)
    expect(holdersIn(ofHolders.state)).toEqual({ A2: 'asha', A3: 'asha' })
  })

  test.each([
    ['keeps the checkout of a visitor who is signed in', { checkoutAt: 0, account: 'user' }, 0],
    ['ends a checkout of a visitor without an account', { checkoutAt: 0 }, 1],
    ['ends what a visitor holds who is signed in', { account: 'user' }, 1],
  ])('%s', (_, own, count) => {
    const one = given(selection({ holder: 'asha', places: ['A1'], ...own }))
    expect(abandonIn(one, 'asha').count).toBe(count)
  })

  test('starts the cool-downs of places that others have asked for', () => {
    const next = abandonIn(given(asked), 'asha').state
    expect([...next.coolDowns.keys()]).toEqual(['A1', 'A2'])
  })

  test('leaves a visitor who has acted since the job has looked', () => {
    const absent = [{ id: 'bala', seenAt: time(0) - 1 }]
    expect(resultOf(abandon(state, { visitors: absent }, at(0)))).toBe(0)
  })

  test('does nothing for a visitor without places', () => {
    expect(abandonIn(state, 'chitra').count).toBe(0)
  })
})

describe('endAllSelections', () => {
  test('ends all selections without cool-downs, and leaves what is sold', () => {
    const state = given(
      asked,
      selection({ holder: 'bala', places: ['B1'] }),
      sold({ places: ['C1'] }),
    )
    const decision = endAllSelections(state)
    expect(resultOf(decision)).toBe(3)
    const next = after(state, decision)
    expect([next.selections.size, next.coolDowns.size]).toEqual([0, 0])
    expect([...next.claims.keys()]).toEqual(['C1'])
  })
})
