import { MOVIE_NOT_FOUND } from '@marquee/contract/movies/movies-route'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createShowtime } from '#test/support/makers.ts'
import { untilTransactionWaits } from '#test/support/open-transaction.ts'
import {
  createNodeContext,
  describeDatabases,
  describePostgres,
  type TestContext,
} from '#test/support/test-context.ts'
import {
  type Member,
  notFound,
  type Refusal,
  SIGN_IN_REQUIRED,
  setupTestServer,
} from '#test/support/test-server.ts'
import { inTransaction } from '../database/transaction.ts'
import { signUnsubscribeToken } from '../messages/unsubscribe/unsubscribe-tokens.ts'
import { queueAlerts } from './booking-alerts.service.ts'

const HOUR = 3_600_000
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const UNCONFIRMED: Refusal = [403, 'FORBIDDEN', 'Please confirm your email first.']

/** Movies, members and mails of one test database. */
function createAlertSteps(context: () => TestContext, member: () => Promise<Member>) {
  const setStart = (showtimeId: string, startsAt: number) =>
    context()
      .ctx.db.updateTable('showtimes')
      .set({ starts_at: startsAt })
      .where('id', '=', showtimeId)
      .execute()

  /** A movie whose only showtime is over. `open` makes it bookable. */
  async function announceMovie() {
    const { ctx } = context()
    const { movieId, showtimeId } = await createShowtime(ctx)
    await setStart(showtimeId, ctx.now() - HOUR)
    return { movieId, open: () => setStart(showtimeId, ctx.now() + HOUR) }
  }
  const setConfirmed = (userId: string, isConfirmed: boolean) =>
    context()
      .ctx.db.updateTable('users')
      .set({ email_confirmed_at: isConfirmed ? context().ctx.now() : null })
      .where('id', '=', userId)
      .execute()
  async function confirmedMember() {
    const created = await member()
    await setConfirmed(created.userId, true)
    return created
  }
  const alertMails = async () =>
    (await context().sentMails()).filter(({ kind }) => kind === 'alert')
  const countAlerts = async (userId: string) => {
    const { db } = context().ctx
    const rows = await db.selectFrom('booking_alerts').selectAll().execute()
    return rows.filter((row) => row.user_id === userId).length
  }
  return { announceMovie, setConfirmed, confirmedMember, alertMails, countAlerts }
}

const ask = ({ client }: Member, movieId: string) => client.post(`/api/movies/${movieId}/tell-me`)

