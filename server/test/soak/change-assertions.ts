import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#src/database/schema.ts'
import {
  type ChangesOfBooking,
  loadChanges,
  placesAfter,
  type RecordedChange,
} from './booking-history.ts'
import type { BookingChange, OperationLog, Order, Rule, Violation } from './operation-log.ts'

interface StoredBooking {
  id: string
  reference: string
  phone: string | null
  showtime_id: string
  total_cost: number
  issue: number
}

interface StoredPlace {
  booking_id: string
  place_id: string
  kind: string
  vehicle_number: string | null
}

type StoredPayment = { booking_id: string; kind: 'payment' | 'refund'; amount: number }

async function loadBookings(db: Db) {
  const { rows: bookings } = await sql<StoredBooking>`
    select id, reference, phone, showtime_id, total_cost, issue from bookings where channel <> 'house'`.execute(
    db,
  )
  const { rows: places } = await sql<StoredPlace>`
    select booking_id, place_id, kind, vehicle_number
      from booking_places join places on places.id = place_id`.execute(db)
  const { rows: payments } = await sql<StoredPayment>`
    select booking_id, kind, amount from payments order by booking_id, number`.execute(db)
  return {
    bookings,
    places: Map.groupBy(places, ({ booking_id }) => booking_id),
    payments: Map.groupBy(payments, ({ booking_id }) => booking_id),
  }
}

type Stored = Awaited<ReturnType<typeof loadBookings>>

/** Compares the changes that were asked for with the audit, and the audit with the bookings and the ledger. */
export async function findChangeViolations(db: Db, log: OperationLog): Promise<Violation[]> {
  const stored = await loadBookings(db)
  const history = await loadChanges(db)
  const orders = new Map(log.orders.map((order) => [order.phone, order]))
  return [
    ...stored.bookings.flatMap((booking) => [
      ...findWrongHistory(stored, booking, { log, orders, history }),
      ...findWrongVehicles(stored, booking, { log, orders, history }),
      ...findUnaskedChanges(booking, history.get(booking.id) ?? [], log),
    ]),
    ...findRefusedRepeats(log),
    ...findWrongLedgers(stored, log),
    ...(await findBrokenRules(db)),
    ...findSalesAfterCancellation(log),
  ]
}

interface Context {
  log: OperationLog
  /** By phone number. */
  orders: ReadonlyMap<string, Order>
  history: ChangesOfBooking
}

/** The order and its changes lead to the places, the total and the passes that the booking has. */
function findWrongHistory(
  { places, payments }: Stored,
  { id, reference, phone, showtime_id, total_cost, issue }: StoredBooking,
  { log, orders, history }: Context,
) {
  const changes = history.get(id) ?? []
  const found: Violation[] = []
  const add = (rule: Rule, detail: string) => found.push({ rule, detail: `${reference} ${detail}` })
  const ordered = orders.get(phone ?? '')?.placeIds ?? placeOfSale(log, reference)
  if (ordered) {
    const expected = placesAfter(ordered, changes)
    const has = (places.get(id) ?? []).map(({ place_id }) => place_id).toSorted()
    if (expected.surplus.length > 0 || String([...expected.places].toSorted()) !== String(has)) {
      const detail = `must have ${expected.places.size} places after ${changes.length} changes, and has ${has.length} (${expected.surplus.length} given back twice)`
      add('changes lead to what a booking has', detail)
    }
  }
  const showtimeId = changes.findLast((one) => one.showtimeId !== undefined)?.showtimeId
  if (showtimeId !== undefined && showtimeId !== showtime_id) {
    add('changes lead to what a booking has', `went to ${showtimeId} and is at ${showtime_id}`)
  }
  const total = changes.reduce((sum, { difference }) => sum + difference, total_cost)
  const paid = (payments.get(id) ?? []).reduce(
    (sum, { kind, amount }) => sum + (kind === 'refund' ? 0 - amount : amount),
    0,
  )
  if (total !== paid)
    add('changes lead to what a booking has', `cost ${total} and has paid ${paid}`)
  if (issue !== 1)
    add('passes are those of the seats', `has passes that were replaced ${issue - 1} times`)
  return found
}

/** Undefined for a sale of the counter that was not answered. */
function placeOfSale({ counterSales }: OperationLog, reference: string) {
  const sale = counterSales.find((one) => one.reference === reference)
  return sale && [sale.placeId]
}

