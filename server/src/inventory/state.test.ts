import { expect, test } from 'vitest'
import { coolDown, given, later, minutes, seconds, selection, time } from '#test/support/given.ts'

test('a hold that ends while another visitor asks starts a cool-down, also where an earlier one has just ended', () => {
  const state = given(
    coolDown({ place: 'A1', holder: 'ravi', until: seconds(50) }),
    selection({
      holder: 'asha',
      places: ['A1'],
      deadline: minutes(1),
      askedAt: { A1: seconds(40) },
    }),
  )
  expect(later(state, minutes(1)).coolDowns.get('A1')).toMatchObject({
    holder: 'asha',
    until: time(seconds(70)),
  })
})
