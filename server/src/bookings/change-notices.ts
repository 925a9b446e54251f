import { formatRupees } from '@marquee/contract/money'
import { ticketPath } from '@marquee/contract/pages'
import { formatDate, formatTime } from '@marquee/contract/time'
import type { Context } from '../context.ts'
import type { Db } from '../database/schema.ts'
import { addNotice } from '../notices/notices.service.ts'
import type { Cancellation, ChangeableBooking } from './cancellation.ts'
import type { Exchange } from './exchange.ts'

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
  const labels = places.map(({ label }) => label).join(', ')
  const refunded =
    refund > 0 ? `You have been refunded ${formatRupees(refund)}.` : 'There is no refund.'
  return addNotice(tx, {
    ...{ userId, kind: isWhole ? 'cancelled' : 'changed', link: ticketPath(booking.reference) },
    title: `Booking ${booking.reference} ${isWhole ? 'is cancelled' : 'has changed'}`,
    text: [
      `${showOf(booking, config)}.`,
      showCancelledBecause && 'The cinema has cancelled this show.',
      !isWhole && `Cancelled: ${labels}.`,
      refunded,
      showCancelledBecause && `Reason: ${showCancelledBecause}`,
    ]
      .filter(Boolean)
      .join(' '),
  })
}

/** Writes the notice about exchanged places, in the transaction of the exchange. */
export const addExchangeNotice = (
  { config }: Settings,
  tx: Db,
  { userId, booking, type }: { userId: string; booking: ChangeableBooking; type: Exchange['type'] },
) =>
  addNotice(tx, {
    ...{ userId, kind: 'changed', link: ticketPath(booking.reference) },
    title: `Booking ${booking.reference} has changed`,
    text: `${showOf(booking, config)}. ${type === 'seats' ? 'Please use the new ticket from now on.' : 'Your parking has changed.'}`,
  })

const showOf = (
  { movie, starts_at }: Pick<ChangeableBooking, 'movie' | 'starts_at'>,
  { timeZone }: Context['config'],
) => `${movie}, ${formatDate(starts_at, timeZone)}, ${formatTime(starts_at, timeZone)}`
