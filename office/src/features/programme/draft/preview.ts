import { DEFAULT_CUTOFF_MINUTES } from '@marquee/contract/bookings/booking-window'
import type { ProgrammeChange } from '@marquee/contract/office/programme/changes'
import { formatIsoDate, type LocalClock, parseLocalTime } from '@marquee/contract/time'
import type { WeekProgramme } from '#lib/programme.queries.ts'
import {
  isKept,
  keyOfAdd,
  keyOfRule,
  type PreviewRule,
  type PreviewShow,
  type RuleName,
} from './preview-show.ts'
import {
  addDailyShow,
  addShow,
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
    shows: [...preview.shows.values()]
      .filter(({ startsAt }) => startsAt >= from && startsAt < to)
      .toSorted((a, b) => a.startsAt - b.startsAt),
    rules: [...preview.rules.values()].toSorted(
      (a, b) => orderOf(a) - orderOf(b) || (a.at < b.at ? -1 : 1),
    ),
  }
}

function applyChange(state: PreviewState, change: ProgrammeChange) {
  const { shows } = state
  switch (change.type) {
    case 'add':
      addShow(state, {
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
      const show = shows.get(change.showtimeId)
      if (show)
        shows.set(show.key, {
          ...moveTo(state, show, change.startTime ? Date.parse(change.startTime) : show.startsAt),
          screenId: change.screenId ?? show.screenId,
          cutoffMinutes: change.cutoffMinutes ?? show.cutoffMinutes,
          state: 'changed',
        })
      return
    }
    case 'remove': {
      const show = shows.get(change.showtimeId)
      if (show) shows.set(show.key, { ...show, state: 'removed' })
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
      changeDailyShows(state, rule, (show) => ({ ...show, state: 'removed' }))
      return
    case 'pause':
      setExcept([...rule.except, change.date].toSorted())
      changeDailyShows(state, rule, (show) =>
        show.day === change.date ? { ...show, state: 'removed' } : show,
      )
      return
    case 'resume':
      setExcept(rule.except.filter((day) => day !== change.date))
      resumeDay(state, rule, change.date)
      return
    case 'split':
      rules.set(key, { ...rule, state: 'removed' })
      changeDailyShows(state, rule, (show) => ({ ...show, rule: undefined, state: 'changed' }))
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
  for (const day of state.days) addDailyShow(state, rule, day)
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
  for (const show of shows) {
    if (isOther && isUsed(show)) {
      state.shows.set(show.key, { ...show, rule: undefined, state: 'changed' })
      addDailyShow(state, rule, show.day)
      continue
    }
    const startsAt = parseLocalTime(show.day, at, state.timeZone)
    state.shows.set(show.key, {
      ...show,
      rule: { screenId, at },
      screenId,
      movieId,
      cutoffMinutes,
      startsAt,
      endsAt: endOfMovie(state, { movieId, startsAt }),
      state: show.state === 'same' ? 'changed' : show.state,
    })
  }
}

/** A single show takes the place of the daily shows that are on its screen at its time, unless those have sold or held places. */
function replaceDailyShows({ shows, now }: PreviewState) {
  const kept = [...shows.values()].filter(isKept)
  const singleByScreen = Map.groupBy(
    kept.filter(({ rule }) => !rule),
    ({ screenId }) => screenId,
  )
  for (const show of kept) {
    if (!show.rule || isUsed(show) || show.startsAt <= now) continue
    const singles = singleByScreen.get(show.screenId) ?? []
    if (singles.some((single) => overlaps(single, show)))
      shows.set(show.key, { ...show, state: 'replaced' })
  }
}

const overlaps = (one: PreviewShow, other: PreviewShow) =>
  one.startsAt < other.endsAt && other.startsAt < one.endsAt

const isUsed = ({ existing }: PreviewShow) =>
  existing !== undefined && existing.sold + existing.held > 0

/** A day that the draft itself has left out gets its show back. */
function resumeDay(state: PreviewState, rule: PreviewRule, day: string) {
  const removed = showsOf(state, rule).find((show) => show.day === day)
  if (removed) state.shows.set(removed.key, { ...removed, state: 'same' })
  else if (state.days.includes(day)) addDailyShow(state, rule, day)
}

/** The shows of a daily showtime that have not started. */
const showsOf = ({ shows, now }: PreviewState, rule: RuleName) =>
  [...shows.values()].filter(
    (show) => show.rule && keyOfRule(show.rule) === keyOfRule(rule) && show.startsAt > now,
  )

function changeDailyShows(
  state: PreviewState,
  rule: RuleName,
  change: (show: PreviewShow) => PreviewShow,
) {
  for (const show of showsOf(state, rule)) state.shows.set(show.key, change(show))
}

const moveTo = ({ timeZone }: PreviewState, show: PreviewShow, startsAt: number): PreviewShow => ({
  ...show,
  startsAt,
  endsAt: startsAt + show.endsAt - show.startsAt,
  day: formatIsoDate(startsAt, timeZone),
  rule: undefined,
})
