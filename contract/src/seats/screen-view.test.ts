import { expect, test } from 'vitest'
import { createSeats } from '#test/halls.ts'
import { createHall } from './hall.ts'
import { describeView, viewFrom } from './screen-view.ts'

const size = { rows: 20, width: 31 }
const textAt = (row: number, x: number) => describeView(viewFrom({ row, x }, size))

test.each([
  [9, 0, "Centre, at a good distance: the director's seat."],
  [12, 0, "Centre, a little high: the director's seat."],
  [12, -7, 'A little to the left, a little high: a good view.'],
  [0, 0, 'Centre, very near the screen, looking up.'],
  [0, 14, 'Well to the right, near the screen, looking up.'],
  [19, 0, 'Centre, far from the screen, a little high: a good view.'],
])('describeView of row %i, %i cells from the middle: %s [S-307]', (row, x, text) => {
  expect(textAt(row, x)).toBe(text)
})

test('a view is mirrored on the other side of the hall, and narrower in each further row [S-307]', () => {
  for (let row = 0; row < size.rows; row += 1) {
    const [left, right] = [viewFrom({ row, x: -5 }, size), viewFrom({ row, x: 5 }, size)]
    expect(left.angle).toBeCloseTo(right.angle)
    expect(left.sideways).toBeCloseTo(-right.sideways)
    const [middle, further] = [
      viewFrom({ row, x: 0 }, size),
      viewFrom({ row: row + 1, x: 0 }, size),
    ]
    expect(further.angle).toBeLessThan(middle.angle)
    expect(further.distance).toBeGreaterThan(middle.distance)
  }
})

test('createHall splits each row into its runs between the aisles and places them like the seat map [S-308]', () => {
  const { runs, size: hallSize } = createHall(createSeats(2, 8))

  expect(runs.map((run) => run.map(({ seat, row, x }) => `${seat._id}:${row}:${x}`))).toEqual([
    ['A1:0:-4', 'A2:0:-3'],
    ['A3:0:-1.5', 'A4:0:-0.5', 'A5:0:0.5', 'A6:0:1.5'],
    ['A7:0:3', 'A8:0:4'],
    ['B1:1:-4', 'B2:1:-3'],
    ['B3:1:-1.5', 'B4:1:-0.5', 'B5:1:0.5', 'B6:1:1.5'],
    ['B7:1:3', 'B8:1:4'],
  ])
  expect(hallSize).toEqual({ rows: 2, width: 9 })
})
