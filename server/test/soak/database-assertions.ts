import { MAX_SEATS, MAX_SLOTS_PER_TYPE } from '@marquee/contract/seats/holds'
import { type RawBuilder, sql } from 'kysely'
import { clock } from '#src/database/dialect.ts'
import { findOrphans } from '#src/database/rows/references.ts'
import type { Db } from '#src/database/schema.ts'
import { type ChangesOfBooking, loadChanges, placesAfter } from './booking-history.ts'
import type { OperationLog, Order, Rule, Violation } from './operation-log.ts'
import { createReleaseCounter, type PlaceReleases } from './place-releases.ts'
import { HOLD_MAX_SECONDS } from './test-cluster.ts'

/** A violation for each row of the query. */
async function findRows(db: Db, rule: Rule, query: RawBuilder<{ detail: string }>) {
  const { rows } = await query.execute(db)
  return rows.map(({ detail }): Violation => ({ rule, detail }))
}

/** Claims with the times of the selections that hold them. */
export const CLAIMS = sql`(
  select claims.*, since, deadline
    from claims left join selections on selections.showtime_id = claims.showtime_id and selections.holder = claims.holder) as claims`

/** The holder of each claimed place of a showtime, or null for a place that is sold or out of service. */
export async function ownersOf(db: Db, showtimeId: string) {
  const { rows } = await sql<{ place_id: string; holder: string | null }>`
    select place_id, holder from ${CLAIMS}
     where showtime_id = ${showtimeId}
       and (booking_id is not null or deadline > ${clock})
    union all
    select places.id, null
      from places join showtimes on showtimes.layout_id = places.layout_id
     where showtimes.id = ${showtimeId} and out_of_service = 1 and retired = 0`.execute(db)
  return new Map(rows.map(({ place_id, holder }) => [place_id, holder]))
}

export async function revisionOf(db: Db, showtimeId: string) {
  const { rows } = await sql<{ rev: number }>`
    select rev from showtimes where id = ${showtimeId}`.execute(db)
  return rows[0]?.rev
}

/** Finds the holds of a showtime, expired or not. */
export const findHolds = (db: Db, showtimeId: string) =>
  findRows(
    db,
    'expired holds are deleted',
    sql`select holder || ' still has ' || place_id || ', ' || (${clock} - deadline) || ' ms late' as detail from ${CLAIMS}
         where showtime_id = ${showtimeId} and booking_id is null`,
  )

const soldTwice = sql<{ detail: string }>`
  select place_id || ' was sold more than once' as detail
    from booking_places join bookings on bookings.id = booking_id
   group by showtime_id, place_id having count(*) > 1`

/** Compares the bookings in the database with the logged orders. */
export async function findBookingViolations(
  db: Db,
  { orders }: Pick<OperationLog, 'orders'>,
): Promise<Violation[]> {
  const soldWithoutBooking = sql<{ detail: string }>`
    select claims.place_id || ' is sold without a booking' as detail
      from claims left join booking_places
        on booking_places.booking_id = claims.booking_id
       and booking_places.place_id = claims.place_id
     where claims.booking_id is not null and booking_places.place_id is null`
  const orphans = await findOrphans(db)
  const changes = await loadChanges(db)
  const byPhone = Map.groupBy(await readBookedPlaces(db), ({ phone }) => phone)
  const known = new Set(orders.map(({ phone }) => phone))
  return [
    ...(await findRows(db, 'a place is sold once', soldTwice)),
    ...(await findRows(db, 'bookings contain all ordered places', soldWithoutBooking)),
    ...orphans.map(({ column, rows }): Violation => {
      return { rule: 'references lead to rows', detail: `${rows} rows of ${column} lead to none` }
    }),
    ...[...byPhone.keys()]
      .filter((phone) => !known.has(phone))
      .map((phone): Violation => {
        return { rule: 'acknowledged bookings exist', detail: `${phone} was never ordered` }
      }),
    ...orders.flatMap((order) =>
      findOrderViolations(order, byPhone.get(order.phone) ?? [], changes),
    ),
  ]
}

interface BookedPlace {
  booking_id: string
  phone: string
  total_cost: number
  place_id: string | null
  price: number | null
  /** 1 if the booking still has its claim. */
  claimed: number
}

