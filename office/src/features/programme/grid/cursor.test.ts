import { expect, test } from 'vitest'
import { previewChanges } from '#features/programme/draft/preview.ts'
import { createProgramme, DAYS, NOW, ZONE } from '#test/programme-fixtures.ts'
import { type Cursor, moveCursor, validCursor } from './cursor.ts'
import { dragByKey } from './drag.ts'
import { layoutGrid } from './layout.ts'

const programme = createProgramme()
const { shows } = previewChanges(programme, [], { now: Date.parse(NOW), timeZone: ZONE })
const GRID = {
  ...layoutGrid(programme.screens, shows, ZONE),
  screenIds: ['s1', 's2'],
  days: DAYS,
}
const TUESDAY = { screenId: 's1', day: '2026-12-01' }

const walk = (from: Cursor, keys: string[]) =>
  keys.reduce<Cursor>((cursor, key) => moveCursor(GRID, cursor, key) ?? cursor, from)

test.each([
  [
    'down from a show to the free time of its cell',
    ['ArrowDown'],
    { ...TUESDAY, showKey: undefined },
  ],
  [
    'down to the next screen',
    ['ArrowDown', 'ArrowDown'],
    { screenId: 's2', day: '2026-12-01', showKey: 'daily-2026-12-01' },
  ],
  ['up again', ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp'], { ...TUESDAY, showKey: 'show-1' }],
  [
    'left to a day without shows',
    ['ArrowLeft'],
    { screenId: 's1', day: '2026-11-30', showKey: undefined },
  ],
  [
    'to the show at about the same time of another screen and day',
    ['PageDown', 'End'],
    { screenId: 's2', day: '2026-12-06', showKey: 'daily-2026-12-06' },
  ],
  [
    'not beyond the week',
    ['Home', 'ArrowLeft'],
    { screenId: 's1', day: '2026-11-30', showKey: undefined },
  ],
])('moveCursor goes %s [S-904]', (_, keys, cursor) => {
  expect(walk({ ...TUESDAY, showKey: 'show-1' }, keys)).toEqual(cursor)
})

test('validCursor stays in the cell of a show that is gone [S-904]', () => {
  expect(validCursor(GRID, { ...TUESDAY, showKey: 'gone' })).toEqual({
    ...TUESDAY,
    showKey: undefined,
  })
  expect(validCursor(GRID, undefined)).toEqual({
    screenId: 's1',
    day: '2026-11-30',
    showKey: undefined,
  })
})

test.each([
  [{ key: 'ArrowDown', shiftKey: false }, { start: 605 }],
  [{ key: 'ArrowUp', shiftKey: true }, { start: 540 }],
  [{ key: 'ArrowRight', shiftKey: false }, { day: '2026-12-02' }],
  [{ key: 'PageDown', shiftKey: false }, { screenId: 's2' }],
])('dragByKey of %j moves the dragged show to %j [S-904]', (key, change) => {
  const show = shows[0]
  if (!show) throw new Error('The programme has no show')
  const drag = { show, isCopy: false, ...TUESDAY, start: 600 }
  expect(dragByKey(drag, key, GRID)).toEqual({ ...drag, ...change })
})
