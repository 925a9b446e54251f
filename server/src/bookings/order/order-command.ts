import type { Booking } from '@marquee/contract/bookings/bookings'
import type { Config } from '#src/config/config.ts'
import type { VoucherRow } from '#src/database/schema.ts'
import { awaitAll } from '#src/database/transaction.ts'
import { giveBack, sell } from '#src/inventory/commands/sell.ts'
import { stateAfter } from '#src/inventory/draft.ts'
import { findPlaces, inMapOrder } from '#src/inventory/rules/places.ts'
import type { ShowtimeCommand } from '#src/inventory/showtimes.ts'
import {
  accept,
  type Decision,
  type HoldMoment,
  refuse,
  refuseWhatItThrows,
  type ShowtimeState,
} from '#src/inventory/state.ts'
import { countBookingMails, MAX_MAILS_PER_HOUR } from '#src/messages/mail/mail-limits.service.ts'
import type { ConfirmedBooking } from '#src/messages/mail/outbox.service.ts'
import { findByCode, lockVouchers } from '#src/vouchers/vouchers.service.ts'
import {
  type BookingDraft,
  type BookingOrder,
  decideOrder,
  type OrderCommand,
  type OrderData,
  placeIdsOf,
} from './order.ts'
import * as statements from './orders.sql.ts'
import { type NewBooking, statementsOfBookings } from './write-bookings.ts'

const NO_ROWS = { rows: [] }

type LoadedOrder = statements.OrderRow & {
  /** How many mails about bookings the unproven email has received lately. */
  mailsSent: number
  /** The voucher of the order. Undefined without one, and for one that does not exist. */
  voucher: VoucherRow | undefined
  /** The house seats of the show, for an order that may take some of them. */
  housePlaces: readonly statements.HousePlace[]
}

export type PlacedOrder = { booking: Booking } | { earlierBookingId: string }

/** Books all places of an order, or none of them. Returns the booking that its idempotency key already has. */
export const orderKind: ShowtimeCommand<OrderCommand, PlacedOrder, LoadedOrder, NewBooking> = {
  durable: true,
  load: async (tx, orders) => {
    const keys = orders.map(({ userId, staff, key = null, countsBookings }) => ({
      userId,
      deviceId: staff?.deviceId ?? null,
      key,
      countsBookings,
    }))
    const codes = orders.flatMap(({ request: { voucher } }) => voucher?.code ?? [])
    const keptAt = orders.flatMap(({ request, staff }) =>
      staff?.type === 'sale' && staff.isFromHouseSeats ? request.showtimeId : [],
    )
    const [{ rows }, sent, vouchers, kept] = await awaitAll([
      () => statements.selectForOrders(tx, keys),
      () =>
        countBookingMails(
          tx,
          orders.flatMap(({ unproven }) => unproven ?? []),
        ),
      () => lockVouchers(tx, codes),
      async () => (keptAt.length > 0 ? statements.selectHousePlaces(tx, keptAt) : NO_ROWS),
    ])
    return rows
      .toSorted((one, other) => one.order_index - other.order_index)
      .map((row, index) => ({
        ...row,
        mailsSent: sent(orders[index]?.unproven?.recipient ?? '', 'booking'),
        voucher: findByCode(vouchers, orders[index]?.request.voucher?.code),
        housePlaces: kept.rows.filter(
          ({ showtime_id }) => showtime_id === orders[index]?.request.showtimeId,
        ),
      }))
  },
  decide: decideBooking,
  write: statementsOfBookings,
}

