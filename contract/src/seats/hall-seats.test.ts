import { expect, test } from 'vitest'
import { createHall, describeSeats } from './hall.ts'
import { type DrawnRow, drawRows, seatsOfRows } from './hall-seats.ts'

const seatsOf = (...rows: DrawnRow[]) => [...seatsOfRows(rows).values()]
/** `A1 -1.5`: labels with positions. */
const textsOf = (...rows: DrawnRow[]) =>
  seatsOf(...rows).map((seats) => seats.map(({ label, x }) => `${label} ${x}`).join(', '))

test('seats of a row without aisles of its own and offset are placed by the seat map [S-869]', () => {
  expect(textsOf({ row: 'A', seats: 3 })).toEqual(['A1 null, A2 null, A3 null'])
})

test('an aisle is an empty position, and the numbers go on after it [S-869]', () => {
  expect(textsOf({ row: 'A', seats: 4, gaps: [3] })).toEqual(['A1 -2, A2 -1, A3 1, A4 2'])
})

test('an offset counts from the left end of the widest row, also of a centred one [S-869][S-987]', () => {
  expect(textsOf({ row: 'A', seats: 6 }, { row: 'B', seats: 2, offset: 0 })[1]).toBe(
    'B1 -2.5, B2 -1.5',
  )
  expect(textsOf({ row: 'A', seats: 4, offset: 0 }, { row: 'B', seats: 2, offset: 2 })).toEqual([
    'A1 -1.5, A2 -0.5, A3 0.5, A4 1.5',
    'B1 0.5, B2 1.5',
  ])
})

test('seats are numbered from any number and from either side [S-869]', () => {
  expect(textsOf({ row: 'A', seats: 3, offset: 0, first: 5, direction: 'rightToLeft' })).toEqual([
    'A5 1, A6 0, A7 -1',
  ])
  // With the aisles of a row that is not drawn.
  expect(textsOf({ row: 'A', seats: 4, direction: 'rightToLeft' })).toEqual([
    'A1 2, A2 0.5, A3 -0.5, A4 -2',
  ])
})

test.each<[string, DrawnRow[]]>([
  ['without drawn rows', [{ row: 'A', seats: 10 }]],
  ['numbered from the right', [{ row: 'A', seats: 10, direction: 'rightToLeft' }]],
  [
    'drawn in every way',
    [
      { row: 'A', seats: 10, gaps: [3, 4, 9] },
      { row: 'B', seats: 6, offset: 1, first: 3, direction: 'rightToLeft' },
      { row: 'C', seats: 8, offset: 5, gaps: [2] },
      { row: 'D', seats: 12, first: 101 },
      { row: 'E', seats: 4, gaps: [3] },
    ],
  ],
  [
    'with a centred row that is wider than those with an offset',
    [
      { row: 'A', seats: 12 },
      { row: 'B', seats: 4, offset: 0 },
      { row: 'C', seats: 4, offset: 7, gaps: [2] },
      { row: 'D', seats: 3, gaps: [2] },
    ],
  ],
])('drawRows of the seats of a hall %s gives its rows [S-869]', (_, rows) => {
  const drawn = drawRows(seatsOf(...rows)).map((row, index) => ({ row: rows[index]?.row, ...row }))

  expect(JSON.parse(JSON.stringify(drawn))).toEqual(rows)
  expect(seatsOf(...(drawn as DrawnRow[]))).toEqual(seatsOf(...rows))
})

const hallOf = (...rows: DrawnRow[]) =>
  createHall(
    seatsOf(...rows)
      .flat()
      .map(({ label, x }) => ({
        _id: label,
        seatNumber: label,
        category: 'Standard',
        x: x ?? undefined,
      })),
  )
const runsOf = (...rows: DrawnRow[]) =>
  hallOf(...rows).runs.map((run) => run.map(({ seat }) => seat.seatNumber).join(' '))

test('a hall has its runs between drawn aisles, and otherwise between the aisles [S-869]', () => {
  expect(runsOf({ row: 'A', seats: 8, gaps: [3] }, { row: 'B', seats: 4 })).toEqual([
    ...['A1 A2', 'A3 A4 A5 A6 A7 A8', 'B1', 'B2 B3', 'B4'],
  ])
  expect(runsOf({ row: 'A', seats: 4, offset: 0 })).toEqual(['A1 A2 A3 A4'])
})

test('the view from a seat follows its drawn position [S-869]', () => {
  const [left, middle] = [0, 3].map((offset) => {
    const hall = hallOf({ row: 'A', seats: 2, offset }, { row: 'B', seats: 8, offset: 0 })
    return hall.runs[0]?.[0]
  })

  expect([left?.x, middle?.x]).toEqual([-3.5, -0.5])
  expect(left?.cost).toBeGreaterThan(middle?.cost ?? 0)
})

test('seats that are numbered from the right are described in the order of their numbers [S-869]', () => {
  const { runs } = hallOf({ row: 'A', seats: 4, direction: 'rightToLeft', offset: 0 })

  expect(runs[0]?.map(({ seat }) => seat.seatNumber)).toEqual(['A4', 'A3', 'A2', 'A1'])
  expect(describeSeats(runs.flat().map(({ seat }) => seat))).toBe('A1–A4')
})
