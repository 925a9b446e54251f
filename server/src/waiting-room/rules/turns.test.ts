import { expect, test } from 'vitest'
import { advanceTurn, isTurnActive, turnsAllowed } from './turns.ts'

const SECOND = 1000

test('turnsAllowed gives as many turns as parties that the free seats are enough for, and none without free seats [S-1102]', () => {
  const none = { usedTurns: 0, decidedTurns: 0 }
  expect(turnsAllowed({ freeSeats: 0, ...none })).toBe(0)
  expect(turnsAllowed({ freeSeats: 1, ...none })).toBe(1)
  expect(turnsAllowed({ freeSeats: 600, ...none })).toBe(300)
  expect(turnsAllowed({ freeSeats: 600, usedTurns: 995, decidedTurns: 995 })).toBe(241)
})

test('turnsAllowed gives more turns while many are not used, at most three for each party [S-1120]', () => {
  expect(turnsAllowed({ freeSeats: 100, usedTurns: 46, decidedTurns: 95 })).toBe(80)
  expect(turnsAllowed({ freeSeats: 100, usedTurns: 0, decidedTurns: 500 })).toBe(120)
})

const terms = { now: 1000 * SECOND, isHolding: false, turnMs: 180 * SECOND, holdMaxMs: 0 }
const turn = { turnAt: 900 * SECOND, turnUntil: 1080 * SECOND, hasHeld: false }

test('advanceTurn keeps a turn until its end, and ten seconds more for a hold that is being decided [S-1105] [S-1106]', () => {
  expect(advanceTurn(turn, terms)).toEqual(turn)
  expect(advanceTurn(turn, { ...terms, now: 1090 * SECOND - 1 })).toEqual(turn)
  expect(advanceTurn(turn, { ...terms, now: 1090 * SECOND })).toBeUndefined()
  expect(isTurnActive(turn, 1080 * SECOND - 1)).toBe(true)
  expect(isTurnActive(turn, 1080 * SECOND)).toBe(false)
})

test('advanceTurn ends a turn at most ten minutes after the clock was set back [S-1105]', () => {
  const back = { ...terms, now: 100 * SECOND }
  expect(advanceTurn(turn, back)?.turnUntil).toBe(700 * SECOND)
})

test('advanceTurn notes the first hold: from then on the deadline of the selection counts [S-1104]', () => {
  const held = { ...turn, turnUntil: null, hasHeld: true }
  expect(advanceTurn(turn, { ...terms, isHolding: true })).toEqual(held)
  expect(isTurnActive(held, Number.MAX_SAFE_INTEGER)).toBe(true)
})

test('advanceTurn gives 15 seconds after the end of a selection, but not beyond the longest turn [S-1107]', () => {
  const held = { ...turn, turnUntil: null, hasHeld: true }
  expect(advanceTurn(held, terms)?.turnUntil).toBe(1015 * SECOND)
  expect(advanceTurn(held, { ...terms, turnMs: 110 * SECOND })?.turnUntil).toBe(1010 * SECOND)
})
