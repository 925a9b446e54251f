import { expect, test } from 'vitest'
import { book } from '#src/bookings/order/book.service.ts'
import { inTransaction } from '#src/database/transaction.ts'
import { endAllSessions } from '#src/http/session/session-list.service.ts'
import { createTokenDerivation } from '#src/http/session/session-tokens.ts'
import {
  createSession,
  findActiveSessions,
  type GrantedSession,
  renewSession,
  replaceSessions,
  startPasswordSession,
} from '#src/http/session/sessions.service.ts'
import { bookingRequest, createShowtime, createUser, emailOf } from '#test/support/makers.ts'
import { openTransaction, untilTransactionWaits } from '#test/support/open-transaction.ts'
import { describeDatabases, describePostgres } from '#test/support/test-context.ts'
import * as accounts from '../accounts.sql.ts'
import { lockUser } from '../accounts.sql.ts'
import { deleteAccount } from '../profile/profile.service.ts'

const CLIENT = { visitorId: 'visitor', ipKey: '', userAgent: undefined }
const DERIVE_TOKENS = createTokenDerivation('a secret that only tests use, long enough')

describeDatabases('concurrent changes of an account', (context) => {
  async function createAccount() {
    const { ctx } = context()
    const userId = await createUser(ctx)
    await ctx.db
      .updateTable('users')
      .set({ password_hash: 'old' })
      .where('id', '=', userId)
      .execute()
    const before = await accounts.userById(ctx.db, userId)
    if (!before) throw new Error('user not found')
    const signIn = async () =>
      (await startPasswordSession(ctx, { userId, passwordHash: 'old', client: CLIENT }))?.session ??
      null
    const changePassword = (whileLocked: () => void = () => undefined) =>
      inTransaction(ctx.db, { durable: false }, async (tx) => {
        await accounts.updateUser(tx, before, { password_hash: 'new' })
        whileLocked()
        await replaceSessions(tx, userId, CLIENT)
      })
    return { ctx, userId, signIn, changePassword }
  }
  const isActive = async ({ accessToken }: GrantedSession) =>
    (await findActiveSessions(context().ctx, [accessToken]))[0] !== null

  test('startPasswordSession with the old password during its change returns null', async () => {
    const { signIn, changePassword } = await createAccount()
    let lateSignIn: ReturnType<typeof signIn> | undefined

    await changePassword(() => {
      lateSignIn = signIn()
    })

    expect(await lateSignIn).toBeNull()
  })

  test('startPasswordSession with the old password before its change gives a session that the change ends', async () => {
    const { signIn, changePassword } = await createAccount()

    const [, ...sessions] = await Promise.all([changePassword(), signIn(), signIn(), signIn()])

    for (const session of sessions) {
      if (session) expect(await isActive(session)).toBe(false)
    }
  })

  test('renewSession during the deletion of the account neither deadlocks nor leaves a session', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { ctx, userId, signIn } = await createAccount()
      const sessions = await Promise.all([signIn(), signIn(), signIn()])
      const tokens = sessions.flatMap((session) => session?.refreshToken ?? [])

      const renewals = tokens.map((refreshToken) =>
        renewSession(ctx, { refreshToken, client: CLIENT, deriveTokens: DERIVE_TOKENS }),
      )
      const [, ...renewed] = await Promise.all([
        deleteAccount(ctx, { userId, visitorId: 'holder' }),
        ...renewals,
      ])

      for (const session of renewed) {
        if (session) expect(await isActive(session)).toBe(false)
      }
    }
  })

  test('book during the deletion of the account keeps no personal data', async () => {
    const { ctx, userId } = await createAccount()
    const show = await createShowtime(ctx)
    const order = (seat: string) => {
      const request = bookingRequest(show, userId, { seatIds: [seat] })
      return book(ctx, { userId, email: emailOf(userId), holder: 'holder', request })
    }

    await Promise.allSettled([
      ...show.seats.slice(0, 8).map(order),
      deleteAccount(ctx, { userId, visitorId: 'holder' }),
    ])

    const bookings = await ctx.db
      .selectFrom('bookings')
      .selectAll()
      .where('showtime_id', '=', show.showtimeId)
      .execute()
    for (const booking of bookings) expect(booking).toMatchObject({ user_id: null, phone: null })
  })
})

describePostgres('sign-out of all devices', (context) => {
  test('endAllSessions while a sign-in is written ends its session too', async () => {
    const { ctx } = context()
    const userId = await createUser(ctx)
    const started = Promise.withResolvers<GrantedSession>()
    const { commit } = await openTransaction(ctx, async (tx) => {
      await lockUser(tx, userId)
      started.resolve(await createSession(tx, userId, CLIENT))
    })

    const ended = endAllSessions(ctx, userId)
    await Promise.race([ended, untilTransactionWaits(ctx)])
    await commit()
    await ended

    const { accessToken } = await started.promise
    expect(await findActiveSessions(ctx, [accessToken])).toEqual([null])
  })
})
