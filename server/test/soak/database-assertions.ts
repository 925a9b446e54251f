import { MAX_SEATS, MAX_SLOTS_PER_TYPE } from '@marquee/contract/holds'
import type { Db } from '#src/database/schema.ts'
import * as queries from './database-queries.ts'
import type { OperationLog, Order, Rule, Violation } from './operation-log.ts'
import { HOLD_MAX_SECONDS } from './test-cluster.ts'

const violation = (rule: Rule, detail: string): Violation => ({ rule, detail })

/** Compares the bookings in the database with the logged orders. */
export async function findBookingViolations(
  db: Db,
  { orders }: Pick<OperationLog, 'orders'>,
): Promise<Violation[]> {
  const { rows: soldTwice } = await queries.placesSoldTwice(db)
  const { rows: stray } = await queries.salesWithoutBooking(db)
  const { rows } = await queries.bookedPlaces(db)
  const byPhone = Map.groupBy(rows, ({ phone }) => phone)
  const known = new Set(orders.map(({ phone }) => phone))
  return [
    ...soldTwice.map(({ place_id, count }) =>
      violation('a place is sold once', `${place_id} was sold ${count} times`),
    ),
    ...stray.map(({ place_id }) =>
      violation('bookings contain all ordered places', `${place_id} is sold without a booking`),
    ),
    ...[...byPhone.keys()]
      .filter((phone) => !known.has(phone))
      .map((phone) => violation('acknowledged bookings exist', `${phone} was never ordered`)),
    ...orders.flatMap((order) => findOrderViolations(order, byPhone.get(order.phone) ?? [])),
  ]
}

type BookedPlaces = Awaited<ReturnType<typeof queries.bookedPlaces>>['rows']

function findOrderViolations(
  { phone, placeIds, price, outcomes, references }: Order,
  rows: BookedPlaces,
) {
  const found: Violation[] = []
  const add = (rule: Rule, detail: string) =>
    found.push(violation(rule, `order ${phone} ${detail}`))
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

  const booked = rows.flatMap(({ place_id }) => place_id ?? []).toSorted()
  const sum = rows.reduce((total, row) => total + (row.price ?? 0), 0)
  if (String(booked) !== String(placeIds.toSorted()) || sum !== price) {
    const detail = `asked for ${placeIds.length} places (${price}) and has ${booked.length} (${sum})`
    add('bookings contain all ordered places', detail)
  }
  if (rows.some(({ total_cost }) => total_cost !== price)) add('prices are right', 'costs more')
  if (rows.some(({ place_id, claimed }) => place_id && claimed !== 1)) {
    add('a place is sold once', 'lost a place')
  }
  return found
}

interface Circumstances {
  /** Whether expired holds are deleted now: not during an outage. */
  isSweeping: () => boolean
  /** Whether PostgreSQL has lost its last transactions, which a crash may do to holds. */
  hasCrashed: () => boolean
}

/** Creates a check of the current claims, to be called again and again. */
export function createClaimsCheck(toleranceMs: number) {
  const previous = new Map<string, { rev: number; sold: number }>()

  return async (db: Db, { isSweeping, hasCrashed }: Circumstances): Promise<Violation[]> => {
    const { rows: counts } = await queries.heldCounts(db)
    const { rows: selections } = await queries.selections(db)
    const { rows: overdue } = await queries.overdueHolds(db, toleranceMs)
    const { rows: revisions } = await queries.revisions(db)
    const mayShrink = hasCrashed()
    const wrong = revisions.filter(({ id, rev, sold }) => {
      const before = previous.get(id) ?? { rev: 0, sold: 0 }
      previous.set(id, { rev, sold })
      if (sold < before.sold) return true
      return !mayShrink && (rev < before.rev || (sold > before.sold && rev === before.rev))
    })
    return [
      ...counts
        .filter(({ kind, count }) => count > (kind === 'seat' ? MAX_SEATS : MAX_SLOTS_PER_TYPE))
        .map(({ holder, kind, count }) =>
          violation('limits per holder', `${holder} holds ${count} of ${kind}`),
        ),
      ...selections
        .filter(({ deadlines, starts }) => deadlines > 1 || starts > 1)
        .map(({ holder }) => violation('one deadline per selection', `${holder} has several`)),
      ...selections
        .filter(({ length }) => length > HOLD_MAX_SECONDS * 1000)
        .map(({ holder, length }) => violation('longest hold', `${holder} holds for ${length} ms`)),
      ...(isSweeping() ? overdue : []).map(({ place_id, holder }) =>
        violation('expired holds are deleted', `${holder} still has ${place_id}`),
      ),
      ...wrong.map(({ id }) =>
        violation('revisions grow', `${id} lost sales, or sold without a new revision`),
      ),
    ]
  }
}
