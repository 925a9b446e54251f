import { seatsOfRows } from '@marquee/contract/seats/hall-seats'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type HallRow, normalizeRow } from './hall-row.ts'
import { formatRowsText, parseRowsText } from './rows-text.ts'

const rowsOf = (text: string) => {
  const parsed = parseRowsText(text)
  if ('mistakes' in parsed) throw new Error(parsed.mistakes.join('\n'))
  return parsed.rows
}
const mistakesOf = (text: string) => {
  const parsed = parseRowsText(text)
  return 'mistakes' in parsed ? parsed.mistakes : []
}

test('parseRowsText reads letters, seats and category of each row, also in small letters and with a colon [S-922]', () => {
  expect(rowsOf('A 1-12 Standard; b: 1–14, premium\nAA5-8 Sofa Deluxe;')).toEqual([
    { row: 'A', seats: 12, category: 'Standard' },
    { row: 'B', seats: 14, category: 'Premium' },
    { row: 'AA', seats: 4, category: 'Sofa Deluxe', first: 5 },
  ])
})

test('parseRowsText reads numbers from the right, aisles, an offset and accessible places [S-922]', () => {
  expect(rowsOf('C _2 8-5 __ 4-1 VIP wheelchair 1, 2 companion 3-4')).toEqual([
    {
      row: 'C',
      seats: 8,
      category: 'VIP',
      direction: 'rightToLeft',
      offset: 2,
      gaps: [5, 6],
      accessible: [1, 2],
      companion: [3, 4],
    },
  ])
  expect(rowsOf('D _0 1-4 Gold')).toEqual([{ row: 'D', seats: 4, category: 'Gold', offset: 0 }])
})

test.each([
  ['', 'Write at least one row, such as A 1-12 Standard.'],
  ['1-12 Standard', '"1-12 Standard": begin with the letters of the row, such as A 1-12 Standard.'],
  ['ABC 1-12 Standard', '"ABC": a row has one or two letters, A to ZZ.'],
  ['A Standard', 'Row A: write its seats after the letters, such as A 1-12.'],
  ['A 1-12', 'Row A: write the category after the seats, such as A 1-12 Standard.'],
  ['A 12 Gold', 'Row A: write A 1-12 for 12 seats, or A 12-12 for seat 12 alone.'],
  ['A 1-4 Gold; A 1-5 Gold', 'Row A is there already: choose other letters.'],
  ['A 1-4 _ 6-8 Gold', 'Row A: write seat 5 instead of 6, numbers go on after an aisle.'],
  ['A 1-300 Gold', 'Row A has 300 seats: divide it, a row has at most 200.'],
  ['A 0-5 Gold', 'Row A: begin with a seat number from 1 to 999.'],
  ['A 1-5 Gold wheelchair 7', 'Row A has no seat 7: choose one from 1 to 5.'],
  [
    'A 1-5 Gold wheelchair 2 companion 2',
    'Row A: seat 2 is a wheelchair place and a companion seat, choose one of them.',
  ],
  ['A _399 1-5 Gold', 'Row A reaches beyond position 400: draw fewer aisles.'],
])('parseRowsText says of "%s": %s [S-923]', (text, message) => {
  expect(mistakesOf(text)).toEqual([message])
})

test('parseRowsText tells the mistakes of all rows [S-923]', () => {
  expect(mistakesOf('A Standard; B 1-4 Gold; C 1-4')).toHaveLength(2)
})

const rowArbitrary = fc
  .record({
    seats: fc.integer({ min: 1, max: 20 }),
    first: fc.integer({ min: 1, max: 40 }),
    direction: fc.constantFrom('leftToRight' as const, 'rightToLeft' as const),
    offset: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
    gaps: fc.option(fc.array(fc.integer({ min: 2, max: 20 })), { nil: undefined }),
    accessible: fc.array(fc.integer({ min: 1, max: 60 })),
    companion: fc.array(fc.integer({ min: 1, max: 60 })),
    category: fc.constantFrom('Standard', 'Sofa Deluxe'),
  })
  .map((row): HallRow => normalizeRow({ ...row, row: 'A' }))

test('parseRowsText reads what formatRowsText writes, with the same seats at the same positions [S-922]', () => {
  fc.assert(
    fc.property(fc.array(rowArbitrary, { minLength: 1, maxLength: 4 }), (anyRows) => {
      const rows = anyRows.map((row, index) => ({ ...row, row: 'ABCD'[index] ?? '' }))
      const read = rowsOf(formatRowsText(rows))
      // The direction of a single seat cannot be seen.
      const comparable = ({ seats, direction, ...row }: HallRow) => ({
        ...row,
        seats,
        direction: seats === 1 ? undefined : direction,
      })
      expect(read.map(comparable)).toEqual(rows.map(comparable))
      expect([...seatsOfRows(read).values()]).toEqual([
        ...seatsOfRows(
          rows.map((row) => ({ ...row, ...(row.seats === 1 && { direction: undefined }) })),
        ).values(),
      ])
    }),
    { seed: 38 },
  )
})
