import { refundOf } from '@marquee/contract/bookings/refund-policy'
import { normalizeVehicleNumber } from '@marquee/contract/parking-slots'
import { formatRupees } from '@marquee/contract/text/money'
import { assertDistinct } from '#src/bookings/order/order.ts'
import { closed, invalid, placeNotFound, placeNotInBooking, priceMismatch } from '#src/errors.ts'
import { findSizeRefusal } from '#src/inventory/rules/limits.ts'
import { findPlacesOfScreen, inMapOrder, priceOf } from '#src/inventory/rules/places.ts'
import { windowOf } from '#src/inventory/rules/times.ts'
import {
  type BookingChange,
  type BookingToChange,
  type ChangeContext,
  type ChangedBy,
  changeOf,
  differenceOf,
  idsOf,
  PARTY_ADMITTED,
  paymentsOf,
  refundOfChange,
  sumOf,
  sumPrices,
  VEHICLE_ARRIVED,
} from './booking-change.ts'
import { assertChangeable, planCancellation, refundTermsOf } from './cancel.ts'
import { changeNotice } from './change-texts.ts'

const SAME_NUMBER_OF_SEATS = 'Please choose as many new seats as old ones.'

const CHANGE_ALL_SEATS = 'To change to another showtime, please change all seats.'

/** Other seats for some of a booking, at its showtime or at another one of the movie. */
interface SeatExchange {
  type: 'seats'
  showtimeId: string
  giveBack: readonly string[]
  take: readonly string[]
}

/** More or fewer parking slots. */
interface ParkingExchange {
  type: 'parking'
  add: readonly { slotId: string; vehicleNumber: string }[]
  drop: readonly string[]
}

export type Exchange = SeatExchange | ParkingExchange

interface ExchangeContext extends ChangeContext {
  /** The show of the new seats. Undefined for an unknown one. */
  target: ChangeContext['booked'] | undefined
  /** Left out: the visitor. */
  by?: ChangedBy | undefined
}

const VISITOR: ChangedBy = { deviceId: null, reason: 'changed by the visitor' }

/**
 * Exchanges places of a booking. Throws INVALID, NOT_FOUND, LIMIT, and CLOSED from the cutoff of the booked show on or of the other one, and
 * when the places are in use. `sell` decides whether the new places are free.
 */
export function planExchange(
  booking: BookingToChange,
  exchange: Exchange,
  context: ExchangeContext,
): BookingChange {
  assertChangeable(booking, context)
  const closesAt = requireOpen(context.booked, context)
  return exchange.type === 'seats'
    ? planSeats(booking, exchange, { ...context, closesAt })
    : planParking(booking, exchange, { ...context, closesAt })
}

/** Returns when booking closes, in epoch milliseconds. */
function requireOpen({ show }: ChangeContext['booked'], { moment }: ChangeContext) {
  const window = windowOf(show, moment)
  if (!window.open) throw closed(window.message)
  return window.closesAt
}

interface OpenExchange extends ExchangeContext {
  closesAt: number
}

/** The places of a screen with these ids, in the order of the seat map. Throws NOT_FOUND. */
function requirePlaces(
  booked: ChangeContext['booked'],
  placeIds: readonly string[],
  seatIds: readonly string[],
) {
  const places = findPlacesOfScreen(booked, placeIds, seatIds)
  if (!Array.isArray(places)) throw places
  return places.toSorted(inMapOrder)
}

