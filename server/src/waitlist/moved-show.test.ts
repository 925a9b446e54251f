import { expect, test } from 'vitest'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { createHoldCalls, readClaims } from '#test/support/hold-calls.ts'
import {
  type CreatedShowtime,
  confirmUser,
  createShowtime,
  createUser,
} from '#test/support/makers.ts'
import { createNodeContext, describeDatabases } from '#test/support/test-context.ts'
import { reconcile } from '../bookings/list/reconcile.service.ts'
import { moveShow, planMove } from '../bookings/shows/show-moves.service.ts'
import { listNotices } from '../messages/notices/notices.service.ts'
import { type CheckedShows, offerFreeSeats } from './offers.service.ts'
import { joinWaitingList, listEntries, openOffer } from './waitlist.service.ts'

const HOUR = 3_600_000

type Party = Awaited<ReturnType<typeof joinWaitingList>> & { userId: string }

describeDatabases('the waiting list of a moved show', (context) => {
  const { createOrder, book } = createBookingCalls(context)
  const { hold, release } = createHoldCalls(context)
  const ctx = () => context().ctx

  async function join({ showtimeId }: CreatedShowtime): Promise<Party> {
    const userId = await createUser(ctx())
    await confirmUser(ctx(), userId)
    const entry = await joinWaitingList(ctx(), userId, { showtimeId, seats: 2, together: false })
    return { ...entry, userId }
  }
  const removePlaces = (ids: string[]) =>
    ctx().db.deleteFrom('places').where('id', 'in', ids).execute()
  /** A hall of four seats: two are sold, and the other two are offered to the first of two parties. */
  async function createOfferedShow() {
    const show = await createShowtime(ctx())
    await removePlaces(show.seats.slice(4))
    await book(await createOrder(show, show.seats.slice(0, 2)))
    await hold('public', show, ...show.seats.slice(2, 4))
    const [first, second] = [await join(show), await join(show)]
    await release('public', show, ...show.seats.slice(2, 4))
    const checked: CheckedShows = new Map()
    await offerFreeSeats(ctx(), checked)
    return { show, first, second, checked }
  }
  const entryOf = async ({ userId, _id }: Party) =>
    (await listEntries(ctx(), userId)).find((entry) => entry._id === _id)
  const titlesOf = async ({ userId }: Party) =>
    (await listNotices(ctx(), userId)).notices.map(({ title }) => title)
  async function move(showtimeId: string, target: { screenId?: string; startTime?: string }) {
    const { planHash } = await planMove(ctx(), { showtimeId, ...target })
    await moveShow(ctx(), {
      showtimeId,
      ...target,
      planHash,
      reason: 'repair',
      deviceId: 'manager',
    })
  }
  const expectBooksAgree = async () => expect((await reconcile(ctx().reader)).problems).toEqual([])

  test('on another screen the entries stay, the offer of old seats ends, and its party is offered new seats first [S-545]', async () => {
    const { show, first, second, checked } = await createOfferedShow()
    const old = await entryOf(first)
    expect(old?.offer?.seats).toHaveLength(2)
    const target = await createShowtime(ctx(), { startsIn: 60 * HOUR })
    // Four seats of row B: two for the booking and two for one party.
    const kept = target.seats.slice(8, 12)
    await removePlaces(target.seats.filter((id) => !kept.includes(id)))

    await move(show.showtimeId, { screenId: target.screenId })
    await expect(
      openOffer(ctx(), { userId: first.userId, visitorId: 'browser', entryId: first._id }),
    ).rejects.toMatchObject({ code: 'CLOSED' })
    await offerFreeSeats(ctx(), checked)

    const offered = await entryOf(first)
    expect(offered?.offer?.seats).toHaveLength(2)
    expect(offered?.offer?.seats.every((label) => label.startsWith('B'))).toBe(true)
    expect((await entryOf(second))?.offer).toBeUndefined()
    expect(await entryOf(second)).toBeDefined()
    const claims = await readClaims(ctx(), show)
    expect(claims.map(({ place_id }) => place_id).toSorted()).toEqual(kept.toSorted())
    expect(await titlesOf(first)).toEqual([
      expect.stringMatching(/^Seats for .+: B/),
      expect.stringMatching(/^Your offer for .+ was taken back$/),
      expect.stringMatching(/^Seats for .+: A/),
    ])
    expect(await titlesOf(second)).toEqual([])
    await expectBooksAgree()
  })

  test('at another time the party keeps its place and is offered the seats again, once, on two nodes [S-545]', async () => {
    const { show, first, second } = await createOfferedShow()
    const { starts_at } = await ctx()
      .db.selectFrom('showtimes')
      .select('starts_at')
      .where('id', '=', show.showtimeId)
      .executeTakeFirstOrThrow()

    await move(show.showtimeId, { startTime: new Date(starts_at + 2 * HOUR).toISOString() })
    await Promise.all(
      [ctx(), createNodeContext(ctx())].map((node) => offerFreeSeats(node, new Map())),
    )

    expect((await entryOf(first))?.offer?.seats).toHaveLength(2)
    expect((await entryOf(second))?.offer).toBeUndefined()
    expect((await titlesOf(first)).filter((title) => title.endsWith('taken back'))).toHaveLength(1)
    expect(await readClaims(ctx(), show)).toHaveLength(4)
    await expectBooksAgree()
  })
})
