import type { Db, PlaceRow } from '#src/database/schema.ts'
import { describePlaces } from './describe-places.ts'
import { layoutOf } from './hall-layout.ts'
import * as statements from './layout-versions.sql.ts'

interface NewVersion {
  screenId: string
  /** Epoch milliseconds. */
  validFrom: number
}

/**
 * Begins a new version of the layout of a screen: its places become an earlier layout, which keeps the shows before `validFrom` and those with sold or held places. The screen
 * has no places then, until a catalogue is applied. Returns the id of the earlier layout.
 */
export async function beginLayoutVersion(tx: Db, version: NewVersion) {
  const earlierId = crypto.randomUUID()
  await statements.keepEarlierLayout(tx, { ...version, earlierId })
  return earlierId
}

interface LayoutIds {
  screenId: string
  earlierId: string
}

/** A seat that is out of service in an earlier layout of one of these screens is so in the latest layout too. */
export async function keepOutages(tx: Db, screenIds: readonly string[]) {
  const { rows } = await statements.selectOutagesToKeep(tx, screenIds)
  const byPlace = new Map(rows.map((row) => [row.place_id, row]))
  await statements.takeOutOfService(tx, [...byPlace.keys()])
  for (const row of byPlace.values()) await statements.insertOutage(tx, row)
}

/** What a new version changes, one line each. */
export async function describeVersion(tx: Db, { screenId, earlierId }: LayoutIds, name: string) {
  const places = await statements.selectPlacesOfLayouts(tx, [screenId, earlierId])
  const keyOf = ({ kind, label }: PlaceRow) => `${kind} ${label}`
  const byLayout = Map.groupBy(places, ({ layout_id }) => layout_id)
  const before = new Map((byLayout.get(earlierId) ?? []).map((place) => [keyOf(place), place]))
  const after = new Map((byLayout.get(screenId) ?? []).map((place) => [keyOf(place), place]))
  const isSame = (one: PlaceRow, other: PlaceRow) =>
    one.category === other.category && one.access === other.access && one.x === other.x
  const changed = [...after].flatMap(([key, place]) => {
    const earlier = before.get(key)
    return earlier && !isSame(earlier, place) ? place : []
  })
  const names = new Map([
    [screenId, name],
    [earlierId, name],
  ])
  const lines = (change: string, some: PlaceRow[]) =>
    describePlaces(some, names).map((text) => `places ${change}: ${text}`)
  return [
    ...lines(
      'added',
      [...after].flatMap(([key, place]) => (before.has(key) ? [] : place)),
    ),
    ...lines('changed', changed),
    ...lines(
      'removed',
      [...before].flatMap(([key, place]) => (after.has(key) ? [] : place)),
    ),
  ]
}

/** The versions of the layout of a screen, the latest first. `now`: epoch milliseconds. */
export async function readLayoutVersions(db: Db, screenId: string, now: number) {
  const { rows } = await statements.selectLayouts(db, screenId, now)
  const places = await statements.selectPlacesOfLayouts(
    db,
    rows.map(({ id }) => id),
  )
  const byLayout = Map.groupBy(places, ({ layout_id }) => layout_id)
  return rows.map(({ id, layout_version, valid_from, upcoming }) => ({
    version: layout_version,
    validFrom: Number(valid_from),
    upcomingShows: Number(upcoming),
    ...layoutOf(byLayout.get(id) ?? []),
  }))
}

/** The shows to come on a screen, with places in use. `layoutId`: the id of the screen, or that of an earlier layout. */
export async function readUpcomingShows(db: Db, screenId: string, now: number) {
  const { rows } = await statements.selectUpcoming(db, screenId, now)
  return rows.map(({ layout_id, starts_at, sold, held, ...show }) => ({
    ...show,
    layoutId: layout_id,
    startsAt: Number(starts_at),
    sold: Number(sold),
    held: Number(held),
  }))
}
