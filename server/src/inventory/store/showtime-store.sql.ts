import { sql } from 'kysely'
import { clock, executeForRows, idRows } from '#src/database/dialect.ts'
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
  version: string
  movie: string
  genre: string
  image_url: string
  duration: number
  screen: string
  layout: number
  cancelled_at: number | null
}

export const selectShows = (db: Db, ids: readonly string[]) =>
  sql<ShowRow>`
    select showtimes.id, version, rev, movie_id, movies.name as movie, genre, image_url, duration, screen_id, screens.name as screen, layout,
           starts_at, cutoff_minutes, cancelled_at
      from ${idRows(db, ids)}
      join showtimes on showtimes.id = wanted.id
      join movies on movies.id = movie_id
      join screens on screens.id = screen_id`.execute(db)

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

const CLAIM = {
  showtime_id: 'text',
  place_id: 'text',
  holder: 'text',
  chooser: 'text',
  asked_at: 'bigint',
  booking_id: 'text',
  account: 'text',
  mailbox: 'text',
  address: 'text',
  confirmed_address: 'text',
  sold_at: 'bigint',
} as const

/** The primary key refuses a second claim on a place, whatever a decision says. */
export const insertClaims = (db: Db, rows: readonly ClaimRow[]) =>
  executeForRows(
    db,
    { columns: CLAIM, rows: asInput(rows) },
    (wanted) => sql`
    insert into claims (showtime_id, place_id, holder, chooser, asked_at, booking_id, account, mailbox, address, confirmed_address, sold_at)
    select showtime_id, place_id, holder, chooser, asked_at, booking_id, account, mailbox, address, confirmed_address, sold_at
      from ${wanted}`,
  )

export const updateClaims = (db: Db, rows: readonly ClaimRow[]) =>
  executeForRows(
    db,
    { columns: CLAIM, rows: asInput(rows) },
    (wanted) => sql`
    update claims
       set holder = wanted.holder, chooser = wanted.chooser, asked_at = wanted.asked_at, booking_id = wanted.booking_id,
           account = wanted.account, mailbox = wanted.mailbox, address = wanted.address, confirmed_address = wanted.confirmed_address,
           sold_at = wanted.sold_at
      from ${wanted}
     where claims.showtime_id = wanted.showtime_id and claims.place_id = wanted.place_id`,
  )

export interface PlaceAtShowtime {
  showtime_id: string
  place_id: string
}

export const deleteClaims = (db: Db, keys: readonly PlaceAtShowtime[]) =>
  deleteByPlace(db, 'claims', keys)

export const deleteCoolDowns = (db: Db, keys: readonly PlaceAtShowtime[]) =>
  deleteByPlace(db, 'cool_downs', keys)

const deleteByPlace = (db: Db, table: 'claims' | 'cool_downs', keys: readonly PlaceAtShowtime[]) =>
  executeForRows(
    db,
    { columns: { showtime_id: 'text', place_id: 'text' }, rows: asInput(keys) },
    (wanted) => sql`
    delete from ${sql.table(table)} where (showtime_id, place_id) in (select showtime_id, place_id from ${wanted})`,
  )

const COOL_DOWN = {
  showtime_id: 'text',
  place_id: 'text',
  holder: 'text',
  address: 'text',
  until_at: 'bigint',
} as const

export const upsertCoolDowns = (db: Db, rows: readonly CoolDownRow[]) =>
  executeForRows(
    db,
    { columns: COOL_DOWN, rows: asInput(rows) },
    (wanted) => sql`
    insert into cool_downs (showtime_id, place_id, holder, address, until_at)
    select showtime_id, place_id, holder, address, until_at from ${wanted} where true
    on conflict (showtime_id, place_id) do update
       set holder = excluded.holder, address = excluded.address, until_at = excluded.until_at`,
  )

const CHOOSER = {
  account: 'text',
  mailbox: 'text',
  address: 'text',
  confirmed_address: 'text',
  checkout_at: 'bigint',
  seen_at: 'bigint',
  places: 'bigint',
} as const

