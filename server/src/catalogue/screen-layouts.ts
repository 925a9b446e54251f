import type { Db, PlaceRow } from '../database/schema.ts'
import * as showtimes from './showtimes.sql.ts'

interface CachedLayout {
  version: number
  places: PlaceRow[]
}

export type ScreenLayouts = ReturnType<typeof createScreenLayouts>

/** Caches the places of each screen. A screen changes rarely, and every seat map needs its places. */
export function createScreenLayouts() {
  const layouts = new Map<string, CachedLayout>()

  /** Returns all places of a screen in display order, including retired ones. Reads them again if `version` differs. */
  return async function loadPlaces(db: Db, screenId: string, version: number) {
    const cached = layouts.get(screenId)
    if (cached?.version === version) return cached.places
    const { rows } = await showtimes.placesAndLayout(db, screenId)
    const places = rows.map(({ layout: _, ...place }) => place)
    // The version that was read counts: it may be newer than the requested one.
    layouts.set(screenId, { version: rows[0]?.layout ?? version, places })
    return places
  }
}

/** Reads the places of a screen as a transaction has left them, in display order. */
export const readPlaces = async (tx: Db, screenId: string): Promise<PlaceRow[]> =>
  (await showtimes.placesAndLayout(tx, screenId)).rows

interface LayoutSources {
  reader: Db
  loadPlaces: ScreenLayouts
}

/** Returns the number of seats of each screen by category, without retired ones, in the order of the screen. */
export async function countSeatsByCategory(
  { reader, loadPlaces }: LayoutSources,
  rows: readonly { screen_id: string; layout: number }[],
) {
  const versions = new Map(rows.map(({ screen_id, layout }) => [screen_id, layout]))
  const counts = new Map<string, Map<string, number>>()
  for (const [screenId, version] of versions) {
    const places = await loadPlaces(reader, screenId, version)
    const byCategory = new Map<string, number>()
    for (const { kind, retired, category } of places)
      if (kind === 'seat' && retired === 0 && category !== null)
        byCategory.set(category, (byCategory.get(category) ?? 0) + 1)
    counts.set(screenId, byCategory)
  }
  return counts
}
