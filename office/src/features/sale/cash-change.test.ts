import { expect, test } from 'vitest'
import { cashError, changeFor, parseRupees, suggestAmounts } from './cash-change.ts'

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
  [360, '500', 140],
  [360, '360', 0],
  [360, ' ', 0],
  [360, '300', undefined],
  [360, 'abc', undefined],
])('changeFor a total of %s and %j received is %s', (total, received, change) => {
  expect(changeFor(total, received)).toBe(change)
})

test.each([
  ['', undefined],
  [' ', undefined],
  ['360', undefined],
  ['1,000', undefined],
  ['300', '₹60 short.'],
  ['360.50', 'Enter whole rupees, such as 500.'],
  ['abc', 'Enter whole rupees, such as 500.'],
  ['99999999', 'Enter whole rupees, such as 500.'],
])('cashError for a total of 360 and %j is %s', (text, error) => {
  expect(cashError(360, text)).toBe(error)
})

test.each([
  [150, [200, 500]],
  [180, [200, 500]],
  [250, [300, 400, 500]],
  [360, [400, 500]],
  [505, [510, 520, 550]],
  [1960, [2000]],
  [2000, []],
  [0, []],
])('suggestAmounts for %s are %o: the notes in use make them up [S-715]', (total, amounts) => {
  expect(suggestAmounts(total)).toEqual(amounts)
})
