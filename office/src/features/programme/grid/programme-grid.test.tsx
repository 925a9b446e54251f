import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { previewChanges } from '#features/programme/draft/preview.ts'
import {
  at,
  createGridShow,
  createProgramme,
  DAYS,
  NOW,
  stopClock,
  ZONE,
} from '#test/programme-fixtures.ts'
import { renderPage } from '#test/render-page.tsx'
import { layoutGrid } from './layout.ts'
import { ProgrammeGrid } from './programme-grid.tsx'

const SCREENS = 20
const TIMES = ['09:00', '11:30', '14:00', '16:30', '19:00', '21:30']
const SHOWS_PER_SCREEN = DAYS.length * TIMES.length
const COLUMN = 100

beforeEach(stopClock)
afterEach(() => {
  vi.useRealTimers()
  queryClient.clear()
})

/** A week of 840 shows: six a day on each of twenty screens. */
function createWeek() {
  const screens = Array.from({ length: SCREENS }, (_, n) => ({
    _id: `s${n + 1}`,
    name: `Screen ${n + 1}`,
    cleaningMinutes: 15,
    closed: null,
  }))
  const shows = screens.flatMap(({ _id: screenId }) =>
    DAYS.flatMap((day) =>
      TIMES.map((time) =>
        createGridShow({ _id: `${screenId} ${day} ${time}`, screenId, startTime: at(day, time) }),
      ),
    ),
  )
  return createProgramme({ screens, shows, dailyRules: [] })
}

/** Renders the week. Counts commits, the shows of each, and how often a show was rendered: each asks for the name of its movie. */
function renderWeek() {
  const programme = createWeek()
  const { shows } = previewChanges(programme, [], { now: Date.parse(NOW), timeZone: ZONE })
  const movieNames = new Map(programme.movies.map(({ _id, name }) => [_id, name]))
  const renders = vi.spyOn(movieNames, 'get')
  const shown: number[] = []
  renderPage(
    '/',
    <Profiler
      id="grid"
      onRender={() => shown.push(document.querySelectorAll('[data-show]').length)}
    >
      <ProgrammeGrid
        screens={programme.screens}
        days={DAYS}
        today="2026-11-30"
        layout={layoutGrid(programme.screens, shows, ZONE)}
        movieNames={movieNames}
        timeZone={ZONE}
        cursor={undefined}
        onCursor={() => undefined}
        onAdd={() => undefined}
        onOpen={() => undefined}
        onRemove={() => undefined}
        mayMove={() => true}
        onDrop={() => undefined}
      />
    </Profiler>,
  )
  return { shown, renders }
}

/** Presses the first show with the pointer, and drags it to the second column. */
function startDrag() {
  const [first] = document.querySelectorAll('[data-day]')
  const getRect = vi.fn(() => ({ left: 0, top: 0, width: COLUMN }))
  Object.assign(first ?? {}, { getBoundingClientRect: getRect })
  const grid = screen.getByRole('grid')
  const [dragged] = document.querySelectorAll('[data-show]')
  if (!dragged) throw new Error('The grid has no shows')
  fireEvent.pointerDown(dragged, { button: 0, clientX: 50, clientY: 0 })
  fireEvent.pointerMove(grid, { clientX: 150, clientY: 0 })
  return { grid, getRect }
}

test('ProgrammeGrid first draws the shows of the rows in the window, then all others [S-1190]', async () => {
  const { shown } = renderWeek()
  // jsdom has 768 pixels: two rows of 420.
  expect(shown[0]).toBe(2 * SHOWS_PER_SCREEN)
  await waitFor(() => expect(shown.at(-1)).toBe(SCREENS * SHOWS_PER_SCREEN))
  expect(screen.getAllByRole('button', { name: /^Add a show: .*, 6 shows$/ })).toHaveLength(
    SCREENS * DAYS.length,
  )
  // The browser finds out in a pass of its own whether it may skip a row: not for the first ones.
  expect(document.querySelectorAll('tr:not([data-below]) [data-show]')).toHaveLength(
    2 * SHOWS_PER_SCREEN,
  )
})

test('a drag renders once for each place that it reaches, and draws no other show again [S-1190]', async () => {
  const { shown, renders } = renderWeek()
  await waitFor(() => expect(shown.at(-1)).toBe(SCREENS * SHOWS_PER_SCREEN))
  const { grid, getRect } = startDrag()
  const commits = shown.length
  renders.mockClear()

  // Five minutes are 2.3 pixels: half of the moves stay at their place.
  for (let move = 1; move <= 20; move += 1)
    fireEvent.pointerMove(grid, { clientX: 150, clientY: (28 * Math.floor(move / 2)) / 12 })

  expect(shown.length - commits).toBe(10)
  // The name over the dragged show, and that for screen readers.
  expect(renders).toHaveBeenCalledTimes(20)
  expect(getRect).toHaveBeenCalledTimes(1)
})

test('a dragged show stays at the pointer while the page scrolls [S-905]', async () => {
  const { shown } = renderWeek()
  await waitFor(() => expect(shown.at(-1)).toBe(SCREENS * SHOWS_PER_SCREEN))
  const { grid } = startDrag()
  const placeText = () => screen.getByRole('status').textContent
  expect(placeText()).toContain('Screen 1, Tue, 1 Dec 2026, 9:00 AM')

  // The page has moved up by two hours under the pointer. jsdom does not scroll.
  const move = createEvent.pointerMove(grid, { clientX: 150, clientY: 0 })
  Object.defineProperty(move, 'pageY', { value: 2 * 28 })
  fireEvent(grid, move)

  expect(placeText()).toContain('Screen 1, Tue, 1 Dec 2026, 11:00 AM')
})
