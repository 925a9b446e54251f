import { expect, test } from 'vitest'
import {
  groupByRow,
  layoutRow,
  layoutWidth,
  type NumberedSeat,
  sortBySeatNumber,
} from './seat-rows.ts'

const createSeat = (seatNumber: string): NumberedSeat => ({ seatNumber })
const createRow = (length: number) =>
  groupByRow(Array.from({ length }, (_, index) => createSeat(`A${index + 1}`)))
const seatNumbers = (seats: NumberedSeat[]) => seats.map(({ seatNumber }) => seatNumber)

test('groupByRow sorts rows from A to Z, then AA, and their seats by number, not by text [R-2.56][R-2.57]', () => {
  const rows = groupByRow(['AA1', 'B1', 'Z1', 'A10', 'A9', 'A2', 'AB1'].map(createSeat))

  expect(rows.map(({ letters }) => letters)).toEqual(['A', 'B', 'Z', 'AA', 'AB'])
  expect(seatNumbers(rows[0]?.seats ?? [])).toEqual(['A2', 'A9', 'A10'])
})

test.each([
  [1, [1]],
  [3, [3]],
  [4, [1, 2, 1]],
  [10, [2, 6, 2]],
  [11, [2, 7, 2]],
  [25, [6, 13, 6]],
])(
  'layoutRow centres a row of %i seats, with a quarter before and after the aisles: %o [R-2.58][R-9.11]',
  (length, sizes) => {
    const [sections] = createRow(length).map((row) => layoutRow(row).sections)
    const offsets = sections?.flat().map(({ offset }) => offset) ?? []

    expect(sections?.map((section) => section.length)).toEqual(sizes)
    for (const [index, offset] of offsets.entries()) {
      expect(offset).toBeCloseTo(-(offsets.at(-1 - index) ?? Number.NaN))
    }
  },
)

test('sortBySeatNumber sorts as the seat map does, also labels of other forms [S-627]', () => {
  const labels = ['AA1', 'B10', 'B2', 'Box 2', 'A1', 'AB1']

  expect(sortBySeatNumber(labels, (label) => label)).toEqual([
    ...['A1', 'B2', 'B10', 'AA1', 'AB1', 'Box 2'],
  ])
})

test('layoutRow places the seats of a drawn row by their x, with a section between two aisles, whatever their numbers [S-921]', () => {
  const seats = [
    ['A1', 4.5],
    ['A2', 3.5],
    ['A3', 1.5],
    ['A4', 0.5],
  ].map(([seatNumber, x]) => ({ seatNumber: String(seatNumber), x: Number(x) }))

  const [row] = groupByRow(seats).map(layoutRow)

  expect(row?.sections.map((section) => section.map(({ seat }) => seat.seatNumber))).toEqual([
    ['A4', 'A3'],
    ['A2', 'A1'],
  ])
  expect(row).toMatchObject({ left: 0, right: 5 })
  expect(layoutWidth(row ? [row] : [])).toBe(10)
})
