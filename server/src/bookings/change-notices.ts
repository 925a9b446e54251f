import { formatRupees } from '@marquee/contract/money'
import { ticketPath } from '@marquee/contract/pages'
import { formatDateTime } from '@marquee/contract/time'
import type { Context } from '../context.ts'
import type { Db } from '../database/schema.ts'
import { addNotice, addNotices } from '../messages/notices/notices.service.ts'
import type { Cancellation, ChangeableBooking } from './cancellation.ts'
import type { PlaceToChange } from './changes.sql.ts'
import type { BookingMove } from './show-move-plan.ts'
import type { MoveTexts } from './show-move-texts.ts'

type Settings = Pick<Context, 'config'>

interface CancellationFacts {
  /** Null for a booking without an account. */
  userId: string | null
  booking: ChangeableBooking
  plan: Pick<Cancellation, 'places' | 'refund' | 'isWhole'>
  /** Why the cinema has cancelled the show. Undefined if it takes place. */
  showCancelledBecause?: string
}

/** Writes the notice about a cancellation, in its transaction. */
export const addCancellationNotice = (
  { config }: Settings,
  tx: Db,
  { userId, booking, plan, showCancelledBecause }: CancellationFacts,
) => {
  const { places, refund, isWhole } = plan
  const refunded =
    refund > 0 ? `You have been refunded ${formatRupees(refund)}.` : 'There is no refund.'
  return addNotice(tx, {
    ...headingOf(booking.reference, isWhole),
    userId,
    text: [
      `${showOf(booking, config)}.`,
      showCancelledBecause && 'The cinema has cancelled this show.',
      !isWhole && `Cancelled: ${placeNames(places)}.`,
      refunded,
      showCancelledBecause && `Reason: ${showCancelledBecause}`,
    ]
      .filter(Boolean)
      .join(' '),
  })
}

/** Seats first, as in the dialog of the cancellation. A slot is named: a seat can have the same label. */
const placeNames = (places: readonly PlaceToChange[]) => {
  const seats = places.filter(({ kind }) => kind === 'seat')
  const slots = places.filter(({ kind }) => kind !== 'seat')
  const slotNames = slots.map(({ label }) => `Parking ${label}`)
  return [...seats.map(({ label }) => label), ...slotNames].join(', ')
}

export const PASSES_REPLACED = 'Your tickets have new codes. The old ones no longer work.'

const CHANGES = {
  show: 'Please use the new ticket from now on.',
  seats: 'Your ticket shows the new seats.',
  passes: PASSES_REPLACED,
  parking: 'Your parking has changed.',
  vehicle: 'The vehicle number of your parking has changed.',
}

/** Writes the notice about a change by the visitor, in its transaction. */
export const addChangeNotice = (
  { config }: Settings,
  tx: Db,
  {
    userId,
    booking,
    type,
  }: { userId: string | null; booking: ChangeableBooking; type: keyof typeof CHANGES },
) =>
  addNotice(tx, {
    ...headingOf(booking.reference, false),
    userId,
    text: `${showOf(booking, config)}. ${CHANGES[type]}`,
  })

export interface MovedBooking {
  move: BookingMove
  isCancelled: boolean
  texts: MoveTexts
}

/** Writes the notices about the bookings of a show that get other places, in the transaction of the change. */
export const addMoveNotices = (tx: Db, movie: string, moved: readonly MovedBooking[]) =>
  addNotices(
    tx,
    moved.map(({ move: { booking }, isCancelled, texts }) => ({
      ...headingOf(booking.reference, isCancelled),
      userId: booking.user_id,
      text: [
        ...[`${movie}.`, texts.change, ...texts.consequences],
        ...[...texts.refundOffer, texts.reason],
      ].join(' '),
    })),
  )

const headingOf = (reference: string, isCancelled: boolean) => ({
  kind: isCancelled ? ('cancelled' as const) : ('changed' as const),
  title: `Booking ${reference} ${isCancelled ? 'is cancelled' : 'has changed'}`,
  link: ticketPath(reference),
})

const showOf = (
  { movie, starts_at }: Pick<ChangeableBooking, 'movie' | 'starts_at'>,
  { timeZone }: Context['config'],
) => `${movie}, ${formatDateTime(starts_at, timeZone)}`
