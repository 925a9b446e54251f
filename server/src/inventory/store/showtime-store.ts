import type { ScreenLayouts } from '#src/catalogue/screen-layouts.ts'
import type { Config } from '#src/config/config.ts'
import type { ContextEvents } from '#src/context-events.ts'
import type { Db } from '#src/database/schema.ts'
import {
  type Database,
  inTransaction,
  maxConcurrentWriters,
  readSnapshot,
} from '#src/database/transaction.ts'
import { showtimeNotFound } from '#src/errors.ts'
import type { AggregateStore, AggregateTypes } from '#src/platform/aggregate-store.ts'
import { applyChanges, openDraft, type ShowtimeDraft } from '../draft.ts'
import type { Changes, Place, ShowtimeState } from '../state.ts'
import { changedRowsOf, createState } from './showtime-rows.ts'
import {
  type ChangedRows,
  type ShowRow,
  type StoreStatements,
  storeStatements,
} from './showtime-store.sql.ts'

/** The name of an event, and its arguments. */
export type ShowtimeEvent = {
  [Name in keyof ContextEvents]: [Name, ...ContextEvents[Name]]
}[keyof ContextEvents]

export interface ShowtimeTypes extends AggregateTypes {
  state: ShowtimeState
  changes: Changes
  settings: Config
  event: ShowtimeEvent
  tx: Db
}

type DatabaseClock = ReturnType<typeof createDatabaseClock>

/** Tells the time of the database between two readings of it. `monotonicNow`: milliseconds of a clock that is never set. */
export function createDatabaseClock(monotonicNow: () => number) {
  let offset: number | undefined
  return {
    /** The time that was just read, epoch milliseconds. */
    set: (now: number) => {
      offset = now - monotonicNow()
    },
    /** Epoch milliseconds. */
    now: () => monotonicNow() + (offset ?? Date.now() - monotonicNow()),
  }
}

interface StoreSources {
  db: Database
  reader: Database
  loadPlaces: ScreenLayouts
  /** Reads the places of a layout as the transaction has left them. */
  readPlaces: (tx: Db, layoutId: string) => Promise<Place[]>
  databaseClock: DatabaseClock
  /** The longest hold. */
  holdMaxMs: number
  /** Those of a database, unless a test stores the states elsewhere. */
  statements?: StoreStatements
}

export type { ChangedRows, ShowRow, StoreStatements }

/** Sends all statements before it waits for the first one. */
async function loadRows(statements: StoreStatements, db: Db, ids: readonly string[]) {
  const [shows, selections, friends, claims, coolDowns] = await Promise.all([
    statements.selectShows(db, ids),
    statements.selectSelections(db, ids),
    statements.selectFriends(db, ids),
    statements.selectClaims(db, ids),
    statements.selectCoolDowns(db, ids),
  ])
  const byShowtime = <Row extends { showtime_id: string }>({ rows }: { rows: Row[] }) =>
    Map.groupBy(rows, ({ showtime_id }) => showtime_id)
  return {
    shows: shows.rows,
    selections: byShowtime(selections),
    friends: byShowtime(friends),
    claims: byShowtime(claims),
    coolDowns: byShowtime(coolDowns),
  }
}

type LoadedRows = Awaited<ReturnType<typeof loadRows>>

/** Stores the states of showtimes in tables. */
export function createShowtimeStore({
  db,
  reader,
  loadPlaces,
  readPlaces,
  databaseClock,
  holdMaxMs,
  statements = storeStatements,
}: StoreSources): AggregateStore<ShowtimeTypes, ShowtimeDraft> {
  const readClock = async (tx: Db) => {
    const { rows } = await statements.selectNow(tx)
    const now = rows[0]?.now ?? 0
    databaseClock.set(now)
    return now
  }

  const readRows = async (tx: Db, ids: readonly string[]) => {
    const [rows] = await Promise.all([loadRows(statements, tx, ids), readClock(tx)])
    return rows
  }

  /** Reads layouts over the connection of `reader`. The one that has read `rows` must be free again: there may be no other. */
  const statesOf = async (rows: LoadedRows) => {
    const { shows } = rows
    const layouts = await Promise.all(
      shows.map(({ layout_id, places_revision }) => loadPlaces(reader, layout_id, places_revision)),
    )
    return shows.map((show, index) => createState(show, { ...rows, places: layouts[index] ?? [] }))
  }

  async function reload(tx: Db, draft: ShowtimeDraft) {
    await statements.writeStates(tx, [changedRowsOf(draft)], [])
    const rows = await loadRows(statements, tx, [draft.state.id])
    const [show] = rows.shows
    if (!show) throw showtimeNotFound()
    const places = await readPlaces(tx, show.layout_id)
    const state = createState(show, { ...rows, places })
    const reloaded = openDraft(state, databaseClock.now(), holdMaxMs)
    // Copies the state: the draft was changed before, so it counts as changed.
    applyChanges(reloaded, { isTouched: true })
    Object.assign(draft, reloaded)
  }

  return {
    concurrency: maxConcurrentWriters(db),
    transact: (options, work) => inTransaction(db, options, work),
    read: async (ids) => statesOf(await readSnapshot(reader, (tx) => readRows(tx, ids))),
    lock: async (tx, ids) => {
      const { rows } = await statements.lockShowtimes(tx, ids)
      // When the last one was locked.
      const lockedAt = rows.reduce((last, row) => Math.max(last, row.now), 0)
      if (lockedAt > 0) databaseClock.set(lockedAt)
      // Nothing is decided without a showtime.
      const now = lockedAt || databaseClock.now()
      return { now, versions: new Map(rows.map(({ id, version }) => [id, version])) }
    },
    load: async (tx, ids) => statesOf(await readRows(tx, ids)),
    reload,
    open: (state, now) => openDraft(state, now, holdMaxMs),
    apply: applyChanges,
    write: (tx, drafts) => {
      const versions = drafts.map(({ state }) => ({ id: state.id, version: crypto.randomUUID() }))
      for (const [index, draft] of drafts.entries()) {
        const { rev } = draft.state
        draft.state = { ...draft.state, version: versions[index]?.version ?? '', rev: rev + 1 }
      }
      return statements.writeStates(tx, drafts.map(changedRowsOf), versions)
    },
    notFound: showtimeNotFound,
    sizeOf: ({ layout }) => layout.places.length + 1,
  }
}
