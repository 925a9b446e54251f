import { type RawBuilder, sql } from 'kysely'
import {
  type ColumnsOf,
  clock,
  executeTogether,
  idRows,
  statementForRows,
} from '#src/database/dialect.ts'
import { lockShowtimes } from '#src/database/locks.ts'
import type {
  ClaimRow,
  CoolDownRow,
  Db,
  SelectionFriendRow,
  SelectionRow,
  ShowtimeRow,
} from '#src/database/schema.ts'

// The statements that lock, read and write the states of showtimes. They contain no rule.

/** The database's clock, epoch milliseconds. */
const selectNow = (db: Db) => sql<{ now: number }>`select ${clock} as now`.execute(db)

export const selectVersions = (db: Db, ids: readonly string[]) =>
  sql<{ id: string; version: string; rev: number }>`
    select showtimes.id, version, rev
      from ${idRows(db, ids)} join showtimes on showtimes.id = wanted.id`.execute(db)

export type ShowRow = ShowtimeRow & {
  /** The screen, whatever the version of its layout. */
  screen_id: string
  version: string
  movie: string
  genre: string
  image_url: string
  duration: number
  screen: string
  places_revision: number
  cancelled_at: number | null
}

export const selectShows = (db: Db, ids: readonly string[]) =>
  sql<ShowRow>`
    select showtimes.id, version, rev, movie_id, movies.name as movie, genre, image_url, duration,
           coalesce(version_of, screens.id) as screen_id, layout_id, screens.name as screen, places_revision, starts_at, cutoff_minutes, cancelled_at
      from ${idRows(db, ids)}
      join showtimes on showtimes.id = wanted.id
      join movies on movies.id = movie_id
      join screens on screens.id = layout_id`.execute(db)

export const selectSelections = (db: Db, ids: readonly string[]) =>
  sql<SelectionRow>`
    select selections.* from ${idRows(db, ids)} join selections on showtime_id = wanted.id`.execute(
    db,
  )

export const selectFriends = (db: Db, ids: readonly string[]) =>
  sql<SelectionFriendRow>`
    select selection_friends.* from ${idRows(db, ids)} join selection_friends on showtime_id = wanted.id`.execute(
    db,
  )

export const selectClaims = (db: Db, ids: readonly string[]) =>
  sql<ClaimRow>`
    select claims.* from ${idRows(db, ids)} join claims on showtime_id = wanted.id`.execute(db)

export const selectCoolDowns = (db: Db, ids: readonly string[]) =>
  sql<CoolDownRow>`
    select cool_downs.* from ${idRows(db, ids)} join cool_downs on showtime_id = wanted.id`.execute(
    db,
  )

type Columns = Record<string, 'text' | 'bigint'>

const namesOf = (columns: object) => sql.raw(Object.keys(columns).join(', '))

type Table = 'claims' | 'cool_downs' | 'selections' | 'selection_friends'

/** Returns a statement that inserts rows. `onConflict`: what it does with a row whose key exists; it fails unless given. */
function insertInto<Row extends object>(
  table: Table,
  columns: ColumnsOf<Row>,
  onConflict: RawBuilder<unknown> = sql``,
) {
  const names = namesOf(columns)
  return statementForRows<Row>(
    columns,
    (wanted) => sql`
    insert into ${sql.table(table)} (${names}) select ${names} from ${wanted} where true ${onConflict}`,
  )
}

/** Returns a statement that deletes the rows with these keys. */
function deleteFrom<Key extends object>(table: Table, key: ColumnsOf<Key>) {
  const names = namesOf(key)
  return statementForRows<Key>(
    key,
    (wanted) => sql`
    delete from ${sql.table(table)} where (${names}) in (select ${names} from ${wanted})`,
  )
}

/** Sets these columns to those of another row. */
const setFrom = (row: 'wanted' | 'excluded', columns: Columns) =>
  sql.raw(
    Object.keys(columns)
      .map((name) => `${name} = ${row}.${name}`)
      .join(', '),
  )

const PLACE: Columns = { showtime_id: 'text', place_id: 'text' }

const CLAIM: Columns = {
  holder: 'text',
  chooser: 'text',
  asked_at: 'bigint',
  booking_id: 'text',
  account: 'text',
  mailbox: 'text',
  address: 'text',
  confirmed_address: 'text',
  sold_at: 'bigint',
}

export interface PlaceAtShowtime {
  showtime_id: string
  place_id: string
}

/** The primary key refuses a second claim on a place, whatever a decision says. */
export const insertClaims = insertInto<ClaimRow>('claims', { ...PLACE, ...CLAIM })

export const updateClaims = statementForRows<ClaimRow>(
  { ...PLACE, ...CLAIM },
  (wanted) => sql`
    update claims set ${setFrom('wanted', CLAIM)}
      from ${wanted}
     where claims.showtime_id = wanted.showtime_id and claims.place_id = wanted.place_id`,
)