/** Each answered change is in the audit, and each change of the audit was asked for and not refused. */
function findUnaskedChanges(
  { reference }: StoredBooking,
  recorded: readonly RecordedChange[],
  { changes, showChanges }: OperationLog,
): Violation[] {
  const left = recorded.filter(({ action }) => action !== 'booking.change-vehicle')
  const asked = (changes.get(reference) ?? []).filter(
    ({ action }) => action !== 'booking.change-vehicle',
  )
  const found: Violation[] = []
  const take = (change: BookingChange) => {
    const index = left.findIndex((one) => isSame(change, one))
    if (index >= 0) left.splice(index, 1)
    return index >= 0
  }
  // Those that name their places first: only one recorded change fits them.
  const granted = asked
    .filter(isGranted)
    .toSorted((one, other) => freedomOf(one) - freedomOf(other))
  for (const change of granted) {
    if (take(change)) continue
    const detail = `${change.action} of ${reference} for ${change.difference} was answered and is not in the audit`
    found.push({ rule: 'answered changes are done', detail })
  }
  for (const change of asked) if (!isGranted(change) && mayBeGranted(change)) take(change)
  const isByShow = ({ action, isByStaff, showtimeId = '' }: RecordedChange) =>
    showChanges.some(({ kind, showtimeIds, outcome }) => {
      if (!showtimeIds.includes(showtimeId)) return false
      return kind === 'cancel'
        ? isByStaff && action === 'booking.cancel'
        : action === 'booking.reseat' && outcome !== 'refused'
    })
  for (const { action, difference } of left.filter((one) => !isByShow(one))) {
    const detail = `${action} of ${reference} for ${difference} was done without a request`
    found.push({ rule: 'changes are those that were asked for', detail })
  }
  return found
}

const isGranted = ({ attempts }: BookingChange) =>
  attempts.some(({ outcome }) => outcome === 'granted')
const mayBeGranted = ({ attempts }: BookingChange) =>
  attempts.some(({ outcome }) => outcome !== 'refused')
const freedomOf = ({ given }: BookingChange) => Number(given === undefined)

function isSame(asked: BookingChange, recorded: RecordedChange) {
  const { action, isByStaff, difference, given, taken } = asked
  return (
    action === recorded.action &&
    isByStaff === recorded.isByStaff &&
    difference === recorded.difference &&
    (given === undefined || isSameSet(given, recorded.given)) &&
    isSameSet(taken, recorded.taken)
  )
}

const isSameSet = (one: readonly string[], other: readonly string[]) =>
  String(one.toSorted()) === String(other.toSorted())

/** A slot has the number of the last change, or of one whose order or outcome is unknown. */
function findWrongVehicles(
  { places }: Stored,
  { id, reference }: StoredBooking,
  { log: { changes }, history }: Context,
): Violation[] {
  // On another screen its vehicles are in other slots.
  if (history.get(id)?.some(({ action }) => action === 'booking.reseat')) return []
  const asked = (changes.get(reference) ?? []).filter(mayBeGranted)
  return (places.get(id) ?? []).flatMap(({ place_id, kind, vehicle_number }) => {
    if (kind === 'seat') return []
    const ofSlot = asked.filter(({ vehicles }) => vehicles.has(place_id))
    const last = ofSlot.filter((one) => !ofSlot.some((other) => isOverwritten(one, other)))
    const possible = last.map(({ vehicles }) => vehicles.get(place_id))
    const isUnchanged = vehicle_number === null && !ofSlot.some(isGranted)
    if (isUnchanged || possible.includes(vehicle_number ?? undefined)) return []
    const detail = `${reference} has the vehicle ${vehicle_number} instead of ${possible}`
    return [{ rule: 'answered changes are done', detail } as const]
  })
}

/** Whether all requests of the one were answered before the other, which was granted, was sent. */
const isOverwritten = (one: BookingChange, other: BookingChange) =>
  isGranted(other) &&
  one.attempts.every(({ answeredAt, outcome }) => {
    const isLost = outcome === 'unknown'
    return !isLost && answeredAt < Math.min(...other.attempts.map(({ sentAt }) => sentAt))
  })