/** One row for each place of a booking. */
async function readBookedPlaces(db: Db) {
  const { rows } = await sql<BookedPlace>`
    select bookings.id as booking_id, phone, total_cost, booking_places.place_id, booking_places.price,
           (select count(*) from claims
             where claims.showtime_id = bookings.showtime_id
               and claims.place_id = booking_places.place_id
               and claims.booking_id = bookings.id) as claimed
      from bookings left join booking_places on booking_id = bookings.id
     where channel = 'web'`.execute(db)
  return rows
}

function findOrderViolations(
  { phone, placeIds, price, outcomes, references }: Order,
  rows: BookedPlace[],
  changes: ChangesOfBooking,
) {
  const found: Violation[] = []
  const add = (rule: Rule, detail: string) =>
    found.push({ rule, detail: `order ${phone} ${detail}` })
  const isGranted = outcomes.includes('granted')
  if (isGranted && rows.length === 0) {
    add('acknowledged bookings exist', 'was acknowledged and does not exist')
  }
  if (!isGranted && !outcomes.includes('unknown') && rows.length > 0) {
    add('acknowledged bookings exist', 'was refused and exists')
  }
  if (new Set(references).size > 1) {
    add('one booking per idempotency key', `was booked as ${references}`)
  }
  if (rows.length === 0) return found

  const history = changes.get(rows[0]?.booking_id ?? '') ?? []
  const { places } = placesAfter(placeIds, history)
  const booked = rows.flatMap(({ place_id }) => place_id ?? []).toSorted()
  if (String(booked) !== String([...places].toSorted())) {
    const detail = `asked for ${placeIds.length} places, has changed them to ${places.size}, and has ${booked.length}`
    add('bookings contain all ordered places', detail)
  }
  const sum = rows.reduce((total, row) => total + (row.price ?? 0), 0)
  if (history.length === 0 && sum !== price) {
    add('bookings contain all ordered places', `costs ${price}, its places ${sum}`)
  }
  if (rows.some(({ total_cost }) => total_cost !== price)) add('prices are right', 'costs more')
  if (rows.some(({ place_id, claimed }) => place_id && claimed !== 1)) {
    add('a place is sold once', 'lost a place')
  }
  return found
}

const isCurrentHold = sql`booking_id is null and deadline > ${clock}`

const overLimit = sql<{ detail: string }>`
  select holder || ' holds ' || count(*) || ' of ' || kind as detail
    from ${CLAIMS} join places on places.id = place_id
   where ${isCurrentHold} group by holder, showtime_id, kind
  having count(*) > case kind when 'seat' then ${sql.lit(MAX_SEATS)}
                              else ${sql.lit(MAX_SLOTS_PER_TYPE)} end`

/** Each held place belongs to a selection, and each selection has places and knows how many each visitor has chosen. */
const brokenSelections = sql<{ detail: string }>`
  select holder || ' holds ' || place_id || ' without a selection' as detail from ${CLAIMS}
   where booking_id is null and deadline is null
  union all
  select holder || ' has a selection without places' as detail from selections
   where not exists (select 1 from claims
                      where claims.showtime_id = selections.showtime_id and claims.holder = selections.holder)
  union all
  select visitor || ' has chosen ' || coalesce(chosen, 0) || ' places instead of ' || places as detail
    from (select showtime_id, holder, holder as visitor, places from selections
          union all
          select showtime_id, holder, friend, places from selection_friends) as choosers
    left join (select showtime_id, holder, chooser, count(*) as chosen from claims
                where booking_id is null group by showtime_id, holder, chooser) as held
      on held.showtime_id = choosers.showtime_id and held.holder = choosers.holder and chooser = visitor
   where places <> coalesce(chosen, 0)`

const tooLong = sql<{ detail: string }>`
  select holder || ' holds for ' || (deadline - since) || ' ms' as detail from selections
   where deadline > ${clock} and deadline - since > ${sql.lit(HOLD_MAX_SECONDS * 1000)}`

const overdue = (toleranceMs: number) => sql<{ detail: string }>`
  select holder || ' still has ' || place_id || ', ' || (${clock} - deadline) || ' ms late' as detail from ${CLAIMS}
   where booking_id is null and deadline < ${clock} - ${sql.lit(toleranceMs)}`