function planSeats(
  booking: BookingToChange,
  { showtimeId, giveBack, take }: SeatExchange,
  { booked, target, moment, closesAt, by }: OpenExchange,
): BookingChange {
  if (booking.admitted > 0) throw closed(PARTY_ADMITTED)
  if (giveBack.length !== take.length || take.length === 0) throw invalid(SAME_NUMBER_OF_SEATS)
  const isOtherShow = showtimeId !== booking.showtime_id
  // Both shows may be on one screen: the party then keeps a seat at the other show.
  for (const placeIds of isOtherShow ? [giveBack, take] : [[...giveBack, ...take]])
    assertDistinct(placeIds, 'request')
  if (!target || target.show.movieId !== booked.show.movieId) throw placeNotFound()
  const requested = requirePlaces(target, take, take)
  const seats = booking.places.filter(({ kind }) => kind === 'seat')
  const given = seats.filter(({ place_id }) => giveBack.includes(place_id))
  if (given.length < giveBack.length) throw placeNotInBooking()
  if (isOtherShow) assertAllMovable(booking, given.length === seats.length)
  const deadline = Math.min(closesAt, requireOpen(target, { booked, moment }))
  const givenBack = isOtherShow ? booking.places : given
  const taken = requested.map((seat) => ({
    place_id: seat.id,
    category: seat.category,
    price: priceOf(seat),
    vehicle_number: null,
  }))
  const { percent, until } = refundTermsOf(booking, { booked, moment })
  // Parking that was used is used.
  const unused = givenBack.filter(({ was_parked }) => was_parked === 0)
  const surplus = sumPrices(unused) - sumPrices(taken)
  // What a cancellation of the old places would give back, and one of the new places leaves to give back.
  const left = refundsOf(unused, percent) - refundsOf(taken, percent)
  const payment = Math.max(0, -surplus)
  const refund = surplus > 0 ? Math.max(0, left) : 0
  return exchangeOf(booking, by, {
    showtimeId,
    givenBack: givenBack.map(({ place_id, price }) => ({ place_id, price, refund: null })),
    taken,
    payments: paymentsOf({ payment, refund }),
    fee: sumPrices(givenBack) - sumPrices(taken) + payment - refund,
    refundCap: isOtherShow && percent < FULL ? percent : null,
    deadline: surplus > 0 ? Math.min(deadline, until) : deadline,
    action: 'booking.change-seats',
    notice: changeNotice(isOtherShow ? 'show' : 'seats', { booked: target, moment }),
  })
}

const FULL = 100
const refundsOf = (places: readonly { price: number }[], percent: number) =>
  sumOf(places.map(({ price }) => refundOf(price, percent)))

/** The parking of the old show is given up. */
function assertAllMovable({ places }: BookingToChange, givesAllSeats: boolean) {
  if (!givesAllSeats) throw invalid(CHANGE_ALL_SEATS)
  if (places.some(({ has_arrived }) => has_arrived === 1)) throw closed(VEHICLE_ARRIVED)
}

function planParking(
  booking: BookingToChange,
  { add, drop }: ParkingExchange,
  { booked, moment, closesAt }: OpenExchange,
): BookingChange {
  const addIds = add.map(({ slotId }) => slotId)
  assertDistinct([...addIds, ...drop], 'request')
  if (add.length + drop.length === 0) throw invalid('Please choose a parking slot.')
  const requested = requirePlaces(booked, addIds, [])
  const cancelled =
    drop.length > 0
      ? planCancellation(booking, { by: VISITOR, slotIds: drop }, { booked, moment })
      : undefined
  const kept = booking.places.filter(({ place_id }) => !drop.includes(place_id))
  const refusal = findSizeRefusal([...kept, ...requested])
  if (refusal) throw refusal
  const taken = requested.map((slot) => {
    const vehicle = add.find(({ slotId }) => slotId === slot.id)?.vehicleNumber ?? ''
    return {
      place_id: slot.id,
      category: null,
      price: priceOf(slot),
      vehicle_number: normalizeVehicleNumber(vehicle),
    }
  })
  return exchangeOf(booking, VISITOR, {
    showtimeId: booking.showtime_id,
    givenBack: cancelled?.givenBack ?? [],
    taken,
    payments: paymentsOf({
      payment: sumPrices(taken),
      refund: cancelled ? refundOfChange(cancelled) : 0,
    }),
    fee: cancelled?.fee ?? 0,
    refundCap: null,
    deadline: Math.min(cancelled?.deadline ?? closesAt, closesAt),
    action: 'booking.change-parking',
    notice: changeNotice('parking', { booked, moment }),
  })
}

type Exchanged = Pick<
  BookingChange,
  'showtimeId' | 'givenBack' | 'taken' | 'payments' | 'fee' | 'refundCap' | 'deadline' | 'notice'
> & { action: 'booking.change-seats' | 'booking.change-parking' }

const exchangeOf = (
  booking: BookingToChange,
  by: ChangedBy | undefined,
  { action, ...exchanged }: Exchanged,
) =>
  changeOf(booking, by ?? VISITOR, {
    ...exchanged,
    audit: {
      action,
      before: { showtimeId: booking.showtime_id, placeIds: idsOf(exchanged.givenBack) },
      after: {
        showtimeId: exchanged.showtimeId,
        difference: differenceOf(exchanged),
        placeIds: idsOf(exchanged.taken),
      },
    },
  })

/** Throws PRICE_MISMATCH with the right difference. */
export function assertDifference(expected: number, change: BookingChange) {
  const difference = differenceOf(change)
  if (expected === difference) return
  const amount = formatRupees(Math.abs(difference))
  throw priceMismatch(
    difference < 0 ? `You get ${amount} back` : `The price is ${amount}`,
    difference,
  )
}
