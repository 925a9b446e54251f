import type { PaymentMethod } from '@marquee/contract/office/bookings'
import type { Channel } from '@marquee/contract/office/shows/shows'
import type { AuditRecord } from '#src/audit/audit.service.ts'
import type { Config } from '#src/config/config.ts'
import type { PlaceRow, PlaceType } from '#src/database/schema.ts'
import type { ShowtimeState } from '#src/inventory/state.ts'
import type { NewVoucher } from '#src/vouchers/new-voucher.ts'

export const PARTY_ADMITTED =
  'Your tickets have been scanned, so these seats can no longer be changed. Please ask at the box office.'

export const VEHICLE_ARRIVED =
  'Your vehicle is already here, so its slot can no longer be changed. Please ask the valet.'

/** A place of a booking. */
export interface BookedPlace {
  place_id: string
  kind: PlaceType
  label: string
  category: string | null
  access: PlaceRow['access']
  /** Rupees. */
  price: number
  vehicle_number: string | null
  /** 1: the valet has the vehicle of the slot. */
  has_arrived: number
  /** 1: the valet has given the vehicle back. It was parked there. */
  was_parked: number
}

/** Rupees that a booking has paid in one way and not got back. */
export interface PaidPart {
  method: PaymentMethod
  voucher_id: string | null
  amount: number
}

/** A booking as it is before a change, with its places in the order of the seat map. */
export interface BookingToChange {
  id: string
  reference: string
  channel: Channel
  payment_method: PaymentMethod
  showtime_id: string
  /** Null without an account. */
  user_id: string | null
  /** Where mails about the booking go. */
  email: string | null
  /** Counts how often the passes were replaced. */
  issue: number
  /** People who were let in. */
  admitted: number
  /** Until when it can be cancelled for a full refund: its show was moved in time, or seats were lost. Epoch milliseconds. */
  full_refund_until: number | null
  /** The largest share of the price that is refunded, in percent: the booking was moved to this show when another one gave back no more. */
  refund_cap: number | null
  /** In the order of the payments. */
  paid: readonly PaidPart[]
  places: readonly BookedPlace[]
}

/** Who changes a booking. */
export interface ChangedBy {
  /** The device of the staff. Null: the visitor. */
  deviceId: string | null
  reason?: string | undefined
}

/** A place that a booking gives up. */
interface GivenBackPlace {
  place_id: string
  price: number
  /** Rupees, of a place that is cancelled. Null: it is exchanged. */
  refund: number | null
}

/** A place that a booking gets. */
interface TakenPlace {
  place_id: string
  /** Null: a parking slot. */
  category: string | null
  price: number
  vehicle_number: string | null
  /** The place that the cinema replaces by it. The limits count it as that one. */
  insteadOf?: string
}

/** What happens to a booking. `writeChanges` writes everything that follows from it. */
export interface BookingChange {
  booking: BookingToChange
  by: ChangedBy
  /** Where the booking is from now on. */
  showtimeId: string
  givenBack: readonly GivenBackPlace[]
  taken: readonly TakenPlace[]
  /** Rupees to pay and to give back. */
  payments: readonly { kind: 'payment' | 'refund'; amount: number }[]
  /** How a payment is made: at the counter, or online. */
  paidBy: Extract<PaymentMethod, 'online' | 'cash' | 'card'>
  /** Becomes the refund, except for what a voucher has paid. Null: the refund goes back as it was paid. */
  newVoucher: NewVoucher | null
  /** Rupees of the price that are not given back. */
  fee: number
  /** The share of the price that the booking refunds at most from now on, in percent. Null: as before. */
  refundCap: number | null
  /** Until when it can be cancelled for a full refund from now on. Null: as before. Epoch milliseconds. */
  refundUntil: number | null
  /** Until when a visitor can change it on these terms, epoch milliseconds. */
  deadline: number
  /** The booking has no place left. */
  isCancelled: boolean
  /** The cinema has cancelled it. */
  isByCinema: boolean
  /** The show has another start. */
  isRescheduled: boolean
  /** The passes are void, and there are new ones. */
  hasNewPasses: boolean
  /** A slot with another vehicle number. */
  vehicle: { slotId: string; vehicleNumber: string } | null
  audit: Pick<AuditRecord, 'action'> & Partial<Pick<AuditRecord, 'before' | 'after'>>
  /** What the notice says. */
  notice: string
  /** The paragraphs with which the mail begins. Null: there is no mail. */
  mail: readonly string[] | null
}

type PlannedChange = Partial<BookingChange> & Pick<BookingChange, 'audit' | 'notice'>

/** A change of which everything is as before that is not told. */
export const changeOf = (
  booking: BookingToChange,
  by: ChangedBy,
  change: PlannedChange,
): BookingChange => ({
  booking,
  by,
  showtimeId: booking.showtime_id,
  givenBack: [],
  taken: [],
  payments: [],
  paidBy: 'online',
  newVoucher: null,
  fee: 0,
  refundCap: null,
  refundUntil: null,
  deadline: Number.POSITIVE_INFINITY,
  isCancelled: false,
  isByCinema: false,
  isRescheduled: false,
  hasNewPasses: false,
  vehicle: null,
  mail: [],
  ...change,
})

/** What planners of changes read besides the booking. */
export interface ChangeContext {
  /** The show of the booking. */
  booked: Pick<ShowtimeState, 'id' | 'show' | 'layout'>
  /** `now` is the time of the database. */
  moment: Pick<Config, 'refundPolicy' | 'timeZone'> & { now: number }
}

export const sumOf = (amounts: readonly number[]) =>
  amounts.reduce((sum, amount) => sum + amount, 0)

export const sumPrices = (places: readonly { price: number }[]) =>
  sumOf(places.map(({ price }) => price))

/** Payments without those of nothing. */
export const paymentsOf = (amounts: { payment?: number; refund?: number }) =>
  (['payment', 'refund'] as const).flatMap((kind) => {
    const { [kind]: amount = 0 } = amounts
    return amount > 0 ? { kind, amount } : []
  })

/** Rupees that are given back. */
export const refundOfChange = ({ payments }: Pick<BookingChange, 'payments'>) =>
  sumOf(payments.map(({ kind, amount }) => (kind === 'refund' ? amount : 0)))

/** Rupees to pay; negative if money is given back. */
export const differenceOf = ({ payments }: Pick<BookingChange, 'payments'>) =>
  sumOf(payments.map(({ kind, amount }) => (kind === 'refund' ? -amount : amount)))

export const idsOf = (places: readonly { place_id: string }[]) =>
  places.map(({ place_id }) => place_id)
