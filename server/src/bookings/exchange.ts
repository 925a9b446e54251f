import {
  BOOKING_CANCELLED,
  CHANGE_ALL_SEATS,
  PARTY_ADMITTED,
  SAME_NUMBER_OF_SEATS,
  VEHICLE_ARRIVED,
} from '@marquee/contract/booking-changes'
import { getBookingWindow } from '@marquee/contract/booking-window'
import { formatRupees } from '@marquee/contract/money'
import { normalizeVehicleNumber, slotPrice } from '@marquee/contract/parking'
import { type RefundPolicy, refundOf } from '@marquee/contract/refund-policy'
import { seatPrice } from '@marquee/contract/seats'
import type { PaymentRow } from '../database/schema.ts'
import { closed, invalid, placeNotFound, placeNotInBooking, priceMismatch } from '../errors.ts'
import { findSizeRefusal } from '../inventory/rules/limits.ts'
import { assertDistinct } from './assert-distinct.ts'
import {
  assertShowNotCancelled,
  type CancelledPlace,
  type ChangeableBooking,
  planCancellation,
  refundTermsOf,
  sumOf,
} from './cancellation.ts'
import type { NewPlace, OfferedChangePlace, PlaceToChange, ShowTimes } from './changes.sql.ts'

/** Other seats for some of a booking, at its showtime or at another one of the movie. */
interface SeatChange {
  type: 'seats'
  showtimeId: string
  giveBack: string[]
  take: string[]
}

/** More or fewer parking slots. */
interface ParkingChange {
  type: 'parking'
  add: { slotId: string; vehicleNumber: string }[]
  drop: string[]
}

export type Exchange = SeatChange | ParkingChange

export interface ExchangePlan {
  showtimeId: string
  /** The places that the booking gives up. Those of `cancelled` are recorded with their refund. */
  given: PlaceToChange[]
  cancelled: CancelledPlace[]
  taken: NewPlace[]
  payments: Pick<PaymentRow, 'kind' | 'amount'>[]
  /** Rupees of the price that are not given back. */
  fee: number
  /** The share of the price that the booking refunds at most from now on, in percent. Null: as before. */
  refundCap: number | null
  /** Until when the booking can be changed so, epoch milliseconds. */
  deadline: number
}

/**
 * What a change of a booking costs. Throws INVALID, NOT_FOUND, LIMIT, and CLOSED from the cutoff of the booked show on or of the other one, and when the places are in use.
 * Whether the new places are free is decided by the statement that sells them.
 */
export function planExchange(
  booking: ChangeableBooking,
  exchange: Exchange,
  { offered, policy }: { offered: OfferedChangePlace[]; policy: RefundPolicy },
): ExchangePlan {
  if (booking.places.length === 0) throw closed(BOOKING_CANCELLED)
  assertShowNotCancelled(booking)
  const closesAt = requireOpen(booking, booking)
  return exchange.type === 'seats'
    ? planSeats(booking, exchange, { offered, policy, closesAt })
    : planParking(booking, exchange, { offered, policy, closesAt })
}

/** Returns when booking closes, in epoch milliseconds. */
function requireOpen(
  { starts_at, cutoff_minutes, show_cancelled_at }: ShowTimes,
  { now }: ChangeableBooking,
) {
  const startTime = new Date(starts_at).toISOString()
  const cutoffMinutes = cutoff_minutes ?? undefined
  const cancelled = show_cancelled_at !== null
  const window = getBookingWindow({ startTime, cutoffMinutes, cancelled }, now)
  if (!window.open) throw closed(window.message)
  return window.closesAt
}

