import type { ProgrammeChange } from '@marquee/contract/office/programme/changes'
import { formatDateTime } from '@marquee/contract/time'
import type { CinemaClock } from '../schedule/calendar.ts'
import type { ProgrammeDailyRule, ProgrammeShow } from './programme.ts'

/** A change that cannot be made, with the remedy. */
interface RefusedChange {
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
  daily: Map<string, ProgrammeDailyRule>
  cancelled: Set<ProgrammeShow>
  refused: RefusedChange[]
}

export const dailyKey = ({ screenId, at }: Pick<ProgrammeDailyRule, 'screenId' | 'at'>) =>
  `${screenId} ${at}`

/** What a sentence of refusal is about. */
interface Subject {
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
  { id, isInUse }: ProgrammeShow,
) {
  shows.delete(id)
  const stored = before.get(id)
  if (isInUse && stored) cancelled.add(stored)
}

export const withException = (rule: ProgrammeDailyRule, date: string): ProgrammeDailyRule => ({
  ...rule,
  except: [...new Set([...rule.except, date])].toSorted(),
})
