import type { Booking } from '@marquee/contract/bookings'
import type { Config } from '../config/config.ts'
import type { Context } from '../context.ts'
import { isUniqueViolation } from '../database/error-kinds.ts'
import type { Db } from '../database/schema.ts'
import { awaitAll } from '../database/transaction.ts'
import { AppError } from '../errors.ts'
import { type FriendSeat, sell } from '../inventory/commands/sell.ts'
import { withRequester } from '../inventory/requests.ts'
import type { Requester } from '../inventory/rules/requester.ts'
import { type CommandKind, submitCommand } from '../inventory/showtimes.ts'
import type { Decision, HoldMoment, Place, ShowtimeState } from '../inventory/state.ts'
import {
  type ConfirmedBooking,
  countConfirmations,
  MAX_MAILS_PER_HOUR,
  queueConfirmations,
  type UnprovenRecipient,
} from '../messages/mail/outbox.service.ts'
import { recipientKey } from '../messages/mail/recipient-key.ts'
import * as bookings from './bookings.sql.ts'
import {
  type BookingDraft,
  type BookingIdentity,
  type BookingOrder,
  decideOrder,
  newIdentity,
  type OrderData,
  placeIdsOf,
} from './order.ts'
import { type StaffBookingRecord, writeStaffRecords } from './staff-records.ts'

export interface OrderCommand extends BookingOrder, BookingIdentity {
  requester: Requester
  /** The email of the buyer, unless it is confirmed. */
  unproven: UnprovenRecipient | undefined
}

type OrderFacts = bookings.OrderFacts & {
  /** How many confirmations the unproven email has received lately. */
  mailsSent: number
}

export type PlacedOrder = { booking: Booking } | { earlierBookingId: string }

/** A booking that is written. */
export interface NewBooking {
  order: OrderCommand
  /** Null: the buyer gets no mail. */
  confirmation: ConfirmedBooking | null
  draft: BookingDraft
  friendSeats: FriendSeat[]
}

/** Books all places of an order, or none of them. Returns the booking that its idempotency key already has. */
const orderKind: CommandKind<OrderCommand, PlacedOrder, OrderFacts, NewBooking> = {
  durable: true,
  load: async (tx, orders) => {
    const keys = orders.map(({ userId, staff, key = null }) => ({
      userId,
      deviceId: staff?.deviceId ?? null,
      key,
    }))
    const [{ rows }, sent] = await awaitAll([
      bookings.selectOrderFacts(tx, keys),
      countConfirmations(
        tx,
        orders.flatMap(({ unproven }) => unproven ?? []),
      ),
    ])
    return rows
      .toSorted((one, other) => one.order_index - other.order_index)
      .map((row, index) => ({
        ...row,
        mailsSent: sent.get(orders[index]?.unproven?.recipient ?? '') ?? 0,
      }))
  },
  decide: decideBooking,
  write: writeBookings,
}

/** Decides an order: its price and its buyer, and then its places. */
export function decideBooking(
  state: ShowtimeState,
  order: OrderCommand,
  moment: HoldMoment & Pick<Config, 'timeZone' | 'rateLimits' | 'limits'>,
  { facts, rows }: { facts: OrderFacts; rows: readonly NewBooking[] },
): Decision<PlacedOrder, NewBooking> {
  try {
    const draft = decideOrder(order, dataOf(state, order, { moment, facts, rows }), moment)
    if ('earlierBookingId' in draft) return { outcome: { result: draft } }
    const sale = sell(state, saleOf(order), moment)
    if ('refusal' in sale)
      return { outcome: { refusal: sale.refusal }, ...(sale.changes && { changes: sale.changes }) }
    return {
      outcome: { result: { booking: draft.result.booking } },
      changes: sale.changes,
      row: {
        order,
        draft,
        friendSeats: sale.friendSeats,
        confirmation: confirmationOf(order, draft, { facts, rows }),
      },
    }
  } catch (error) {
    if (error instanceof AppError) return { outcome: { refusal: error } }
    throw error
  }
}

const saleOf = ({ requester, request, staff, bookingId }: OrderCommand) => ({
  requester,
  bookingId,
  placeIds: placeIdsOf(request),
  seatIds: request.seatIds,
  isByStaff: staff !== undefined,
})

interface Known {
  moment: { now: number }
  facts: OrderFacts
  rows: readonly NewBooking[]
}

