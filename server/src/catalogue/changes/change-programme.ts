import { DEFAULT_CUTOFF_MINUTES } from '@marquee/contract/bookings/booking-window'
import type { ProgrammeChange } from '@marquee/contract/office/programme/changes'
import { formatDay, formatIsoDate } from '@marquee/contract/time'
import { minutesOfDay, overlapsDaily } from '../file/overlaps.ts'
import type { CinemaClock } from '../schedule/calendar.ts'
import {
  type Change,
  dailyKey,
  dropShow,
  type EditedProgramme,
  isSamePosition,
  leaveOut,
  NO_MOVIE,
  NO_SCREEN,
  type RefusedChange,
  refuse,
  type Subject,
  startEditing,
  withException,
} from './edited-programme.ts'
import type { Programme, ProgrammeShow } from './programme.ts'

/** A show of the programme that gets another screen or start. */
interface MovedProgrammeShow {
  /** As it was before. */
  show: ProgrammeShow
  screenId: string
  /** Epoch milliseconds. */
  startsAt: number
}

export interface ChangedProgramme {
  programme: Programme
  /** All shows that move. Those in use keep their rows and bookings. */
  moves: readonly MovedProgrammeShow[]
  /** Shows in use that are removed: the cinema cancels them. */
  cancelled: readonly ProgrammeShow[]
  refused: readonly RefusedChange[]
}

/** Makes changes in their order. Leaves out those that cannot be made, and names them. Overlaps are found when the programme is applied. */
export function changeProgramme(
  programme: Programme,
  changes: readonly ProgrammeChange[],
  clock: CinemaClock,
): ChangedProgramme {
  const edited = startEditing(programme, clock)
  for (const change of changes) {
    if (change.type === 'add') addShow(edited, change)
    else if (change.type === 'move') moveShow(edited, change)
    else if (change.type === 'remove') removeShow(edited, change.showtimeId)
    else changeDaily(edited, change)
  }
  const moves = [...edited.shows.values()].flatMap((show) => {
    const before = edited.before.get(show.id)
    return before && !isSamePosition(before, show)
      ? [{ show: before, screenId: show.screenId, startsAt: show.startsAt }]
      : []
  })
  return {
    programme: {
      ...programme,
      shows: [...edited.shows.values()],
      daily: [...edited.daily.values()],
    },
    moves,
    cancelled: [...edited.cancelled],
    refused: edited.refused,
  }
}

const IN_THE_PAST = 'the start is in the past. Choose a later time.'
const NO_SHOW =
  'A show of these changes has started, or was removed or cancelled meanwhile. Take the change out of the draft.'

/** Why a show cannot be there. Undefined if it can. */
function problemOf(
  { movies, screens, clock }: EditedProgramme,
  { movieId, screenId, startsAt }: Required<Subject>,
) {
  const movie = movies.get(movieId)
  if (!movie) return NO_MOVIE
  if (!screens.has(screenId)) return NO_SCREEN
  if (startsAt <= clock.now) return IN_THE_PAST
  const { releaseDate } = movie
  if (releaseDate !== undefined && formatIsoDate(startsAt, clock.timeZone) < releaseDate)
    return `the movie opens on ${formatDay(releaseDate)}. Choose a later day, or change its release date.`
  return undefined
}

function addShow(
  edited: EditedProgramme,
  { movieId, screenId, startTime, cutoffMinutes = DEFAULT_CUTOFF_MINUTES }: Change<'add'>,
) {
  const startsAt = Date.parse(startTime)
  const problem = problemOf(edited, { movieId, screenId, startsAt })
  if (problem) return refuse(edited, { movieId, screenId, startsAt }, problem)
  const id = `added ${edited.shows.size}`
  const show = { movieId, screenId, startsAt, cutoffMinutes, dailyAt: null, isUsed: false }
  edited.shows.set(id, { id, ...show })
}

