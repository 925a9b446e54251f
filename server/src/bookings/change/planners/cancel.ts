import {
  getCutoffTime,
  SHOW_CANCELLED,
  SHOW_STARTED,
} from '@marquee/contract/bookings/booking-window'
import { isCancelledBooking } from '@marquee/contract/bookings/bookings'
import {
  fullRefundEnd,
  limitRefundPolicy,
  refundOf,
  refundTerms,
} from '@marquee/contract/bookings/refund-policy'
import type { RefundFor } from '@marquee/contract/office/shows/show-cancellations'
import { formatRupees } from '@marquee/contract/text/money'
import { assertDistinct } from '#src/bookings/order/order.ts'
import { bookingCancelled, closed, invalid, placeNotInBooking, priceMismatch } from '#src/errors.ts'
import { isSeat } from '#src/inventory/rules/places.ts'
import {
  type BookedPlace,
  type BookingChange,
  type BookingToChange,
  type ChangeContext,
  type ChangedBy,
  changeOf,
  idsOf,
  PARTY_ADMITTED,
  paymentsOf,
  refundOfChange,
  sumOf,
  sumPrices,
  VEHICLE_ARRIVED,
} from './booking-change.ts'
import { cancellationNotice, newVoucherText } from './change-texts.ts'
import { newVoucherAmount } from './ledger-rows.ts'

const VEHICLE_IS_HERE =
  'A vehicle of this booking is already here, so its slot cannot be cancelled. Ask the valet to return it first.'

const LAST_SEAT = 'A booking needs at least one seat. Cancel the parking too.'

const REFUNDED_IN_FULL = `${SHOW_CANCELLED}. We refund every booking in full. You do not have to do anything.`
const REFUNDED_FOR_STAFF = `${SHOW_CANCELLED}. Every booking is refunded in full automatically, so please do not refund this one yourself.`

/** The places to cancel. None named: the whole booking. */
export interface NamedPlaces {
  seatIds?: readonly string[] | undefined
  slotIds?: readonly string[] | undefined
}

interface CancelRequest extends NamedPlaces {
  by: ChangedBy
  /** The full price is given back, whatever the policy says. */
  isFull?: boolean | undefined
}

/**
 * Cancels places of a booking, or all of them, by the policy. Staff cancels also after the start and after an admission. Throws INVALID,
 * NOT_FOUND for places of another booking, and CLOSED after the start of the show, and when the places are in use.
 */
export function planCancellation(
  booking: BookingToChange,
  { by, isFull = false, ...named }: CancelRequest,
  context: ChangeContext,
): BookingChange {
  const { booked, moment } = context
  const isByStaff = by.deviceId !== null
  assertChangeable(booking, context, { isByStaff })
  if (!isByStaff && moment.now >= booked.show.startsAt) throw closed(SHOW_STARTED)
  const places = selectPlaces(booking.places, named)
  if (!isByStaff) assertNotAdmitted(booking, places)
  if (places.some(({ has_arrived }) => has_arrived === 1))
    throw closed(isByStaff ? VEHICLE_IS_HERE : VEHICLE_ARRIVED)
  const terms = isFull ? fullRefund(context) : refundTermsOf(booking, context)
  return cancellation(booking, { by, places, terms }, context)
}

interface ShowRefund {
  by: ChangedBy & { reason: string }
  refundFor: RefundFor
  /** Becomes the refund. Null: it goes back as it was paid. */
  newVoucher: BookingChange['newVoucher']
}

/**
 * Cancels a whole booking because its show is cancelled: everything is refunded, also for people who were let in. Nothing is refunded if the
 * refund is for those who were let in, and the booking has none of them.
 */
export function planShowCancellation(
  booking: BookingToChange,
  { by, refundFor, newVoucher }: ShowRefund,
  context: ChangeContext,
): BookingChange {
  const isRefunded = refundFor === 'all' || booking.admitted > 0
  const change = cancellation(
    booking,
    {
      by,
      places: booking.places,
      terms: isRefunded ? fullRefund(context) : { percent: 0, until: context.booked.show.startsAt },
      showCancelledBecause: by.reason,
    },
    context,
  )
  const voucher = { ...change, newVoucher }
  const amount = newVoucherAmount(voucher)
  if (!newVoucher || amount === 0) return { ...change, isByCinema: true }
  const text = newVoucherText(newVoucher, { amount, timeZone: context.moment.timeZone })
  return {
    ...voucher,
    isByCinema: true,
    notice: `${change.notice} ${text}`,
    mail: [...(change.mail ?? []), text],
  }
}

