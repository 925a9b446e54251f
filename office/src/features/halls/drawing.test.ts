import { expect, test } from 'vitest'
import {
  type Brush,
  centreRow,
  drawAt,
  drawnSeats,
  hallWidth,
  placeRow,
  shiftRight,
} from './drawing.ts'
import { copyRow, type HallRow, nextLetters } from './hall-row.ts'
import { formatRowsText, parseRowsText } from './rows-text.ts'

function rowOf(text: string): HallRow {
  const parsed = parseRowsText(text)
  const [row] = 'rows' in parsed ? parsed.rows : []
  if (!row) throw new Error(`This is no row: ${text}`)
  return row
}
const draw = (text: string, position: number, brush: Brush, width = 8) =>
  formatRowsText([drawAt(rowOf(text), { position, width, brush })])

test.each([
  ['a gap between seats', 'A _0 1-8 Gold', 4, 'gap', 'A 1-3 _ 4-7 Gold'],
  ['a gap at the left end', 'A _0 1-8 Gold', 1, 'gap', 'A _ 1-7 Gold'],
  ['a seat in a gap', 'A 1-3 _ 4-7 Gold', 4, 'seat', 'A _0 1-8 Gold'],
  ['a seat behind the last one', 'A _0 1-6 Gold', 8, 'seat', 'A 1-6 _ 7 Gold'],
  ['a gap in a row with numbers from the right', 'A _0 12-5 Gold', 8, 'gap', 'A _0 11-5 Gold'],
  ['a gap in a centred row, which is then drawn', 'A 1-6 Gold', 4, 'gap', 'A _ 1-2 _ 3-5 Gold'],
  [
    'a wheelchair place in a centred row, which stays centred',
    'A 1-6 Gold',
    2,
    'wheelchair',
    'A 1-6 Gold wheelchair 1',
  ],
  [
    'a gap before an accessible place, which stays where it is',
    'A _0 1-8 Gold companion 5',
    2,
    'gap',
    'A 1 _ 2-7 Gold companion 4',
  ],
  ['nothing at the last seat', 'A _3 1-1 Gold', 4, 'gap', 'A _3 1-1 Gold'],
] as const)('drawAt draws %s [S-925]', (_, before, position, brush, after) => {
  expect(draw(before, position, brush)).toBe(after)
})

test('drawnSeats has a centred row in the middle of the hall [S-925]', () => {
  const seats = drawnSeats(rowOf('A 1-4 Gold'), 8)

  expect([...seats].map(([position, { number }]) => [position, number])).toEqual([
    [3, 1],
    [4, 2],
    [5, 3],
    [6, 4],
  ])
})

test('placeRow draws a centred row where it is, and centreRow centres it again [S-925]', () => {
  const row = rowOf('A 1-4 Gold')

  expect(formatRowsText([placeRow(row, 8)])).toBe('A _2 1-4 Gold')
  expect(centreRow(placeRow(row, 8))).toEqual(row)
})

test('shiftRight gives room on the left of drawn rows [S-925]', () => {
  const rows = [rowOf('A _0 1-4 Gold'), rowOf('B 1-4 Gold')]

  expect(formatRowsText(shiftRight(rows))).toBe('A _ 1-4 Gold\nB 1-4 Gold')
  expect(hallWidth(shiftRight(rows))).toBe(5)
})

test('copyRow adds copies with the next letters, also after Z [S-926]', () => {
  const rows = [rowOf('Y 1-4 Gold wheelchair 1'), rowOf('A 1-2 Gold')]

  const copied = copyRow(rows, 0, 2)

  expect(copied.map(({ row }) => row)).toEqual(['Y', 'A', 'Z', 'AA'])
  expect(copied[3]).toEqual({ ...rows[0], row: 'AA' })
  expect(nextLetters([])).toBe('A')
  expect(nextLetters([rowOf('AZ 1-1 Gold')])).toBe('BA')
})
