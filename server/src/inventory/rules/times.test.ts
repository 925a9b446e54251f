import { describe, expect, test } from 'vitest'
import { given, seats, selection, show, sold, visitor } from '#test/support/given.ts'
import { after, refusalOf, resultOf, selectionIn } from '#test/support/read-states.ts'
import { at, minutes, time } from '#test/support/times.ts'
import { checkOut, extend } from '../commands/extend.ts'
import { hold } from '../commands/hold.ts'
import { offerSeats } from '../commands/offer.ts'
import { NOTHING_ELSEWHERE } from './requester.ts'

const asha = visitor('asha')
/** A hall of 60 seats with so many sold. */
const hall = (soldSeats: number, ...facts: Parameters<typeof given>) =>
  given(show({ rows: 6 }), sold({ places: seats(soldSeats) }), ...facts)
const [FREE = ''] = seats(1, 58)
const own = (times: object = {}) => selection({ holder: 'asha', places: [FREE], ...times })

describe('in a hall that is almost full', () => {
  test('a new selection lasts half as long, and its holder is told so [S-1168]', () => {
    const until = (soldSeats: number) =>
      resultOf(hold(hall(soldSeats), { requester: asha, placeIds: [FREE] }, at(0))).holdUntil

    expect(until(53)).toBe(time(minutes(10)))
    expect(until(54)).toBe(time(minutes(5)))
  })

  test('held seats count as sold ones do, and parking slots do not [S-1168]', () => {
    const held = hall(44, selection({ holder: 'ravi', places: seats(10, 44) }))
    const parked = hall(50, sold({ places: ['two1', 'two2', 'four1', 'four2'] }))
    const until = (state: ReturnType<typeof given>) =>
      resultOf(hold(state, { requester: asha, placeIds: [FREE] }, at(0))).holdUntil

    expect(until(held)).toBe(time(minutes(5)))
    expect(until(parked)).toBe(time(minutes(10)))
  })

  test('a selection keeps the deadline that it has, also with another place [S-1168]', () => {
    const state = hall(54, own({ deadline: minutes(9) }))
    const more = hold(state, { requester: asha, placeIds: seats(1, 59) }, at(0))

    expect(resultOf(more).holdUntil).toBe(time(minutes(9)))
  })

  test('a selection gets more time up to the usual time of a hold, and then no more [S-1169]', () => {
    const state = hall(54, own({ deadline: minutes(5) }))
    const first = extend(state, { requester: asha }, at(minutes(4)))
    expect(resultOf(first).holdUntil).toBe(time(minutes(10)))

    const extended = after(state, first, minutes(4))
    expect(refusalOf(extend(extended, { requester: asha }, at(minutes(9))))).toMatchObject({
      code: 'LIMIT',
      message:
        'The hall is almost full, so we cannot hold your places for longer. Please go on to payment in time.',
    })
    expect(selectionIn(extended, 'asha').deadline).toBe(time(minutes(10)))
  })

  test('a selection never loses time that it was given before [S-1169]', () => {
    const state = hall(54, own({ since: -minutes(15), deadline: minutes(8) }))

    expect(refusalOf(extend(state, { requester: asha }, at(0))).code).toBe('LIMIT')
    expect(selectionIn(state, 'asha').deadline).toBe(time(minutes(8)))
  })

  test('who has come to payment gets the time of the checkout, and more [S-1169]', () => {
    const state = hall(54, own({ since: -minutes(9), deadline: minutes(1) }))
    const paying = checkOut(state, { requester: asha, placeIds: [FREE] }, at(0))
    expect(resultOf(paying).holdUntil).toBe(time(minutes(5)))

    const extended = extend(after(state, paying), { requester: asha }, at(minutes(4)))
    expect(resultOf(extended).holdUntil).toBe(time(minutes(14)))
  })

  test('an offer of the waiting list lasts as long as its party was told [S-1168]', () => {
    const party = {
      holder: 'offer 1',
      userId: 'user',
      mailbox: 'box',
      size: 1,
      isTogether: false,
      categories: [],
    }
    const offered = offerSeats(hall(54), { party, elsewhere: NOTHING_ELSEWHERE }, at(0))

    expect(resultOf(offered)?.holdUntil).toBe(time(minutes(10)))
  })
})

test('a small hall is never almost full [S-1168]', () => {
  const state = given(show({ rows: 4 }), sold({ places: seats(39) }))

  expect(resultOf(hold(state, { requester: asha, placeIds: ['D10'] }, at(0))).holdUntil).toBe(
    time(minutes(10)),
  )
})
