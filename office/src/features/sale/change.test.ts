import { expect, test } from 'vitest'
import { changeFor, parseRupees, suggestAmounts } from './change.ts'

test.each([
  ['500', 500],
  ['₹1,000', 1000],
  [' 20 ', 20],
  ['', undefined],
  ['12.50', undefined],
  ['-5', undefined],
])('parseRupees reads %j as %s', (text, amount) => {
  expect(parseRupees(text)).toBe(amount)
})

test.each([
  [360, 500, 140],
  [360, 360, 0],
  [360, 300, undefined],
  [360, undefined, undefined],
])('changeFor a total of %s and %s received is %s', (total, received, change) => {
  expect(changeFor(total, received)).toBe(change)
})

test.each([
  [360, [400, 500, 2000]],
  [500, [600, 2000]],
  [0, []],
])('suggestAmounts for %s are %o', (total, amounts) => {
  expect(suggestAmounts(total)).toEqual(amounts)
})