/** An offer has all seats of the party, or none: when its show has been moved or cancelled, and after a crash of the database. */
const wrongOffers = sql<{ detail: string }>`
  select entries.holder || ' has ' || count(*) || ' of ' || seats || ' offered seats' as detail
    from waiting_entries as entries
    join ${CLAIMS} on claims.holder = entries.holder and claims.showtime_id = entries.showtime_id
   where state = 'offered' and ${isCurrentHold}
   group by entries.id, entries.holder, seats having count(*) <> seats
  union all
  select claims.holder || ' holds seats without an offer' as detail from ${CLAIMS}
   where claims.holder like 'offer %' and ${isCurrentHold}
     and not exists (select 1 from waiting_entries where waiting_entries.holder = claims.holder and state = 'offered')`

const claimedOutOfService = sql<{ detail: string }>`
  select claims.place_id || ' is out of service and claimed at ' || claims.showtime_id as detail
    from ${CLAIMS} join places on places.id = place_id join showtimes on showtimes.id = claims.showtime_id
    left join bookings on bookings.id = booking_id
   where out_of_service = 1 and starts_at > ${clock} and (channel is null or channel <> 'house')
     and (booking_id is not null or deadline > ${clock})`

interface ClusterState {
  /** Whether expired holds are deleted now: not during an outage. */
  isExpiring: () => boolean
  /** Whether PostgreSQL has lost its last transactions, which a crash may do to holds. */
  hasCrashed: () => boolean
}

interface Sale {
  showtime_id: string
  rev: number
  place_id: string | null
  booking_id: string | null
}

const selectSales = (db: Db) =>
  sql<Sale>`
    select showtimes.id as showtime_id, rev, place_id, sales.booking_id
      from showtimes left join (
        select claims.showtime_id, place_id, booking_id from claims join bookings on bookings.id = booking_id where channel <> 'house'
      ) as sales on sales.showtime_id = showtimes.id`.execute(db)

/** Creates a check of the sales, to be called again and again. */
function createSalesCheck(releases: Pick<PlaceReleases, 'countOf'>) {
  let previous = new Map<string, { rev: number; sales: Map<string, string> }>()
  const isSurplusRelease = createReleaseCounter(releases)

  return async (db: Db, mayShrink: () => boolean): Promise<Violation[]> => {
    const { rows } = await selectSales(db)
    const current = new Map(
      [...Map.groupBy(rows, ({ showtime_id }) => showtime_id)].map(([id, ofShow]) => {
        const sales = ofShow.flatMap(({ place_id, booking_id }) =>
          place_id && booking_id ? [[place_id, booking_id] as const] : [],
        )
        return [id, { rev: ofShow[0]?.rev ?? 0, sales: new Map(sales) }] as const
      }),
    )
    const before = previous
    previous = current
    return [...current].flatMap(([id, { rev, sales }]) => {
      const { rev: revBefore, sales: salesBefore } = before.get(id) ?? { rev: 0, sales: new Map() }
      const ended = [...salesBefore].filter(([place, booking]) => sales.get(place) !== booking)
      const isNew = [...sales].some(([place, booking]) => salesBefore.get(place) !== booking)
      const isUnannounced = rev === revBefore && (isNew || ended.length > 0)
      const lost = ended.filter(([placeId]) => isSurplusRelease(id, placeId))
      return [
        ...((rev < revBefore || isUnannounced) && !mayShrink()
          ? [
              {
                rule: 'revisions grow',
                detail: `${id} changed sales without a new revision`,
              } as const,
            ]
          : []),
        ...lost.map(([placeId]): Violation => {
          const detail = `the sale of ${placeId} ended without a request`
          return { rule: 'sold places stay sold', detail }
        }),
      ]
    })
  }
}

/** Creates a check of the current claims, to be called again and again. */
export function createClaimsCheck(toleranceMs: number, releases: Pick<PlaceReleases, 'countOf'>) {
  const findSalesViolations = createSalesCheck(releases)

  return async (db: Db, { isExpiring, hasCrashed }: ClusterState): Promise<Violation[]> => {
    const expired = await findRows(db, 'expired holds are deleted', overdue(toleranceMs))
    return [
      ...(await findRows(db, 'limits per holder', overLimit)),
      ...(await findRows(db, 'selections have their places', brokenSelections)),
      ...(await findRows(db, 'longest hold', tooLong)),
      ...(await findSalesViolations(db, hasCrashed)),
      ...(await findRows(db, 'a place is sold once', soldTwice)),
      ...(await findRows(db, 'offers are what was asked for', wrongOffers)),
      ...(await findRows(db, 'a seat out of service has no claim', claimedOutOfService)),
      ...(isExpiring() ? expired : []),
    ]
  }
}
