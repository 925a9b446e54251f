import { DEFAULT_CLEANING_MINUTES } from '@marquee/contract/office/programme/screens'
import { seatsOfRows } from '@marquee/contract/seats/hall-seats'
import { parseSeatNumber, sortBySeatNumber } from '@marquee/contract/seats/seat-rows'
import type { Db, PlaceColumns, PlaceType } from '#src/database/schema.ts'
import type { Catalogue, CatalogueScreen } from '../file/catalogue.schema.ts'
import { describePlaces } from '../layouts/describe-places.ts'
import { keepOutages } from '../layouts/layout-versions.ts'
import type { ClosedColumns } from '../schedule/closed-days.ts'
import * as statements from './apply.sql.ts'
import type { ProgrammeConflict } from './catalogue-entries.ts'
import { keepStoredForm } from './catalogue-entries.ts'
import type { Identities } from './identities.ts'
import { diffRows, idOf, type RowChanges, renamed, rowIdsOf, splitMissing } from './row-diff.ts'

/** Applies the screens and places of the file. Missing screens only lose their places; they are removed after their showtimes. */
export async function applyScreens(
  tx: Db,
  { screens }: Catalogue,
  { identities, now }: { identities: Identities; now: number },
) {
  const existing = await statements.allScreens(tx)
  const stored = new Map(existing.map((screen) => [screen.id, screen]))
  const { matchedScreens } = identities
  const ids = new Map(
    screens.map((screen) => [screen, matchedScreens.get(screen) ?? crypto.randomUUID()]),
  )
  const wanted = screens.map((screen) => {
    const id = ids.get(screen) ?? ''
    const before = stored.get(id)
    return {
      id,
      name: keepStoredForm(screen.name, before?.name),
      places_revision: before?.places_revision ?? 0,
      cleaning_minutes: screen.cleaningMinutes ?? DEFAULT_CLEANING_MINUTES,
      closed_from: screen.closed?.from ?? null,
      closed_to: screen.closed?.to ?? null,
    }
  })
  const { added, changed, missing } = diffRows(existing, wanted, idOf)
  await statements.setTemporaryScreenNames(
    tx,
    changed.map(({ after }) => after.id),
  )
  await statements.insertRows(tx, 'screens', added)
  for (const { after } of changed) await statements.updateScreen(tx, after)

  const names = new Map([...existing, ...wanted].map(({ id, name }) => [id, name]))
  const wantedPlaces = screens.flatMap((screen) =>
    placesOf(screen, { screenId: ids.get(screen) ?? '', identities }),
  )
  const rowNames = new Map(
    screens.flatMap((screen) =>
      screen.rows.flatMap((row): [string, string][] => {
        const before = identities.lettersBefore.get(row)
        return before === undefined ? [] : [[`${ids.get(screen)} ${before}`, row.row]]
      }),
    ),
  )
  return {
    ids,
    missing,
    added: added.map(({ name }) => name),
    changed: changed.map(({ before, after }) => renamed(before.name, after.name)),
    /** The ids of screens with other days without shows than before. */
    otherClosedDays: new Set(
      changed.flatMap(({ before, after }) => (isClosedAsBefore(before, after) ? [] : after.id)),
    ),
    places: await applyPlaces(tx, wantedPlaces, { names, rowNames, now }),
  }
}

const isClosedAsBefore = (before: ClosedColumns, after: ClosedColumns) =>
  before.closed_from === after.closed_from && before.closed_to === after.closed_to

interface PlaceChange {
  /** The names of the screens by id. */
  names: ReadonlyMap<string, string>
  /** The letters that each stored row has in the file, by screen and stored letters. */
  rowNames: ReadonlyMap<string, string>
  now: number
}

interface AppliedPlaces {
  changes: RowChanges
  conflicts: ProgrammeConflict[]
}

