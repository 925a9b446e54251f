import { MAX_SEATS, MAX_SLOTS_PER_TYPE } from '@marquee/contract/holds'
import { sql } from 'kysely'
import { bigint, clock, greatest, inputRows, least, lookUp } from '../database/dialect.ts'
import { lockRows } from '../database/locks.ts'
import type { Db } from '../database/schema.ts'
import {
  claimOfPlace,
  claimsOfHolder,
  isFree,
  isHeldByRequester,
  isOffered,
  isOpen,
} from './claim-rules.sql.ts'
import type { HolderAtShowtime, PlacesOfHolder } from './claim-requests.ts'

interface HoldRow extends PlacesOfHolder {
  /** Which of the places are asked for as seats; undefined if the request does not say. */
  seatIds?: readonly string[] | undefined
  /** At checkout, places that are all held already may be asked for after the cutoff. */
  isCheckout: boolean
}

interface HeldPlace {
  showtime_id: string
  place_id: string
  held_until: number
  /** By the database's clock. */
  now: number
}
type ProlongedPlace = Omit<HeldPlace, 'place_id'> & { holder: string }

/**
 * Holds all places of a request, or none of them. This statement is the rule: each place is offered, is of the kind that was asked
 * for and is free, the showtime is open, and the holder stays within the limits. All places of a holder at a showtime share one
 * deadline, which the first of them starts. No place may be in two requests, and no holder.
 */
export const holdPlaces = (db: Db, requests: readonly HoldRow[], { holdMs }: { holdMs: number }) => {
  const rows = requests.flatMap(({ showtimeId, holder, placeIds, seatIds, isCheckout }, n) =>
    placeIds.map((place, nth) => ({
      ...{ n, nth, show: showtimeId, who: holder, place, places: placeIds.length },
      ...{ seat: seatIds ? Number(seatIds.includes(place)) : null, paying: Number(isCheckout) },
    })),
  )
  const wanted = inputRows(
    db,
    {
      ...{ n: 'bigint', nth: 'bigint', show: 'text', who: 'text', place: 'text', places: 'bigint' },
      ...{ seat: 'bigint', paying: 'bigint' },
    },
    rows,
  )
  return sql<HeldPlace>`
    with moment as materialized (select ${clock} as now),
    held as materialized (
      select n, min(held_since) as since, min(held_until) as until, min(checkout_at) as checkout,
             count(case when kind = 'seat' then 1 end) as seats,
             count(case when kind = 'twoWheeler' then 1 end) as two_wheelers,
             count(case when kind = 'fourWheeler' then 1 end) as four_wheelers
        from ${wanted} cross join moment ${lookUp(db, claimsOfHolder)} ${lookUp(db, kindOfPlace)}
       where nth = 0 and held_until > now group by n),
    possible as (
      select show, place, who, now, starts_at, since, until, checkout, wanted.places,
             ${isOpen} as is_open, paying,
             count(*) over request as possible_places,
             count(case when ${isHeldByRequester} then 1 end) over request as own_places,
             coalesce(seats, 0) + ${countNew('seat')} as seats,
             coalesce(two_wheelers, 0) + ${countNew('twoWheeler')} as two_wheelers,
             coalesce(four_wheelers, 0) + ${countNew('fourWheeler')} as four_wheelers
        from ${wanted} cross join moment cross join places cross join showtimes
             ${lookUp(db, claimOfPlace)} left join held on held.n = wanted.n
       where ${isOffered} and ${isFree} and (seat is null or (kind = 'seat') = (seat = 1))
      window request as (partition by wanted.n))
    insert into claims (showtime_id, place_id, holder, held_since, held_until, checkout_at, seen_at)
    select show, place, who, coalesce(since, now),
           coalesce(until, ${least(db, sql`now + ${bigint(holdMs)}`, sql`starts_at`)}),
           checkout, now
      from possible
     where possible_places = places
       and (is_open or (paying = 1 and own_places = places and now < starts_at))
       and seats <= ${sql.lit(MAX_SEATS)}
       and two_wheelers <= ${sql.lit(MAX_SLOTS_PER_TYPE)}
       and four_wheelers <= ${sql.lit(MAX_SLOTS_PER_TYPE)}
     order by show, place
    on conflict (showtime_id, place_id) do update
       set held_since = excluded.held_since, held_until = excluded.held_until,
           checkout_at = excluded.checkout_at, seen_at = excluded.seen_at
     where claims.booking_id is null and claims.holder = excluded.holder
    returning showtime_id, place_id, held_until, seen_at as now`.execute(db)
}

const kindOfPlace = {
  table: 'places',
  columns: sql`kind`,
  holds: sql`places.id = claims.place_id`,
}

/** How many places of a kind a request adds to what its holder holds. */
const countNew = (kind: string) =>
  sql`count(case when kind = ${sql.lit(kind)} and not coalesce(${isHeldByRequester}, false) then 1 end) over request`

interface ProlongRow extends HolderAtShowtime {
  isCheckout: boolean
}

interface Durations {
  holdMs: number
  checkoutMs: number
  holdMaxMs: number
}

/**
 * Gives the holds of a holder more time, never past the longest hold nor past the start. An extension starts the hold time anew
 * while the showtime is open. A checkout is marked, and the first one, while the showtime is open, leaves at least the checkout time.
 */
export const prolongHolds = (
  db: Db,
  requests: readonly ProlongRow[],
  { holdMs, checkoutMs, holdMaxMs }: Durations,
) => {
  const wanted = inputRows(
    db,
    { show: 'text', who: 'text', paying: 'bigint' },
    requests.map(({ showtimeId, holder, isCheckout }) => ({
      ...{ show: showtimeId, who: holder, paying: Number(isCheckout) },
    })),
  )
  const more = sql`now + case when paying = 0 then ${bigint(holdMs)}
                              when checkout_at is null and ${isOpen} then ${bigint(checkoutMs)}
                              else 0 end`
  const latest = least(db, sql`held_since + ${bigint(holdMaxMs)}`, sql`starts_at`)
  return sql<ProlongedPlace>`
    with moment as materialized (select ${clock} as now),
    prolonged as (
      select showtime_id, place_id, now,
             ${greatest(db, sql`held_until`, least(db, more, latest))} as until,
             case when paying = 1 then coalesce(checkout_at, now) else checkout_at end as checkout
        from ${wanted} cross join moment cross join showtimes cross join claims
       where showtimes.id = wanted.show
         and claims.holder = wanted.who and showtime_id = wanted.show and booking_id is null
         and held_until > now and (${isOpen} or paying = 1)
       order by showtime_id, place_id ${lockRows(db, 'claims')})
    update claims set held_until = until, checkout_at = checkout, seen_at = now
      from prolonged
     where claims.showtime_id = prolonged.showtime_id and claims.place_id = prolonged.place_id
    returning claims.showtime_id, claims.holder, held_until, seen_at as now`.execute(db)
}
