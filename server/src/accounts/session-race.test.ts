import { expect, test } from 'vitest'
import { createShowtime, createUser } from '#test/support/makers.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { book } from '../bookings/bookings.service.ts'
import { inTransaction } from '../database/transaction.ts'
import * as accounts from './accounts.sql.ts'
import { deleteAccount } from './profile.service.ts'
import { beginSession, isLive, renewSession, startAfresh } from './sessions.service.ts'

describeDatabases('what happens at the same moment', (world) => {
  async function anAccount() {
    const { ctx } = world()
    const userId = await createUser(ctx)
    await ctx.db
      .updateTable('users')
      .set({ password_hash: 'old' })
      .where('id', '=', userId)
      .execute()
    const before = await accounts.userById(ctx.db, userId)
    if (!before) throw new Error('nobody was made')
    const signIn = async () =>
      (await beginSession(ctx, { userId, passwordHash: 'old' }))?.session ?? null
    return { ctx, userId, before, signIn }
  }

  test('a sign-in with the old password waits for its change, and comes too late', async () => {
    const { ctx, before, userId, signIn } = await anAccount()
    let late: ReturnType<typeof signIn> | undefined

    await inTransaction(ctx.db, { durable: false }, async (tx) => {
      await accounts.changeUser(tx, before, { password_hash: 'new' })
      late = signIn()
      await startAfresh(tx, userId)
    })

    expect(await late).toBeNull()
  })

  test('a sign-in with the old password that came first ends with its change', async () => {
    const { ctx, before, userId, signIn } = await anAccount()

    const changes = async () => {
      await inTransaction(ctx.db, { durable: false }, async (tx) => {
        await accounts.changeUser(tx, before, { password_hash: 'new' })
        await startAfresh(tx, userId)
      })
    }
    const [first, ...rest] = await Promise.all([signIn(), signIn(), signIn(), changes()])

    for (const session of [first, ...rest]) {
      if (session) expect(await isLive(ctx, session)).toBe(false)
    }
  })

  test('a session renewed while its account is deleted ends, and neither waits for the other in a circle', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { ctx, userId, signIn } = await anAccount()
      const granted = await Promise.all([signIn(), signIn(), signIn()])
      const tokens = granted.flatMap((session) => (session ? [session.refreshToken] : []))

      const renewals = tokens.map((token) => renewSession(ctx, { token }))
      const [deleted, ...renewed] = await Promise.allSettled([
        deleteAccount(ctx, { userId, holder: 'whoever' }),
        ...renewals,
      ])

      expect(deleted.status).toBe('fulfilled')
      for (const one of renewed) {
        expect(one.status).toBe('fulfilled')
        if (one.status === 'fulfilled' && one.value) {
          expect(await isLive(ctx, one.value)).toBe(false)
        }
      }
    }
  })

  test('a booking made while its account is deleted keeps nothing personal', async () => {
    const { ctx, userId } = await anAccount()
    const show = await createShowtime(ctx)
    const order = (seat: string) =>
      book(ctx, {
        userId,
        holder: 'whoever',
        request: {
          movieId: show.movieId,
          showtimeId: show.showtimeId,
          userId,
          seatIds: [seat],
          parkingSlotIds: [],
          totalCost: 150,
          phone: '9876543210',
        },
      })

    await Promise.allSettled([
      ...show.seats.slice(0, 8).map(order),
      deleteAccount(ctx, { userId, holder: 'whoever' }),
    ])

    const books = await ctx.db
      .selectFrom('bookings')
      .selectAll()
      .where('showtime_id', '=', show.showtimeId)
      .execute()
    for (const booking of books) expect(booking).toMatchObject({ user_id: null, phone: null })
  })
})
