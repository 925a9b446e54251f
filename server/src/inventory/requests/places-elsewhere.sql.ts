import { sql } from 'kysely'
import { clock, inputRows } from '#src/database/dialect.ts'
import type { Db } from '#src/database/schema.ts'

export interface VisitorAtShowtime {
  showtimeId: string
  /** The id of the visitor. */
  device: string
  account: string | null
  mailbox: string | null
  address: string | null
}

interface PlacesElsewhereRow {
  request_index: number
  held: number
  bought: number
  held_from_address: number
  bought_from_address: number
  held_by_device: number
}

const isElsewhere = (table: string) => sql`${sql.table(table)}.showtime_id <> wanted.showtime`
const isOfAccount = (table: string) =>
  sql`(${sql.table(table)}.account = wanted.account or ${sql.table(table)}.mailbox = wanted.mailbox)`
const isOfAddress = (table: string) => sql`${sql.table(table)}.address = wanted.address`

/** Selections end by themselves at their deadlines. */
const isLiveFriend = sql`exists (
  select 1 from selections
   where selections.showtime_id = selection_friends.showtime_id and selections.holder = selection_friends.holder and deadline > ${clock})`

const heldPlaces = (isOf: (table: string) => ReturnType<typeof isOfAddress>) => sql`
  (select coalesce(sum(places), 0) from selections
    where ${isOf('selections')} and ${isElsewhere('selections')} and deadline > ${clock})
  + (select coalesce(sum(places), 0) from selection_friends
      where ${isOf('selection_friends')} and ${isElsewhere('selection_friends')} and ${isLiveFriend})`

const boughtPlaces = (isOf: (table: string) => ReturnType<typeof isOfAddress>) => sql`
  (select count(*) from claims join showtimes on showtimes.id = claims.showtime_id
    where ${isOf('claims')} and ${isElsewhere('claims')} and starts_at > ${clock})`

/** A friend's places in a selection are the friend's. */
const heldByDevice = sql`
  (select coalesce(sum(places), 0) from selections
    where selections.holder = wanted.device and ${isElsewhere('selections')} and deadline > ${clock})
  + (select coalesce(sum(places), 0) from selection_friends
      where friend = wanted.device and ${isElsewhere('selection_friends')} and ${isLiveFriend})`

/** Counts what visitors, accounts and addresses hold, and have bought for shows to come, at all other showtimes. */
export const selectPlacesElsewhere = (db: Db, visitors: readonly VisitorAtShowtime[]) =>
  sql<PlacesElsewhereRow>`
    select request_index, ${heldPlaces(isOfAccount)} as held, ${boughtPlaces(isOfAccount)} as bought,
           ${heldPlaces(isOfAddress)} as held_from_address, ${boughtPlaces(isOfAddress)} as bought_from_address,
           ${heldByDevice} as held_by_device
      from ${inputRows(
        db,
        {
          request_index: 'bigint',
          showtime: 'text',
          device: 'text',
          account: 'text',
          mailbox: 'text',
          address: 'text',
        },
        visitors.map(({ showtimeId: showtime, ...keys }, request_index) => ({
          request_index,
          showtime,
          ...keys,
        })),
      )}`.execute(db)
