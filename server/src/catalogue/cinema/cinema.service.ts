import type { CinemaDetails } from '@marquee/contract/cinema/cinema-details'
import type { OpeningHours } from '@marquee/contract/office/programme/opening-times'
import type { Context } from '#src/context.ts'
import type { CinemaRow, Db } from '#src/database/schema.ts'
import { DEFAULT_ARRIVAL_MINUTES } from '../file/catalogue.schema.ts'
import { selectCinema } from './cinema.sql.ts'

/** Null: shows may begin and end at any time. */
export const readOpeningHours = async (db: Db): Promise<OpeningHours | null> =>
  openingHoursOf(await selectCinema(db)) ?? null

/** Undefined: shows may begin and end at any time. */
export const openingHoursOf = (cinema: CinemaRow | undefined) =>
  cinema?.opens_at != null && cinema.closes_at !== null
    ? { opens: cinema.opens_at, closes: cinema.closes_at }
    : undefined

/** Returns where the cinema is. Only its name is known if the catalogue file does not describe it. */
export async function getCinema({
  reader,
  config,
}: Pick<Context, 'reader' | 'config'>): Promise<CinemaDetails> {
  const row = await selectCinema(reader)
  return {
    name: row?.name ?? config.brandName,
    address: row?.address ?? null,
    lat: row?.latitude ?? null,
    lng: row?.longitude ?? null,
    phone: row?.phone ?? null,
    arrival: row?.arrival_minutes ?? DEFAULT_ARRIVAL_MINUTES,
  }
}
