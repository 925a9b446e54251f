import type { Db, PlaceRow } from '../database/schema.ts'
import * as showtimes from './showtimes.sql.ts'

interface Layout {
  version: number
  places: PlaceRow[]
}

export type ScreenLayouts = ReturnType<typeof createScreenLayouts>

/** Caches the places of each screen. A screen changes rarely, and every seat map needs its places. */
export function createScreenLayouts() {
  const layouts = new Map<string, Layout>()

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