/** An order of the same transaction may have the same key. */
function dataOf(
  { show, layout }: ShowtimeState,
  order: OrderCommand,
  { moment, facts, rows }: Known,
): OrderData {
  const places = placeIdsOf(order.request)
    .flatMap((id) => layout.byId.get(id) ?? [])
    .toSorted(inMapOrder)
  const ofBuyer = rows.filter(({ order: other }) => ownerOf(other) === ownerOf(order))
  const repeated = ofBuyer.find(
    ({ order: other }) => order.key !== undefined && other.key === order.key,
  )
  return {
    ...facts,
    existing_booking_id: repeated?.order.bookingId ?? facts.existing_booking_id,
    request_hash: repeated?.order.requestHash ?? facts.request_hash,
    recent_bookings: Number(facts.recent_bookings) + ofBuyer.length,
    now: moment.now,
    movie_id: show.movieId,
    name: show.movie,
    genre: show.genre,
    duration: show.duration,
    image_url: show.imageUrl,
    starts_at: show.startsAt,
    cutoff_minutes: show.cutoffMinutes,
    screen: show.screen,
    places: places.map(({ id: place_id, kind, label, category }) => ({
      place_id,
      kind,
      label,
      category,
    })),
  }
}

const inMapOrder = (one: Place, other: Place) =>
  one.kind === other.kind ? one.position - other.position : one.kind < other.kind ? -1 : 1

const ownerOf = ({ userId, staff }: BookingOrder) => userId ?? staff?.deviceId

/** Sends all statements before it waits for the first one. */
async function writeBookings(tx: Db, written: readonly NewBooking[]) {
  const friendSeats = written.flatMap(({ draft, friendSeats: seats }) =>
    seats.map((seat) => ({ ...seat, bookingId: draft.row.id })),
  )
  await awaitAll<unknown[]>([
    bookings.insertBookings(
      tx,
      written.map(({ draft }) => draft.row),
    ),
    bookings.insertPlaces(
      tx,
      written.flatMap(({ draft }) => draft.places),
    ),
    ...(friendSeats.length > 0 ? [bookings.recordFriends(tx, friendSeats)] : []),
    queueConfirmations(
      tx,
      written.flatMap(({ confirmation }) => confirmation ?? []),
    ),
    writeStaffRecords(tx, written.flatMap(staffRecordOf)),
  ])
}

/** An email that nobody has proven gets a few of them in an hour; the bookings are in the account. */
function confirmationOf(
  { userId, unproven }: OrderCommand,
  { result: { booking, email: to } }: BookingDraft,
  { facts, rows }: Pick<Known, 'facts' | 'rows'>,
): ConfirmedBooking | null {
  if (to === null) return null
  const sent = rows.filter(({ confirmation }) => confirmation?.to === to).length
  if (unproven && facts.mailsSent + sent >= MAX_MAILS_PER_HOUR) return null
  return { bookingId: booking._id, userId, to }
}

const staffRecordOf = ({ order, draft }: NewBooking): StaffBookingRecord[] =>
  order.staff ? [{ terms: order.staff, row: draft.row, placeIds: placeIdsOf(order.request) }] : []

/** Submits an order. Throws what `book` throws. */
export async function placeOrder(ctx: Context, order: BookingOrder): Promise<PlacedOrder> {
  try {
    return await submit(ctx, order)
  } catch (error) {
    // An order with the same key was booked at another show, or the reference exists already.
    if (!isUniqueViolation(error)) throw error
    return submit(ctx, order)
  }
}

async function submit(ctx: Context, order: BookingOrder) {
  const { showtimeId, proof } = order.request
  const placeIds = placeIdsOf(order.request)
  const { userId, email, holder, friend, address, isConfirmed = false } = order
  const visitor = {
    showtimeId,
    holder,
    ...(order.staff
      ? {}
      : { userId, email: email ?? null, friend, proof, address: address ?? null, isConfirmed }),
  }
  const unproven =
    email && !isConfirmed ? { recipient: email, recipientKey: recipientKey(ctx, email) } : undefined
  return withRequester(ctx, visitor, {
    places: placeIds.length,
    run: (requester) =>
      submitCommand(ctx, orderKind, showtimeId, {
        ...order,
        ...newIdentity(order),
        requester,
        unproven,
      }),
  })
}
