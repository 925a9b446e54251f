import { applyCatalogue } from '../../src/catalogue/apply/apply.service.ts'
import type {
  Catalogue,
  CatalogueMovie,
  CatalogueScreen,
} from '../../src/catalogue/file/catalogue.schema.ts'
import type { Context } from '../../src/context.ts'

/** A screen with two rows of four seats and with three slots. */
export const makeScreen = (
  name: string,
  other: Partial<CatalogueScreen> = {},
): CatalogueScreen => ({
  name,
  rows: [
    { row: 'A', seats: 4, category: 'Standard' },
    { row: 'B', seats: 4, category: 'VIP' },
  ],
  parking: { twoWheeler: 2, fourWheeler: 1 },
  ...other,
})

/** A movie of two hours without showtimes. */
export const makeMovie = (name: string, other: Partial<CatalogueMovie> = {}): CatalogueMovie => ({
  name,
  genre: 'Drama',
  cast: ['Brigitte Helm'],
  summary: 'A city, above and below.',
  ratings: 8.3,
  votes: 1200,
  language: 'Silent',
  duration: 120,
  rating: 'U',
  imageUrl: 'metropolis.jpg',
  showtimes: [],
  daily: [],
  ...other,
})

export const daily = (screen: string, at: string, cutoffMinutes = 30) => ({
  screen,
  at,
  cutoffMinutes,
})

/** A showtime at `startsAt`, rounded down to a whole minute. */
export const fixedShowtime = (screen: string, startsAt: number, cutoffMinutes = 30) => ({
  screen,
  startTime: new Date(startsAt - (startsAt % 60_000)).toISOString(),
  cutoffMinutes,
})

export const makeCatalogue = (screens: CatalogueScreen[], movies: CatalogueMovie[]): Catalogue => ({
  screens,
  movies,
})

/** Applies a catalogue and returns what it changed. Throws if the server asks about it. */
export async function applyChanges(ctx: Context, catalogue: Catalogue) {
  const applied = await applyCatalogue(ctx, catalogue)
  if ('questions' in applied) throw new Error(applied.questions.join(' '))
  return applied.changes
}
