import type { ProgrammeChange } from '@marquee/contract/office/programme/changes'
import { formatDateTime, formatIsoDate } from '@marquee/contract/time'
import type { CinemaClock } from '../schedule/calendar.ts'
import type { Programme, ProgrammeDaily, ProgrammeShow } from './programme.ts'

/** A change that cannot be made, with the remedy. */
export interface RefusedChange {
  movie: string | null
  screen: string | null
  /** Epoch milliseconds. */
  startsAt: number | null
  message: string
}

export type Change<Type extends ProgrammeChange['type']> = Extract<ProgrammeChange, { type: Type }>

/** A programme while changes are made to it. */
export interface EditedProgramme {
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

export const startEditing = (
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

export const dailyKey = ({ screenId, at }: Pick<ProgrammeDaily, 'screenId' | 'at'>) =>
  `${screenId} ${at}`

export const isSamePosition = (one: ProgrammeShow, other: ProgrammeShow) =>
  one.screenId === other.screenId && one.startsAt === other.startsAt

/** What a sentence of refusal is about. */
export interface Subject {
  movieId?: string
  screenId?: string
  startsAt?: number
}

export function refuse(
  edited: EditedProgramme,
  { movieId = '', screenId = '', startsAt }: Subject,
  reason: string,
) {
  const movie = edited.movies.get(movieId)?.name ?? null
  const screen = edited.screens.get(screenId)?.name ?? null
  const when = startsAt === undefined ? null : formatDateTime(startsAt, edited.clock.timeZone)
  const where = [movie, screen && `on ${screen}`].filter(Boolean).join(' ')
  const subject = [where, when].filter(Boolean).join(', ')
  edited.refused.push({
    movie,
    screen,
    startsAt: startsAt ?? null,
    message: subject === '' ? reason : `${subject}: ${reason}`,
  })
}

export const NO_MOVIE = 'the movie is no longer offered. Choose another movie.'
export const NO_SCREEN = 'the screen is no longer in use. Choose another screen.'

export function dropShow(
  { shows, before, cancelled }: EditedProgramme,
  { id, isUsed }: ProgrammeShow,
) {
  shows.delete(id)
  const stored = before.get(id)
  if (isUsed && stored) cancelled.add(stored)
}

/** The daily showtime that has added a show does not add it again on its day. */
export function leaveOut(
  { daily, clock }: EditedProgramme,
  { screenId, dailyAt, startsAt }: ProgrammeShow,
) {
  const rule = dailyAt === null ? undefined : daily.get(dailyKey({ screenId, at: dailyAt }))
  if (rule) daily.set(dailyKey(rule), withException(rule, formatIsoDate(startsAt, clock.timeZone)))
}

export const withException = (rule: ProgrammeDaily, date: string): ProgrammeDaily => ({
  ...rule,
  except: [...new Set([...rule.except, date])].toSorted(),
})
