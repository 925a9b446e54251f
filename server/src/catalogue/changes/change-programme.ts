import { DEFAULT_CUTOFF_MINUTES } from '@marquee/contract/bookings/booking-window'
import type { ProgrammeChange } from '@marquee/contract/office/programme/changes'
import { formatDay, formatIsoDate } from '@marquee/contract/time'
import type { CinemaClock } from '../schedule/calendar.ts'
import { changeDaily } from './change-daily.ts'
import {
  type Change,
  dailyKey,
  dropShow,
  type EditedProgramme,
  NO_MOVIE,
  NO_SCREEN,
  refuse,
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
  refused: EditedProgramme['refused']
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
    return before && !isSameScreenTime(before, show)
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

const startEditing = (
  { screens, movies, shows, daily }: Programme,
  clock: CinemaClock,
): EditedProgramme => ({
  clock,
  screens: new Map(screens),
  movies: new Map(movies),
  before: new Map(shows.map((show) => [show.id, show])),
  shows: new Map(shows.map((show) => [show.id, show])),
  daily: new Map(daily.map((rule) => [dailyKey(rule), rule])),
  cancelled: new Set(),
  refused: [],
})

const isSameScreenTime = (one: ProgrammeShow, other: ProgrammeShow) =>
  one.screenId === other.screenId && one.startsAt === other.startsAt

const IN_THE_PAST = 'the start is in the past. Choose a later time.'
const NO_SHOW =
  'A show of these changes has started, or was removed or cancelled meanwhile. Take the change out of the draft.'

/** Why a show cannot be there. Undefined if it can. */
function problemOf(
  { movies, screens, clock }: EditedProgramme,
  { movieId, screenId, startsAt }: { movieId: string; screenId: string; startsAt: number },
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
  const show = { movieId, screenId, startsAt, cutoffMinutes, dailyAt: null, isInUse: false }
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
  const isOtherScreenTime = !isSameScreenTime(show, moved)
  if (!isOtherScreenTime && cutoffMinutes === show.cutoffMinutes) return
  const problem = isOtherScreenTime && problemOf(edited, { movieId, screenId, startsAt })
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

/** The daily showtime that has added a show does not add it again on its day. */
function leaveOut(
  { daily, clock }: EditedProgramme,
  { screenId, dailyAt, startsAt }: ProgrammeShow,
) {
  const rule = dailyAt === null ? undefined : daily.get(dailyKey({ screenId, at: dailyAt }))
  if (rule) daily.set(dailyKey(rule), withException(rule, formatIsoDate(startsAt, clock.timeZone)))
}
