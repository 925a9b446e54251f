import type { Db, PlaceColumns, PlaceType } from '../database/schema.ts'
import * as statements from './apply.sql.ts'
import type { Catalogue, CatalogueScreen } from './catalogue.schema.ts'
import { type ChangeCounts, diffRows, idsOf, withIds } from './row-diff.ts'

/** Applies the screens and places of the file. Missing screens only lose their places; they are removed after their showtimes. */
export async function applyScreens(tx: Db, catalogue: Catalogue, now: number) {
  const existing = await statements.allScreens(tx)
  const wanted = withIds(
    existing,
    catalogue.screens.map(({ name }) => ({ name, layout: 0 })),
    ({ name }) => name,
  )
  const { added, missing } = diffRows(existing, wanted, ({ name }) => name)
  await statements.insertRows(tx, 'screens', added)

  const ids = new Map(wanted.map(({ name, id }) => [name, id]))
  const places = await applyPlaces(tx, catalogue.screens, { ids, now })
  return { ids, missing: idsOf(missing), added: added.length, places }
}

async function applyPlaces(
  tx: Db,
  screens: CatalogueScreen[],
  { ids, now }: { ids: Map<string, string>; now: number },
): Promise<ChangeCounts> {
  const existing = await statements.allPlaces(tx)
  const keyOf = ({ screen_id, kind, label }: Omit<PlaceColumns, 'id'>) =>
    `${screen_id} ${kind} ${label}`
  const wanted = withIds(
    existing,
    screens.flatMap((screen) => placesOf(screen, ids.get(screen.name) ?? '')),
    keyOf,
  )
  const { added, changed, missing } = diffRows(existing, wanted, keyOf)

  await statements.insertRows(tx, 'places', added)
  for (const place of changed) await statements.updatePlace(tx, place)
  const { rows: removed } = await statements.deleteUnusedPlaces(tx, idsOf(missing))
  const kept = missing.filter(({ id }) => !removed.some((place) => place.id === id))
  await statements.retirePlaces(tx, idsOf(kept.filter(({ retired }) => retired === 0)))

  const changedScreens = new Set(
    [...added, ...changed, ...missing].map(({ screen_id }) => screen_id),
  )
  await statements.incrementLayouts(tx, [...changedScreens])
  await statements.incrementRevisionsOfScreens(tx, [...changedScreens], now)
  return {
    added: added.length,
    changed: changed.length,
    removed: removed.length,
    kept: kept.length,
  }
}

type LabelledPlace = Pick<PlaceColumns, 'label' | 'category' | 'access'>

/** Seats by row, A to Z before AA, and the slots of each kind. */
function placesOf({ rows: seatRows, parking }: CatalogueScreen, screenId: string) {
  const sortedRows = seatRows.toSorted(
    (a, b) => a.row.length - b.row.length || (a.row < b.row ? -1 : 1),
  )
  const seats = sortedRows.flatMap<LabelledPlace>(
    ({ row, seats: count, category, accessible = [], companion = [] }) =>
      numbers(count).map((n) => ({
        ...{ label: `${row}${n}`, category },
        access: accessible.includes(n) ? 'wheelchair' : companion.includes(n) ? 'companion' : null,
      })),
  )
  const slots = (letter: string, count: number): LabelledPlace[] =>
    numbers(count).map((n) => ({ label: `${letter}${n}`, category: null, access: null }))

  const withPosition = (kind: PlaceType, places: LabelledPlace[]) =>
    places.map((place, position) => ({ ...place, screen_id: screenId, kind, position, retired: 0 }))
  return [
    ...withPosition('seat', seats),
    ...withPosition('twoWheeler', slots('T', parking.twoWheeler)),
    ...withPosition('fourWheeler', slots('F', parking.fourWheeler)),
  ]
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1)