interface RefundTerms {
  percent: number
  /** Until when they apply, epoch milliseconds. */
  until: number
  /** The full price, whatever the policy says. */
  isFull?: boolean
}

const fullRefund = ({ booked }: ChangeContext): RefundTerms => ({
  percent: 100,
  until: booked.show.startsAt,
  isFull: true,
})

interface CancelledPlaces {
  by: ChangedBy
  places: readonly BookedPlace[]
  terms: RefundTerms
  showCancelledBecause?: string
}

function cancellation(
  booking: BookingToChange,
  { by, places, terms, showCancelledBecause }: CancelledPlaces,
  context: ChangeContext,
) {
  const { percent, until, isFull = false } = terms
  // The cinema's own changes give back everything. Otherwise parking that was used is used.
  const wasParked = ({ was_parked }: BookedPlace) => was_parked === 1 && !isFull
  const givenBack = places.map((place) => ({
    place_id: place.place_id,
    price: place.price,
    refund: wasParked(place) ? 0 : refundOf(place.price, percent),
  }))
  const refund = sumOf(givenBack.map((place) => place.refund))
  const fee = sumPrices(places) - refund
  const isWhole = places.length === booking.places.length
  return changeOf(booking, by, {
    givenBack,
    payments: paymentsOf({ refund }),
    fee,
    deadline: until,
    isCancelled: isWhole,
    audit: {
      action: 'booking.cancel',
      after: { showtimeId: booking.showtime_id, placeIds: idsOf(places), refund, fee },
    },
    notice: cancellationNotice({ places, refund, isWhole, showCancelledBecause }, context),
  })
}

/** The policy up to the share that the booking has kept, or a full refund for a show that was moved or for lost seats. */
export function refundTermsOf(
  { full_refund_until: fullUntil, refund_cap: cap }: BookingToChange,
  { booked: { show }, moment }: ChangeContext,
): RefundTerms {
  const { startsAt, cutoffMinutes } = show
  const { now, refundPolicy } = moment
  if (fullUntil !== null && now < fullUntil)
    return { percent: 100, until: fullRefundEnd(fullUntil, startsAt) }
  const closesAt = getCutoffTime(startsAt, cutoffMinutes)
  return refundTerms(limitRefundPolicy(refundPolicy, cap), { startsAt, closesAt }, now)
}

function selectPlaces(
  places: readonly BookedPlace[],
  { seatIds = [], slotIds = [] }: NamedPlaces,
): readonly BookedPlace[] {
  const ids = [...seatIds, ...slotIds]
  if (ids.length === 0) return places
  assertDistinct(ids, 'request')
  const isNamed = (place: BookedPlace) =>
    (isSeat(place) ? seatIds : slotIds).includes(place.place_id)
  const selected = places.filter(isNamed)
  if (selected.length < ids.length) throw placeNotInBooking()
  const rest = places.filter((place) => !isNamed(place))
  if (rest.length > 0 && !rest.some(isSeat)) throw invalid(LAST_SEAT)
  return selected
}

/** The passes of a party are counted together, so no seat of a party that is partly in can be cancelled. */
function assertNotAdmitted({ admitted }: BookingToChange, places: readonly BookedPlace[]) {
  if (admitted > 0 && places.some(isSeat)) throw closed(PARTY_ADMITTED)
}

/** Throws CLOSED for a booking without places, and for one of a cancelled show. */
export function assertChangeable(
  { places }: BookingToChange,
  context: ChangeContext,
  { isByStaff = false } = {},
) {
  if (isCancelledBooking(places)) throw bookingCancelled()
  assertShowNotCancelled(context, { isByStaff })
}

/** The bookings of a cancelled show are refunded in full, without being asked for. */
export function assertShowNotCancelled({ booked }: ChangeContext, { isByStaff = false } = {}) {
  if (booked.show.isCancelled) throw closed(isByStaff ? REFUNDED_FOR_STAFF : REFUNDED_IN_FULL)
}

/** Throws PRICE_MISMATCH with the right refund. */
export function assertRefund(expected: number, change: BookingChange) {
  const refund = refundOfChange(change)
  if (expected !== refund) throw priceMismatch(`The refund is ${formatRupees(refund)}`, refund)
}
