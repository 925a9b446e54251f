import { type ClosedDays, isClosedOn } from '@marquee/contract/office/programme/opening-times'
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
import { type Block, type ChangeState, keyOfRule, type PreviewRule } from './block.ts'

/** A preview while the changes of a draft are applied to it. */
export interface PreviewState extends LocalClock {
  days: string[]
  from: number
  to: number
  durations: Map<string, number>
  /** By screen. */
  closed: Map<string, ClosedDays | null>
  /** By key. */
  blocks: Map<string, Block>
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
    blocks: new Map(programme.shows.map((show) => [show._id, blockOf(show, clock.timeZone)])),
    rules: new Map(
      programme.dailyRules.map((rule) => [keyOfRule(rule), { ...rule, state: 'same' }]),
    ),
  }
  addExpectedShows(state, programme)
  return state
}

/** A show keeps its block while it is the same object, so that it is not drawn again. */
const unchangedBlocks = new WeakMap<GridShow, Block>()

/** The block of a show that the draft does not change. */
function blockOf(show: GridShow, timeZone: string): Block {
  const known = unchangedBlocks.get(show)
  if (known) return known
  const { _id: key, movieId, screenId, startTime, endTime, cutoffMinutes, dailyAt } = show
  const block: Block = {
    key,
    show,
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
  unchangedBlocks.set(show, block)
  return block
}

/** The server adds the shows of daily showtimes some days ahead. On later days they are still expected. */
function addExpectedShows(state: PreviewState, { shows }: WeekProgramme) {
  const lastDay = shows
    .filter(({ daily }) => daily)
    .map(({ startTime }) => formatIsoDate(Date.parse(startTime), state.timeZone))
    .toSorted()
    .at(-1)
  for (const rule of state.rules.values())
    for (const day of state.days)
      if ((lastDay === undefined || day > lastDay) && !rule.except.includes(day))
        addDailyBlock(state, rule, day, 'same')
}

/** Adds the show of a daily showtime on a day, unless its start has passed. */
export function addDailyBlock(
  state: PreviewState,
  rule: PreviewRule,
  day: string,
  change: ChangeState = 'added',
) {
  const { screenId, at, movieId, cutoffMinutes } = rule
  if (isClosedOn(state.closed.get(screenId), day)) return
  const startsAt = parseLocalTime(day, at, state.timeZone)
  if (startsAt <= state.now) return
  addBlock(state, {
    key: `daily ${keyOfRule(rule)} ${day}`,
    rule: { screenId, at },
    movieId,
    screenId,
    startsAt,
    cutoffMinutes,
    state: change,
  })
}

type NewBlock = Omit<Block, 'endsAt' | 'day' | 'show' | 'add' | 'rule'> &
  Partial<Pick<Block, 'add' | 'rule'>>

export function addBlock(state: PreviewState, block: NewBlock) {
  state.blocks.set(block.key, {
    show: undefined,
    add: undefined,
    rule: undefined,
    ...block,
    endsAt: endOfMovie(state, block),
    day: formatIsoDate(block.startsAt, state.timeZone),
  })
}

/** Epoch milliseconds. */
export const endOfMovie = (
  state: PreviewState,
  { movieId, startsAt }: Pick<Block, 'movieId' | 'startsAt'>,
) => endOfShow(startsAt, state.durations.get(movieId) ?? 0)