/** A change that was granted is not refused when it is repeated. */
const findRefusedRepeats = ({ changes }: OperationLog): Violation[] =>
  [...changes.values()].flat().flatMap(({ attempts, action, reference }) => {
    const granted = attempts.find(({ outcome }) => outcome === 'granted')
    const refused = attempts.find(
      ({ outcome, refusal, sentAt }) =>
        granted && outcome === 'refused' && refusal !== 'RATE' && sentAt > granted.answeredAt,
    )
    if (!refused) return []
    const detail = `${action} of ${reference} was granted, then refused with ${refused.refusal}`
    return [{ rule: 'one change per idempotency key', detail }]
  })

/** What an answer listed is the beginning of the ledger. */
function findWrongLedgers({ bookings, payments }: Stored, { ledgers }: OperationLog): Violation[] {
  const idOf = new Map(bookings.map(({ id, reference }) => [reference, id]))
  return ledgers.flatMap(({ reference, payments: listed }) => {
    const stored = payments.get(idOf.get(reference) ?? '') ?? []
    const isPrefix = listed.every(
      ({ kind, amount }, n) => stored[n]?.kind === kind && stored[n].amount === amount,
    )
    if (isPrefix) return []
    const detail = `${reference} had ${listed.length} payments that are not the first of its ledger`
    return [{ rule: 'the ledger only grows', detail }]
  })
}

const RULES: [Rule, RawBuilder<{ detail: string }>][] = [
  [
    'a cancelled show sells nothing',
    sql`select claims.place_id || ' is still sold at the cancelled show ' || claims.showtime_id as detail
          from claims join show_cancellations on show_cancellations.showtime_id = claims.showtime_id
          left join bookings on bookings.id = booking_id
         where finished_at is not null and (channel is null or channel <> 'house')`,
  ],
  [
    'a cancelled show refunds all',
    sql`select booking_id || ' got ' || refund || ' of ' || price || ' for a place of a cancelled show' as detail
          from cancelled_places join show_cancellations on show_cancellations.showtime_id = cancelled_places.showtime_id
         where at > cancelled_at and refund <> price`,
  ],
  [
    'passes are those of the seats',
    sql`select booking_id || ' has a valid pass ' || number || ' of a seat that it has not' as detail
          from seat_passes
         where void_at is null
           and not exists (select 1 from booking_places
                            where booking_places.booking_id = seat_passes.booking_id and booking_places.place_id = seat_passes.place_id)`,
  ],
  [
    'passes are those of the seats',
    sql`select booking_id || ' has no valid pass of ' || label as detail
          from booking_places join places on places.id = place_id
         where kind = 'seat'
           and not exists (select 1 from seat_passes
                            where seat_passes.booking_id = booking_places.booking_id and seat_passes.place_id = booking_places.place_id
                              and void_at is null)`,
  ],
]

async function findBrokenRules(db: Db) {
  const found: Violation[] = []
  for (const [rule, query] of RULES) {
    const { rows } = await query.execute(db)
    found.push(...rows.map(({ detail }) => ({ rule, detail })))
  }
  return found
}

const SELLING = ['hold', 'checkout', 'book', 'exchange', 'open offer', 'join list']

/** Nothing is granted at a show after the answer that it is cancelled. */
function findSalesAfterCancellation({ operations, showChanges }: OperationLog): Violation[] {
  const cancelled = showChanges.filter(
    ({ kind, outcome }) => kind === 'cancel' && outcome === 'granted',
  )
  const since = new Map(
    cancelled
      .toReversed()
      .flatMap(({ showtimeIds, answeredAt }) => showtimeIds.map((id) => [id, answeredAt] as const)),
  )
  return operations.flatMap(({ kind, showtimeId, outcome, isRepeat, placeIds, sentAt }) => {
    const closedAt = since.get(showtimeId) ?? Number.POSITIVE_INFINITY
    const isSale = outcome === 'granted' && !isRepeat && SELLING.includes(kind)
    if (!isSale || sentAt < closedAt) return []
    const detail = `${kind} of ${placeIds} was granted ${sentAt - closedAt} ms after the show was cancelled`
    return [{ rule: 'a cancelled show sells nothing', detail }]
  })
}

/** Finds cancelled shows whose bookings are still to be refunded. */
export async function findUnfinishedCancellations(db: Db): Promise<Violation[]> {
  const { rows } = await sql<{ showtime_id: string }>`
    select showtime_id from show_cancellations where finished_at is null`.execute(db)
  return rows.map(({ showtime_id }) => {
    const detail = `the bookings of ${showtime_id} are not refunded yet`
    return { rule: 'a cancelled show refunds all', detail }
  })
}
