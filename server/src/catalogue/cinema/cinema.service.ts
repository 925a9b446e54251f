import type { CinemaDetails } from '@marquee/contract/cinema/cinema-details'
import type { Context } from '#src/context.ts'
import { DEFAULT_ARRIVAL_MINUTES } from '../file/catalogue.schema.ts'
import { selectCinema } from './cinema.sql.ts'

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
