import { sql } from 'kysely'
import { clock, inputRows } from '#src/database/dialect.ts'
import type { Db } from '#src/database/schema.ts'

export interface VisitorAtShowtime {
  showtimeId: string
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

/** Counts what accounts and addresses hold, and have bought for shows to come, at all other showtimes. */
export const selectPlacesElsewhere = (db: Db, visitors: readonly VisitorAtShowtime[]) =>
  sql<PlacesElsewhereRow>`
    select request_index, ${heldPlaces(isOfAccount)} as held, ${boughtPlaces(isOfAccount)} as bought,
           ${heldPlaces(isOfAddress)} as held_from_address, ${boughtPlaces(isOfAddress)} as bought_from_address
      from ${inputRows(
        db,
        {
          request_index: 'bigint',
          showtime: 'text',
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
