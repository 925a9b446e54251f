import type { ProgrammeChange } from '@marquee/contract/office/programme/changes'
import { expect, test } from 'vitest'
import { at, createDailyShow, createProgramme, DAYS, NOW, ZONE } from '#test/programme-fixtures.ts'
import { previewChanges } from './preview.ts'

const CLOCK = { now: Date.parse(NOW), timeZone: ZONE }
const preview = (changes: ProgrammeChange[], programme = createProgramme()) =>
  previewChanges(programme, changes, CLOCK)

/** `Screen, day, UTC time, movie, state` of the shows that the draft changes. */
const changed = (...args: Parameters<typeof preview>) =>
  preview(...args)
    .shows.filter(({ state }) => state !== 'same')
    .map(({ screenId, day, startsAt, movieId, state }) =>
      [screenId, day, new Date(startsAt).toISOString().slice(11, 16), movieId, state].join(' '),
    )

const DAILY = { type: 'daily', screenId: 's2', at: '21:00' } as const

test('previewChanges shows what single changes do, with the length of the movie [S-902]', () => {
  const startTime = at('2026-12-02', '10:00')
  const changes: ProgrammeChange[] = [
    { type: 'add', movieId: 'premiere', screenId: 's1', startTime },
    { type: 'move', showtimeId: 'show-1', screenId: 's2', startTime: at('2026-12-03', '09:30') },
    { type: 'remove', showtimeId: 'daily-2026-12-04' },
  ]

  expect(changed(changes)).toEqual([
    's1 2026-12-02 04:30 premiere added',
    's2 2026-12-03 04:00 amaran changed',
    's2 2026-12-04 15:30 lucky removed',
  ])
  const [added] = preview(changes).shows.filter(({ state }) => state === 'added')
  expect(added && added.endsAt - added.startsAt).toBe(100 * 60_000)
})

test('previewChanges leaves out what is added on days that are not shown [S-902]', () => {
  const startTime = at('2026-12-07', '10:00')
  expect(changed([{ type: 'add', movieId: 'premiere', screenId: 's1', startTime }])).toEqual([])
})

test('previewChanges returns the same object for a show that stays the same [S-902]', () => {
  const programme = createProgramme()
  const first = preview([], programme).shows
  const second = preview([{ type: 'remove', showtimeId: 'show-1' }], programme).shows
  const kept = second.filter((show) => first.includes(show))
  expect(kept).toHaveLength(first.length - 1)
})

test('previewChanges adds a daily showtime to each day from now on [S-907]', () => {
  const change: ProgrammeChange = {
    type: 'daily',
    action: 'set',
    movieId: 'premiere',
    screenId: 's1',
    at: '09:00',
  }
  // Monday 9:00 has passed.
  expect(changed([change]).map((text) => text.split(' ')[1])).toEqual(DAYS.slice(1))
})

test.each([
  ['remove', [{ ...DAILY, action: 'remove' }], 7, 'removed'],
  ['split', [{ ...DAILY, action: 'split' }], 7, 'changed'],
  ['pause', [{ ...DAILY, action: 'pause', date: '2026-12-02' }], 1, 'removed'],
  ['set', [{ ...DAILY, action: 'set', movieId: 'premiere' }], 7, 'changed'],
] as const)(
  'previewChanges of a daily %s changes its shows to come [S-907]',
  (_, changes, count, state) => {
    const all = changed([...changes])
    expect(all).toHaveLength(count)
    expect(all.every((text) => text.endsWith(state))).toBe(true)
  },
)