export const deleteClaims = deleteFrom<PlaceAtShowtime>('claims', PLACE)

const COOL_DOWN: Columns = { holder: 'text', address: 'text', until_at: 'bigint' }

export const upsertCoolDowns = insertInto<CoolDownRow>(
  'cool_downs',
  { ...PLACE, ...COOL_DOWN },
  sql`on conflict (showtime_id, place_id) do update set ${setFrom('excluded', COOL_DOWN)}`,
)

export const deleteCoolDowns = deleteFrom<PlaceAtShowtime>('cool_downs', PLACE)

const CHOOSER: Columns = {
  account: 'text',
  mailbox: 'text',
  address: 'text',
  confirmed_address: 'text',
  checkout_at: 'bigint',
  places: 'bigint',
}

/** A visitor who was seen connected meanwhile stays so. */
const setSeenAt = (table: Table) => {
  const before = sql.ref(`${table}.seen_at`)
  return sql`seen_at = case when ${before} > excluded.seen_at then ${before} else excluded.seen_at end`
}

const SELECTION_KEY: Columns = { showtime_id: 'text', holder: 'text' }

const SELECTION: Columns = {
  since: 'bigint',
  deadline: 'bigint',
  link_hash: 'text',
  pays_for_all: 'bigint',
  ...CHOOSER,
}

export const upsertSelections = insertInto<SelectionRow>(
  'selections',
  { ...SELECTION_KEY, ...SELECTION, seen_at: 'bigint' },
  sql`on conflict (showtime_id, holder) do update set ${setFrom('excluded', SELECTION)}, ${setSeenAt('selections')}`,
)

export interface SelectionKey {
  showtime_id: string
  holder: string
}

export const deleteSelections = deleteFrom<SelectionKey>('selections', SELECTION_KEY)

const FRIEND_KEY: Columns = { showtime_id: 'text', friend: 'text' }

const FRIEND: Columns = { holder: 'text', name: 'text', ...CHOOSER }

export const upsertFriends = insertInto<SelectionFriendRow>(
  'selection_friends',
  { ...FRIEND_KEY, ...FRIEND, seen_at: 'bigint' },
  sql`on conflict (showtime_id, friend) do update set ${setFrom('excluded', FRIEND)}, ${setSeenAt('selection_friends')}`,
)

const deleteFriends = deleteFrom<Pick<SelectionFriendRow, 'showtime_id' | 'friend'>>(
  'selection_friends',
  FRIEND_KEY,
)

/** Writes the new versions of locked showtimes. */
export const updateVersions = statementForRows<{ id: string; version: string }>(
  { id: 'text', version: 'text' },
  (wanted) => sql`
    update showtimes set version = wanted.version, rev = rev + 1 from ${wanted} where showtimes.id = wanted.id`,
)

/** The rows by which transactions change the states of showtimes. Each key is in one list of its table. */
export interface ChangedRows {
  endedSelections: readonly SelectionKey[]
  leftFriends: readonly Pick<SelectionFriendRow, 'showtime_id' | 'friend'>[]
  selections: readonly SelectionRow[]
  friends: readonly SelectionFriendRow[]
  freedPlaces: readonly PlaceAtShowtime[]
  changedClaims: readonly ClaimRow[]
  newClaims: readonly ClaimRow[]
  endedCoolDowns: readonly PlaceAtShowtime[]
  coolDowns: readonly CoolDownRow[]
}

/** Writes the changed rows of some showtimes, and their new versions. */
function writeStates(
  db: Db,
  changed: readonly ChangedRows[],
  versions: readonly { id: string; version: string }[],
) {
  const all = <Name extends keyof ChangedRows>(name: Name) =>
    changed.flatMap((rows) => rows[name] as ChangedRows[Name][number][])
  return executeTogether(db, [
    deleteSelections.withRows(all('endedSelections')),
    deleteFriends.withRows(all('leftFriends')),
    upsertSelections.withRows(all('selections')),
    upsertFriends.withRows(all('friends')),
    deleteClaims.withRows(all('freedPlaces')),
    updateClaims.withRows(all('changedClaims')),
    insertClaims.withRows(all('newClaims')),
    deleteCoolDowns.withRows(all('endedCoolDowns')),
    upsertCoolDowns.withRows(all('coolDowns')),
    updateVersions.withRows(versions),
  ])
}

/** What the store uses. A test that stores the states elsewhere has the same functions. */
export const storeStatements = {
  lockShowtimes,
  selectNow,
  selectShows,
  selectSelections,
  selectFriends,
  selectClaims,
  selectCoolDowns,
  writeStates,
}

export type StoreStatements = typeof storeStatements
