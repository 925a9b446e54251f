import { expect, test } from 'vitest'
import { previewChanges } from '#features/programme/draft/preview.ts'
import { at, createGridShow, createProgramme, NOW, ZONE } from '#test/programme-fixtures.ts'
import { cellKey, layoutGrid, nextStart, suggestStart } from './layout.ts'

const TUESDAY = '2026-12-01'
const CELL = cellKey('s1', TUESDAY)

function layout(times: string[], removed: string[] = []) {
  const programme = createProgramme({
    shows: times.map((time) => createGridShow({ _id: time, startTime: at(TUESDAY, time) })),
  })
  const changes = removed.map((showtimeId) => ({ type: 'remove', showtimeId }) as const)
  const clock = { now: Date.parse(NOW), timeZone: ZONE }
  const { shows } = previewChanges(programme, changes, clock)
  return layoutGrid(programme.screens, shows, ZONE)
}
const lanesOf = ({ cells }: ReturnType<typeof layout>) =>
  cells.get(CELL)?.map(({ lane, lanes, isTight }) => [lane, lanes, isTight])

test('layoutGrid puts a show beside the one before it while that screen is cleaned [S-900]', () => {
  // The movie takes 150 minutes, cleaning 15 of cleaning.
  expect(lanesOf(layout(['10:00', '12:45']))).toEqual([
    [0, 1, false],
    [0, 1, false],
  ])
  expect(lanesOf(layout(['10:00', '12:40']))).toEqual([
    [0, 2, false],
    [1, 2, true],
  ])
})

test.each(['10:00', '10:30'])(
  'layoutGrid takes a removed show at %s for no hindrance [S-900]',
  (removed) => {
    expect(lanesOf(layout(['10:00', '10:30'], [removed]))).toEqual([
      [0, 2, false],
      [1, 2, false],
    ])
  },
)

test.each([
  [['10:00'], 9 * 60, 24 * 60],
  [['07:30', '23:00'], 7 * 60, 26 * 60],
])('layoutGrid of shows at %j shows the minutes %i to %i of a day [S-900]', (times, from, to) => {
  expect(layout(times).axis).toEqual({ from, to })
})

test('a new show is proposed when the screen is clean, else where staff has pointed [S-901]', () => {
  const shows = layout(['10:00']).cells.get(CELL) ?? []
  expect(suggestStart(shows, 13 * 60)).toBe(12 * 60 + 45)
  expect(suggestStart(shows, 18 * 60)).toBe(18 * 60)
  expect(nextStart(shows)).toBe(12 * 60 + 45)
  expect(nextStart([])).toBe(10 * 60)
})
