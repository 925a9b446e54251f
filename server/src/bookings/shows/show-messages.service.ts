import { createHash } from 'node:crypto'
import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import type {
  MessageReach,
  previewShowMessage as previewCall,
} from '@marquee/contract/office/shows/show-messages'
import { ticketPath } from '@marquee/contract/pages'
import { endOfShow, formatDateTime } from '@marquee/contract/time'
import { listActionsOn, recordAction } from '#src/audit/audit.service.ts'
import type { Context } from '#src/context.ts'
import { lockUsers } from '#src/database/locks.ts'
import type { Db } from '#src/database/schema.ts'
import { closed, keyReused, showtimeNotFound } from '#src/errors.ts'
import { inShowtimes } from '#src/inventory/showtimes.ts'
import { queueShowMessages } from '#src/messages/mail/outbox.service.ts'
import { showMessageSubject } from '#src/messages/mail/show-message-mail.ts'
import { addNotices } from '#src/messages/notices/notices.service.ts'
import * as statements from './show-messages.sql.ts'

const SHOW_IS_OVER = 'This show is over, so its visitors cannot be told any more.'
const SHOW_IS_CANCELLED = 'This show is cancelled. Its visitors have been told.'

/** Whom a message would reach, and the earlier messages. Throws NOT_FOUND. */
export async function previewShowMessage(
  ctx: Context,
  showtimeId: string,
): Promise<ResponseBody<typeof previewCall>> {
  const { reader, config } = ctx
  const [show, { rows: bookings }, earlier] = await Promise.all([
    findShow(reader, showtimeId),
    statements.selectToldBookings(reader, showtimeId),
    findEarlier(reader, showtimeId),
  ])
  return {
    reach: reachOf(bookings),
    subject: showMessageSubject({
      brandName: config.brandName,
      movie: show.movie,
      when: formatDateTime(show.starts_at, config.timeZone),
    }),
    sent: earlier.map(({ at, device, text }) => ({ at, device, text })).toReversed(),
  }
}

interface MessageRequest {
  showtimeId: string
  text: string
  deviceId: string
  /** The idempotency key. */
  key: string | undefined
}

/**
 * Tells all visitors of a show by email and as a notice, in one transaction, so that an interruption tells all or none of them. A repeated key changes nothing and
 * returns what the first request has done. Throws NOT_FOUND, CLOSED for a show that is over or cancelled, and KEY_REUSED.
 */
export const sendShowMessage = (
  ctx: Context,
  { showtimeId, text, deviceId, key }: MessageRequest,
): Promise<MessageReach> =>
  inShowtimes(ctx, [showtimeId], async ({ tx, moment, emit }) => {
    const keyHash = key === undefined ? undefined : hash(key)
    const repeated =
      keyHash && (await findEarlier(tx, showtimeId)).find((one) => one.keyHash === keyHash)
    if (repeated && repeated.text !== text) throw keyReused('message')
    const { rows: bookings } = await statements.selectToldBookings(tx, showtimeId)
    const reach = reachOf(bookings)
    if (repeated) return { ...reach, ...repeated.reach }
    const show = await findShow(tx, showtimeId)
    const endsAt = endOfShow(show.starts_at, show.duration)
    if (show.cancelled_at !== null) throw closed(SHOW_IS_CANCELLED)
    if (moment.now >= endsAt) throw closed(SHOW_IS_OVER)

    const { mailed, noticed } = recipientsOf(bookings)
    await queueShowMessages(tx, mailed, { text, giveUpAt: endsAt })
    const userIds = await insertNotices(tx, noticed, { text, movie: show.movie })
    for (const userId of userIds) emit(['noticesChanged', userId])
    const { unreached: _, ...counts } = reach
    await recordAction(tx, {
      deviceId,
      action: 'show.message',
      subjectType: 'showtime',
      subject: showtimeId,
      after: { text, ...counts, ...(keyHash !== undefined && { keyHash }) },
    })
    return reach
  })

const hash = (key: string) => createHash('sha256').update(key).digest('base64url')

async function findShow(db: Db, showtimeId: string) {
  const [show] = (await statements.selectToldShow(db, showtimeId)).rows
  if (!show) throw showtimeNotFound()
  return show
}

/** The messages of a show, the oldest first. The audit has what was sent. */
async function findEarlier(db: Db, showtimeId: string) {
  const actions = await listActionsOn({ reader: db }, showtimeId)
  return actions.flatMap(({ at, device, action, after }) => {
    if (action !== 'show.message') return []
    const { text, keyHash, ...reach } = after as Omit<MessageReach, 'unreached'> & {
      text: string
      keyHash?: string
    }
    return [{ at, device, text, keyHash, reach }]
  })
}

const reachOf = (bookings: readonly statements.ToldBookingRow[]): MessageReach => {
  const { mailed, noticed } = recipientsOf(bookings)
  return {
    bookings: bookings.length,
    people: bookings.reduce((sum, { seats }) => sum + seats, 0),
    mails: mailed.length,
    notices: noticed.length,
    unreached: bookings
      .filter(({ email, user_id }) => email === null && user_id === null)
      .map(({ reference, name, phone }) => ({ reference, name, phone })),
  }
}

/** One booking for each address, and one for each account: a visitor with several bookings is told once. */
function recipientsOf(bookings: readonly statements.ToldBookingRow[]) {
  const firstOf = (keyOf: (booking: statements.ToldBookingRow) => string | null) => {
    const found = new Map<string, statements.ToldBookingRow>()
    for (const booking of bookings) {
      const key = keyOf(booking)
      if (key !== null && !found.has(key)) found.set(key, booking)
    }
    return found
  }
  return {
    mailed: [...firstOf(({ email }) => email?.toLowerCase() ?? null)].map(([to, booking]) => ({
      bookingId: booking.id,
      userId: booking.user_id,
      to,
    })),
    noticed: [...firstOf(({ user_id }) => user_id)].map(([userId, { reference }]) => ({
      userId,
      reference,
    })),
  }
}

/** Returns the accounts that have got a notice: those that are not being deleted. */
async function insertNotices(
  tx: Db,
  noticed: readonly { userId: string; reference: string }[],
  { text, movie }: { text: string; movie: string },
) {
  const { rows } = await lockUsers(
    tx,
    noticed.map(({ userId }) => userId),
  )
  const existing = new Set(rows.map(({ id }) => id))
  const told = noticed.filter(({ userId }) => existing.has(userId))
  await addNotices(
    tx,
    told.map(({ userId, reference }) => ({
      userId,
      kind: 'message' as const,
      title: `News about ${movie}`,
      text,
      link: ticketPath(reference),
    })),
  )
  return told.map(({ userId }) => userId)
}
