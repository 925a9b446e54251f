import { createHash } from 'node:crypto'
import { SESSION_ENDED } from '@marquee/contract/accounts/session'
import { findUser } from '#src/accounts/sign-in/accounts.service.ts'
import type { Context } from '#src/context.ts'
import { unauthenticated } from '#src/errors.ts'
import { repeatWhileOutdated, submitCommand } from '#src/inventory/showtimes.ts'
import { recipientKey } from '#src/messages/mail/recipient-key.ts'
import { type ChangeCommand, changeKind } from './change-command.ts'
import { requireBooking } from './load-bookings.ts'
import { type BookingChange, refundOfChange } from './planners/booking-change.ts'

interface ChangeOfBooking extends Pick<ChangeCommand, 'request' | 'staff' | 'buyer'> {
  reference: string
  /** The visitor who asks. Undefined for staff. */
  userId?: string | undefined
  key?: string | undefined
}

/** Changes a booking, and publishes the change after the commit. Returns the id of the booking. */
export async function changeBooking(ctx: Context, given: ChangeOfBooking): Promise<string> {
  const { bookingId, change } = await repeatWhileOutdated(() => submitChange(ctx, given))
  if (change) publishChange(ctx, change)
  return bookingId
}

async function submitChange(ctx: Context, given: ChangeOfBooking) {
  const { userId, staff, request, buyer } = given
  const reference = staff ? given.reference.toUpperCase() : given.reference
  const booking = await requireBooking(ctx.reader, reference, userId).catch(async (error) => {
    // The account was deleted in the meantime.
    if (userId !== undefined && !(await findUser(ctx, userId))) throw unauthenticated(SESSION_ENDED)
    throw error
  })
  const { id: bookingId, user_id: ownerId, showtime_id: bookedId, email } = booking
  const others = request.type === 'seats' ? [request.showtimeId] : []
  const result = await submitCommand(ctx, changeKind, [bookedId, ...others], {
    bookingId,
    ownerId,
    request,
    staff,
    buyer,
    key: keyOf(given),
    recipient:
      staff || email === null
        ? undefined
        : { recipient: email, recipientKey: recipientKey(ctx, email) },
  })
  return result === 'outdated' ? result : { bookingId, change: result.change }
}

/** The key is random and not stored, so nothing of the request can be guessed from its hash. */
const keyOf = ({ key, request, staff }: ChangeOfBooking) =>
  key === undefined
    ? undefined
    : { key_hash: hash(key), request_hash: hash(key + JSON.stringify([request, staff?.reason])) }

const hash = (text: string) => createHash('sha256').update(text).digest('base64url')

function publishChange({ events, log }: Context, change: BookingChange) {
  const { booking, showtimeId, givenBack, taken, isCancelled, audit, by } = change
  const showtimeIds = [...new Set([booking.showtime_id, showtimeId])]
  for (const id of showtimeIds) events.emit('showChanged', id)
  if (booking.user_id !== null) events.emit('noticesChanged', booking.user_id)
  log.info(
    {
      bookingId: booking.id,
      showtimeIds,
      action: audit.action,
      isByStaff: by.deviceId !== null,
      givenBack: givenBack.length,
      taken: taken.length,
      refund: refundOfChange(change),
      isCancelled,
    },
    'booking changed',
  )
}
