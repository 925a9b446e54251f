import { describe, expect, test } from 'vitest'
import { given, selection } from '#test/support/given.ts'
import { after, chooserIn, refusalOf, resultOf, selectionIn } from '#test/support/read-states.ts'
import { at, minutes, time } from '#test/support/times.ts'
import { join, setPayer, share } from './share.ts'

const friends = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`friend ${n}`, {}]))

describe('share', () => {
  test('gives a selection a link in place of an earlier one, and keeps its friends', () => {
    const state = given(
      selection({ holder: 'asha', places: ['A1'], linkHash: 'old', friends: { ravi: {} } }),
    )
    const decision = share(state, { holder: 'asha', linkHash: 'new' })
    expect(resultOf(decision)).toEqual({ movieId: 'movie' })
    const next = selectionIn(after(state, decision), 'asha')
    expect(next).toMatchObject({ linkHash: 'new', deadline: time(minutes(10)) })
    expect(next.choosers.map(({ id }) => id)).toEqual(['asha', 'ravi'])
  })

  test('refuses a visitor without a selection with NOT_OWNER', () => {
    expect(refusalOf(share(given(), { holder: 'asha', linkHash: 'new' }))).toMatchObject({
      code: 'NOT_OWNER',
      message: 'Choose a seat first. Then you can invite friends.',
    })
  })
})

describe('setPayer', () => {
  const shared = given(selection({ holder: 'asha', places: ['A1'], linkHash: 'link' }))

  test('says that the holder pays for all, and takes it back', () => {
    const paying = after(shared, setPayer(shared, { holder: 'asha', paysForAll: true }))
    expect(selectionIn(paying, 'asha').paysForAll).toBe(true)
    const again = after(paying, setPayer(paying, { holder: 'asha', paysForAll: false }))
    expect(selectionIn(again, 'asha').paysForAll).toBe(false)
  })

  test.each([
    ['is so already', shared, false],
    ['has no selection', given(), true],
    ['has no link', given(selection({ holder: 'asha', places: ['A1'] })), true],
  ])('changes nothing if the holder %s', (_, state, paysForAll) => {
    expect(setPayer(state, { holder: 'asha', paysForAll })).toEqual({ outcome: { result: null } })
  })
})

describe('join', () => {
  const shared = given(
    selection({ holder: 'asha', places: ['A1'], linkHash: 'link', since: -minutes(1) }),
    selection({ holder: 'bala', places: ['B1'], linkHash: 'other' }),
  )
  const joinAs = (friend: string, state = shared, linkHash = 'link') =>
    join(state, { linkHash, friendId: friend, name: 'Ravi' }, at(0))

  test('makes a visitor a friend in the selection, who is present now', () => {
    const decision = joinAs('ravi')
    expect(resultOf(decision)).toEqual({
      holder: 'asha',
      friend: { id: 'ravi', since: time(-minutes(1)) },
    })
    expect(chooserIn(after(shared, decision), 'asha', 'ravi')).toMatchObject({
      name: 'Ravi',
      seenAt: time(0),
      checkoutAt: null,
      account: null,
      address: null,
    })
  })

  test('changes only the name of a friend who has joined before', () => {
    const state = given(
      selection({
        holder: 'asha',
        places: ['A1'],
        linkHash: 'link',
        friends: { ravi: { name: 'R', places: ['A2'], address: 'home', checkoutAt: 0 } },
      }),
    )
    expect(chooserIn(after(state, joinAs('ravi', state)), 'asha', 'ravi')).toMatchObject({
      name: 'Ravi',
      address: 'home',
      checkoutAt: time(0),
    })
  })

  test('changes nothing for the holder of the selection', () => {
    expect(joinAs('asha')).toEqual({ outcome: { result: { holder: 'asha' } } })
  })

  test('leaves another selection in which the friend has chosen nothing', () => {
    const state = after(shared, joinAs('ravi', shared, 'other'))
    const next = after(state, joinAs('ravi', state))
    expect(selectionIn(next, 'asha').choosers.map(({ id }) => id)).toEqual(['asha', 'ravi'])
    expect(selectionIn(next, 'bala').choosers.map(({ id }) => id)).toEqual(['bala'])
  })

  test('refuses an unknown link with NOT_FOUND', () => {
    expect(refusalOf(joinAs('ravi', shared, 'old'))).toMatchObject({
      code: 'NOT_FOUND',
      message: 'This link is no longer valid.',
    })
  })

  test.each([
    ['of their own', selection({ holder: 'ravi', places: ['C1'] })],
    [
      'in another shared selection',
      selection({ holder: 'chitra', places: ['C1'], friends: { ravi: { places: ['C2'] } } }),
    ],
  ])('refuses a visitor with places %s with LIMIT', (_, other) => {
    const state = given(selection({ holder: 'asha', places: ['A1'], linkHash: 'link' }), other)
    expect(refusalOf(joinAs('ravi', state))).toMatchObject({
      code: 'LIMIT',
      message:
        'You have already chosen seats for this show. Release them first, and then open the link again.',
    })
  })

  test('refuses a tenth friend with LIMIT, and lets the ninth join', () => {
    const state = (count: number) =>
      given(
        selection({ holder: 'asha', places: ['A1'], linkHash: 'link', friends: friends(count) }),
      )
    expect(refusalOf(joinAs('ravi', state(8))).code).toBe('ok')
    expect(refusalOf(joinAs('ravi', state(9)))).toMatchObject({
      code: 'LIMIT',
      message: 'Up to 9 friends can join one selection.',
    })
    expect(refusalOf(joinAs('friend 0', state(9))).code).toBe('ok')
  })
})
