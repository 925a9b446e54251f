import { expect, test } from 'vitest'
import { createShow } from '#test/fixtures.ts'
import { layoutTimeline } from './timeline.ts'

const ZONE = 'Asia/Kolkata'
const screens = [
  { _id: 's1', name: 'Screen 1' },
  { _id: 's2', name: 'Screen 2' },
]
// 12:30 PM to 2:30 PM and 2:30 PM to 4:30 PM in India.
const noon = createShow({
  startTime: '2026-12-01T07:00:00.000Z',
  endTime: '2026-12-01T09:00:00.000Z',
})
const afternoon = createShow({
  _id: 'second',
  startTime: '2026-12-01T09:00:00.000Z',
  endTime: '2026-12-01T11:00:00.000Z',
})

test('layoutTimeline reaches from the first full hour to the last in the time zone of the cinema', () => {
  const { hours, rows } = layoutTimeline({ screens, shows: [noon, afternoon] }, 0, ZONE)

  expect(hours.map(({ label }) => label)).toEqual(['12 PM', '1 PM', '2 PM', '3 PM', '4 PM'])
  expect(rows.map(({ shows }) => shows.map(({ start, width }) => [start, width]))).toEqual([
    [
      [0.1, 0.4],
      [0.5, 0.4],
    ],
    [],
  ])
})

test.each([
  ['2026-12-01T08:00:00.000Z', 0.3],
  ['2026-12-01T20:00:00.000Z', undefined],
])('layoutTimeline at %s has the line of now at %s', (now, position) => {
  const { now: line } = layoutTimeline({ screens, shows: [noon, afternoon] }, Date.parse(now), ZONE)
  if (position === undefined) expect(line).toBeUndefined()
  else expect(line).toBeCloseTo(position)
})

test('layoutTimeline of a day without shows has no hours', () => {
  expect(
    layoutTimeline({ screens, shows: [] }, Date.parse('2026-12-01T08:00:00.000Z'), ZONE),
  ).toMatchObject({
    hours: [],
    now: undefined,
  })
})
