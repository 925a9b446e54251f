import { expect, test } from 'vitest'
import { at, friend, given, refusalOf, selection, type visitor } from '#test/support/given.ts'
import { hold } from './hold.ts'

test('hold refuses a friend who has left the shared selection for another one with NOT_OWNER', () => {
  const state = given(
    selection({ holder: 'asha', places: ['A1'], linkHash: 'first' }),
    selection({ holder: 'mina', places: ['B1'], linkHash: 'second', friends: { ravi: {} } }),
  )
  const holdAs = (requester: ReturnType<typeof visitor>) =>
    refusalOf(hold(state, { requester, placeIds: ['A2'] }, at(0)))
  expect(holdAs(friend('ravi', 'asha'))).toMatchObject({ code: 'NOT_OWNER' })
  expect(holdAs(friend('ravi', 'mina'))).toMatchObject({ code: 'ok' })
})
