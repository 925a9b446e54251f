import type { ShowtimeTypes } from '#src/inventory/store/showtime-store.ts'
import { createDatabaseClock, createShowtimeStore } from '#src/inventory/store/showtime-store.ts'
import type { Db } from '../../src/database/schema.ts'
import type { ShowtimeDraft } from '../../src/inventory/draft.ts'
import type { Place } from '../../src/inventory/state.ts'
import type { AggregateStore } from '../../src/platform/aggregate-store.ts'
import { type MemoryDatabase, readRow, type Transaction } from './memory-database.ts'
import { createMemoryStatements } from './memory-statements.ts'
import type { Owner } from './scheduler.ts'

export type ShowtimeStore = AggregateStore<ShowtimeTypes, ShowtimeDraft>

/** A screen in the database in memory. `places_revision` changes with its places. */
export interface ScreenRow {
  id: string
  places_revision: number
  places: readonly Place[]
}

export const txOf = (tx: Db) => tx as unknown as Transaction
export const dbOf = (tx: Transaction) => tx as unknown as Db

interface StoreOptions {
  database: MemoryDatabase
  node: Owner
  now: () => number
  concurrency: number
}

/** The store of a node: that of the product, with the statements on the database in memory. */
export function createMemoryStore({
  database,
  node,
  now,
  concurrency,
}: StoreOptions): ShowtimeStore {
  const { root, send } = database
  const readPlaces = (tx: Db, layoutId: string) =>
    send(txOf(tx), () => [
      ...(readRow<ScreenRow>(root(), txOf(tx), ['screens', layoutId])?.places ?? []),
    ])
  const layouts = new Map<string, Place[]>()
  const loadPlaces = async (_reader: Db, layoutId: string, revision: number) => {
    const name = `${layoutId} ${revision}`
    const screen = root().get('screens')?.get(layoutId) as ScreenRow | undefined
    const places = layouts.get(name) ?? [...(screen?.places ?? [])]
    if (screen?.places_revision === revision) layouts.set(name, places)
    return places
  }
  const store = createShowtimeStore({
    db: NO_DATABASE,
    reader: NO_DATABASE,
    loadPlaces,
    readPlaces,
    databaseClock: createDatabaseClock(now),
    holdMaxMs: Number.POSITIVE_INFINITY,
    statements: createMemoryStatements(database, now),
  })
  return {
    ...store,
    concurrency,
    transact: ({ durable }, work) =>
      database.transact(node, durable, (tx, withCommit) => work(dbOf(tx), withCommit)),
    read: (ids) => database.read(node, (tx) => store.load(dbOf(tx), ids)),
  }
}

/** The statements and the transactions of the store do not use it. */
const NO_DATABASE = { getExecutor: () => ({ adapter: null }) } as never