/** Decides an order: its price and its buyer, and then its places. */
export function decideBooking(
  state: ShowtimeState,
  order: OrderCommand,
  moment: HoldMoment & Pick<Config, 'timeZone' | 'rateLimits' | 'limits'>,
  { loaded, rows }: { loaded: LoadedOrder; rows: readonly NewBooking[] },
): Decision<PlacedOrder, NewBooking> {
  return refuseWhatItThrows<PlacedOrder, NewBooking>(() => {
    const draft = decideOrder(order, dataOf(state, order, { moment, loaded, rows }), moment)
    if ('earlierBookingId' in draft) return accept(draft)
    const { housePlaces, given } = freeHouseSeats(state, order, loaded)
    const free = housePlaces.length > 0 ? stateAfter(state, given, moment.now) : state
    const sale = sell(free, saleOf(order), moment)
    if ('refusal' in sale) return refuse(sale.refusal, sale.changes)
    const claims = [...(given.claims ?? []), ...(sale.changes.claims ?? [])]
    return {
      outcome: { result: { booking: draft.result.booking } },
      changes: housePlaces.length > 0 ? { ...sale.changes, claims } : sale.changes,
      row: {
        order,
        draft,
        friendSeats: sale.friendSeats,
        housePlaces,
        bookingMail: bookingMailOf(order, draft, { loaded, rows }),
      },
    }
  })
}

const saleOf = ({ requester, request, staff, bookingId }: OrderCommand) => ({
  requester,
  bookingId,
  placeIds: placeIdsOf(request),
  seatIds: request.seatIds,
  isByStaff: staff !== undefined,
})

/** The house seats among the places of an order, and the changes that free them for it. */
function freeHouseSeats(
  state: ShowtimeState,
  { request, staff }: OrderCommand,
  { housePlaces: kept }: LoadedOrder,
) {
  const isFromHouseSeats = staff?.type === 'sale' && staff.isFromHouseSeats === true
  const wanted = new Set(placeIdsOf(request))
  const housePlaces = isFromHouseSeats ? kept.filter(({ place_id }) => wanted.has(place_id)) : []
  const claims = housePlaces.flatMap(
    ({ booking_id: bookingId, place_id }) =>
      giveBack(state, { bookingId, placeIds: [place_id] }).claims ?? [],
  )
  return { housePlaces, given: { claims } }
}

interface Known {
  moment: { now: number }
  loaded: LoadedOrder
  rows: readonly NewBooking[]
}

/** An order of the same transaction may have the same key. */
function dataOf(
  state: ShowtimeState,
  order: OrderCommand,
  { moment, loaded, rows }: Known,
): OrderData {
  const { show } = state
  const places = findPlaces(state, saleOf(order))
  const ofBuyer = rows.filter(({ order: other }) => ownerOf(other) === ownerOf(order))
  const repeated = ofBuyer.find(
    ({ order: other }) => order.key !== undefined && other.key === order.key,
  )
  return {
    ...loaded,
    existing_booking_id: repeated?.order.bookingId ?? loaded.existing_booking_id,
    request_hash: repeated?.order.requestHash ?? loaded.request_hash,
    recent_bookings: loaded.recent_bookings + ofBuyer.length,
    now: moment.now,
    voucher: loaded.voucher && afterOrders(loaded.voucher, rows),
    movie_id: show.movieId,
    name: show.movie,
    genre: show.genre,
    duration: show.duration,
    image_url: show.imageUrl,
    starts_at: show.startsAt,
    cutoff_minutes: show.cutoffMinutes,
    screen: show.screen,
    places: Array.isArray(places) ? places.toSorted(inMapOrder) : places,
  }
}

/** A voucher as the earlier orders of the transaction leave it. */
const afterOrders = (voucher: VoucherRow, rows: readonly NewBooking[]) => ({
  ...voucher,
  balance: rows.reduce(
    (balance, { draft: { row } }) =>
      row.voucher_id === voucher.id ? balance - row.voucher_amount : balance,
    voucher.balance,
  ),
})

const ownerOf = ({ userId, staff }: BookingOrder) => userId ?? staff?.deviceId

/** An email without proof of its owner gets a few of them in an hour; the bookings are in the account. */
function bookingMailOf(
  { userId, unproven }: OrderCommand,
  { result: { booking, email: to } }: BookingDraft,
  { loaded, rows }: Pick<Known, 'loaded' | 'rows'>,
): ConfirmedBooking | null {
  if (to === null) return null
  const sent = rows.filter(({ bookingMail }) => bookingMail?.to === to).length
  if (unproven && loaded.mailsSent + sent >= MAX_MAILS_PER_HOUR) return null
  return { bookingId: booking._id, userId, to }
}
