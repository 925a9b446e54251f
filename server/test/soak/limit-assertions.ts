import { sql } from 'kysely'
import { clock } from '#src/database/dialect.ts'
import type { Db, PlaceType } from '#src/database/schema.ts'
import { CLAIMS } from './database-assertions.ts'
import type { Identity, Rule, Violation } from './operation-log.ts'
import { SEATS_PER_ACCOUNT } from './test-cluster.ts'

const SLOTS_PER_ACCOUNT = 8
const PLACES_PER_ADDRESS = 200

/** The places that one address may hold at a showtime: with `percent` 10 without a proof, with 35 at most. */
export const shareOf = (seats: number, percent: 10 | 35) =>
  Math.max(percent === 10 ? 40 : 60, Math.floor((seats * percent) / 100))

/** A place that is held or sold. */
interface PlaceInUse {
  showtime_id: string
  /** The number of seats of the screen. */
  seats: number
  kind: PlaceType
  holder: string | null
  buyer: string | null
}

async function readPlacesInUse(db: Db) {
  const { rows } = await sql<PlaceInUse>`
    select claims.showtime_id, claims.holder, kind, bookings.user_id as buyer,
           (select count(*) from places as seats
             where seats.layout_id = places.layout_id and seats.kind = 'seat') as seats
      from ${CLAIMS} join places on places.id = place_id left join bookings on bookings.id = booking_id
     where booking_id is not null or deadline > ${clock}`.execute(db)
  return rows
}

type Identities = ReadonlyMap<string, Identity>

/** The number of seats and of slots that an account has at each showtime. */
export async function placesOfAccount(db: Db, userId: string, identities: Identities) {
  const rows = await readPlacesInUse(db)
  const own = rows.filter((row) => accountOf(row, identities) === userId)
  return [...Map.groupBy(own, ({ showtime_id }) => showtime_id).values()].map(countByKind)
}

const accountOf = ({ holder, buyer }: PlaceInUse, identities: Identities) =>
  holder === null ? buyer : (identities.get(holder)?.userId ?? null)

const countByKind = (rows: PlaceInUse[]) => {
  const seats = rows.filter(({ kind }) => kind === 'seat').length
  return { seats, slots: rows.length - seats }
}

/** The network of a holder to whom the limits per address apply. */
const limitedNetworkOf = ({ holder }: PlaceInUse, identities: Identities) => {
  const identity = holder === null ? undefined : identities.get(holder)
  return identity && !identity.isConfirmed ? identity.network : null
}

/** The number of places that visitors of a network hold at each showtime, without those with a confirmed email. */
export async function placesOfNetwork(db: Db, network: string, identities: Identities) {
  const rows = await readPlacesInUse(db)
  const held = rows.filter((row) => limitedNetworkOf(row, identities) === network)
  const byShowtime = Map.groupBy(held, ({ showtime_id }) => showtime_id)
  return new Map([...byShowtime].map(([showtimeId, places]) => [showtimeId, places.length]))
}

/** Counts who holds and has bought what, by what the clients know of themselves and not by what the server stores of them. */
export async function findLimitViolations(db: Db, identities: Identities): Promise<Violation[]> {
  const rows = await readPlacesInUse(db)
  const violations: Violation[] = []
  const add = (rule: Rule, detail: string) => violations.push({ rule, detail })

  for (const [userId, own] of groupByKnown(rows, (row) => accountOf(row, identities))) {
    for (const atShowtime of Map.groupBy(own, ({ showtime_id }) => showtime_id).values()) {
      const { seats, slots } = countByKind(atShowtime)
      if (seats <= SEATS_PER_ACCOUNT && slots <= SLOTS_PER_ACCOUNT) continue
      add('limits per account', `${userId} has ${seats} seats and ${slots} slots`)
    }
  }
  for (const [network, own] of groupByKnown(rows, (row) => limitedNetworkOf(row, identities))) {
    if (own.length > PLACES_PER_ADDRESS) {
      add('limit per address at all showtimes', `${network} holds ${own.length} places`)
    }
    for (const [showtimeId, held] of Map.groupBy(own, ({ showtime_id }) => showtime_id)) {
      if (held.length <= shareOf(held[0]?.seats ?? 0, 35)) continue
      add('limits per address', `${network} holds ${held.length} places at ${showtimeId}`)
    }
  }
  return violations
}

function groupByKnown<T>(rows: T[], keyOf: (row: T) => string | null) {
  const groups = Map.groupBy(rows, keyOf)
  groups.delete(null)
  return groups as Map<string, T[]>
}
