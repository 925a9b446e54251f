import type { ScreenLayouts } from '#src/catalogue/screen-layouts.ts'
import type { Config } from '#src/config/config.ts'
import type { ContextEvents } from '#src/context-events.ts'
import type { ClaimRow, Db, SelectionRow } from '#src/database/schema.ts'
import {
  awaitAll,
  type Database,
  inTransaction,
  maxConcurrentWriters,
  readSnapshot,
} from '#src/database/transaction.ts'
import { showtimeNotFound } from '#src/errors.ts'
import type { AggregateStore, AggregateTypes } from '#src/platform/aggregate-store.ts'
import {
  applyChanges,
  type Changes,
  type Chooser,
  type Claim,
  type LimitKeys,
  NO_KEYS,
  openDraft,
  type Place,
  type Selection,
  type ShowtimeDraft,
  type ShowtimeState,
} from '../state.ts'
import { createState, type LoadedRows, layoutOf, loadRows } from './load-states.ts'
import {
  type PlaceAtShowtime,
  type ShowRow,
  type StoreStatements,
  storeStatements,
} from './showtime-store.sql.ts'

/** The name of an event, and what is told with it. */
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

export type DatabaseClock = ReturnType<typeof createDatabaseClock>

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
  /** Reads the places of a screen as the transaction has left them. */
  readPlaces: (tx: Db, screenId: string) => Promise<Place[]>
  databaseClock: DatabaseClock
  /** The longest hold. */
  holdMaxMs: number
  /** Those of a database, unless a test stores the states elsewhere. */
  statements?: StoreStatements
}

export type { ShowRow, StoreStatements }

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

  /** Reads layouts over a connection of their own, which must not be one that `rows` still uses: there may be no other. */
  const statesOf = async (rows: LoadedRows) => {
    const { shows } = rows
    const layouts = await Promise.all(
      shows.map(({ screen_id, layout }) => loadPlaces(reader, screen_id, layout)),
    )
    return shows.map((show, index) =>
      createState(show, { ...rows, layout: layoutOf(layouts[index] ?? []) }),
    )
  }

  async function reload(tx: Db, draft: ShowtimeDraft) {
    if (hasRows(draft)) await writeRows(statements, tx, [draft])
    const rows = await loadRows(statements, tx, [draft.state.id])
    const [show] = rows.shows
    if (!show) throw showtimeNotFound()
    const layout = layoutOf(await readPlaces(tx, show.screen_id))
    const state = createState(show, { ...rows, layout })
    const reloaded = openDraft(state, databaseClock.now(), holdMaxMs)
    // The draft has a copy of its own, also if nothing has expired.
    applyChanges(reloaded, { isTouched: true })
    Object.assign(draft, reloaded)
  }

  return {
    concurrency: maxConcurrentWriters(db),
    transact: (options, work) => inTransaction(db, options, work),
    read: async (ids) => statesOf(await readSnapshot(reader, (tx) => readRows(tx, ids))),
    lock: async (tx, ids) => {
      const [{ rows }, now] = await Promise.all([statements.lockShowtimes(tx, ids), readClock(tx)])
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
      // Throws the error of the first statement that failed, not of a later one in the aborted transaction.
      return awaitAll<unknown[]>([
        writeRows(statements, tx, drafts),
        statements.updateVersions(tx, versions),
      ])
    },
    notFound: showtimeNotFound,
    sizeOf: ({ layout }) => layout.places.length + 1,
  }
}

const hasRows = ({ selections, claims, coolDowns }: ShowtimeDraft) =>
  selections.size + claims.size + coolDowns.size > 0

/** Sends the statements that have rows before it waits for the first one. Selections are deleted before others of their friends are written. */
async function writeRows(statements: StoreStatements, tx: Db, drafts: readonly ShowtimeDraft[]) {
  const rows = drafts.map(changedRows)
  const all = <Name extends keyof ChangedRows>(name: Name) =>
    rows.flatMap((row) => row[name] as ChangedRows[Name][number][])
  const write = <Row>(
    list: readonly Row[],
    statement: (db: Db, list: readonly Row[]) => Promise<unknown>,
  ) => (list.length > 0 ? [statement(tx, list)] : [])
  await awaitAll<unknown[]>([
    ...write(all('endedSelections'), statements.deleteSelections),
    ...write(all('leftFriends'), statements.deleteFriends),
    ...write(all('selections'), statements.upsertSelections),
    ...write(all('friends'), statements.upsertFriends),
    ...write(all('freedPlaces'), statements.deleteClaims),
    ...write(all('changedClaims'), statements.updateClaims),
    ...write(all('newClaims'), statements.insertClaims),
    ...write(all('endedCoolDowns'), statements.deleteCoolDowns),
    ...write(all('coolDowns'), statements.upsertCoolDowns),
  ])
}