function planSeats(
  booking: ChangeableBooking,
  { showtimeId, giveBack, take }: SeatChange,
  { offered, policy, closesAt }: ExchangeTerms,
): ExchangePlan {
  if (booking.admitted > 0) throw closed(PARTY_ADMITTED)
  if (giveBack.length !== take.length || take.length === 0) throw invalid(SAME_NUMBER_OF_SEATS)
  const isMoved = showtimeId !== booking.showtime_id
  // Both shows may be on one screen: the party then keeps a seat at the other show.
  for (const placeIds of isMoved ? [giveBack, take] : [[...giveBack, ...take]])
    assertDistinct(placeIds, 'request')
  if (offered.length < take.length || offered.some(({ kind }) => kind !== 'seat'))
    throw placeNotFound()
  const seats = booking.places.filter(({ kind }) => kind === 'seat')
  const given = seats.filter(({ place_id }) => giveBack.includes(place_id))
  if (given.length < giveBack.length) throw placeNotInBooking()
  if (isMoved) assertAllMovable(booking, given.length === seats.length)
  const [target] = offered
  const deadline = target ? Math.min(closesAt, requireOpen(target, booking)) : closesAt
  const released = isMoved ? booking.places : given
  const taken = offered.map(({ place_id, category }) => ({
    ...{ place_id, price: seatPrice(category ?? ''), vehicle_number: null },
  }))
  const { percent, until } = refundTermsOf(booking, policy)
  // Parking that was used is used.
  const unused = released.filter(({ is_used }) => is_used === 0)
  const surplus = sumPrices(unused) - sumPrices(taken)
  // What a cancellation of the old places would give back, and one of the new places leaves to give back.
  const left = refundsOf(unused, percent) - refundsOf(taken, percent)
  const [payment, refund] = surplus > 0 ? [0, Math.max(0, left)] : [-surplus, 0]
  const payments = [
    { kind: 'payment' as const, amount: payment },
    { kind: 'refund' as const, amount: refund },
  ].filter(({ amount }) => amount > 0)
  return {
    ...{ showtimeId, given: released, cancelled: [], taken, payments },
    fee: sumPrices(released) - sumPrices(taken) + payment - refund,
    refundCap: isMoved && percent < FULL ? percent : null,
    deadline: surplus > 0 ? Math.min(deadline, until) : deadline,
  }
}

const FULL = 100
const refundsOf = (places: { price: number }[], percent: number) =>
  sumOf(places.map(({ price }) => refundOf(price, percent)))

/** The parking of the old show is given up. */
function assertAllMovable({ places }: ChangeableBooking, givesAllSeats: boolean) {
  if (!givesAllSeats) throw invalid(CHANGE_ALL_SEATS)
  if (places.some(({ has_arrived }) => has_arrived === 1)) throw closed(VEHICLE_ARRIVED)
}

interface ExchangeTerms {
  offered: OfferedChangePlace[]
  policy: RefundPolicy
  closesAt: number
}

function planParking(
  booking: ChangeableBooking,
  { add, drop }: ParkingChange,
  { offered, policy, closesAt }: ExchangeTerms,
): ExchangePlan {
  assertDistinct([...add.map(({ slotId }) => slotId), ...drop], 'request')
  if (add.length + drop.length === 0) throw invalid('Please choose a parking slot.')
  if (offered.length < add.length) throw placeNotFound()
  const cancellation =
    drop.length > 0 ? planCancellation(booking, { slotIds: drop }, { policy }) : undefined
  const kept = booking.places.filter(({ place_id }) => !drop.includes(place_id))
  const refusal = findSizeRefusal([...kept, ...offered])
  if (refusal) throw refusal
  const taken = offered.map(({ place_id, kind }) => {
    if (kind === 'seat') throw placeNotFound()
    const vehicle = add.find(({ slotId }) => slotId === place_id)?.vehicleNumber ?? ''
    return { place_id, price: slotPrice(kind), vehicle_number: normalizeVehicleNumber(vehicle) }
  })
  const { places: cancelled = [], refund = 0, fee = 0, deadline = closesAt } = cancellation ?? {}
  const payments = [
    { kind: 'payment' as const, amount: sumPrices(taken) },
    { kind: 'refund' as const, amount: refund },
  ].filter(({ amount }) => amount > 0)
  return {
    ...{ showtimeId: booking.showtime_id, given: cancelled, cancelled, taken, payments, fee },
    refundCap: null,
    deadline: Math.min(deadline, closesAt),
  }
}

const sumPrices = (places: { price: number }[]) => sumOf(places.map(({ price }) => price))

/** Rupees that are given back. */
export const refundOfPlan = ({ payments }: ExchangePlan) =>
  payments.reduce((sum, { kind, amount }) => (kind === 'refund' ? sum + amount : sum), 0)

/** Rupees to pay; negative if money is given back. */
export const differenceOf = ({ payments }: ExchangePlan) =>
  payments.reduce((sum, { kind, amount }) => (kind === 'refund' ? sum - amount : sum + amount), 0)

/** Throws PRICE_MISMATCH with the right difference. */
export function assertDifference(expected: number, plan: ExchangePlan) {
  const difference = differenceOf(plan)
  if (expected === difference) return
  const amount = formatRupees(Math.abs(difference))
  throw priceMismatch(
    difference < 0 ? `You get ${amount} back` : `The price is ${amount}`,
    difference,
  )
}