describeDatabases('booking alerts', (context) => {
  const server = setupTestServer(context)
  const { announceMovie, setConfirmed, confirmedMember, alertMails, countAlerts } =
    createAlertSteps(context, () => server().member())

  test('tellMe is refused without a session, a confirmed email or a listed movie [S-381]', async () => {
    const { movieId } = await announceMovie()
    const { ctx } = context()
    const [visitor, unconfirmed] = [server().visitor(), await server().member()]
    const path = `/api/movies/${movieId}/tell-me`
    await server().expectRefused(() => visitor.post(path), SIGN_IN_REQUIRED)
    await server().expectRefused(() => ask(unconfirmed, movieId), UNCONFIRMED)

    const asha = await confirmedMember()
    await server().expectRefused(() => ask(asha, 'none'), notFound(MOVIE_NOT_FOUND))
    await ctx.db.updateTable('movies').set({ retired: 1 }).where('id', '=', movieId).execute()
    await server().expectRefused(() => ask(asha, movieId), notFound(MOVIE_NOT_FOUND))
  })

  test('tellMe may be repeated and is noted once, up to a number of movies [S-381]', async () => {
    const asha = await confirmedMember()
    const { movieId } = await announceMovie()

    const responses = await Promise.all([ask(asha, movieId), ask(asha, movieId)])

    for (const response of [...responses, await ask(asha, movieId)])
      expect([response.statusCode, response.json()]).toEqual([
        200,
        { success: true, message: 'We will email you when booking opens.' },
      ])
    expect(await countAlerts(asha.userId)).toBe(1)

    const { db, now } = context().ctx
    const movie = await db
      .selectFrom('movies')
      .selectAll()
      .where('id', '=', movieId)
      .executeTakeFirstOrThrow()
    const ids = Array.from({ length: 50 }, (_, n) => `${movieId} ${n}`)
    await db
      .insertInto('movies')
      .values(ids.map((id) => ({ ...movie, id, name: id })))
      .execute()
    await db
      .insertInto('booking_alerts')
      .values(ids.slice(1).map((id) => ({ user_id: asha.userId, movie_id: id, created_at: now() })))
      .execute()
    await server().expectRefused(
      () => ask(asha, ids[0] ?? ''),
      [409, 'LIMIT', 'You can wait for 50 movies at the same time.'],
    )
    expect((await ask(asha, movieId)).statusCode).toBe(200)
  })

  test('one mail is written when booking opens, not before, and never again [S-382][S-664]', async () => {
    const { ctx } = context()
    const [asha, ravi] = [await confirmedMember(), await confirmedMember()]
    const { movieId, open } = await announceMovie()
    await ask(asha, movieId)
    await ask(ravi, movieId)
    expect([await queueAlerts(ctx), await alertMails()]).toEqual([0, []])

    await open()
    const nodes = [ctx, createNodeContext(ctx), createNodeContext(ctx)]
    const written = await Promise.all(nodes.map(queueAlerts))

    expect(written.reduce((sum, count) => sum + count, 0)).toBe(2)
    const mails = await alertMails()
    expect(mails.map(({ to }) => to).toSorted()).toEqual(
      [asha.account.email, ravi.account.email].toSorted(),
    )
    expect(mails[0]).toMatchObject({
      subject: `Marquee: booking is open for Movie ${movieId}`,
      text: expect.stringContaining(`http://localhost:3000/movies/movie-${movieId}`),
      html: expect.stringContaining('</h1>'),
      unsubscribeUrl: expect.stringMatching(/^http:\/\/localhost:3000\/unsubscribe\/alerts\//),
    })

    await ask(asha, movieId)
    expect(await queueAlerts(ctx)).toBe(0)
  })

  test('a user whose email is no longer confirmed is told once it is again [S-382]', async () => {
    const { ctx } = context()
    const asha = await confirmedMember()
    const { movieId, open } = await announceMovie()
    await ask(asha, movieId)
    await setConfirmed(asha.userId, false)
    await open()
    expect(await queueAlerts(ctx)).toBe(0)

    await setConfirmed(asha.userId, true)

    expect(await queueAlerts(ctx)).toBe(1)
  })

  test('the link in the mail stops the alerts that are still to come, by POST alone [S-383]', async () => {
    const { ctx } = context()
    const asha = await confirmedMember()
    const [opened, waiting] = [await announceMovie(), await announceMovie()]
    await ask(asha, opened.movieId)
    await ask(asha, waiting.movieId)
    await opened.open()
    await queueAlerts(ctx)
    const mail = (await alertMails()).find(({ to }) => to === asha.account.email)
    const path = new URL(mail?.unsubscribeUrl ?? '').pathname
    expect(mail?.text).toContain(path)
    const visitor = server().visitor()

    const page = await server().unchanged(() => visitor.get(path))
    expect(page.text).toContain(`<form method="post" action="${path}">`)
    const forged = [`${path}x`, `/unsubscribe/alerts/${signUnsubscribeToken(ctx, asha.userId)}`]
    for (const url of forged) {
      const call = () => visitor.send('POST', url, '', FORM)
      expect((await server().unchanged(call)).statusCode).toBe(404)
      expect((await visitor.get(url)).statusCode).toBe(404)
    }
    expect((await visitor.get(path.replace('/alerts', ''))).statusCode).toBe(404)

    const stopped = await visitor.send('POST', path, 'List-Unsubscribe=One-Click', FORM)
    expect([stopped.statusCode, stopped.text]).toEqual([
      200,
      expect.stringContaining('Alerts are stopped'),
    ])
    await waiting.open()
    expect(await queueAlerts(ctx)).toBe(0)
  })

  test('deleting the account deletes its alerts [S-384]', async () => {
    const { ctx } = context()
    const asha = await confirmedMember()
    const { movieId, open } = await announceMovie()
    await ask(asha, movieId)

    await asha.client.delete(`/api/user/delete/${asha.userId}`)

    expect(await countAlerts(asha.userId)).toBe(0)
    await open()
    expect(await queueAlerts(ctx)).toBe(0)
  })
})

describePostgres('booking alerts of an account that is being deleted', (context) => {
  const server = setupTestServer(context)
  const { announceMovie, confirmedMember } = createAlertSteps(context, () => server().member())

  test('are not written after its deletion [S-384]', async () => {
    const { ctx } = context()
    const asha = await confirmedMember()
    const { movieId, open } = await announceMovie()
    await ask(asha, movieId)
    await open()
    const [locked, proceed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // The account is locked, its mails are removed, and then it is deleted.
    const deletion = inTransaction(ctx.db, { durable: false }, async (tx) => {
      await sql`select id from users where id = ${asha.userId} for update`.execute(tx)
      locked.resolve()
      await proceed.promise
      await tx.deleteFrom('users').where('id', '=', asha.userId).execute()
    })
    await locked.promise

    const queued = queueAlerts(ctx)
    await untilTransactionWaits(ctx)
    proceed.resolve()
    await deletion

    expect(await queued).toBe(0)
    const mails = await ctx.db
      .selectFrom('outbox')
      .selectAll()
      .where('kind', '=', 'alert')
      .execute()
    expect(mails.filter(({ user_id }) => user_id === asha.userId)).toEqual([])
  })
})
