import { parseRefundPolicy } from '@marquee/contract/bookings/refund-policy'
import { slotPrice } from '@marquee/contract/parking-slots'
import { seatPrice } from '@marquee/contract/seats/seat-tiers'
import type {
  BookedPlace,
  BookingToChange,
  ChangeContext,
} from '#src/bookings/change/planners/booking-change.ts'
import { AppError } from '#src/errors.ts'
import type { ShowtimeState } from '#src/inventory/state.ts'
import { given } from './given.ts'
import { time } from './times.ts'

// Builds bookings for tests of planners: given – when – then.

interface GivenBooking extends Partial<Omit<BookingToChange, 'places'>> {
  /** The labels of its places. */
  places?: readonly string[]
  /** Slots whose vehicle the valet has. */
  arrived?: readonly string[]
  /** Slots whose vehicle the valet has given back. */
  used?: readonly string[]
}

/** A sale at the showtime of `given`, of two seats unless told otherwise. */
export function booking({
  places: labels = ['A1', 'A2'],
  arrived = [],
  used = [],
  ...changes
}: GivenBooking = {}): BookingToChange {
  const { layout } = given()
  const places = labels.map((label): BookedPlace => {
    const place = layout.byId.get(label)
    if (!place) throw new Error(`there is no place ${label}`)
    const { kind, category } = place
    return {
      place_id: label,
      kind,
      label,
      category,
      access: null,
      price: kind === 'seat' ? seatPrice(category ?? '') : slotPrice(kind),
      vehicle_number: kind === 'seat' ? null : 'TN01AB0001',
      has_arrived: Number(arrived.includes(label)),
      was_parked: Number(used.includes(label)),
    }
  })
  return {
    id: 'booking',
    reference: 'MQ-TEST',
    channel: 'web',
    payment_method: 'online',
    showtime_id: 'show',
    user_id: 'user',
    email: 'asha@example.com',
    issue: 0,
    admitted: 0,
    full_refund_until: null,
    refund_cap: null,
    paid: [
      {
        method: changes.payment_method ?? 'online',
        voucher_id: null,
        amount: places.reduce((sum, { price }) => sum + price, 0),
      },
    ],
    ...changes,
    places,
  }
}

const refundPolicy = parseRefundPolicy('full until 4h, half until cutoff') ?? []

/** What planners read, `ms` from now. */
export const contextAt = (booked: ShowtimeState, ms = 0): ChangeContext => ({
  booked,
  moment: { now: time(ms), refundPolicy, timeZone: 'Asia/Kolkata' },
})

/** The code of the error that a planner throws. */
export function refusedWith(plan: () => unknown) {
  try {
    plan()
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
  return 'ok'
}
