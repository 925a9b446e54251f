import { isClosedOn } from '@marquee/contract/office/programme/closed-days'
import type { ClosedDays } from '@marquee/contract/office/programme/opening-times'
import type { GridShow } from '@marquee/contract/office/programme/week'
import {
  addDays,
  endOfShow,
  formatIsoDate,
  type LocalClock,
  parseLocalTime,
  startOfDay,
} from '@marquee/contract/time'
import { daysOf, type WeekProgramme } from '#lib/programme.queries.ts'
import { type ChangeState, keyOfRule, type PreviewRule, type PreviewShow } from './preview-show.ts'

/** A preview while the changes of a draft are applied to it. */
export interface PreviewState extends LocalClock {
  days: string[]
  from: number
  to: number
  durations: Map<string, number>
  /** By screen. */
  closed: Map<string, ClosedDays | null>
  /** By key. */
  shows: Map<string, PreviewShow>
  rules: Map<string, PreviewRule>
}

/** The programme without the changes of the draft. */
export function startPreview(programme: WeekProgramme, clock: LocalClock): PreviewState {
  const days = daysOf(programme)
  const state: PreviewState = {
    ...clock,
    days,
    from: startOfDay(programme.from, clock.timeZone),
    to: startOfDay(addDays(programme.from, programme.days), clock.timeZone),
    closed: new Map(programme.screens.map(({ _id, closed }) => [_id, closed])),
    durations: new Map(programme.movies.map(({ _id, duration }) => [_id, duration])),
    shows: new Map(programme.shows.map((show) => [show._id, previewShowOf(show, clock.timeZone)])),
    rules: new Map(
      programme.dailyRules.map((rule) => [keyOfRule(rule), { ...rule, state: 'same' }]),
    ),
  }
  addExpectedShows(state, programme)
  return state
}

/** A stored show that is the same object as before keeps its preview, so that it is not drawn again. */
const unchangedShows = new WeakMap<GridShow, PreviewShow>()

/** The preview of a stored show that the draft does not change. */
function previewShowOf(stored: GridShow, timeZone: string): PreviewShow {
  const known = unchangedShows.get(stored)
  if (known) return known
  const { _id: key, movieId, screenId, startTime, endTime, cutoffMinutes, dailyAt } = stored
  const show: PreviewShow = {
    key,
    existing: stored,
    add: undefined,
    rule: dailyAt === null ? undefined : { screenId, at: dailyAt },
    movieId,
    screenId,
    startsAt: Date.parse(startTime),
    endsAt: Date.parse(endTime),
    day: formatIsoDate(Date.parse(startTime), timeZone),
    cutoffMinutes,
    state: 'same',
  }
  unchangedShows.set(stored, show)
  return show
}

/** The server adds the shows of daily showtimes some days ahead. On later days they are still expected. */
function addExpectedShows(state: PreviewState, { shows }: WeekProgramme) {
  const lastDay = shows
    .filter(({ dailyAt }) => dailyAt !== null)
    .map(({ startTime }) => formatIsoDate(Date.parse(startTime), state.timeZone))
    .toSorted()
    .at(-1)
  for (const rule of state.rules.values())
    for (const day of state.days)
      if ((lastDay === undefined || day > lastDay) && !rule.except.includes(day))
        addDailyShow(state, rule, day, 'same')
}

/** Adds the show of a daily showtime on a day, unless its start has passed. */
export function addDailyShow(
  state: PreviewState,
  rule: PreviewRule,
  day: string,
  change: ChangeState = 'added',
) {
  const { screenId, at, movieId, cutoffMinutes } = rule
  if (isClosedOn(state.closed.get(screenId), day)) return
  const startsAt = parseLocalTime(day, at, state.timeZone)
  if (startsAt <= state.now) return
  addShow(state, {
    key: `daily ${keyOfRule(rule)} ${day}`,
    rule: { screenId, at },
    movieId,
    screenId,
    startsAt,
    cutoffMinutes,
    state: change,
  })
}

type NewShow = Omit<PreviewShow, 'endsAt' | 'day' | 'existing' | 'add' | 'rule'> &
  Partial<Pick<PreviewShow, 'add' | 'rule'>>

export function addShow(state: PreviewState, show: NewShow) {
  state.shows.set(show.key, {
    existing: undefined,
    add: undefined,
    rule: undefined,
    ...show,
    endsAt: endOfMovie(state, show),
    day: formatIsoDate(show.startsAt, state.timeZone),
  })
}

/** Epoch milliseconds. */
export const endOfMovie = (
  state: PreviewState,
  { movieId, startsAt }: Pick<PreviewShow, 'movieId' | 'startsAt'>,
) => endOfShow(startsAt, state.durations.get(movieId) ?? 0)