test('previewChanges replaces an unsold daily show by a single one at its time on its screen only [S-982]', () => {
  const add = (day: string, time: string) =>
    ({ type: 'add', movieId: 'premiere', screenId: 's2', startTime: at(day, time) }) as const
  const sold = createDailyShow('2026-12-03', { sold: 1 })
  const shows = [...DAYS.slice(0, 3).map((day) => createDailyShow(day)), sold]
  const changes = [
    // It ends at 21:10, ten minutes after the daily show has begun.
    add('2026-12-01', '19:30'),
    // It ends at 21:00.
    add('2026-12-02', '19:20'),
    add('2026-12-03', '21:30'),
    { ...add('2026-12-04', '21:00'), screenId: 's1' },
    add('2026-12-05', '21:30'),
  ]

  expect(
    changed(changes, createProgramme({ shows })).filter((text) => !text.endsWith('added')),
  ).toEqual(['s2 2026-12-01 15:30 lucky replaced', 's2 2026-12-05 15:30 lucky replaced'])
})

test('previewChanges lists daily showtimes by screen as the week has them, then by time [S-907]', () => {
  const rule = { movieId: 'lucky', cutoffMinutes: 30, except: [] }
  const dailyRules = [
    { ...rule, screenId: 's1', at: '21:00' },
    { ...rule, screenId: 's2', at: '09:30' },
    { ...rule, screenId: 's1', at: '10:00' },
  ]
  const screens = createProgramme().screens.toReversed()
  const { rules } = preview([], createProgramme({ screens, dailyRules, shows: [] }))

  expect(rules.map(({ screenId, at: time }) => `${screenId} ${time}`)).toEqual([
    ...['s2 09:30', 's1 10:00', 's1 21:00'],
  ])
})

test('previewChanges adds no daily show on closed days [S-981]', () => {
  const [first, ...others] = createProgramme().screens
  const closed = { from: '2026-12-02', to: '2026-12-03' }
  const programme = createProgramme({
    screens: first ? [{ ...first, closed }, ...others] : [],
  })
  const { shows } = previewChanges(
    programme,
    [{ type: 'daily', action: 'set', screenId: 's1', at: '10:00', movieId: 'lucky' }],
    { now: Date.parse(NOW), timeZone: ZONE },
  )

  const days = shows.filter(({ rule }) => rule?.at === '10:00').map(({ day }) => day)
  expect(days).toEqual(['2026-12-01', '2026-12-04', '2026-12-05', '2026-12-06'])
})

test('previewChanges of a daily pause and resume of a day changes nothing [S-907]', () => {
  const pause = { ...DAILY, action: 'pause', date: '2026-12-02' } as const
  expect(changed([pause, { ...pause, action: 'resume' }])).toEqual([])
  expect(preview([pause]).rules[0]?.except).toEqual(['2026-12-02'])
})

test('previewChanges keeps a sold daily show when its daily showtime gets another movie [S-907]', () => {
  const programme = createProgramme({ shows: [createDailyShow('2026-12-02', { sold: 2 })] })
  const change = { ...DAILY, action: 'set', movieId: 'premiere', from: DAILY } as const
  expect(changed([change], programme).filter((text) => text.includes('-02 '))).toEqual([
    's2 2026-12-02 15:30 lucky changed',
    's2 2026-12-02 15:30 premiere replaced',
  ])
})

test('previewChanges does not change a daily show that has started [S-907]', () => {
  const programme = createProgramme({
    shows: [createDailyShow('2026-11-30', { startTime: at('2026-11-30', '11:00') })],
  })
  const texts = changed([{ ...DAILY, action: 'remove' }], programme)
  expect(texts.filter((text) => text.includes('11-30'))).toEqual([])
})

test('previewChanges expects daily shows on days for which the server has not added them yet [S-907]', () => {
  const programme = createProgramme({
    shows: [createDailyShow('2026-12-01')],
    dailyRules: [{ ...DAILY, movieId: 'lucky', cutoffMinutes: 30, except: ['2026-12-05'] }],
  })
  const { shows } = preview([], programme)

  expect(shows.map(({ day, state }) => `${day.slice(-2)} ${state}`)).toEqual([
    ...['01 same', '02 same', '03 same', '04 same', '06 same'],
  ])
  expect(changed([{ ...DAILY, action: 'pause', date: '2026-12-03' }], programme)).toEqual([
    's2 2026-12-03 15:30 lucky removed',
  ])
})
