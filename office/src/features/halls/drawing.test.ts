import { seatsOfRows } from '@marquee/contract/seats/hall-seats'
import { expect, test } from 'vitest'
import {
  type Brush,
  centreRow,
  countHallColumns,
  drawAt,
  drawLine,
  drawnSeats,
  placeRow,
  splitRow,
} from './drawing.ts'
import { copyRow, type HallRow, nextLetters } from './hall-row.ts'
import { formatRowsText, parseRowsText } from './rows-text.ts'

function rowsOf(text: string): HallRow[] {
  const parsed = parseRowsText(text)
  if ('mistakes' in parsed) throw new Error(parsed.mistakes.join(' '))
  return parsed.rows
}
const rowOf = (text: string) => rowsOf(text)[0] as HallRow
/** Draws in the first row. */
const draw = (text: string, column: number, brush: Brush) =>
  formatRowsText(drawAt(rowsOf(text), { index: 0, column, brush }).rows).replaceAll('\n', '; ')

test.each([
  ['an aisle between seats', 'A _0 1-8 Gold', 4, 'aisle', 'A _0 1-3 _ 4-7 Gold'],
  [
    'an aisle at the left end',
    'A _0 1-8 Gold; B _0 1-8 Gold',
    1,
    'aisle',
    'A _ 1-7 Gold; B _0 1-8 Gold',
  ],
  ['a seat in an aisle', 'A _0 1-3 _ 4-7 Gold', 4, 'seat', 'A _0 1-8 Gold'],
  ['an aisle in a row with numbers from the right', 'A _0 12-5 Gold', 8, 'aisle', 'A _0 11-5 Gold'],
  [
    'an aisle in a centred row, which stays in the middle',
    'A 1-6 Gold',
    4,
    'aisle',
    'A 1-3 _ 4-5 Gold',
  ],
  [
    'an end of a centred row, which is then drawn',
    'A 1-6 Gold; B 1-6 Gold',
    1,
    'aisle',
    'A _ 1-5 Gold; B 1-6 Gold',
  ],
  [
    'a wheelchair place in a centred row, which keeps its aisles',
    'A 1-6 Gold',
    2,
    'wheelchair',
    'A 1-6 Gold wheelchair 2',
  ],
  [
    'an aisle before an accessible place, which stays where it is',
    'A _0 1-8 Gold companion 5',
    2,
    'aisle',
    'A _0 1 _ 2-7 Gold companion 4',
  ],
  ['nothing at the last seat', 'A _0 1-1 Gold', 1, 'aisle', 'A _0 1-1 Gold'],
] as const)('drawAt draws %s [S-925]', (_, before, column, brush, after) => {
  expect(draw(before, column, brush)).toBe(after)
})

test.each([
  ['on the right', 11, 'A _ 1-11 Gold; B _3 1-6 Gold; C 1-4 Gold'],
  ['on the left', 0, 'A _0 1-11 Gold; B _3 1-6 Gold; C 1-4 Gold'],
] as const)(
  'drawAt makes a hall longer %s, and other rows stay in front of the screen where they were [S-925]',
  (_, column, after) => {
    const text = 'A _0 1-10 Gold; B _2 1-6 Gold; C 1-4 Gold'
    expect(draw(text, column, 'seat')).toBe(after)
  },
)

test('drawLine draws beyond the end of a hall that grows meanwhile [S-986]', () => {
  const drawn = (columns: number[]) =>
    formatRowsText(
      drawLine(
        rowsOf('A _0 1-4 Gold; B _0 1-4 Gold'),
        columns.map((column) => ({ row: 0, column })),
        'seat',
      ).rows,
    )

  expect(drawn([5, 6, 7])).toBe('A _3 1-7 Gold\nB _3 1-4 Gold')
  expect(drawn([0, -1])).toBe('A _0 1-6 Gold\nB _2 1-4 Gold')
})

test('drawAt keeps a row where it is for visitors when a wider row is drawn beside it [S-925]', () => {
  const rows = rowsOf('A 1-16 Gold; B _2 1-6 Gold; C _0 1-10 Gold')
  const xOfB = (drawn: readonly HallRow[]) => [...seatsOfRows(drawn)][1]?.[1].map(({ x }) => x)

  const { rows: drawn } = drawAt(rows, { index: 0, column: 8, brush: 'aisle' })

  expect(formatRowsText(drawn)).toContain('A 1-7 _ 8-15 Gold')
  expect(xOfB(drawn)).toEqual(xOfB(rows))
})

test('drawnSeats has a centred row in the middle of the hall [S-925]', () => {
  const rows = rowsOf('A 1-4 Gold; B _0 1-8 Gold')
  const seats = drawnSeats(rows[0] as HallRow, countHallColumns(rows))

  expect([...seats].map(([column, { number }]) => [column, number])).toEqual([
    [3, 1],
    [4, 2],
    [5, 3],
    [6, 4],
  ])
})

test('placeRow draws a centred row where it is, and splitRow gives it the two aisles again [S-925]', () => {
  const rows = rowsOf('A 1-4 Gold; B _0 1-8 Gold')

  const [placed] = placeRow(rows, 0)

  expect(formatRowsText([placed as HallRow])).toBe('A _2 1-4 Gold')
  expect(splitRow(placed as HallRow)).toEqual(rows[0])
  expect(formatRowsText([centreRow(rowOf('A _2 1-4 _ 5-8 Gold'))])).toBe('A 1-4 _ 5-8 Gold')
})

test('copyRow adds copies with the next letters, also after Z [S-926]', () => {
  const rows = rowsOf('Y 1-4 Gold wheelchair 1; A 1-2 Gold')

  const copied = copyRow(rows, 0, 2)

  expect(copied.map(({ row }) => row)).toEqual(['Y', 'A', 'Z', 'AA'])
  expect(copied[3]).toEqual({ ...rows[0], row: 'AA' })
  expect(nextLetters([])).toBe('A')
  expect(nextLetters(rowsOf('AZ 1-1 Gold'))).toBe('BA')
})
