import { expect, test } from 'vitest'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { createHoldCalls } from '#test/support/hold-calls.ts'
import { type CreatedShowtime, createShowtime, createUser } from '#test/support/makers.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { deleteOldData } from '../housekeeping/housekeeping.service.ts'
import * as holds from '../inventory/holds/holds.service.ts'
import {
  findJoinedSelections,
  joinSelection,
  shareSelection,
} from '../inventory/selections/shared-selections.service.ts'
import { getSharedPass, listFriendPasses } from '../tickets/passes.service.ts'
import { previewChange } from './change/change-previews.service.ts'
import * as changes from './change/changes.service.ts'

const DAY = 86_400_000

describeDatabases('the passes of friends', (context) => {
  const ctx = () => context().ctx
  const { hold } = createHoldCalls(context)
  const { createOrder, book } = createBookingCalls(context)

  /** Asha holds A1; Ravi has joined, signed in, and holds A2. */
  async function setUp() {
    const show = await createShowtime(ctx())
    const { showtimeId } = show
    const [first, second] = show.seats as [string, string]
    const [asha, ravi] = [`asha ${showtimeId}`, `ravi ${showtimeId}`]
    const raviId = await createUser(ctx())
    await hold(asha, show, first)
    const link = await shareSelection(ctx(), { showtimeId, holder: asha })
    const token = link.split('#together=')[1] ?? ''
    await joinSelection(ctx(), { token, name: 'Ravi', friendId: ravi })
    const joined = (await findJoinedSelections(ctx(), ravi)).get(showtimeId)
    if (!joined) throw new Error('not a friend')
    await holds.holdPlaces(ctx(), { showtimeId, ...joined, userId: raviId, placeIds: [second] })
    return { show, first, second, asha, ravi, raviId, joined }
  }

  async function createBooked(show: CreatedShowtime, seat: string) {
    const order = await createOrder(show, [seat])
    return { ...(await book(order)), userId: order.userId }
  }

  test('a seat that the host has paid gives the friend its pass, in the same browser and with the account, and no one else [S-645]', async () => {
    const { show, first, second, asha, ravi, raviId } = await setUp()
    const order = await createOrder(show, [first, second])
    await book({ ...order, holder: asha })

    const [pass, ...others] = await listFriendPasses(ctx(), { visitorId: ravi, userId: null })

    expect(others).toEqual([])
    expect(pass).toMatchObject({ seatNumber: 'A2', showtime: { _id: show.showtimeId } })
    expect(await getSharedPass(ctx(), pass?.token ?? '')).toMatchObject({ label: 'A2' })
    expect(await listFriendPasses(ctx(), { visitorId: 'another browser', userId: raviId })).toEqual(
      [pass],
    )
    for (const holder of [asha, 'another browser'])
      expect(await listFriendPasses(ctx(), { visitorId: holder, userId: order.userId })).toEqual([])
  })

  test('a seat that a friend pays is in their bookings alone [S-645]', async () => {
    const { show, second, ravi, joined } = await setUp()
    const order = await createOrder(show, [second])
    await book({ ...order, ...joined })

    expect(await listFriendPasses(ctx(), { visitorId: ravi, userId: null })).toEqual([])
  })

  test('a seat of a friend that the host gets in exchange gives the friend its pass [S-645]', async () => {
    const { show, second, asha, ravi } = await setUp()
    const given = show.seats[5] as string
    const { bookingReference: reference, userId } = await createBooked(show, given)
    await changes.exchange(ctx(), {
      own: { userId, reference },
      holder: asha,
      difference: 0,
      exchange: { type: 'seats', showtimeId: show.showtimeId, giveBack: [given], take: [second] },
    })

    const passes = await listFriendPasses(ctx(), { visitorId: ravi, userId: null })

    expect(passes).toMatchObject([{ seatNumber: 'A2' }])
  })

  test('a seat that is given back, and a show that is over, leave the list [S-645]', async () => {
    const { show, first, second, asha, ravi } = await setUp()
    const order = await createOrder(show, [first, second])
    const { bookingReference: reference } = await book({ ...order, holder: asha })
    const own = { userId: order.userId, reference }
    const list = () => listFriendPasses(ctx(), { visitorId: ravi, userId: null })
    const { refund } = await previewChange(ctx(), own, { seatIds: [second] })
    await changes.cancel(ctx(), own, { seatIds: [second], refund })
    expect(await list()).toEqual([])

    const other = await setUp()
    const next = await createOrder(other.show, [other.first, other.second])
    await book({ ...next, holder: other.asha })
    await context().clock.advance(2 * DAY)
    expect(await listFriendPasses(ctx(), { visitorId: other.ravi, userId: null })).toEqual([])
    await deleteOldData(ctx())
    const friends = await ctx()
      .db.selectFrom('seat_passes')
      .select(['friend', 'friend_user_id'])
      .execute()
    expect(new Set(friends.flatMap(Object.values))).toEqual(new Set([null]))
  })
})
