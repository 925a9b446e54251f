import { sql } from 'kysely'
import type { Db, SelectionFriendRow, SharedSelectionRow } from '../database/schema.ts'
import type { HolderAtShowtime } from './claim-requests.ts'
import { clockRow, isLiveHold, isOtherLiveHold } from './claim-rules.sql.ts'
import type { HoldLimits } from './live-holds.ts'

/** The selection that was shared still has places. A later selection of the same holder has another `held_since`. */
const isCurrent = (table: string) => sql`exists (
        select 1 from claims as other cross join clock
         where other.holder = ${sql.ref(`${table}.holder`)} and other.showtime_id = ${sql.ref(`${table}.showtime_id`)}
           and other.held_since = ${sql.ref(`${table}.held_since`)} and ${isOtherLiveHold})`

/** The start of the selection of a holder, and its movie. */
export const selectSelection = (
  db: Db,
  { showtimeId, holder }: HolderAtShowtime,
  limits: HoldLimits,
) =>
  sql<{ held_since: number; movie_id: string }>`
    with ${clockRow(limits)}
    select other.held_since, movie_id
      from clock cross join claims as other join showtimes on showtimes.id = other.showtime_id
     where other.holder = ${holder} and other.showtime_id = ${showtimeId} and ${isOtherLiveHold} limit 1`.execute(
    db,
  )

/** The token of an earlier link no longer works. */
export const upsertSharedSelection = (db: Db, row: SharedSelectionRow) =>
  sql`
    insert into shared_selections (showtime_id, holder, held_since, token_hash)
    values (${row.showtime_id}, ${row.holder}, ${row.held_since}, ${row.token_hash})
    on conflict (showtime_id, holder) do update
       set held_since = excluded.held_since, token_hash = excluded.token_hash,
           pays_for_all = case when shared_selections.held_since = excluded.held_since then shared_selections.pays_for_all else 0 end`.execute(
    db,
  )

/** Returns no row if nothing changes. */
export const updatePayer = (
  db: Db,
  { showtimeId, holder }: HolderAtShowtime,
  paysForAll: boolean,
) =>
  sql<Pick<SharedSelectionRow, 'showtime_id'>>`
    update shared_selections set pays_for_all = ${Number(paysForAll)}
     where showtime_id = ${showtimeId} and holder = ${holder} and pays_for_all <> ${Number(paysForAll)}
    returning showtime_id`.execute(db)

export const selectSharedSelection = (db: Db, tokenHash: string, limits: HoldLimits) =>
  sql<SharedSelectionRow>`
    with ${clockRow(limits)}
    select * from shared_selections where token_hash = ${tokenHash} and ${isCurrent('shared_selections')}`.execute(
    db,
  )

/** A live hold at the showtime that the friend has chosen in the selection of another holder. */
export const selectChosenElsewhere = (
  db: Db,
  { showtime_id, holder, friend }: Pick<SelectionFriendRow, 'showtime_id' | 'holder' | 'friend'>,
  limits: HoldLimits,
) =>
  sql<{ holder: string }>`
    with ${clockRow(limits)}
    select holder from clock cross join claims
     where chosen_by = ${friend} and showtime_id = ${showtime_id} and holder <> ${holder} and ${isLiveHold} limit 1`.execute(
    db,
  )

/** The number of friends of a selection besides this one. */
export const countFriends = (
  db: Db,
  { showtime_id, holder, held_since, friend }: Omit<SelectionFriendRow, 'name'>,
) =>
  sql<{ count: number }>`
    select count(*) as count from selection_friends
     where showtime_id = ${showtime_id} and holder = ${holder} and held_since = ${held_since}
       and friend <> ${friend}`.execute(db)

export const upsertFriend = (db: Db, row: SelectionFriendRow) =>
  sql<Pick<SelectionFriendRow, 'showtime_id'>>`
    insert into selection_friends (showtime_id, friend, holder, held_since, name)
    values (${row.showtime_id}, ${row.friend}, ${row.holder}, ${row.held_since}, ${row.name})
    on conflict (showtime_id, friend) do update
       set holder = excluded.holder, held_since = excluded.held_since, name = excluded.name
    returning showtime_id`.execute(db)

/** The current shared selections that a friend has joined. */
export const selectMemberships = (db: Db, friend: string, limits: HoldLimits) =>
  sql<SelectionFriendRow>`
    with ${clockRow(limits)}
    select * from selection_friends
     where friend = ${friend} and ${isCurrent('selection_friends')}`.execute(db)

/** The friends of the selections of a showtime that still have claims. Like the seat map, includes expired holds until they are deleted. */
export const selectFriends = (db: Db, showtimeId: string) =>
  sql<SelectionFriendRow & { pays_for_all: number }>`
    select selection_friends.*, coalesce(pays_for_all, 0) as pays_for_all
      from selection_friends
      left join shared_selections on shared_selections.showtime_id = selection_friends.showtime_id
       and shared_selections.holder = selection_friends.holder and shared_selections.held_since = selection_friends.held_since
     where selection_friends.showtime_id = ${showtimeId} and exists (
       select 1 from claims
        where claims.holder = selection_friends.holder and claims.showtime_id = selection_friends.showtime_id
          and claims.held_since = selection_friends.held_since)`.execute(db)