async function applyPlaces(
  tx: Db,
  places: (Omit<PlaceColumns, 'id'> & { labelBefore: string | null })[],
  { names, rowNames, now }: PlaceChange,
): Promise<AppliedPlaces> {
  const existing = await statements.allPlaces(tx)
  const ids = new Map(existing.map((place) => [keyOf(place), place.id]))
  const wanted = places.map(
    ({ labelBefore, ...place }): PlaceColumns => ({
      ...place,
      id:
        (labelBefore !== null && ids.get(keyOf({ ...place, label: labelBefore }))) ||
        crypto.randomUUID(),
    }),
  )
  const { added, changed, missing: missingBefore } = diffRows(existing, wanted, idOf)
  // Their row may be renamed, and another row may get its letters.
  const missing = missingBefore.map((place) => ({ ...place, label: labelAfter(place, rowNames) }))
  const relabelled = missing.filter(({ label }, index) => label !== missingBefore[index]?.label)

  await statements.setTemporaryPlaceLabels(tx, [
    ...changed.flatMap(({ before, after }) => (before.label === after.label ? [] : after.id)),
    ...rowIdsOf(relabelled),
  ])
  await statements.insertRows(tx, 'places', added)
  for (const { after } of changed) await statements.updatePlace(tx, after)
  for (const place of relabelled) await statements.updatePlace(tx, place)
  const { rows: deleted } = await statements.deleteUnusedPlaces(tx, rowIdsOf(missing))
  const deletedIds = new Set(rowIdsOf(deleted))
  const retired = missing.filter((place) => place.retired === 0 && !deletedIds.has(place.id))
  await statements.retirePlaces(tx, rowIdsOf(retired))

  // Without places that were retired before, and stay so.
  const removed = missing.filter(({ id, retired }) => retired === 0 || deletedIds.has(id))
  const changedPlaces = [...added, ...changed.map(({ after }) => after), ...removed, ...relabelled]
  const changedScreens = [...new Set(changedPlaces.map(({ layout_id }) => layout_id))]
  await keepOutages(tx, changedScreens)
  await statements.incrementPlacesRevisions(tx, changedScreens)
  await statements.incrementRevisionsOfScreens(tx, changedScreens, now)
  const describe = (rows: readonly PlaceColumns[]) => describePlaces(rows, names)
  return {
    changes: {
      added: describe(added),
      changed: describe(changed.map(({ after }) => after)),
      ...splitMissing(missing, deleted, describe),
    },
    conflicts: describe(await findUsed(tx, retired, now)).map((text) => ({
      showtime: null,
      message: `${text} stay: they are sold or held for shows to come. Take them out of service first (marquee office seats out).`,
    })),
  }
}

async function findUsed(tx: Db, places: readonly PlaceColumns[], now: number) {
  const { rows } = await statements.selectUsedPlaces(tx, rowIdsOf(places), now)
  const used = new Set(rowIdsOf(rows))
  return places.filter(({ id }) => used.has(id))
}

const keyOf = ({ layout_id, kind, label }: Pick<PlaceColumns, 'layout_id' | 'kind' | 'label'>) =>
  `${layout_id} ${kind} ${label}`

/** The label of a stored place after the rows have the letters of the file. */
function labelAfter(
  { layout_id, kind, label }: PlaceColumns,
  rowNames: ReadonlyMap<string, string>,
) {
  if (kind !== 'seat') return label
  const { letters, number } = parseSeatNumber(label)
  return `${rowNames.get(`${layout_id} ${letters}`) ?? letters}${number}`
}

type LabelledPlace = Pick<PlaceColumns, 'label' | 'category' | 'access' | 'x'> & {
  /** The label in the database. Null for the seats of a new row: a renamed row can have had its letters. */
  labelBefore: string | null
}

/** Seats by row, A to Z before AA, and the slots of each kind. */
function placesOf(
  { rows: seatRows, parking }: CatalogueScreen,
  { screenId, identities }: { screenId: string; identities: Identities },
) {
  const sortedRows = sortBySeatNumber(seatRows, ({ row }) => row)
  const seats = [...seatsOfRows(sortedRows)].flatMap(([row, ofRow]) => {
    const { category, accessible = [], companion = [] } = row
    const lettersBefore = identities.lettersBefore.get(row)
    return ofRow.map(
      ({ label, number, x }): LabelledPlace => ({
        label,
        x,
        category,
        labelBefore: lettersBefore === undefined ? null : `${lettersBefore}${number}`,
        access: accessible.includes(number)
          ? 'wheelchair'
          : companion.includes(number)
            ? 'companion'
            : null,
      }),
    )
  })
  const slots = (letter: string, count: number) =>
    numbers(count).map((n): LabelledPlace => {
      const label = `${letter}${n}`
      return { label, labelBefore: label, category: null, access: null, x: null }
    })

  const withPosition = (kind: PlaceType, places: LabelledPlace[]) =>
    places.map((place, position) => ({ ...place, layout_id: screenId, kind, position, retired: 0 }))
  return [
    ...withPosition('seat', seats),
    ...withPosition('twoWheeler', slots('T', parking.twoWheeler)),
    ...withPosition('fourWheeler', slots('F', parking.fourWheeler)),
  ]
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1)
