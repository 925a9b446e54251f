import type { Db, PlaceRow } from '../database/schema.ts'
import * as showtimes from './showtimes.sql.ts'

interface CachedLayout {
  /** `places_revision` of the layout. */
  revision: number
  places: PlaceRow[]
}

export type ScreenLayouts = ReturnType<typeof createScreenLayouts>

/** Caches the places of each layout. A layout changes rarely, and every seat map needs its places. */
export function createScreenLayouts() {
  const layouts = new Map<string, CachedLayout>()

  /** Returns all places of a layout in display order, including retired ones. Reads them again if `revision` differs. */
  return async function loadPlaces(db: Db, layoutId: string, revision: number) {
    const cached = layouts.get(layoutId)
    if (cached?.revision === revision) return cached.places
    const { rows } = await showtimes.placesWithRevision(db, layoutId)
    const places = rows.map(({ places_revision: _, ...place }) => place)
    // The revision that was read counts: it may be newer than the requested one.
    layouts.set(layoutId, { revision: rows[0]?.places_revision ?? revision, places })
    return places
  }
}

/** Reads the places of a layout as a transaction has left them, in display order. */
export const readPlaces = async (tx: Db, layoutId: string): Promise<PlaceRow[]> =>
  (await showtimes.placesWithRevision(tx, layoutId)).rows

interface LayoutSources {
  reader: Db
  loadPlaces: ScreenLayouts
}

/** Returns the number of seats of each layout by category, without retired ones, in the order of the seat map. */
export async function countSeatsByCategory(
  { reader, loadPlaces }: LayoutSources,
  rows: readonly { layout_id: string; places_revision: number }[],
) {
  const revisions = new Map(
    rows.map(({ layout_id, places_revision }) => [layout_id, places_revision]),
  )
  const counts = new Map<string, Map<string, number>>()
  for (const [layoutId, revision] of revisions) {
    const places = await loadPlaces(reader, layoutId, revision)
    const byCategory = new Map<string, number>()
    for (const { kind, retired, category } of places)
      if (kind === 'seat' && retired === 0 && category !== null)
        byCategory.set(category, (byCategory.get(category) ?? 0) + 1)
    counts.set(layoutId, byCategory)
  }
  return counts
}
