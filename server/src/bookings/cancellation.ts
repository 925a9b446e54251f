import {
  BOOKING_CANCELLED,
  LAST_SEAT,
  PARTY_ADMITTED,
  VEHICLE_ARRIVED,
} from '@marquee/contract/booking-changes'
import { getCutoffTime, SHOW_CANCELLED, SHOW_STARTED } from '@marquee/contract/booking-window'
import { formatRupees } from '@marquee/contract/money'
import { VEHICLE_IS_HERE } from '@marquee/contract/office/cancellations'
import {
  limitRefundPolicy,
  type RefundPolicy,
  refundOf,
  refundTerms,
} from '@marquee/contract/refund-policy'
import { closed, invalid, placeNotInBooking, priceMismatch } from '../errors.ts'
import { assertDistinct } from './assert-distinct.ts'
import type { BookingToChange, PlaceToChange } from './changes.sql.ts'

const REFUNDED_IN_FULL = `${SHOW_CANCELLED}. We refund every booking in full. You do not have to do anything.`
const REFUNDED_FOR_STAFF = `${SHOW_CANCELLED}. Every booking is refunded in full automatically, so please do not refund this one yourself.`

/** A booking as it was locked, with its places. */
export interface ChangeableBooking extends BookingToChange {
  places: PlaceToChange[]
}

/** The places to cancel. None named: the whole booking. */
export interface NamedPlaces {
  seatIds?: string[] | undefined
  slotIds?: string[] | undefined
}

interface CancellationTerms {
  policy: RefundPolicy
  /** Staff cancels also after the start and after an admission. */
  isByStaff?: boolean
  /** The full price is given back, whatever the policy says. */
  isFull?: boolean
}

export type CancelledPlace = PlaceToChange & { refund: number }

export interface Cancellation {
  places: CancelledPlace[]
  isWhole: boolean
  /** Rupees. */
  refund: number
  /** Rupees of the price that are not given back. */
  fee: number
  /** Until when these terms apply, epoch milliseconds. */
  deadline: number
}

/**
 * What a cancellation gives back, by the policy at the time of the database. Throws INVALID, NOT_FOUND for places of another booking, and CLOSED after
 * the start of the show, and when the places are in use.
 */
export function planCancellation(
  booking: ChangeableBooking,
  named: NamedPlaces,
  { policy, isByStaff = false, isFull = false }: CancellationTerms,
): Cancellation {
  if (booking.places.length === 0) throw closed(BOOKING_CANCELLED)
  assertShowNotCancelled(booking, { isByStaff })
  if (!isByStaff && booking.now >= booking.starts_at) throw closed(SHOW_STARTED)
  const places = selectPlaces(booking.places, named)
  if (!isByStaff) assertNotAdmitted(booking, places)
  if (places.some(({ has_arrived }) => has_arrived === 1))
    throw closed(isByStaff ? VEHICLE_IS_HERE : VEHICLE_ARRIVED)
  return refundPlaces(
    booking,
    places,
    isFull ? fullRefund(booking) : refundTermsOf(booking, policy),
  )
}

interface RefundTerms {
  percent: number
  until: number
  /** The full price, whatever the policy says. */
  isFull?: boolean
}

const fullRefund = ({ starts_at }: BookingToChange): RefundTerms => ({
  ...{ percent: 100, until: starts_at, isFull: true },
})

/** Cancels a whole booking because its show is cancelled: everything is refunded, also for people who were let in. */
export const planShowCancellation = (booking: ChangeableBooking) =>
  refundPlaces(booking, booking.places, fullRefund(booking))

function refundPlaces(
  booking: ChangeableBooking,
  places: PlaceToChange[],
  { percent, until, isFull = false }: RefundTerms,
): Cancellation {
  // The cinema's own changes give back everything. Otherwise parking that was used is used.
  const isUsed = ({ is_used }: PlaceToChange) => is_used === 1 && !isFull
  const cancelled = places.map((place) => ({
    ...place,
    refund: isUsed(place) ? 0 : refundOf(place.price, percent),
  }))
  const refund = sumOf(cancelled.map((place) => place.refund))
  return {
    ...{ places: cancelled, isWhole: places.length === booking.places.length },
    ...{ refund, fee: sumOf(places.map(({ price }) => price)) - refund, deadline: until },
  }
}

/** The policy up to the share that the booking has kept, or a full refund for a show that was moved or for lost seats. */
export function refundTermsOf(booking: BookingToChange, policy: RefundPolicy): RefundTerms {
  const { full_refund_until: fullUntil, refund_cap: cap, starts_at, now } = booking
  if (fullUntil !== null && now < fullUntil)
    return { percent: 100, until: Math.min(fullUntil, starts_at) }
  return refundTerms(limitRefundPolicy(policy, cap), timesOf(booking), now)
}

const timesOf = ({ starts_at, cutoff_minutes }: BookingToChange) => ({
  startsAt: starts_at,
  closesAt: getCutoffTime(starts_at, cutoff_minutes),
})

export const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
const isSeat = ({ kind }: PlaceToChange) => kind === 'seat'

function selectPlaces(places: PlaceToChange[], { seatIds = [], slotIds = [] }: NamedPlaces) {
  const ids = [...seatIds, ...slotIds]
  if (ids.length === 0) return places
  assertDistinct(ids, 'request')
  const isNamed = (place: PlaceToChange) =>
    (isSeat(place) ? seatIds : slotIds).includes(place.place_id)
  const selected = places.filter(isNamed)
  if (selected.length < ids.length) throw placeNotInBooking()
  const rest = places.filter((place) => !isNamed(place))
  if (rest.length > 0 && !rest.some(isSeat)) throw invalid(LAST_SEAT)
  return selected
}

/** The passes of a party are counted together, so no seat of a party that is partly in can be cancelled. */
function assertNotAdmitted({ admitted }: BookingToChange, places: PlaceToChange[]) {
  if (admitted > 0 && places.some(isSeat)) throw closed(PARTY_ADMITTED)
}

/** The bookings of a cancelled show are refunded in full, without being asked for. */
export function assertShowNotCancelled(
  { show_cancelled_at }: BookingToChange,
  { isByStaff = false } = {},
) {
  if (show_cancelled_at === null) return
  throw closed(isByStaff ? REFUNDED_FOR_STAFF : REFUNDED_IN_FULL)
}

/** Throws PRICE_MISMATCH with the right refund. */
export function assertRefund(expected: number, { refund }: Cancellation) {
  if (expected === refund) return
  throw priceMismatch(`The refund is ${formatRupees(refund)}`, refund)
}
