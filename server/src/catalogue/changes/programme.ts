import { formatInstant } from '@marquee/contract/time'
import type { Catalogue, CatalogueMovie, CatalogueScreen } from '../file/catalogue.schema.ts'

/** A show to come that is not cancelled. */
export interface ProgrammeShow {
  id: string
  movieId: string
  screenId: string
  /** Epoch milliseconds. */
  startsAt: number
  cutoffMinutes: number
  /** The time of day of the daily showtime that has added it. Null: it is a single show. */
  dailyAt: string | null
  /** Places of it are or were sold or held, or it was moved: its row stays in the database. */
  isInUse: boolean
}

/** A daily showtime. A screen has one at most at a time of day. */
export interface ProgrammeDailyRule {
  /** Its id in the last file. */
  id?: string | undefined
  screenId: string
  at: string
  movieId: string
  cutoffMinutes: number
  /** Days without it. */
  except: readonly string[]
}

type Entry<T> = readonly [id: string, entry: T]

/** The entries with other fields for one of them. */
export const changeEntry = <T>(entries: readonly Entry<T>[], id: string, fields: Partial<T>) =>
  entries.map(([own, entry]): Entry<T> => [own, own === id ? { ...entry, ...fields } : entry])

/** What the cinema shows, by the ids of the database. */
export interface Programme {
  cinema: Catalogue['cinema']
  /** By name. */
  screens: readonly Entry<CatalogueScreen>[]
  /** In the order of the listing, without their shows. */
  movies: readonly Entry<CatalogueMovie>[]
  /** By start. */
  shows: readonly ProgrammeShow[]
  daily: readonly ProgrammeDailyRule[]
}

/** The file that gives a cinema this programme. */
export function catalogueOf({ cinema, screens, movies, shows, daily }: Programme): Catalogue {
  const names = new Map(screens.map(([id, { name }]) => [id, name]))
  return {
    cinema,
    screens: screens.map(([, screen]) => screen),
    movies: movies.map(([id, movie]) => ({
      ...movie,
      showtimes: shows
        .filter(({ movieId, dailyAt }) => movieId === id && dailyAt === null)
        .map(({ screenId, startsAt, cutoffMinutes }) => ({
          screen: names.get(screenId) ?? '',
          startTime: formatInstant(startsAt),
          cutoffMinutes,
        })),
      daily: daily
        .filter(({ movieId }) => movieId === id)
        .map(({ id: fileId, screenId, at, cutoffMinutes, except }) => ({
          id: fileId,
          screen: names.get(screenId) ?? '',
          at,
          cutoffMinutes,
          except: except.length > 0 ? [...except] : undefined,
        })),
    })),
  }
}

/** The programme with ids in its file, so that each entry is found again under another name. */
export const withStoredIds = (programme: Programme): Programme => ({
  ...programme,
  screens: programme.screens.map(([id, screen]) => [id, { ...screen, id: screen.id ?? id }]),
  movies: programme.movies.map(([id, movie]) => [id, { ...movie, id: movie.id ?? id }]),
})
