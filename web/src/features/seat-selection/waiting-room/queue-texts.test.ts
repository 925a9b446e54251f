import { expect, test } from 'vitest'
import { describeAhead, describeWait } from './queue-texts.ts'

test.each([
  [0, 'Less than a minute'],
  [59, 'Less than a minute'],
  [60, 'About 1 minute'],
  [61, 'About 2 minutes'],
  [3_540, 'About 59 minutes'],
  [3_600, 'About 1 hour'],
  [3_660, 'About 1 hour 10 minutes'],
  [7_200, 'About 2 hours'],
  [8_900, 'About 2 hours 30 minutes'],
])('a wait of %i seconds is “%s” [S-1140]', (seconds, text) => {
  expect(describeWait(seconds)).toBe(text)
})

test.each([
  [0, 'You are next'],
  [1, '1 person is before you'],
  [1_204, '1,204 people are before you'],
])('with %i before the visitor, the page says “%s” [S-1140]', (ahead, text) => {
  expect(describeAhead(ahead)).toBe(text)
})
