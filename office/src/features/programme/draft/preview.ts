import { DEFAULT_CUTOFF_MINUTES } from '@marquee/contract/bookings/booking-window'
import type { ProgrammeChange } from '@marquee/contract/office/programme/changes'
import { formatIsoDate, type LocalClock, parseLocalTime } from '@marquee/contract/time'
import type { WeekProgramme } from '#lib/programme.queries.ts'
import {
  type Block,
  isKept,
  keyOfAdd,
  keyOfRule,
  type PreviewRule,
  type RuleName,
} from './block.ts'
import {
  addBlock,
  addDailyBlock,
  endOfMovie,
  type PreviewState,
  startPreview,
} from './preview-state.ts'

export type DailyChange = Extract<ProgrammeChange, { type: 'daily' }>
export type SetChange = Extract<DailyChange, { action: 'set' }>

/**
 * Applies the changes of a draft to some days of the programme. What the changes do on other days is left out. Returns the shows by start, and
 * the daily showtimes by screen and time. Shows that have started stay as they are.
 */
export function previewChanges(
  programme: WeekProgramme,
  changes: readonly ProgrammeChange[],
  clock: LocalClock,
) {
  const preview = startPreview(programme, clock)
  for (const change of changes) applyChange(preview, change)
  replaceDailyShows(preview)
  const { from, to } = preview
  const order = new Map(programme.screens.map(({ _id }, index) => [_id, index]))
  const orderOf = ({ screenId }: RuleName) => order.get(screenId) ?? order.size
  return {
    blocks: [...preview.blocks.values()]
      .filter(({ startsAt }) => startsAt >= from && startsAt < to)
      .toSorted((a, b) => a.startsAt - b.startsAt),
    rules: [...preview.rules.values()].toSorted(
      (a, b) => orderOf(a) - orderOf(b) || (a.at < b.at ? -1 : 1),
    ),
  }
}

function applyChange(state: PreviewState, change: ProgrammeChange) {
  const { blocks } = state
  switch (change.type) {
    case 'add':
      addBlock(state, {
        key: keyOfAdd(change),
        add: change,
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
          cutoffMinutes: change.cutoffMinutes ?? block.cutoffMinutes,
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

function applyDailyChange(state: PreviewState, change: DailyChange) {
  const { rules } = state
  const key = keyOfRule(change)
  const rule = rules.get(change.action === 'set' ? keyOfRule(change.from ?? change) : key)
  if (change.action === 'set') {
    if (rule) replaceRule(state, rule, change)
    else addRule(state, change)
    return
  }
  if (!rule) return
  const setExcept = (except: string[]) => rules.set(key, markChanged({ ...rule, except }))
  switch (change.action) {
    case 'remove':
      rules.set(key, { ...rule, state: 'removed' })
      changeDailyShows(state, rule, (block) => ({ ...block, state: 'removed' }))
      return
    case 'pause':
      setExcept([...rule.except, change.date].toSorted())
      changeDailyShows(state, rule, (block) =>
        block.day === change.date ? { ...block, state: 'removed' } : block,
      )
      return
    case 'resume':
      setExcept(rule.except.filter((day) => day !== change.date))
      resumeDay(state, rule, change.date)
      return
    case 'split':
      rules.set(key, { ...rule, state: 'removed' })
      changeDailyShows(state, rule, (block) => ({ ...block, rule: undefined, state: 'changed' }))
  }
}

const markChanged = (rule: PreviewRule): PreviewRule => ({
  ...rule,
  state: rule.state === 'added' ? 'added' : 'changed',
})

function addRule(state: PreviewState, { screenId, at, movieId, cutoffMinutes }: SetChange) {
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
function replaceRule(state: PreviewState, old: PreviewRule, change: SetChange) {
  const { screenId, at, movieId, cutoffMinutes = old.cutoffMinutes } = change
  const { except } = old
  const rule = markChanged({ screenId, at, movieId, cutoffMinutes, except, state: old.state })
  const isOther = movieId !== old.movieId || keyOfRule(rule) !== keyOfRule(old)
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
      endsAt: endOfMovie(state, { movieId, startsAt }),
      state: block.state === 'same' ? 'changed' : block.state,
    })
  }
}

/** A single show takes the place of the daily shows that are on its screen at its time, unless those have sold or held places. */
function replaceDailyShows({ blocks, now }: PreviewState) {
  const kept = [...blocks.values()].filter(isKept)
  const singleByScreen = Map.groupBy(
    kept.filter(({ rule }) => !rule),
    ({ screenId }) => screenId,
  )
  for (const block of kept) {
    if (!block.rule || isUsed(block) || block.startsAt <= now) continue
    const singles = singleByScreen.get(block.screenId) ?? []
    if (singles.some((single) => overlaps(single, block)))
      blocks.set(block.key, { ...block, state: 'replaced' })
  }
}

const overlaps = (one: Block, other: Block) =>
  one.startsAt < other.endsAt && other.startsAt < one.endsAt

const isUsed = ({ show }: Block) => show !== undefined && show.sold + show.held > 0

/** A day that the draft itself has left out gets its show back. */
function resumeDay(state: PreviewState, rule: PreviewRule, day: string) {
  const removed = showsOf(state, rule).find((block) => block.day === day)
  if (removed) state.blocks.set(removed.key, { ...removed, state: 'same' })
  else if (state.days.includes(day)) addDailyBlock(state, rule, day)
}

/** The shows of a daily showtime that have not started. */
const showsOf = ({ blocks, now }: PreviewState, rule: RuleName) =>
  [...blocks.values()].filter(
    (block) => block.rule && keyOfRule(block.rule) === keyOfRule(rule) && block.startsAt > now,
  )

function changeDailyShows(state: PreviewState, rule: RuleName, change: (block: Block) => Block) {
  for (const block of showsOf(state, rule)) state.blocks.set(block.key, change(block))
}

const moveTo = ({ timeZone }: PreviewState, block: Block, startsAt: number): Block => ({
  ...block,
  startsAt,
  endsAt: startsAt + block.endsAt - block.startsAt,
  day: formatIsoDate(startsAt, timeZone),
  rule: undefined,
})
