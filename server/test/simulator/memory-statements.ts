import type { ShowRow, StoreStatements } from '#src/inventory/store/showtime-store.ts'
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

  /** Runs for each row. */
  const change =
    <Row>(write: (tx: Transaction, row: Row) => void) =>
    (tx: Transaction, rows: readonly Row[]) =>
      send(tx, () => {
        for (const row of rows) write(tx, row)
      })

  const placeIn = (table: 'claims' | 'coolDowns', row: PlaceKey) =>
    [partOf(table, row.showtime_id), row.place_id] as const

  const lockShowtimes = (tx: Transaction, ids: readonly string[]) => {
    const locks = [...ids].sort()
    const lock = () => {
      tx.lockedAt = now()
      return {
        rows: locks
          .flatMap((id) => showOf(tx, id) ?? [])
          .map(({ id, version }) => ({ id, version })),
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

  const memory = {
    lockShowtimes,
    selectNow: (tx: Transaction) => send(tx, () => ({ rows: [{ now: now() }] })),
    selectShows: select<ShowRow>((tx, id) => {
      const show = showOf(tx, id)
      const screen = show && readRow<{ layout: number }>(root(), tx, ['screens', show.screen_id])
      return show ? [{ ...show, layout: screen?.layout ?? 0 }] : []
    }),
    selectSelections: selectRows<SelectionRow>('selections'),
    selectFriends: selectRows<SelectionFriendRow>('friends'),
    selectClaims: selectRows<ClaimRow>('claims'),
    selectCoolDowns: selectRows<CoolDownRow>('coolDowns'),
    insertClaims: change((tx, row: ClaimRow) => insertRow(root(), tx, placeIn('claims', row), row)),
    updateClaims: change((tx, row: ClaimRow) => {
      if (readRow(root(), tx, placeIn('claims', row))) writeRow(tx, placeIn('claims', row), row)
    }),
    deleteClaims: change((tx, row: PlaceKey) => writeRow(tx, placeIn('claims', row), null)),
    deleteCoolDowns: change((tx, row: PlaceKey) => writeRow(tx, placeIn('coolDowns', row), null)),
    upsertCoolDowns: change((tx, row: CoolDownRow) => writeRow(tx, placeIn('coolDowns', row), row)),
    upsertSelections: change(upsertSelection),
    upsertFriends: change(upsertFriend),
    deleteSelections: change(deleteSelection),
    deleteFriends: change((tx, row: Pick<SelectionFriendRow, 'showtime_id' | 'friend'>) =>
      writeRow(tx, [partOf('friends', row.showtime_id), row.friend], null),
    ),
    updateVersions: change((tx, { id, version }: { id: string; version: string }) => {
      const show = showOf(tx, id)
      if (show) writeRow(tx, ['showtimes', id], { ...show, version, rev: show.rev + 1 })
    }),
  }
  return memory as unknown as StoreStatements
}

/** A visitor who was seen connected meanwhile stays so. Null: the visitor is never abandoned. */
const latest = (before: number | null | undefined, wanted: number | null) =>
  before != null && wanted !== null && before > wanted ? before : wanted
