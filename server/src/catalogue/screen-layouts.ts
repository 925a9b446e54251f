import type { Db, PlaceRow } from '../database/schema.ts'
import * as showtimes from './showtimes.sql.ts'

interface Layout {
  layout: number
  places: PlaceRow[]
}

/** By screen, for each database: a hall is rebuilt once in years, and looked at all the time. */
const known = new WeakMap<Db, Map<string, Layout>>()

/**
 * The places of a screen in the order people expect them, those no longer offered too; `layout` says how often they have been
 * changed. Nobody may change what is returned.
 */
export async function loadPlaces(db: Db, screenId: string, layout: number) {
  const layouts = known.get(db) ?? new Map<string, Layout>()
  known.set(db, layouts)
  const last = layouts.get(screenId)
  if (last?.layout === layout) return last.places
  const { rows } = await showtimes.placesAndLayout(db, screenId)
  // Which one has been read is what counts: it may have changed since.
  const places = rows.map(({ layout: _, ...place }) => place)
  layouts.set(screenId, { layout: rows[0]?.layout ?? layout, places })
  return places
}
