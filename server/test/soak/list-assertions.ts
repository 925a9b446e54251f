import type { Booking } from '@marquee/contract/bookings/bookings'
import type { Attempt, BookingChange, OperationLog, Violation } from './operation-log.ts'

type Log = Pick<OperationLog, 'changes' | 'showChanges'>

/** Finds bookings that still have places of a change that was answered before the list was asked for. */
export function findListViolations(
  { changes, showChanges }: Log,
  bookings: readonly Booking[],
  sentAt: number,
): Violation[] {
  return bookings.flatMap((booking) => {
    const reference = booking.bookingReference
    const own = changes.get(reference) ?? []
    const moves = showChanges.filter(({ showtimeIds }) =>
      showtimeIds.includes(booking.showtimeId._id),
    )
    return own
      .filter((change) => grantedBefore(change, sentAt))
      .flatMap((change) => {
        const later = own.filter((one) => one !== change && mayFollow(one.attempts, change))
        const isMovedLater = moves.some((move) => mayFollow([move], change))
        const wrong = isMovedLater ? undefined : findUndone(booking, change, later)
        if (wrong === undefined) return []
        const detail = `${change.action} of ${reference} was answered, and the list ${wrong}`
        return [{ rule: 'answered changes are done', detail } as const]
      })
  })
}

const grantedBefore = ({ attempts }: BookingChange, time: number) =>
  attempts.some(({ outcome, answeredAt }) => outcome === 'granted' && answeredAt < time)

/** Whether one of the requests may have been done after the change. */
const mayFollow = (attempts: readonly Attempt[], { attempts: [first] }: BookingChange) =>
  first !== undefined &&
  attempts.some(({ outcome, answeredAt }) => outcome !== 'refused' && answeredAt >= first.sentAt)

function findUndone(booking: Booking, change: BookingChange, later: readonly BookingChange[]) {
  const { given, taken, action } = change
  const isWhole = given === undefined && action === 'booking.cancel'
  if (isWhole) return booking.cancelled ? undefined : 'does not say that it is cancelled'
  // The list names the former places of a cancelled booking.
  if (booking.cancelled) return undefined
  const listed = new Set([...booking.seats, ...booking.parkingSlots].map(({ _id }) => _id))
  const kept = given?.find((id) => listed.has(id) && !later.some((one) => one.taken.includes(id)))
  if (kept !== undefined) return `has ${kept}, which was given back`
  const lost = taken.find((id) => !listed.has(id) && !later.some((one) => mayGive(one, id)))
  return lost === undefined ? undefined : `does not have ${lost}, which was taken`
}

const mayGive = ({ given }: BookingChange, placeId: string) =>
  given === undefined || given.includes(placeId)
