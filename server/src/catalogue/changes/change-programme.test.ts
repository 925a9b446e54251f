import type { ProgrammeChange } from '@marquee/contract/office/programme/changes'
import { expect, test } from 'vitest'
import { makeMovie, makeScreen } from '#test/support/catalogues.ts'
import { changeProgramme } from './change-programme.ts'
import { catalogueOf, type Programme, type ProgrammeShow } from './programme.ts'

const CLOCK = { now: Date.parse('2026-12-01T06:00:00Z'), timeZone: 'UTC' }
const at = (time: string) => `2026-12-02T${time}:00.000Z`

const show = (id: string, time: string, other: Partial<ProgrammeShow> = {}): ProgrammeShow => ({
  id,
  movieId: 'amaran',
  screenId: 'one',
  startsAt: Date.parse(at(time)),
  cutoffMinutes: 30,
  dailyAt: null,
  isInUse: false,
  ...other,
})

const EVENING = { screenId: 'one', at: '18:00', movieId: 'amaran', cutoffMinutes: 45, except: [] }

/** Two screens and two movies. The first movie is daily at 18:00. */
const PROGRAMME: Programme = {
  cinema: undefined,
  screens: [
    ['one', makeScreen('Screen 1')],
    ['two', makeScreen('Screen 2')],
  ],
  movies: [
    ['amaran', makeMovie('Amaran')],
    ['soon', makeMovie('Soon', { releaseDate: '2026-12-03' })],
  ],
  shows: [
    show('single', '10:00'),
    show('sold', '14:00', { isInUse: true }),
    show('daily', '18:00', { dailyAt: '18:00', cutoffMinutes: 45 }),
  ],
  daily: [EVENING],
}

function make(...changes: ProgrammeChange[]) {
  const changed = changeProgramme(PROGRAMME, changes, CLOCK)
  const { movies } = catalogueOf(changed.programme)
  return {
    ...changed,
    shows: movies.flatMap(({ name, showtimes }) =>
      showtimes.map(({ screen, startTime }) => `${name} ${screen} ${startTime.slice(11, 16)}`),
    ),
    daily: movies.flatMap(({ name, daily }) =>
      daily.map(({ screen, at: time, except = [] }) => `${name} ${screen} ${time} ${except}`),
    ),
    messages: changed.refused.map(({ message }) => message),
  }
}

const SINGLE = ['Amaran Screen 1 10:00', 'Amaran Screen 1 14:00']
const DAILY = 'Amaran Screen 1 18:00 '
const amaran = { movieId: 'amaran', screenId: 'two' }
const ofDaily = { type: 'daily', screenId: 'one', at: '18:00' } as const

test('no changes give the catalogue of the programme', () => {
  expect(make()).toMatchObject({
    shows: SINGLE,
    daily: [DAILY],
    moves: [],
    cancelled: [],
    messages: [],
  })
})

test('a show is added, moved and removed, in the order of the changes [S-853]', () => {
  expect(make({ type: 'add', ...amaran, startTime: at('12:00') }).shows).toEqual([
    ...SINGLE,
    'Amaran Screen 2 12:00',
  ])
  const moved = make(
    { type: 'move', showtimeId: 'single', screenId: 'two' },
    { type: 'move', showtimeId: 'single', startTime: at('11:00') },
  )
  expect(moved.shows).toEqual(['Amaran Screen 2 11:00', 'Amaran Screen 1 14:00'])
  expect(moved.moves).toEqual([
    { show: PROGRAMME.shows[0], screenId: 'two', startsAt: Date.parse(at('11:00')) },
  ])
  expect(make({ type: 'remove', showtimeId: 'single' }).shows).toEqual(['Amaran Screen 1 14:00'])
})

test('a show with sold places is cancelled when it is removed, also after a move [S-854]', () => {
  const changed = make(
    { type: 'move', showtimeId: 'sold', screenId: 'two' },
    { type: 'remove', showtimeId: 'sold' },
  )

  expect(changed).toMatchObject({ cancelled: [{ id: 'sold', screenId: 'one' }], moves: [] })
  expect(make({ type: 'remove', showtimeId: 'single' }).cancelled).toEqual([])
})

test('a daily showtime leaves out the day on which its show is moved or removed [S-853]', () => {
  const moved = make({ type: 'move', showtimeId: 'daily', startTime: at('19:00') })
  expect(moved.shows).toEqual([...SINGLE, 'Amaran Screen 1 19:00'])
  expect(moved.daily).toEqual([`${DAILY}2026-12-02`])
  expect(make({ type: 'remove', showtimeId: 'daily' })).toMatchObject({
    shows: SINGLE,
    daily: [`${DAILY}2026-12-02`],
  })
})