/** A visitor who was seen connected meanwhile stays so. */
const updateChooser = (table: 'selections' | 'selection_friends') => sql`
           account = excluded.account, mailbox = excluded.mailbox, address = excluded.address, confirmed_address = excluded.confirmed_address,
           checkout_at = excluded.checkout_at, places = excluded.places,
           seen_at = case when ${sql.table(table)}.seen_at > excluded.seen_at then ${sql.table(table)}.seen_at else excluded.seen_at end`

const SELECTION = {
  showtime_id: 'text',
  holder: 'text',
  since: 'bigint',
  deadline: 'bigint',
  link_hash: 'text',
  pays_for_all: 'bigint',
  ...CHOOSER,
} as const

export const upsertSelections = (db: Db, rows: readonly SelectionRow[]) =>
  executeForRows(
    db,
    { columns: SELECTION, rows: asInput(rows) },
    (wanted) => sql`
    insert into selections (showtime_id, holder, since, deadline, link_hash, pays_for_all, account, mailbox, address, confirmed_address, checkout_at, seen_at, places)
    select showtime_id, holder, since, deadline, link_hash, pays_for_all, account, mailbox, address, confirmed_address, checkout_at, seen_at, places
      from ${wanted} where true
    on conflict (showtime_id, holder) do update
       set since = excluded.since, deadline = excluded.deadline, link_hash = excluded.link_hash, pays_for_all = excluded.pays_for_all,
           ${updateChooser('selections')}`,
  )

const FRIEND = {
  showtime_id: 'text',
  friend: 'text',
  holder: 'text',
  name: 'text',
  ...CHOOSER,
} as const

export const upsertFriends = (db: Db, rows: readonly SelectionFriendRow[]) =>
  executeForRows(
    db,
    { columns: FRIEND, rows: asInput(rows) },
    (wanted) => sql`
    insert into selection_friends (showtime_id, friend, holder, name, account, mailbox, address, confirmed_address, checkout_at, seen_at, places)
    select showtime_id, friend, holder, name, account, mailbox, address, confirmed_address, checkout_at, seen_at, places
      from ${wanted} where true
    on conflict (showtime_id, friend) do update
       set holder = excluded.holder, name = excluded.name, ${updateChooser('selection_friends')}`,
  )

export interface SelectionKey {
  showtime_id: string
  holder: string
}

export const deleteSelections = (db: Db, keys: readonly SelectionKey[]) =>
  executeForRows(
    db,
    { columns: { showtime_id: 'text', holder: 'text' }, rows: asInput(keys) },
    (wanted) => sql`
    delete from selections where (showtime_id, holder) in (select showtime_id, holder from ${wanted})`,
  )

const deleteFriends = (
  db: Db,
  keys: readonly Pick<SelectionFriendRow, 'showtime_id' | 'friend'>[],
) =>
  executeForRows(
    db,
    { columns: { showtime_id: 'text', friend: 'text' }, rows: asInput(keys) },
    (wanted) => sql`
    delete from selection_friends where (showtime_id, friend) in (select showtime_id, friend from ${wanted})`,
  )

/** Writes the new versions of locked showtimes. */
export const updateVersions = (db: Db, rows: readonly { id: string; version: string }[]) =>
  executeForRows(
    db,
    { columns: { id: 'text', version: 'text' }, rows },
    (wanted) => sql`
    update showtimes set version = wanted.version, rev = rev + 1 from ${wanted} where showtimes.id = wanted.id`,
  )

/** What the store uses. A test that stores the states elsewhere has the same functions. */
export const storeStatements = {
  lockShowtimes,
  selectNow,
  selectShowFacts: selectShows,
  selectSelections,
  selectFriends,
  selectClaims,
  selectCoolDowns,
  insertClaims,
  updateClaims,
  deleteClaims,
  upsertCoolDowns,
  deleteCoolDowns,
  upsertSelections,
  deleteSelections,
  upsertFriends,
  deleteFriends,
  updateVersions,
}

export type StoreStatements = typeof storeStatements

type InputRow = Record<string, string | number | null>
/** Rows of tables are input rows; only their types have no index signature. */
const asInput = <Row extends object>(rows: readonly Row[]) => rows as readonly (Row & InputRow)[]