type ChangedRows = ReturnType<typeof changedRows>

/** The rows that a draft changes. What a transaction has added and removed again is not written. */
function changedRows({ before, state, ...changed }: ShowtimeDraft) {
  const { id: showtime_id } = state
  const selections = [...changed.selections].flatMap((holder) => state.selections.get(holder) ?? [])
  const placesIn = (some: Iterable<string>) =>
    [...some].map((place_id) => ({ showtime_id, place_id }))
  const claims = [...changed.claims].flatMap((placeId) => {
    const claim = state.claims.get(placeId)
    return claim ? claimRow({ showtime_id, place_id: placeId }, claim) : []
  })
  return {
    endedSelections: [...changed.selections]
      .filter((holder) => before.selections.has(holder) && !state.selections.has(holder))
      .map((holder) => ({ showtime_id, holder })),
    leftFriends: friendsWhoLeft({ before, selections, holders: changed.selections }).map(
      (friend) => ({ showtime_id, friend }),
    ),
    selections: selections.map((selection) => selectionRow(state, selection)),
    friends: selections.flatMap(({ holder, choosers }) =>
      choosers
        .filter(({ id }) => id !== holder)
        .map((friend) => ({
          showtime_id,
          friend: friend.id,
          holder,
          name: friend.name ?? '',
          ...chooserColumns(friend),
          places: countChosen(state, holder, friend.id),
        })),
    ),
    freedPlaces: placesIn(
      [...changed.claims].filter((id) => before.claims.has(id) && !state.claims.has(id)),
    ),
    changedClaims: claims.filter(({ place_id }) => before.claims.has(place_id)),
    newClaims: claims.filter(({ place_id }) => !before.claims.has(place_id)),
    endedCoolDowns: placesIn(
      [...changed.coolDowns].filter((id) => before.coolDowns.has(id) && !state.coolDowns.has(id)),
    ),
    coolDowns: [...changed.coolDowns].flatMap((place_id) => {
      const coolDown = state.coolDowns.get(place_id)
      return coolDown
        ? {
            showtime_id,
            place_id,
            holder: coolDown.holder,
            address: coolDown.address,
            until_at: coolDown.until,
          }
        : []
    }),
  }
}

const keyColumns = ({ account, mailbox, address, confirmedAddress }: LimitKeys) => ({
  account,
  mailbox,
  address,
  confirmed_address: confirmedAddress,
})

const chooserColumns = (chooser: Chooser) => ({
  ...keyColumns(chooser),
  checkout_at: chooser.checkoutAt,
  seen_at: chooser.seenAt,
})

/** The friends of changed selections who are in none of them any more. */
function friendsWhoLeft({
  before,
  selections,
  holders,
}: Pick<ShowtimeDraft, 'before'> & {
  selections: readonly Selection[]
  holders: ReadonlySet<string>
}) {
  const current = new Set(selections.flatMap(friendsIn))
  const former = [...holders].flatMap((holder) => before.selections.get(holder) ?? [])
  return former.flatMap(friendsIn).filter((friend) => !current.has(friend))
}

const friendsIn = ({ holder, choosers }: Selection) =>
  choosers.flatMap(({ id }) => (id === holder ? [] : id))

const countChosen = ({ heldPlaces, claims }: ShowtimeState, holder: string, visitor: string) =>
  (heldPlaces.get(holder) ?? []).filter((id) => {
    const claim = claims.get(id)
    return claim?.kind === 'held' && claim.chooser === visitor
  }).length

function selectionRow(state: ShowtimeState, selection: Selection): SelectionRow {
  const { holder, since, deadline, linkHash, paysForAll, choosers } = selection
  const own = choosers.find(({ id }) => id === holder)
  return {
    showtime_id: state.id,
    holder,
    since,
    deadline,
    link_hash: linkHash,
    pays_for_all: Number(paysForAll),
    ...chooserColumns(own ?? HOLDER_WITHOUT_PLACES),
    places: countChosen(state, holder, holder),
  }
}

/** The holder of a selection in which only friends have places has left nothing to count. */
const HOLDER_WITHOUT_PLACES: Chooser = {
  id: '',
  name: null,
  checkoutAt: null,
  seenAt: null,
  ...NO_KEYS,
}

const claimRow = ({ showtime_id, place_id }: PlaceAtShowtime, claim: Claim): ClaimRow =>
  claim.kind === 'held'
    ? {
        showtime_id,
        place_id,
        holder: claim.holder,
        chooser: claim.chooser,
        asked_at: claim.askedAt,
        booking_id: null,
        ...keyColumns(NO_KEYS),
        sold_at: null,
      }
    : {
        showtime_id,
        place_id,
        holder: null,
        chooser: null,
        asked_at: null,
        booking_id: claim.bookingId,
        ...keyColumns(claim),
        sold_at: claim.soldAt,
      }