test('a show keeps its time when its cutoff changes, and a daily one is then a single show [S-984]', () => {
  const cutoffsOf = (showtimeId: string, cutoffMinutes: number) => {
    const change: ProgrammeChange = { type: 'move', showtimeId, cutoffMinutes }
    const { programme, moves } = changeProgramme(PROGRAMME, [change], CLOCK)
    const cutoffs = programme.shows.map((one) => `${one.id} ${one.dailyAt} ${one.cutoffMinutes}`)
    return { cutoffs, moves, except: programme.daily[0]?.except }
  }

  expect(cutoffsOf('sold', 0)).toEqual({
    cutoffs: ['single null 30', 'sold null 0', 'daily 18:00 45'],
    moves: [],
    except: [],
  })
  expect(cutoffsOf('daily', 10)).toEqual({
    cutoffs: ['single null 30', 'sold null 30', 'daily null 10'],
    moves: [],
    except: ['2026-12-02'],
  })
  expect(cutoffsOf('daily', 45).except).toEqual([])
})

test('a daily showtime is paused for a day, shown again, removed, and split into single shows [S-855]', () => {
  const pause = { ...ofDaily, action: 'pause', date: '2026-12-24' } as const
  expect(make(pause).daily).toEqual([`${DAILY}2026-12-24`])
  expect(make(pause, { ...pause, action: 'resume' }).daily).toEqual([DAILY])
  expect(make({ ...ofDaily, action: 'remove' })).toMatchObject({ shows: SINGLE, daily: [] })
  expect(make({ ...ofDaily, action: 'split' })).toMatchObject({
    shows: [...SINGLE, 'Amaran Screen 1 18:00'],
    daily: [],
  })
})

test('a daily showtime with sold places is cancelled on the paused day, and stays as a single show under another time [S-855]', () => {
  const sold = { ...show('daily', '18:00', { dailyAt: '18:00', isInUse: true }) }
  const programme = { ...PROGRAMME, shows: [sold] }
  const change = (one: ProgrammeChange) => changeProgramme(programme, [one], CLOCK)

  expect(change({ ...ofDaily, action: 'pause', date: '2026-12-02' }).cancelled).toEqual([sold])
  expect(change({ ...ofDaily, action: 'pause', date: '2026-12-03' }).cancelled).toEqual([])
  const other = change({
    ...ofDaily,
    at: '21:00',
    action: 'set',
    movieId: 'amaran',
    from: { screenId: 'one', at: '18:00' },
  })
  expect(other.cancelled).toEqual([])
  expect(other.programme.shows).toEqual([{ ...sold, dailyAt: null }])
  expect(other.programme.daily).toMatchObject([{ at: '21:00', cutoffMinutes: 45 }])
})

test('a daily showtime is set, and not over another one [S-855]', () => {
  const set = (screenId: string, time: string): ProgrammeChange => ({
    type: 'daily',
    action: 'set',
    movieId: 'amaran',
    screenId,
    at: time,
  })

  expect(make(set('two', '18:00')).daily).toEqual([DAILY, 'Amaran Screen 2 18:00 '])
  expect(make(set('one', '16:30'))).toMatchObject({
    daily: [DAILY],
    messages: [
      'Amaran on Screen 1: daily 4:30 PM: Amaran is there daily at 6:00 PM. Choose another time, or change that one first.',
    ],
  })
  // It ends at 18:00.
  expect(make(set('one', '16:00')).messages).toEqual([])
})

test.each<[string, ProgrammeChange, RegExp]>([
  [
    'a start in the past',
    { type: 'add', ...amaran, startTime: '2026-12-01T06:00:00Z' },
    /^Amaran on Screen 2, .*: the start is in the past\. Choose/,
  ],
  [
    'a day before the movie opens',
    { type: 'add', movieId: 'soon', screenId: 'one', startTime: at('22:00') },
    /^Soon on Screen 1, .*: the movie opens on Thu, 3 Dec 2026\. Choose/,
  ],
  [
    'an unknown movie',
    { type: 'add', movieId: 'none', screenId: 'one', startTime: at('22:00') },
    /: the movie is no longer offered\. Choose/,
  ],
  [
    'an unknown screen',
    { type: 'move', showtimeId: 'single', screenId: 'none' },
    /^Amaran, .*: the screen is no longer in use\. Choose/,
  ],
  [
    'a show that is gone',
    { type: 'remove', showtimeId: 'none' },
    /^A show of these changes has started, or was removed/,
  ],
  [
    'a daily showtime that is gone',
    { ...ofDaily, at: '20:00', action: 'split' },
    /^on Screen 1: daily 8:00 PM: this daily showtime was changed or removed/,
  ],
])('%s is named, and the change is left out [S-856]', (_, change, message) => {
  expect(make(change)).toMatchObject({
    shows: SINGLE,
    daily: [DAILY],
    messages: [expect.stringMatching(message)],
  })
})