function moveShow(edited: EditedProgramme, { showtimeId, ...to }: Change<'move'>) {
  const show = edited.shows.get(showtimeId)
  if (!show) return refuse(edited, {}, NO_SHOW)
  const { movieId } = show
  const screenId = to.screenId ?? show.screenId
  const startsAt = to.startTime === undefined ? show.startsAt : Date.parse(to.startTime)
  const { cutoffMinutes = show.cutoffMinutes } = to
  const moved = { ...show, screenId, startsAt, cutoffMinutes }
  const isOtherPosition = !isSamePosition(show, moved)
  if (!isOtherPosition && cutoffMinutes === show.cutoffMinutes) return
  const problem = isOtherPosition && problemOf(edited, { movieId, screenId, startsAt })
  if (problem) return refuse(edited, { movieId, screenId, startsAt }, problem)
  leaveOut(edited, show)
  edited.shows.set(showtimeId, { ...moved, dailyAt: null })
}

function removeShow(edited: EditedProgramme, showtimeId: string) {
  const show = edited.shows.get(showtimeId)
  if (!show) return refuse(edited, {}, NO_SHOW)
  leaveOut(edited, show)
  dropShow(edited, show)
}

type DailyChange = Change<'daily'>

const NO_DAILY =
  'this daily showtime was changed or removed meanwhile. Take the change out of the draft.'

/** Sets, removes, splits or leaves out a daily showtime. */
function changeDaily(edited: EditedProgramme, change: DailyChange) {
  if (change.action === 'set') return setDaily(edited, change)
  const { screenId, at, action } = change
  const rule = edited.daily.get(dailyKey(change))
  if (!rule) return refuse(edited, { screenId }, `daily ${at}: ${NO_DAILY}`)
  if (action === 'resume') {
    const except = rule.except.filter((date) => date !== change.date)
    edited.daily.set(dailyKey(rule), { ...rule, except })
    return undefined
  }
  const own = [...edited.shows.values()].filter(
    (show) => show.screenId === screenId && show.dailyAt === at,
  )
  if (action === 'pause') {
    edited.daily.set(dailyKey(rule), withException(rule, change.date))
    const { timeZone } = edited.clock
    for (const show of own)
      if (formatIsoDate(show.startsAt, timeZone) === change.date) dropShow(edited, show)
    return undefined
  }
  edited.daily.delete(dailyKey(rule))
  for (const show of own) {
    if (action === 'remove') dropShow(edited, show)
    else edited.shows.set(show.id, { ...show, dailyAt: null })
  }
  return undefined
}

/** Sold and held shows of the earlier movie or time stay, as single shows. */
function setDaily(edited: EditedProgramme, change: Extract<DailyChange, { action: 'set' }>) {
  const { screenId, at, movieId, from = { screenId, at } } = change
  const before = edited.daily.get(dailyKey(from))
  if (!before && change.from)
    return refuse(edited, { movieId, screenId }, `daily ${at}: ${NO_DAILY}`)
  const movie = edited.movies.get(movieId)
  if (!movie) return refuse(edited, { screenId }, `daily ${at}: ${NO_MOVIE}`)
  if (!edited.screens.has(screenId)) return refuse(edited, { movieId }, `daily ${at}: ${NO_SCREEN}`)
  const slot = { start: minutesOfDay(at), durationMinutes: movie.duration }
  const other = [...edited.daily.values()].find(
    (rule) =>
      rule !== before &&
      rule.screenId === screenId &&
      overlapsDaily(slot, {
        start: minutesOfDay(rule.at),
        durationMinutes: edited.movies.get(rule.movieId)?.duration ?? 0,
      }),
  )
  if (other) {
    const name = edited.movies.get(other.movieId)?.name
    const reason = `daily ${at}: ${name} is there daily at ${other.at}. Choose another time, or change that one first.`
    return refuse(edited, { movieId, screenId }, reason)
  }
  const cutoffMinutes = change.cutoffMinutes ?? before?.cutoffMinutes ?? DEFAULT_CUTOFF_MINUTES
  const isOther = before?.movieId !== movieId || dailyKey(from) !== dailyKey(change)
  if (before && isOther) {
    edited.daily.delete(dailyKey(before))
    for (const show of edited.shows.values()) {
      if (show.screenId !== before.screenId || show.dailyAt !== before.at) continue
      if (show.isUsed) edited.shows.set(show.id, { ...show, dailyAt: null })
      else edited.shows.delete(show.id)
    }
  }
  const { id, except = [] } = before ?? {}
  edited.daily.set(dailyKey(change), { id, screenId, at, movieId, cutoffMinutes, except })
  return undefined
}
