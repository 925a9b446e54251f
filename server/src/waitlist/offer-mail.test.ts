import { expect, test } from 'vitest'
import { createHoldCalls } from '#test/support/hold-calls.ts'
import { confirmUser, createShowtime, createUser } from '#test/support/makers.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { offerFreeSeats } from './offers.service.ts'
import { joinWaitingList, leaveWaitingList } from './waitlist.service.ts'

const MINUTE = 60_000

describeDatabases('the mail of an offer', (context) => {
  const { expire } = createHoldCalls(context)
  const ctx = () => context().ctx
  const makeOffers = () => offerFreeSeats(ctx(), new Map())

  /** An account with one offer; its mail is not sent yet. */
  async function createOffer(userId?: string) {
    const owner = userId ?? (await createUser(ctx()))
    await confirmUser(ctx(), owner)
    const { showtimeId } = await createShowtime(ctx())
    const request = { showtimeId, seats: 2, together: true }
    const { _id: entryId } = await joinWaitingList(ctx(), owner, request)
    await makeOffers()
    return { userId: owner, showtimeId, entryId }
  }
  async function sentOffers(userId: string) {
    const mails = await context().sentMails()
    return mails.filter(({ kind, to }) => kind === 'offer' && to === `${userId}@example.com`)
  }
  const withdrawOffer = async (showtimeId: string) =>
    void (await ctx().db.deleteFrom('claims').where('showtime_id', '=', showtimeId).execute())

  test('is not sent after the deadline of the offer, and is then deleted [S-483]', async () => {
    const { userId } = await createOffer()
    await context().clock.advance(16 * MINUTE)

    expect(await sentOffers(userId)).toEqual([])
    await expire()
    await makeOffers()

    const rows = ctx().db.selectFrom('outbox').select('id').where('user_id', '=', userId)
    expect(await rows.execute()).toEqual([])
  })

  test('is not sent after the party has left, and the mail of its other offer is sent [S-483]', async () => {
    const { userId, entryId } = await createOffer()
    await context().clock.advance(1)
    const other = await createOffer(userId)

    await leaveWaitingList(ctx(), userId, entryId)

    expect((await sentOffers(userId)).map(({ text }) => text)).toEqual([
      expect.stringContaining(`?offer=${other.entryId}`),
    ])
  })

  test('is not sent after the offer was withdrawn; the next offer has its own mail [S-483]', async () => {
    const { userId, showtimeId } = await createOffer()
    await context().clock.advance(MINUTE)
    await withdrawOffer(showtimeId)
    await makeOffers()

    expect(await sentOffers(userId)).toHaveLength(1)
  })

  test('is not sent after the show was cancelled [S-483]', async () => {
    const { userId, showtimeId } = await createOffer()
    await ctx()
      .db.updateTable('showtimes')
      .set({ cancelled_at: ctx().now() })
      .where('id', '=', showtimeId)
      .execute()
    await makeOffers()

    expect(await sentOffers(userId)).toEqual([])
  })
})
