import { recordAction } from '../audit/audit.service.ts'
import { giveBackPlaces } from '../inventory/sales.ts'
import type { ShowtimeUnit } from '../inventory/showtimes.ts'
import type { Cancellation, ChangeableBooking } from './cancellation.ts'
import * as changes from './changes.sql.ts'

interface DecidedCancellation {
  plan: Cancellation
  /** The device of the staff. Null: the visitor. */
  deviceId: string | null
  reason: string
  /** The booking is cancelled because its show is. */
  isShowCancelled?: boolean
}

/** Writes a cancellation under the lock of its showtime: places, passes, ledger and audit. The caller queues the mail. */
export async function writeCancellation(
  unit: ShowtimeUnit,
  booking: ChangeableBooking,
  { plan, deviceId, reason, isShowCancelled = false }: DecidedCancellation,
) {
  const { places, refund, fee, isWhole } = plan
  const { id: bookingId, showtime_id: showtimeId } = booking
  const placeIds = places.map(({ place_id }) => place_id)
  const { tx } = unit
  giveBackPlaces(unit, showtimeId, { bookingId, placeIds })
  await changes.insertCancelled(tx, booking, places)
  await changes.deletePlaces(tx, bookingId, placeIds)
  if (refund > 0)
    await changes.insertPayment(tx, {
      ...{ bookingId, kind: 'refund', amount: refund, reason, deviceId },
    })
  await changes.updateBooking(tx, bookingId, {
    showtimeId,
    cancelledBy: isShowCancelled ? 'cinema' : null,
  })
  if (isWhole) await changes.deleteReminder(tx, bookingId)
  await recordAction(tx, {
    ...{ deviceId, action: 'booking.cancel', reason },
    ...{ subjectType: 'booking', subject: bookingId },
    after: { showtimeId, placeIds, refund, fee },
  })
}
