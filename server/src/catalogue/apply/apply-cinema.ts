import type { CinemaRow, Db } from '#src/database/schema.ts'
import { putCinema, selectCinema } from '../cinema/cinema.sql.ts'
import type { Catalogue } from '../file/catalogue.schema.ts'
import { diffRows, type RowChanges } from './row-diff.ts'

const cinemaKey = () => 'cinema'

/** Stores where the cinema is. A file that does not say it changes nothing. */
export async function applyCinema(tx: Db, { cinema }: Catalogue): Promise<RowChanges> {
  const stored = await selectCinema(tx)
  const wanted: CinemaRow[] = cinema ? [cinemaRow(cinema)] : []
  const { added, changed } = diffRows(stored ? [stored] : [], wanted, cinemaKey)
  for (const row of [...added, ...changed.map(({ after }) => after)]) await putCinema(tx, row)
  return {
    added: added.map(({ name }) => name),
    changed: changed.map(({ after }) => after.name),
    removed: [],
    kept: [],
  }
}

const cinemaRow = (cinema: NonNullable<Catalogue['cinema']>): CinemaRow => ({
  id: 1,
  name: cinema.name,
  address: cinema.address ?? null,
  latitude: cinema.lat ?? null,
  longitude: cinema.lng ?? null,
  phone: cinema.phone ?? null,
  arrival_minutes: cinema.arrival,
  opens_at: cinema.hours?.opens ?? null,
  closes_at: cinema.hours?.closes ?? null,
})
