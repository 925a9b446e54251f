import { getBookingWindow } from '@marquee/contract/bookings/booking-window'
import type { Movie } from '@marquee/contract/movies/movies'
import { moviePath } from '@marquee/contract/pages'
import { lockConfirmedUser } from '../accounts/lock-confirmed-user.ts'
import { listMovies } from '../catalogue/catalogue.service.ts'
import type { Context } from '../context.ts'
import { lockUsers } from '../database/locks.ts'
import { inTransaction } from '../database/transaction.ts'
import { movieNotFound, overLimit } from '../errors.ts'
import type { Mail } from '../messages/mail/mail.ts'
import { writeMail } from '../messages/mail/mail-layout.ts'
import { queueMails } from '../messages/mail/outbox.service.ts'
import { alertsUnsubscribeUrl } from '../messages/mail/send-mails.service.ts'
import { verifyUnsubscribeToken } from '../messages/unsubscribe/unsubscribe-tokens.ts'
import * as alerts from './booking-alerts.sql.ts'

/** A user may wait for this many movies. */
const MAX_BOOKING_ALERTS = 50

const BATCH_SIZE = 20

/**
 * Notes that a user wants one mail when booking opens for a movie. Throws NOT_FOUND, UNAUTHENTICATED if the account is gone, FORBIDDEN
 * without a confirmed email, LIMIT above MAX_BOOKING_ALERTS.
 */
export const tellMe = (ctx: Context, userId: string, movieId: string) =>
  inTransaction(ctx.db, { durable: true }, async (tx) => {
    await lockConfirmedUser(tx, userId)
    const { rows: movies } = await alerts.isListed(tx, movieId)
    if (movies.length === 0) throw movieNotFound()
    const { rows } = await alerts.countOtherAlerts(tx, userId, movieId)
    if ((rows[0]?.count ?? 0) >= MAX_BOOKING_ALERTS)
      throw overLimit(`You can wait for ${MAX_BOOKING_ALERTS} movies at the same time.`)
    await alerts.insertAlert(tx, userId, movieId)
  })

/**
 * Writes the mails about movies that can be booked to the outbox, and marks their alerts in the same transaction: one mail per user and
 * movie, also when several nodes call it at once. Returns their number.
 */
export async function queueAlerts(ctx: Context) {
  if ((await alerts.findPendingAlert(ctx.reader)).rows.length === 0) return 0
  const movies = await findBookableMovies(ctx)
  let count = 0
  while (true) {
    const { rows } = await alerts.selectDueAlerts(ctx.reader, [...movies.keys()], BATCH_SIZE)
    const written =
      rows.length === 0
        ? 0
        : await ctx.backgroundQueue(['alerts'], () => writeMails(ctx, rows, movies))
    count += written
    // Others may have been told by another node, or withdrawn.
    if (written === 0) return count
  }
}

type MovieLink = { name: string; url: string }

function writeMails(
  ctx: Context,
  due: readonly { user_id: string; movie_id: string }[],
  movies: Map<string, MovieLink>,
) {
  return inTransaction(ctx.db, { durable: true }, async (tx) => {
    const userIds = [...new Set(due.map(({ user_id }) => user_id))]
    const { rows: users } = await lockUsers(tx, userIds)
    const confirmed = users.filter((user) => user.email_confirmed_at !== null)
    const emails = new Map(confirmed.map(({ id, email }) => [id, email]))
    let count = 0
    for (const alert of due) {
      const to = emails.get(alert.user_id)
      const movie = movies.get(alert.movie_id)
      if (to === undefined || !movie) continue
      const { rows: told } = await alerts.markTold(tx, alert)
      if (told.length === 0) continue
      await queueMails(tx, [alertMail(ctx, { userId: alert.user_id, to }, movie)])
      count += 1
    }
    return count
  })
}

/** Returns the listed movies with a showtime that can be booked, by id. */
async function findBookableMovies(ctx: Context) {
  const movies = await listMovies(ctx)
  const isBookable = (showtime: Movie['showtimes'][number]) =>
    typeof showtime === 'object' && getBookingWindow(showtime, ctx.now()).open
  return new Map(
    movies
      .filter(({ showtimes }) => showtimes.some(isBookable))
      .map(({ _id, name, slug = '' }): [string, MovieLink] => [
        _id,
        { name, url: new URL(moviePath(slug), ctx.config.publicUrl).href },
      ]),
  )
}

/** Deletes the alerts of a user that are still to come. Returns false if the token of the link is not valid. */
export async function stopAlerts(ctx: Context, token: string) {
  const userId = verifyUnsubscribeToken(ctx, token, 'alerts')
  if (userId === undefined) return false
  await inTransaction(ctx.db, { durable: true }, (tx) => alerts.deleteAlerts(tx, userId))
  return true
}

function alertMail(
  ctx: Pick<Context, 'config' | 'secret'>,
  { userId, to }: { userId: string; to: string },
  { name, url }: { name: string; url: string },
): Mail {
  const { brandName } = ctx.config
  return {
    kind: 'alert',
    userId,
    to,
    subject: `${brandName}: booking is open for ${name}`,
    ...writeMail({
      brandName,
      title: name,
      preview: 'Booking is open.',
      paragraphs: [`Booking is open for ${name}.`],
      actions: [{ label: 'Choose your seats', url }],
      footer: ['You asked us to tell you. This is the only mail about this movie.'],
      unsubscribe: {
        label: 'Stop alerts for all movies',
        url: alertsUnsubscribeUrl(ctx, userId),
      },
    }),
  }
}
