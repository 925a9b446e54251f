import { expect, test } from 'vitest'
import { coolDown, given, selection } from '#test/support/given.ts'
import { later } from '#test/support/read-states.ts'
import { minutes, seconds, time } from '#test/support/times.ts'

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
