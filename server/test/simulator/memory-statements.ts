import type { ChangedRows, ShowRow, StoreStatements } from '#src/inventory/store/showtime-store.ts'
import type {
  ClaimRow,
  CoolDownRow,
  SelectionFriendRow,
  SelectionRow,
} from '../../src/database/schema.ts'
import {
  errorWith,
  insertRow,
  type MemoryDatabase,
  readRow,
  readRows,
  type Transaction,
  writeRow,
} from './memory-database.ts'

// The statements of showtime-store.sql.ts on the database in memory.

export const TABLES = ['selections', 'friends', 'claims', 'coolDowns'] as const

/** The name of the part of a table that belongs to a showtime. */
export const partOf = (table: (typeof TABLES)[number], showtimeId: string) =>
  `${table} ${showtimeId}`

interface PlaceKey {
  showtime_id: string
  place_id: string
}

export function createMemoryStatements(database: MemoryDatabase, now: () => number) {
  const { root, send } = database

  const select =
    <Row extends object>(read: (tx: Transaction, id: string) => Iterable<Row>) =>
    (tx: Transaction, ids: readonly string[]) =>
      send(tx, () => ({ rows: ids.flatMap((id) => [...read(tx, id)]) }))

  const selectRows = <Row extends object>(table: (typeof TABLES)[number]) =>
    select<Row>((tx, id) => readRows<Row>(root(), tx, partOf(table, id)).values())

  const showOf = (tx: Transaction, id: string) => readRow<ShowRow>(root(), tx, ['showtimes', id])

  const placeIn = (table: 'claims' | 'coolDowns', row: PlaceKey) =>
    [partOf(table, row.showtime_id), row.place_id] as const

  const lockShowtimes = (tx: Transaction, ids: readonly string[]) => {
    const locks = [...ids].sort()
    const lock = () => {
      tx.lockedAt = now()
      return {
        rows: locks
          .flatMap((id) => showOf(tx, id) ?? [])
          .map(({ id, version }) => ({ id, version, now: now() })),
      }
    }
    return send(tx, lock, { locks })
  }

  const upsertSelection = (tx: Transaction, row: SelectionRow) => {
    const part = partOf('selections', row.showtime_id)
    for (const other of readRows<SelectionRow>(root(), tx, part).values())
      if (
        row.link_hash !== null &&
        other.link_hash === row.link_hash &&
        other.holder !== row.holder
      )
        throw errorWith('23505', `duplicate link ${row.link_hash}`)
    const before = readRow<SelectionRow>(root(), tx, [part, row.holder])
    writeRow(tx, [part, row.holder], { ...row, seen_at: latest(before?.seen_at, row.seen_at) })
  }

  const upsertFriend = (tx: Transaction, row: SelectionFriendRow) => {
    const part = partOf('friends', row.showtime_id)
    const before = readRow<SelectionFriendRow>(root(), tx, [part, row.friend])
    writeRow(tx, [part, row.friend], { ...row, seen_at: latest(before?.seen_at, row.seen_at) })
  }

  const deleteSelection = (
    tx: Transaction,
    { showtime_id, holder }: { showtime_id: string; holder: string },
  ) => {
    writeRow(tx, [partOf('selections', showtime_id), holder], null)
  }

  function writeStates(
    tx: Transaction,
    changed: readonly ChangedRows[],
    versions: readonly { id: string; version: string }[],
  ) {
    for (const rows of changed) writeRows(tx, rows)
    for (const { id, version } of versions) {
      const show = showOf(tx, id)
      if (show) writeRow(tx, ['showtimes', id], { ...show, version, rev: show.rev + 1 })
    }
  }

  function writeRows(tx: Transaction, rows: ChangedRows) {
    for (const row of rows.endedSelections) deleteSelection(tx, row)
    for (const { showtime_id, friend } of rows.leftFriends)
      writeRow(tx, [partOf('friends', showtime_id), friend], null)
    for (const row of rows.selections) upsertSelection(tx, row)
    for (const row of rows.friends) upsertFriend(tx, row)
    for (const row of rows.freedPlaces) writeRow(tx, placeIn('claims', row), null)
    for (const row of rows.changedClaims)
      if (readRow(root(), tx, placeIn('claims', row))) writeRow(tx, placeIn('claims', row), row)
    for (const row of rows.newClaims) insertRow(root(), tx, placeIn('claims', row), row)
    for (const row of rows.endedCoolDowns) writeRow(tx, placeIn('coolDowns', row), null)
    for (const row of rows.coolDowns) writeRow(tx, placeIn('coolDowns', row), row)
  }

  const memory = {
    lockShowtimes,
    selectNow: (tx: Transaction) => send(tx, () => ({ rows: [{ now: now() }] })),
    selectShows: select<ShowRow>((tx, id) => {
      const show = showOf(tx, id)
      const screen =
        show && readRow<{ places_revision: number }>(root(), tx, ['screens', show.layout_id])
      return show ? [{ ...show, places_revision: screen?.places_revision ?? 0 }] : []
    }),
    selectSelections: selectRows<SelectionRow>('selections'),
    selectFriends: selectRows<SelectionFriendRow>('friends'),
    selectClaims: selectRows<ClaimRow>('claims'),
    selectCoolDowns: selectRows<CoolDownRow>('coolDowns'),
    writeStates: (
      tx: Transaction,
      changed: readonly ChangedRows[],
      versions: readonly { id: string; version: string }[],
    ) => send(tx, () => writeStates(tx, changed, versions)),
  }
  return memory as unknown as StoreStatements
}

/** A visitor who was seen connected meanwhile stays so. Null: the visitor is never abandoned. */
const latest = (before: number | null | undefined, wanted: number | null) =>
  before != null && wanted !== null && before > wanted ? before : wanted
