import { sql } from 'kysely'
import { clock, inputRows } from '#src/database/dialect.ts'
import type { Db } from '#src/database/schema.ts'

export interface VisitorAtShowtime {
  showtimeId: string
  visitorId: string
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
  held_by_visitor: number
}

const isElsewhere = (table: string) => sql`${sql.table(table)}.showtime_id <> wanted.showtime`
const sameAccount = (table: string) =>
  sql`(${sql.table(table)}.account = wanted.account or ${sql.table(table)}.mailbox = wanted.mailbox)`
const sameAddress = (table: string) => sql`${sql.table(table)}.address = wanted.address`

/** Selections end by themselves at their deadlines. */
const isLiveFriend = sql`exists (
  select 1 from selections
   where selections.showtime_id = selection_friends.showtime_id and selections.holder = selection_friends.holder and deadline > ${clock})`

const heldPlaces = (isOf: (table: string) => ReturnType<typeof sameAddress>) => sql`
  (select coalesce(sum(places), 0) from selections
    where ${isOf('selections')} and ${isElsewhere('selections')} and deadline > ${clock})
  + (select coalesce(sum(places), 0) from selection_friends
      where ${isOf('selection_friends')} and ${isElsewhere('selection_friends')} and ${isLiveFriend})`

const boughtPlaces = (isOf: (table: string) => ReturnType<typeof sameAddress>) => sql`
  (select count(*) from claims join showtimes on showtimes.id = claims.showtime_id
    where ${isOf('claims')} and ${isElsewhere('claims')} and starts_at > ${clock})`

/** A friend's places in a selection are the friend's. */
const heldByVisitor = sql`
  (select coalesce(sum(places), 0) from selections
    where selections.holder = wanted.visitor_id and ${isElsewhere('selections')} and deadline > ${clock})
  + (select coalesce(sum(places), 0) from selection_friends
      where friend = wanted.visitor_id and ${isElsewhere('selection_friends')} and ${isLiveFriend})`

/** Counts what visitors, accounts and addresses hold, and have bought for shows to come, at all other showtimes. */
export const selectPlacesElsewhere = (db: Db, visitors: readonly VisitorAtShowtime[]) =>
  sql<PlacesElsewhereRow>`
    select request_index, ${heldPlaces(sameAccount)} as held, ${boughtPlaces(sameAccount)} as bought,
           ${heldPlaces(sameAddress)} as held_from_address, ${boughtPlaces(sameAddress)} as bought_from_address,
           ${heldByVisitor} as held_by_visitor
      from ${inputRows(
        db,
        {
          request_index: 'bigint',
          showtime: 'text',
          visitor_id: 'text',
          account: 'text',
          mailbox: 'text',
          address: 'text',
        },
        visitors.map(({ showtimeId: showtime, visitorId: visitor_id, ...keys }, request_index) => ({
          request_index,
          showtime,
          visitor_id,
          ...keys,
        })),
      )}`.execute(db)
