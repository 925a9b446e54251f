import { expect, test } from 'vitest'
import { isCalm, isCrowded, nearCountOf, thresholdOf } from './crowding.ts'
import { estimateWait } from './estimate.ts'

test('thresholdOf is four times the seats and at least 300, the setting, or never [S-1101]', () => {
  expect(thresholdOf(undefined, 24)).toBe(300)
  expect(thresholdOf(undefined, 250)).toBe(1000)
  expect(thresholdOf(40, 250)).toBe(40)
  expect(thresholdOf('off', 250)).toBe(Number.POSITIVE_INFINITY)
  expect(isCrowded(1000, 1000)).toBe(false)
  expect(isCrowded(1001, 1000)).toBe(true)
})

test('nearCountOf lets eight nodes together notice that the threshold is reached [S-1101]', () => {
  expect(8 * nearCountOf(undefined)).toBe(thresholdOf(undefined, 0))
  expect(8 * nearCountOf(400)).toBe(400)
  expect(nearCountOf('off')).toBe(Number.POSITIVE_INFINITY)
})

test('isCalm waits until no visitor waits, half of the threshold watch and a minute has passed [S-1116]', () => {
  const calm = { waiting: 0, watchers: 150, threshold: 300, quietMs: 60_000 }
  expect(isCalm(calm)).toBe(true)
  expect(isCalm({ ...calm, waiting: 1 })).toBe(false)
  expect(isCalm({ ...calm, watchers: 151 })).toBe(false)
  expect(isCalm({ ...calm, quietMs: 59_999 })).toBe(false)
})

test('estimateWait uses the rate of the last five minutes, and is unknown without turns [S-1121]', () => {
  expect(estimateWait({ ahead: 10, turns: 0, givenForMs: 600_000 })).toBeNull()
  expect(estimateWait({ ahead: 99, turns: 50, givenForMs: 600_000 })).toBe(600)
  expect(estimateWait({ ahead: 0, turns: 10, givenForMs: 60_000 })).toBe(6)
  expect(estimateWait({ ahead: 9, turns: 10, givenForMs: 0 })).toBe(10)
})
