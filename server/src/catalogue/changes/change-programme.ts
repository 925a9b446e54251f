import { DEFAULT_CUTOFF_MINUTES } from '@marquee/contract/bookings/booking-window'
import type { ProgrammeChange } from '@marquee/contract/office/programme/changes'
import { formatDateTime, formatDay, formatIsoDate } from '@marquee/contract/time'
import { minutesOfDay, overlapsDaily } from '../file/overlaps.ts'
import type { CinemaClock } from '../schedule/calendar.ts'
import type { Programme, ProgrammeDaily, ProgrammeShow } from './programme.ts'

/** A show of the programme that gets another screen or start. */
export interface MovedProgrammeShow {
  /** As it was before. */
  show: ProgrammeShow
  screenId: string
  /** Epoch milliseconds. */
  startsAt: number
}

/** A change that cannot be made, with the remedy. */
export interface RefusedChange {
  movie: string | null
  screen: string | null
  /** Epoch milliseconds. */
  startsAt: number | null
  message: string
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
  const draft = openDraft(programme, clock)
  for (const change of changes) {
    if (change.type === 'add') addShow(draft, change)
    else if (change.type === 'move') moveShow(draft, change)
    else if (change.type === 'remove') removeShow(draft, change.showtimeId)
    else changeDaily(draft, change)
  }
  const moves = [...draft.shows.values()].flatMap((show) => {
    const before = draft.before.get(show.id)
    return before && !isSamePosition(before, show)
      ? [{ show: before, screenId: show.screenId, startsAt: show.startsAt }]
      : []
  })
  return {
    programme: { ...programme, shows: [...draft.shows.values()], daily: [...draft.daily.values()] },
    moves,
    cancelled: [...draft.cancelled],
    refused: draft.refused,
  }
}

type Change<Type extends ProgrammeChange['type']> = Extract<ProgrammeChange, { type: Type }>
type DailyChange = Change<'daily'>

interface Draft {
  clock: CinemaClock
  screens: ReadonlyMap<string, { name: string }>
  movies: ReadonlyMap<string, { name: string; duration: number; releaseDate?: string | undefined }>
  before: ReadonlyMap<string, ProgrammeShow>
  /** By id. Added ones have temporary ids. */
  shows: Map<string, ProgrammeShow>
  /** By screen and time. */
  daily: Map<string, ProgrammeDaily>
  cancelled: Set<ProgrammeShow>
  refused: RefusedChange[]
}

const openDraft = ({ screens, movies, shows, daily }: Programme, clock: CinemaClock): Draft => ({
  clock,
  screens: new Map(screens),
  movies: new Map(movies),
  before: new Map(shows.map((show) => [show.id, show])),
  shows: new Map(shows.map((show) => [show.id, show])),
  daily: new Map(daily.map((rule) => [dailyKey(rule), rule])),
  cancelled: new Set(),
  refused: [],
})

const dailyKey = ({ screenId, at }: Pick<ProgrammeDaily, 'screenId' | 'at'>) => `${screenId} ${at}`

const isSamePosition = (one: ProgrammeShow, other: ProgrammeShow) =>
  one.screenId === other.screenId && one.startsAt === other.startsAt

/** What a sentence of refusal is about. */
interface Subject {
  movieId?: string
  screenId?: string
  startsAt?: number
}

function refuse(draft: Draft, { movieId = '', screenId = '', startsAt }: Subject, reason: string) {
  const movie = draft.movies.get(movieId)?.name ?? null
  const screen = draft.screens.get(screenId)?.name ?? null
  const when = startsAt === undefined ? null : formatDateTime(startsAt, draft.clock.timeZone)
  const where = [movie, screen && `on ${screen}`].filter(Boolean).join(' ')
  const subject = [where, when].filter(Boolean).join(', ')
  draft.refused.push({
    movie,
    screen,
    startsAt: startsAt ?? null,
    message: subject === '' ? reason : `${subject}: ${reason}`,
  })
}

const NO_MOVIE = 'the movie is no longer offered. Choose another movie.'
const NO_SCREEN = 'the screen is no longer in use. Choose another screen.'
const IN_THE_PAST = 'the start is in the past. Choose a later time.'
const NO_SHOW =
  'A show of these changes has started, or was removed or cancelled meanwhile. Take the change out of the draft.'

/** Why a show cannot be there. Undefined if it can. */
function problemOf(
  { movies, screens, clock }: Draft,
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
  draft: Draft,
  { movieId, screenId, startTime, cutoffMinutes = DEFAULT_CUTOFF_MINUTES }: Change<'add'>,
) {
  const startsAt = Date.parse(startTime)
  const problem = problemOf(draft, { movieId, screenId, startsAt })
  if (problem) return refuse(draft, { movieId, screenId, startsAt }, problem)
  const id = `added ${draft.shows.size}`
  const show = { movieId, screenId, startsAt, cutoffMinutes, dailyAt: null, isUsed: false }
  draft.shows.set(id, { id, ...show })
}

