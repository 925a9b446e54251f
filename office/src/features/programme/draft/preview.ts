import type { ProgrammeChange } from '@marquee/contract/office/programme/changes'
import type { DailyRule, GridShow } from '@marquee/contract/office/programme/week'
import { addDays, formatIsoDate, MINUTE_MS, parseLocalTime } from '@marquee/contract/time'
import type { Programme } from '#lib/programme.queries.ts'

export type AddChange = Extract<ProgrammeChange, { type: 'add' }>
export type DailyChange = Extract<ProgrammeChange, { type: 'daily' }>
export type SetChange = Extract<DailyChange, { action: 'set' }>

/** Whether the draft changes a show or a daily showtime. */
export type ChangeState = 'same' | 'added' | 'changed' | 'removed'

/** Names a daily showtime. */
export interface RuleName {
  screenId: string
  /** The local time of day: `21:30`. */
  at: string
}

/** A show as the draft would make it. */
export interface Block {
  /** Unique in the week. */
  key: string
  /** Undefined: there is no such show yet. */
  show: GridShow | undefined
  /** The change that adds it. */
  add: AddChange | undefined
  /** The daily showtime that has added it. */
  rule: RuleName | undefined
  movieId: string
  screenId: string
  /** Epoch milliseconds. */
  startsAt: number
  /** The end of the movie. The time for cleaning comes after it. */
  endsAt: number
  /** The local day of the start: `2026-12-01`. */
  day: string
  cutoffMinutes: number
  state: ChangeState
}

export interface PreviewRule extends DailyRule {
  state: ChangeState
}

export interface Preview {
  /** By start. */
  blocks: Block[]
  /** By screen and time. */
  rules: PreviewRule[]
}

export interface PreviewClock {
  /** Epoch milliseconds. Shows that have started stay as they are. */
  now: number
  timeZone: string
}

/** Booking ends so many minutes before the start unless staff chooses otherwise. */
export const DEFAULT_CUTOFF_MINUTES = 30

export const keyOfAdd = ({ screenId, startTime, movieId }: AddChange) =>
  `add ${screenId} ${startTime} ${movieId}`
const keyOfRule = ({ screenId, at }: RuleName) => `${screenId} ${at}`

const isSameRule = (one: RuleName, other: RuleName) => keyOfRule(one) === keyOfRule(other)

/** The days of a programme: `2026-12-01`. */
export const daysOf = ({ from, days }: Pick<Programme, 'from' | 'days'>) =>
  Array.from({ length: days }, (_, index) => addDays(from, index))

/** Applies the changes of a draft to some days of the programme. What the changes do on other days is left out. */
export function previewChanges(
  programme: Programme,
  changes: readonly ProgrammeChange[],
  clock: PreviewClock,
): Preview {
  const preview = startPreview(programme, clock)
  addExpectedShows(preview, programme)
  for (const change of changes) applyChange(preview, change)
  const { from, to } = preview
  return {
    blocks: [...preview.blocks.values()]
      .filter(({ startsAt }) => startsAt >= from && startsAt < to)
      .toSorted((a, b) => a.startsAt - b.startsAt),
    rules: [...preview.rules.values()].toSorted((a, b) =>
      keyOfRule(a).localeCompare(keyOfRule(b), undefined, { numeric: true }),
    ),
  }
}

interface State extends PreviewClock {
  days: string[]
  from: number
  to: number
  durations: Map<string, number>
  /** By key. */
  blocks: Map<string, Block>
  rules: Map<string, PreviewRule>
}

function startPreview(programme: Programme, clock: PreviewClock): State {
  const days = daysOf(programme)
  const startOf = (day: string) => parseLocalTime(day, '00:00', clock.timeZone)
  return {
    ...clock,
    days,
    from: startOf(programme.from),
    to: startOf(addDays(programme.from, programme.days)),
    durations: new Map(programme.movies.map(({ _id, duration }) => [_id, duration])),
    blocks: new Map(programme.shows.map((show) => [show._id, blockOf(show, clock.timeZone)])),
    rules: new Map(
      programme.dailyRules.map((rule) => [keyOfRule(rule), { ...rule, state: 'same' }]),
    ),
  }
}

