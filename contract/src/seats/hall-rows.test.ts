import { expect, test } from 'vitest'
import { createHall } from './hall.ts'
import { seatsOfHall } from './hall-rows.ts'
import { groupByRow, layoutRow } from './seat-rows.ts'

const STANDARD = { category: 'Standard' }
const labels = (seats: { seatNumber: string }[]) => seats.map(({ seatNumber }) => seatNumber)

test('seatsOfHall leaves rows without a drawn position to the seat map, which centres them [R-2.58][S-920]', () => {
  const seats = seatsOfHall([{ row: 'A', seats: 8, first: 5, ...STANDARD }])

  expect(labels(seats)).toEqual(['A5', 'A6', 'A7', 'A8', 'A9', 'A10', 'A11', 'A12'])
  expect(seats.every((seat) => !('x' in seat))).toBe(true)
})

test('seatsOfHall numbers a row from the right, with the aisles of the specification [S-920]', () => {
  const seats = seatsOfHall([{ row: 'A', seats: 8, direction: 'rightToLeft', ...STANDARD }])

  const [row] = groupByRow(seats).map(layoutRow)
  expect(row?.sections.map((section) => labels(section.map(({ seat }) => seat)))).toEqual([
    ['A8', 'A7'],
    ['A6', 'A5', 'A4', 'A3'],
    ['A2', 'A1'],
  ])
})

test('seatsOfHall draws offset and gaps from the left edge of the widest drawn row, and numbers go on after a gap [S-920]', () => {
  const seats = seatsOfHall([
    { row: 'A', seats: 4, offset: 2, gaps: [3], ...STANDARD },
    { row: 'B', seats: 10, offset: 0, ...STANDARD },
  ])

  // The hall is ten cells wide, from -5 to 5. Two are free, then two seats, a gap, two seats.
  expect(seats.slice(0, 4).map(({ seatNumber, x }) => [seatNumber, x])).toEqual([
    ['A1', -2.5],
    ['A2', -1.5],
    ['A3', 0.5],
    ['A4', 1.5],
  ])
  expect(seats[4]?.x).toBe(-4.5)
})

test('seatsOfHall knows accessible places by their number [S-920]', () => {
  const row = { row: 'A', seats: 3, first: 10, accessible: [10], companion: [11], ...STANDARD }

  expect(seatsOfHall([row]).map(({ accessible }) => accessible)).toEqual([
    'wheelchair',
    'companion',
    undefined,
  ])
})

test('createHall has a run of seats between two drawn gaps, so that no party is seated across one [S-921]', () => {
  const hall = createHall(
    seatsOfHall([{ row: 'A', seats: 6, gaps: [3, 4], direction: 'rightToLeft', ...STANDARD }]).map(
      (seat) => ({ ...seat, _id: seat.seatNumber }),
    ),
  )

  expect(hall.runs.map((run) => labels(run.map(({ seat }) => seat)))).toEqual([
    ['A6', 'A5'],
    ['A4', 'A3', 'A2', 'A1'],
  ])
})
