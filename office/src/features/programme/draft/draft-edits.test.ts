import type { ProgrammeChange } from '@marquee/contract/office/programme/changes'
import { expect, test } from 'vitest'
import { at, createProgramme, NOW, ZONE } from '#test/programme-fixtures.ts'
import {
  addShows,
  changeShow,
  copyToDay,
  isRestorable,
  removeShow,
  restoreShow,
  type ShowValues,
} from './draft-edits.ts'
import { previewChanges } from './preview.ts'

const CLOCK = { now: Date.parse(NOW), timeZone: ZONE }
const showsOf = (changes: readonly ProgrammeChange[]) =>
  previewChanges(createProgramme(), changes, CLOCK).shows

function findShow(key: string, changes: readonly ProgrammeChange[] = []) {
  const show = showsOf(changes).find((one) => one.key.includes(key))
  if (!show) throw new Error(`There is no show ${key}`)
  return show
}

const values = (changes: Partial<ShowValues> = {}): ShowValues => ({
  movieId: 'amaran',
  screenId: 's1',
  startsAt: Date.parse(at('2026-12-01', '18:00')),
  cutoffMinutes: 30,
  ...changes,
})
const later = Date.parse(at('2026-12-01', '19:00'))

test('changeShow changes the cutoff of a show where it is [S-984]', () => {
  const changed = changeShow([], findShow('show-1'), values({ cutoffMinutes: 5 }))

  expect(changed).toEqual([{ type: 'move', showtimeId: 'show-1', cutoffMinutes: 5 }])
  expect(findShow('show-1', changed)).toMatchObject({ cutoffMinutes: 5, state: 'changed' })
  expect(changeShow(changed, findShow('show-1', changed), values())).toEqual([])
})

test('changeShow moves a show once, however often it is changed, and not at all if it returns [S-902]', () => {
  const once = changeShow([], findShow('show-1'), values({ startsAt: later }))
  const twice = changeShow(
    once,
    findShow('show-1', once),
    values({ startsAt: later, screenId: 's2' }),
  )

  expect(once).toEqual([
    { type: 'move', showtimeId: 'show-1', startTime: at('2026-12-01', '19:00') },
  ])
  expect(twice).toEqual([
    {
      type: 'move',
      showtimeId: 'show-1',
      screenId: 's2',
      startTime: at('2026-12-01', '19:00'),
    },
  ])
  expect(changeShow(twice, findShow('show-1', twice), values())).toEqual([])
})

test('changeShow with another movie removes the show and adds one in its place [S-902]', () => {
  const changes = changeShow([], findShow('daily-2026-12-04'), {
    ...values({ movieId: 'premiere', screenId: 's2' }),
    startsAt: Date.parse(at('2026-12-04', '21:00')),
  })
  expect(changes).toMatchObject([
    { type: 'remove', showtimeId: 'daily-2026-12-04' },
    { type: 'add', movieId: 'premiere', screenId: 's2', startTime: at('2026-12-04', '21:00') },
  ])
})

test('a show that only the draft adds is changed and removed without further changes [S-902]', () => {
  const added = addShows([], [values({ startsAt: later, movieId: 'premiere' })])
  const show = findShow('add ', added)

  const moved = changeShow(added, show, values({ movieId: 'premiere' }))
  expect(moved).toMatchObject([{ type: 'add', startTime: at('2026-12-01', '18:00') }])
  expect(removeShow(added, show)).toEqual([])
  expect(addShows(added, [values({ startsAt: later, movieId: 'premiere' })])).toEqual(added)
})

test('a daily show that only the draft has is left out on its day [S-907]', () => {
  const rule = { type: 'daily', screenId: 's1', at: '10:00' } as const
  const added: ProgrammeChange[] = [{ ...rule, action: 'set', movieId: 'premiere' }]
  const show = findShow('daily s1 10:00 2026-12-03', added)

  expect(removeShow(added, show)).toEqual([
    ...added,
    { ...rule, action: 'pause', date: '2026-12-03' },
  ])
})

test('restoreShow takes back a removal, but not that of a whole daily showtime [S-903]', () => {
  const removed = removeShow([], findShow('show-1'))
  const show = findShow('show-1', removed)
  expect(isRestorable(removed, show)).toBe(true)
  expect(restoreShow(removed, show)).toEqual([])

  const ended: ProgrammeChange[] = [
    { type: 'daily', action: 'remove', screenId: 's2', at: '21:00' },
  ]
  expect(isRestorable(ended, findShow('daily-2026-12-04', ended))).toBe(false)
})

test('copyToDay copies single shows at the same local time, and none that is there already [S-906]', () => {
  const shows = showsOf([]).filter(({ day }) => day === '2026-12-01')
  const copies = copyToDay(shows, '2026-12-05', { ...CLOCK, existing: showsOf([]) })
  expect(copies).toEqual([values({ startsAt: Date.parse(at('2026-12-05', '18:00')) })])

  expect(copyToDay(shows, '2026-12-05', { ...CLOCK, existing: [] })).toEqual(copies)
  const withCopies = showsOf(addShows([], copies))
  expect(copyToDay(shows, '2026-12-05', { ...CLOCK, existing: withCopies })).toEqual([])
  expect(copyToDay(shows, '2026-11-29', { ...CLOCK, existing: [] })).toEqual([])
})