/** The server adds the shows of daily showtimes some days ahead. On later days they are still expected. */
function addExpectedShows(state: State, { shows }: Programme) {
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

/** An unchanged show keeps its block, so that it is not drawn again. */
const unchangedBlocks = new WeakMap<GridShow, Block>()

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

function applyChange(state: State, change: ProgrammeChange) {
  const { blocks } = state
  switch (change.type) {
    case 'add':
      addBlock(state, {
        key: keyOfAdd(change),
        add: change,
        rule: undefined,
        movieId: change.movieId,
        screenId: change.screenId,
        startsAt: Date.parse(change.startTime),
        cutoffMinutes: change.cutoffMinutes ?? DEFAULT_CUTOFF_MINUTES,
        state: 'added',
      })
      return
    case 'move': {
      const block = blocks.get(change.showtimeId)
      if (block)
        blocks.set(block.key, {
          ...moveTo(state, block, change.startTime ? Date.parse(change.startTime) : block.startsAt),
          screenId: change.screenId ?? block.screenId,
          state: 'changed',
        })
      return
    }
    case 'remove': {
      const block = blocks.get(change.showtimeId)
      if (block) blocks.set(block.key, { ...block, state: 'removed' })
      return
    }
    case 'daily':
      applyDailyChange(state, change)
  }
}

function applyDailyChange(state: State, change: DailyChange) {
  const { rules } = state
  const key = keyOfRule(change)
  const rule = rules.get(change.action === 'set' ? keyOfRule(change.from ?? change) : key)
  if (change.action === 'set') {
    if (rule) replaceRule(state, rule, change)
    else addRule(state, change)
    return
  }
  if (!rule) return
  switch (change.action) {
    case 'remove':
      rules.set(key, { ...rule, state: 'removed' })
      changeShows(state, rule, (block) => ({ ...block, state: 'removed' }))
      return
    case 'pause':
      rules.set(key, markChanged({ ...rule, except: [...rule.except, change.date].toSorted() }))
      changeShows(state, rule, (block) =>
        block.day === change.date ? { ...block, state: 'removed' } : block,
      )
      return
    case 'resume':
      rules.set(
        key,
        markChanged({ ...rule, except: rule.except.filter((day) => day !== change.date) }),
      )
      resumeDay(state, rule, change.date)
      return
    case 'split':
      rules.set(key, { ...rule, state: 'removed' })
      changeShows(state, rule, (block) => ({ ...block, rule: undefined, state: 'changed' }))
  }
}

const markChanged = (rule: PreviewRule): PreviewRule => ({
  ...rule,
  state: rule.state === 'added' ? 'added' : 'changed',
})

function addRule(state: State, { screenId, at, movieId, cutoffMinutes }: SetChange) {
  const rule: PreviewRule = {
    screenId,
    at,
    movieId,
    except: [],
    cutoffMinutes: cutoffMinutes ?? DEFAULT_CUTOFF_MINUTES,
    state: 'added',
  }
  state.rules.set(keyOfRule(rule), rule)
  for (const day of state.days) addDailyBlock(state, rule, day)
}

/** Shows with sold or held places stay where they are, as single shows. */
function replaceRule(state: State, old: PreviewRule, change: SetChange) {
  const { screenId, at, movieId, cutoffMinutes = old.cutoffMinutes } = change
  const { except } = old
  const rule = markChanged({ screenId, at, movieId, cutoffMinutes, except, state: old.state })
  const isOther = movieId !== old.movieId || !isSameRule(rule, old)
  const shows = showsOf(state, old)
  state.rules.delete(keyOfRule(old))
  state.rules.set(keyOfRule(rule), rule)
  for (const block of shows) {
    if (isOther && isUsed(block)) {
      state.blocks.set(block.key, { ...block, rule: undefined, state: 'changed' })
      addDailyBlock(state, rule, block.day)
      continue
    }
    const startsAt = parseLocalTime(block.day, at, state.timeZone)
    state.blocks.set(block.key, {
      ...block,
      rule: { screenId, at },
      screenId,
      movieId,
      cutoffMinutes,
      startsAt,
      endsAt: endOf(state, movieId, startsAt),
      state: block.state === 'same' ? 'changed' : block.state,
    })
  }
}

const isUsed = ({ show }: Block) => show !== undefined && show.sold + show.held > 0

/** A day that the draft itself has left out gets its show back. */
function resumeDay(state: State, rule: PreviewRule, day: string) {
  const removed = showsOf(state, rule).find((block) => block.day === day)
  if (removed) state.blocks.set(removed.key, { ...removed, state: 'same' })
  else if (state.days.includes(day)) addDailyBlock(state, rule, day)
}

function addDailyBlock(
  state: State,
  rule: PreviewRule,
  day: string,
  change: ChangeState = 'added',
) {
  const { screenId, at, movieId, cutoffMinutes } = rule
  const startsAt = parseLocalTime(day, at, state.timeZone)
  if (startsAt <= state.now) return
  addBlock(state, {
    key: `daily ${keyOfRule(rule)} ${day}`,
    add: undefined,
    rule: { screenId, at },
    movieId,
    screenId,
    startsAt,
    cutoffMinutes,
    state: change,
  })
}

function addBlock(state: State, block: Omit<Block, 'endsAt' | 'day' | 'show'>) {
  state.blocks.set(block.key, {
    ...block,
    endsAt: endOf(state, block.movieId, block.startsAt),
    day: formatIsoDate(block.startsAt, state.timeZone),
    show: undefined,
  })
}

/** The shows of a daily showtime that have not started. */
const showsOf = ({ blocks, now }: State, rule: RuleName) =>
  [...blocks.values()].filter(
    (block) => block.rule && isSameRule(block.rule, rule) && block.startsAt > now,
  )

function changeShows(state: State, rule: RuleName, change: (block: Block) => Block) {
  for (const block of showsOf(state, rule)) state.blocks.set(block.key, change(block))
}

const endOf = ({ durations }: State, movieId: string, startsAt: number) =>
  startsAt + (durations.get(movieId) ?? 0) * MINUTE_MS

const moveTo = ({ timeZone }: State, block: Block, startsAt: number): Block => ({
  ...block,
  startsAt,
  endsAt: startsAt + block.endsAt - block.startsAt,
  day: formatIsoDate(startsAt, timeZone),
  rule: undefined,
})