function moveShow(draft: Draft, { showtimeId, ...to }: Change<'move'>) {
  const show = draft.shows.get(showtimeId)
  if (!show) return refuse(draft, {}, NO_SHOW)
  const { movieId } = show
  const screenId = to.screenId ?? show.screenId
  const startsAt = to.startTime === undefined ? show.startsAt : Date.parse(to.startTime)
  const { cutoffMinutes = show.cutoffMinutes } = to
  const moved = { ...show, screenId, startsAt, cutoffMinutes }
  const isOtherPosition = !isSamePosition(show, moved)
  if (!isOtherPosition && cutoffMinutes === show.cutoffMinutes) return
  const problem = isOtherPosition && problemOf(draft, { movieId, screenId, startsAt })
  if (problem) return refuse(draft, { movieId, screenId, startsAt }, problem)
  leaveOut(draft, show)
  draft.shows.set(showtimeId, { ...moved, dailyAt: null })
}

function removeShow(draft: Draft, showtimeId: string) {
  const show = draft.shows.get(showtimeId)
  if (!show) return refuse(draft, {}, NO_SHOW)
  leaveOut(draft, show)
  dropShow(draft, show)
}

function dropShow({ shows, before, cancelled }: Draft, { id, isUsed }: ProgrammeShow) {
  shows.delete(id)
  const stored = before.get(id)
  if (isUsed && stored) cancelled.add(stored)
}

/** The daily showtime that has added a show does not add it again on its day. */
function leaveOut({ daily, clock }: Draft, { screenId, dailyAt, startsAt }: ProgrammeShow) {
  const rule = dailyAt === null ? undefined : daily.get(dailyKey({ screenId, at: dailyAt }))
  if (rule) daily.set(dailyKey(rule), withException(rule, formatIsoDate(startsAt, clock.timeZone)))
}

const withException = (rule: ProgrammeDaily, date: string): ProgrammeDaily => ({
  ...rule,
  except: [...new Set([...rule.except, date])].toSorted(),
})

const NO_DAILY =
  'this daily showtime was changed or removed meanwhile. Take the change out of the draft.'

function changeDaily(draft: Draft, change: DailyChange) {
  if (change.action === 'set') return setDaily(draft, change)
  const { screenId, at, action } = change
  const rule = draft.daily.get(dailyKey(change))
  if (!rule) return refuse(draft, { screenId }, `daily ${at}: ${NO_DAILY}`)
  if (action === 'resume') {
    const except = rule.except.filter((date) => date !== change.date)
    draft.daily.set(dailyKey(rule), { ...rule, except })
    return undefined
  }
  const own = [...draft.shows.values()].filter(
    (show) => show.screenId === screenId && show.dailyAt === at,
  )
  if (action === 'pause') {
    draft.daily.set(dailyKey(rule), withException(rule, change.date))
    const { timeZone } = draft.clock
    for (const show of own)
      if (formatIsoDate(show.startsAt, timeZone) === change.date) dropShow(draft, show)
    return undefined
  }
  draft.daily.delete(dailyKey(rule))
  for (const show of own) {
    if (action === 'remove') dropShow(draft, show)
    else draft.shows.set(show.id, { ...show, dailyAt: null })
  }
  return undefined
}

/** Sold and held shows of the earlier movie or time stay, as single shows. */
function setDaily(draft: Draft, change: Extract<DailyChange, { action: 'set' }>) {
  const { screenId, at, movieId, from = { screenId, at } } = change
  const before = draft.daily.get(dailyKey(from))
  if (!before && change.from)
    return refuse(draft, { movieId, screenId }, `daily ${at}: ${NO_DAILY}`)
  const movie = draft.movies.get(movieId)
  if (!movie) return refuse(draft, { screenId }, `daily ${at}: ${NO_MOVIE}`)
  if (!draft.screens.has(screenId)) return refuse(draft, { movieId }, `daily ${at}: ${NO_SCREEN}`)
  const slot = { start: minutesOfDay(at), durationMinutes: movie.duration }
  const other = [...draft.daily.values()].find(
    (rule) =>
      rule !== before &&
      rule.screenId === screenId &&
      overlapsDaily(slot, {
        start: minutesOfDay(rule.at),
        durationMinutes: draft.movies.get(rule.movieId)?.duration ?? 0,
      }),
  )
  if (other) {
    const name = draft.movies.get(other.movieId)?.name
    const reason = `daily ${at}: ${name} is there daily at ${other.at}. Choose another time, or change that one first.`
    return refuse(draft, { movieId, screenId }, reason)
  }
  const cutoffMinutes = change.cutoffMinutes ?? before?.cutoffMinutes ?? DEFAULT_CUTOFF_MINUTES
  const isOther = before?.movieId !== movieId || dailyKey(from) !== dailyKey(change)
  if (before && isOther) {
    draft.daily.delete(dailyKey(before))
    for (const show of draft.shows.values()) {
      if (show.screenId !== before.screenId || show.dailyAt !== before.at) continue
      if (show.isUsed) draft.shows.set(show.id, { ...show, dailyAt: null })
      else draft.shows.delete(show.id)
    }
  }
  const { id, except = [] } = before ?? {}
  draft.daily.set(dailyKey(change), { id, screenId, at, movieId, cutoffMinutes, except })
  return undefined
}
