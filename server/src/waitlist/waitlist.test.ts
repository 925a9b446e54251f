import { OFFER_ENDED } from '@marquee/contract/bookings/waiting-list'
import { SHOWTIME_NOT_FOUND } from '@marquee/contract/movies/showtimes-route'
import { expect, test, vi } from 'vitest'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { codesOf, createHoldCalls, readClaims } from '#test/support/hold-calls.ts'
import { lockShowtimes } from '#test/support/lock-showtimes.ts'
import {
  type CreatedShowtime,
  confirmUser,
  createShowtime,
  createUser,
  emailOf,
} from '#test/support/makers.ts'
import { openTransaction, untilTransactionWaits } from '#test/support/open-transaction.ts'
import { readSeatMap } from '#test/support/read-seat-map.ts'
import {
  createNodeContext,
  describeDatabases,
  describePostgres,
  type TestContext,
} from '#test/support/test-context.ts'
import {
  notFound,
  type Refusal,
  SIGN_IN_REQUIRED,
  setupTestServer,
} from '#test/support/test-server.ts'
import { deleteAccount } from '../accounts/profile/profile.service.ts'
import { cancel } from '../bookings/change/changes.service.ts'
import type { Context } from '../context.ts'
import { holdPlaces } from '../inventory/holds/holds.service.ts'
import * as offers from '../inventory/selections/offers.ts'
import {
  findJoinedSelections,
  joinSelection,
  shareSelection,
} from '../inventory/selections/shared-selections.service.ts'
import { listNotices } from '../messages/notices/notices.service.ts'
import { offerDuration } from './offer-times.ts'
import { type CheckedShows, offerFreeSeats, offerSeatsAt } from './offers.service.ts'
import { joinWaitingList, leaveWaitingList, listEntries, openOffer } from './waitlist.service.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const SEATS_PER_ROW = 8
/** The seats between the aisles of row A. */
const CENTRE = [2, 3, 4, 5]

type JoinRequest = Partial<Parameters<typeof joinWaitingList>[2]>

/** A full hall, parties that wait for it, and what they are offered. */
function createSteps(context: () => TestContext) {
  const { hold, release, expire, holders } = createHoldCalls(context)
  const ctx = () => context().ctx
  const confirm = (userId: string) => confirmUser(ctx(), userId)

  /** Every seat is held by other visitors: row A by `public 0`, and so on. */
  async function createFullShow(options: Parameters<typeof createShowtime>[1] = {}) {
    const show = await createShowtime(ctx(), options)
    for (let row = 0; row * SEATS_PER_ROW < show.seats.length; row += 1) {
      const seats = show.seats.slice(row * SEATS_PER_ROW, (row + 1) * SEATS_PER_ROW)
      await hold(`public ${row}`, show, ...seats)
    }
    return show
  }
  const free = (show: CreatedShowtime, indexes: number[]) =>
    release('public 0', show, ...indexes.map((index) => show.seats[index]))
  async function confirmedUser() {
    const userId = await createUser(ctx())
    await confirm(userId)
    return userId
  }
  async function joinAs(
    userId: string,
    { showtimeId }: CreatedShowtime,
    request: JoinRequest = {},
  ) {
    const entry = await joinWaitingList(ctx(), userId, {
      showtimeId,
      seats: 2,
      together: true,
      ...request,
    })
    return { userId, entryId: entry._id }
  }
  const join = async (show: CreatedShowtime, request: JoinRequest = {}) =>
    joinAs(await confirmedUser(), show, request)
  const offerOf = async ({ userId, entryId }: { userId: string; entryId: string }) =>
    (await listEntries(ctx(), userId)).find(({ _id }) => _id === entryId)?.offer
  const offer = async ({ showtimeId }: CreatedShowtime, node = ctx()) =>
    (await offerSeatsAt(node, showtimeId)).count
  const offerMails = async () =>
    (await context().sentMails()).filter(({ kind }) => kind === 'offer')
  /** Lets time pass while the other visitors stay connected and keep their seats. */
  async function pass(ms: number) {
    await context().clock.advance(ms)
    await expire()
    await offerFreeSeats(ctx(), new Map())
  }
  return {
    hold,
    holders,
    confirm,
    createFullShow,
    free,
    confirmedUser,
    joinAs,
    join,
    offerOf,
    offer,
    offerMails,
    pass,
    expire,
    release,
  }
}

const UNCONFIRMED: Refusal = [403, 'FORBIDDEN', 'Please confirm your email first.']

describeDatabases(
  'the waiting list',
  (context) => {
    const server = setupTestServer(context)
    const steps = createSteps(context)
    const { createFullShow, free, join, joinAs, offer, offerOf, confirmedUser } = steps
    const { createOrder, book } = createBookingCalls(context)

    test('joining is refused without a session, without a confirmed email, and for an unknown show [S-480]', async () => {
      const show = await createFullShow()
      const body = { showtimeId: show.showtimeId, seats: 2, together: true }
      const asha = await server().member()

      await server().expectRefused(
        () => server().visitor().post('/api/waiting-list', body),
        SIGN_IN_REQUIRED,
      )
      await server().expectRefused(() => asha.client.post('/api/waiting-list', body), UNCONFIRMED)
      await steps.confirm(asha.userId)
      await server().expectRefused(
        () => asha.client.post('/api/waiting-list', { ...body, showtimeId: 'none' }),
        notFound(SHOWTIME_NOT_FOUND),
      )
      for (const wrong of [{ seats: 0 }, { seats: 11 }, { together: 'yes' }, { until: 'later' }])
        expect(
          (await asha.client.post('/api/waiting-list', { ...body, ...wrong })).statusCode,
        ).toBe(400)

      const response = await asha.client.post('/api/waiting-list', body)
      expect([response.statusCode, response.json()]).toMatchObject([
        200,
        { success: true, entry: { showtimeId: show.showtimeId, seats: 2, categories: [] } },
      ])
      const listed = await asha.client.get('/api/waiting-list')
      expect(listed.json()).toMatchObject({ entries: [{ seats: 2, together: true }] })
    })

    test('joining updates the other open pages of the account [S-480]', async () => {
      const { ctx } = context()
      const show = await createFullShow()
      const updatedUsers: string[] = []
      ctx.events.on('noticesChanged', (userId) => updatedUsers.push(userId))

      const { userId } = await join(show)
      await codesOf([joinAs(userId, show)])

      expect(updatedUsers).toEqual([userId])
    })

    test('a show that has closed, a time that has passed, seats that do not exist and a second entry are refused [S-480]', async () => {
      const { ctx } = context()
      const show = await createFullShow()
      const closed = await createShowtime(ctx, { startsIn: 20 * MINUTE })
      const past = new Date(ctx.now() - MINUTE).toISOString()

      expect(
        await codesOf([
          join(closed),
          join(show, { until: past }),
          join(show, { seats: 5 }),
          join(show, { seats: 9, together: false, categories: ['VIP'] }),
        ]),
      ).toEqual(['CLOSED', 'INVALID', 'INVALID', 'INVALID'])

      const asha = await join(show)
      expect(await codesOf([joinAs(asha.userId, show)])).toEqual(['LIMIT'])
      for (let n = 1; n < 10; n += 1) await joinAs(asha.userId, await createFullShow())
      expect(await codesOf([joinAs(asha.userId, await createFullShow())])).toEqual(['LIMIT'])
    })

    test('freed seats are held for the first party that they fit, and those passed over keep their place [S-481][S-664]', async () => {
      const { ctx } = context()
      const show = await createFullShow()
      const four = await join(show, { seats: 4 })
      const two = await join(show, { seats: 2 })
      const later = await join(show, { seats: 2 })

      await free(show, CENTRE.slice(0, 2))
      expect(await offer(show)).toBe(1)

      expect([await offerOf(four), await offerOf(later)]).toEqual([undefined, undefined])
      expect(await offerOf(two)).toEqual({ seats: ['A3', 'A4'], until: expect.any(String) })
      const mails = await steps.offerMails()
      expect(mails).toMatchObject([{ to: `${two.userId}@example.com` }])
      expect(mails[0]?.text).toContain(`?offer=${two.entryId}`)
      expect(mails[0]?.html).toContain('Seats for you</h1>')
      expect(mails[0]?.text).toMatch(
        /^We hold A3, A4 for you until .*\. After that, the offer ends\.$/m,
      )
      expect((await listNotices(ctx, two.userId)).notices).toMatchObject([
        { kind: 'offer', title: expect.stringContaining('A3, A4'), readAt: null },
      ])

      await leaveWaitingList(ctx, two.userId, two.entryId)
      await free(show, CENTRE.slice(2))
      expect(await offer(show)).toBe(1)
      expect((await offerOf(four))?.seats).toEqual(['A3', 'A4', 'A5', 'A6'])
      expect(await offerOf(later)).toBeUndefined()
    })

    test('a party that need not sit together gets single seats, and one with categories only seats of them [S-481]', async () => {
      const show = await createFullShow()
      const vip = await join(show, { seats: 1, categories: ['VIP'] })
      const apart = await join(show, { seats: 2, together: false })

      await free(show, [0, 7])
      expect(await offer(show)).toBe(1)

      expect([await offerOf(vip), (await offerOf(apart))?.seats.toSorted()]).toEqual([
        undefined,
        ['A1', 'A8'],
      ])
    })

    test('a cancelled booking is offered to the party that waits for its seats [S-481]', async () => {
      const { ctx } = context()
      const show = await createShowtime(ctx, { startsIn: 6 * HOUR })
      const seats = show.seats.slice(0, 2)
      const order = await createOrder(show, seats)
      const booking = await book(order)
      for (let row = 0; row < 3; row += 1) {
        const rest = show.seats.slice(row * SEATS_PER_ROW, (row + 1) * SEATS_PER_ROW)
        await steps.hold(`public ${row}`, show, ...rest.filter((id) => !seats.includes(id)))
      }
      const asha = await join(show)
      expect(await offer(show)).toBe(0)

      await cancel(
        ctx,
        { userId: order.userId, reference: booking.bookingReference },
        { refund: 300 },
      )
      await offerFreeSeats(ctx, new Map())

      expect((await offerOf(asha))?.seats).toEqual(['A1', 'A2'])
    })

    test('offered seats read HELD, are refused to others, and count for the limit of the account [S-482]', async () => {
      const { ctx } = context()
      const show = await createFullShow()
      const asha = await join(show)
      await free(show, CENTRE)
      await offer(show)

      const map = await readSeatMap(ctx, show.showtimeId)
      expect(map.claims.get(show.seats[2] ?? '')).toMatchObject({ bookingId: null })
      expect(await codesOf([steps.hold('ravi', show, show.seats[2])])).toEqual(['TAKEN'])
      const order = await createOrder(show, [show.seats[3]])
      expect(await codesOf([book(order)])).toEqual(['TAKEN'])
      expect(
        (await readClaims(ctx, show)).filter(({ account }) => account === asha.userId),
      ).toHaveLength(2)
    })

    test('a party whose account has reached its limit is passed over, and the next one gets the seats [S-482]', async () => {
      const { ctx } = context()
      const show = await createFullShow()
      const [asha, ravi] = [await join(show, { seats: 4 }), await join(show, { seats: 4 })]
      const { seatsPerAccount } = ctx.config
      const owned = show.seats.slice(SEATS_PER_ROW, SEATS_PER_ROW + seatsPerAccount - 3)
      await steps.release('public 1', show, ...owned)
      await holdPlaces(ctx, {
        showtimeId: show.showtimeId,
        holder: 'asha',
        userId: asha.userId,
        placeIds: owned,
      })

      await free(show, CENTRE)
      expect(await offer(show)).toBe(1)

      expect([await offerOf(asha), (await offerOf(ravi))?.seats.length]).toEqual([undefined, 4])
    })

    test('an offer ends after fifteen minutes and goes to the next party; the first one is told [S-483]', async () => {
      const { ctx } = context()
      const show = await createShowtime(ctx, { startsIn: 5 * HOUR })
      const sold = await createOrder(show, show.seats.slice(2, SEATS_PER_ROW))
      await book(sold)
      await book(await createOrder(show, show.seats.slice(8, 16), { totalCost: 8 * 180 }))
      await book(await createOrder(show, show.seats.slice(16), { totalCost: 8 * 250 }))
      const [asha, ravi] = [await join(show), await join(show)]
      expect(await offer(show)).toBe(1)
      const { until = '' } = (await offerOf(asha)) ?? {}
      expect(Math.round((Date.parse(until) - ctx.now()) / MINUTE)).toBe(15)

      await steps.pass(14 * MINUTE)
      expect(await offerOf(ravi)).toBeUndefined()
      await steps.pass(2 * MINUTE)
      await offerFreeSeats(ctx, new Map())

      expect((await offerOf(ravi))?.seats).toEqual(['A1', 'A2'])
      expect(await listEntries(ctx, asha.userId)).toEqual([])
      expect((await listNotices(ctx, asha.userId)).notices[0]).toMatchObject({
        kind: 'offer',
        title: expect.stringMatching(/^Your offer for .* has ended$/),
        text: 'The seats are no longer held for you.',
      })
      expect(await codesOf([openOffer(ctx, { ...asha, visitorId: 'late' })])).toEqual(['CLOSED'])
    })

    test.each([
      [15, 3 * HOUR],
      [15, HOUR],
      [10, 40 * MINUTE],
      [5, 20 * MINUTE],
      [3, 12 * MINUTE],
      [3, MINUTE],
    ])('an offer lasts %d minutes when booking closes in %d ms [S-483]', (minutes, leftMs) => {
      expect(offerDuration(15 * MINUTE, leftMs)).toBe(minutes * MINUTE)
    })

    test('the account opens its offer in a browser, whose selection it becomes with the same deadline, and pays [S-484]', async () => {
      const { ctx } = context()
      const show = await createFullShow()
      const asha = await join(show)
      await free(show, CENTRE)
      await offer(show)
      await steps.hold('browser', show, show.twoWheelers[0])

      const opened = await openOffer(ctx, { ...asha, visitorId: 'browser' })
      const again = await openOffer(ctx, { ...asha, visitorId: 'other browser' })

      expect(again).toEqual(opened)
      const held = await steps.holders(show)
      expect(opened.seatIds.map((id) => held[id])).toEqual(['other browser', 'other browser'])
      expect(held[show.twoWheelers[0] ?? '']).toBeUndefined()
      expect(await listEntries(ctx, asha.userId)).toEqual([])
      const request = (await createOrder(show, opened.seatIds)).request
      const booking = await book({
        userId: asha.userId,
        email: emailOf(asha.userId),
        holder: 'other browser',
        request,
      })
      expect(booking.seats).toHaveLength(2)
    })

    test('an offer of another user, one that has ended, and one in a selection with friends cannot be opened [S-484]', async () => {
      const { ctx } = context()
      const show = await createFullShow()
      const [asha, ravi] = [await join(show), await join(show)]
      await free(show, CENTRE.slice(0, 2))
      await offer(show)
      const calls = [
        openOffer(ctx, { entryId: asha.entryId, userId: ravi.userId, visitorId: 'ravi' }),
        leaveWaitingList(ctx, ravi.userId, asha.entryId),
        openOffer(ctx, { ...ravi, visitorId: 'ravi' }),
        openOffer(ctx, { userId: asha.userId, entryId: 'none', visitorId: 'asha' }),
      ]
      expect(await codesOf(calls)).toEqual(['NOT_FOUND', 'NOT_FOUND', 'CLOSED', 'NOT_FOUND'])

      const { showtimeId } = show
      const link = await shareSelection(ctx, { showtimeId, holder: 'public 1' })
      const token = link.split('#together=')[1] ?? ''
      await joinSelection(ctx, { token, name: 'Devi', friendId: 'a friend' })
      const joined = (await findJoinedSelections(ctx, 'a friend')).get(showtimeId)
      if (!joined) throw new Error('not a friend')
      const placeIds = show.twoWheelers.slice(0, 1)
      await holdPlaces(ctx, { showtimeId, ...joined, placeIds })
      expect(await codesOf([openOffer(ctx, { ...asha, visitorId: 'public 1' })])).toEqual([
        'CLOSED',
      ])

      await steps.pass(16 * MINUTE)
      await expect(openOffer(ctx, { ...asha, visitorId: 'asha' })).rejects.toThrow(OFFER_ENDED)
    })

    test('seats that another user holds later in the same browser stay with that user [S-484]', async () => {
      const { ctx } = context()
      const show = await createFullShow()
      const asha = await join(show)
      await free(show, CENTRE.slice(0, 2))
      await offer(show)
      await openOffer(ctx, { ...asha, visitorId: 'shared browser' })
      const account = await createUser(ctx)
      await changeRows(ctx, show.showtimeId, (db) =>
        db
          .updateTable('selections')
          .set({ account })
          .where('holder', '=', 'shared browser')
          .execute(),
      )

      expect(await codesOf([openOffer(ctx, { ...asha, visitorId: 'phone' })])).toEqual(['CLOSED'])
      expect(Object.values(await steps.holders(show))).not.toContain('phone')
    })

    test('leaving, deleting the account, the chosen time and the end of booking end an entry and free its offer [S-487]', async () => {
      const { ctx } = context()
      const show = await createFullShow()
      const [leaving, deleting] = [await join(show), await join(show)]
      await free(show, CENTRE)
      expect(await offer(show)).toBe(2)

      await leaveWaitingList(ctx, leaving.userId, leaving.entryId)
      await deleteAccount(ctx, { userId: deleting.userId, visitorId: 'browser' })

      const held = await steps.holders(show)
      expect(CENTRE.map((index) => held[show.seats[index] ?? ''])).toEqual(Array(4).fill(undefined))
      const rows = await ctx.db
        .selectFrom('waiting_entries')
        .select('id')
        .where('showtime_id', '=', show.showtimeId)
        .where('ended_at', 'is', null)
        .execute()
      expect(rows).toEqual([])

      const short = await createFullShow({ startsIn: 40 * MINUTE })
      const until = new Date(ctx.now() + 2 * MINUTE).toISOString()
      const [brief, open] = [await join(short, { until }), await join(short)]
      await steps.pass(3 * MINUTE)
      expect(await listEntries(ctx, brief.userId)).toEqual([])
      expect(await listEntries(ctx, open.userId)).toHaveLength(1)
      await steps.pass(8 * MINUTE)
      expect(await listEntries(ctx, open.userId)).toEqual([])

      const cancelled = await createFullShow()
      const party = await join(cancelled)
      await ctx.db
        .updateTable('showtimes')
        .set({ cancelled_at: ctx.now() })
        .where('id', '=', cancelled.showtimeId)
        .execute()
      await offerFreeSeats(ctx, new Map())
      expect(await listEntries(ctx, party.userId)).toEqual([])
      expect(await codesOf([join(cancelled)])).toEqual(['CLOSED'])
    })

    test('an entry that ends without an offer updates the open pages of its account, with one notice [S-487]', async () => {
      const { ctx } = context()
      const show = await createFullShow({ startsIn: 40 * MINUTE })
      const until = new Date(ctx.now() + 2 * MINUTE).toISOString()
      const [brief, open] = [await join(show, { until }), await join(show)]
      const updatedUsers: string[] = []
      ctx.events.on('noticesChanged', (userId) => {
        // Entries of other tests end too.
        if ([brief.userId, open.userId].includes(userId)) updatedUsers.push(userId)
      })
      const noticesOf = async ({ userId }: { userId: string }) =>
        (await listNotices(ctx, userId)).notices

      await steps.pass(3 * MINUTE)
      expect(updatedUsers).toEqual([brief.userId])
      expect(await noticesOf(open)).toEqual([])

      await steps.pass(8 * MINUTE)
      await offerFreeSeats(ctx, new Map())
      expect(updatedUsers).toEqual([brief.userId, open.userId])
      for (const party of [brief, open])
        expect(await noticesOf(party)).toMatchObject([
          { kind: 'offer', title: expect.stringMatching(/^We found no seats for .* in time$/) },
        ])
    })

    test('an account that did not take its offer cannot wait for the same show for half an hour [S-493]', async () => {
      const { clock } = context()
      const show = await createFullShow({ startsIn: 5 * HOUR })
      const asha = await join(show)
      await free(show, [2, 3])
      expect(await offer(show)).toBe(1)

      await leaveWaitingList(context().ctx, asha.userId, asha.entryId)

      expect(await codesOf([joinAs(asha.userId, show)])).toEqual(['LIMIT'])
      await clock.advance(31 * MINUTE)
      expect(await codesOf([joinAs(asha.userId, show)])).toEqual(['ok'])
    })

    test('an account that opened its offer and did not pay cannot wait for the same show until half an hour after the deadline [S-493]', async () => {
      const { ctx, clock } = context()
      const show = await createFullShow({ startsIn: 5 * HOUR })
      const asha = await join(show)
      await free(show, [2, 3])
      expect(await offer(show)).toBe(1)

      await openOffer(ctx, { ...asha, visitorId: 'browser' })

      expect(await codesOf([joinAs(asha.userId, show)])).toEqual(['LIMIT'])
      await clock.advance(44 * MINUTE)
      expect(await codesOf([joinAs(asha.userId, show)])).toEqual(['LIMIT'])
      await clock.advance(2 * MINUTE)
      expect(await codesOf([joinAs(asha.userId, show)])).toEqual(['ok'])
    })

    test('an account that paid its offer can wait for the same show at once [S-493]', async () => {
      const { ctx } = context()
      const show = await createFullShow({ startsIn: 5 * HOUR })
      const asha = await join(show)
      await free(show, [2, 3])
      expect(await offer(show)).toBe(1)
      const { seatIds } = await openOffer(ctx, { ...asha, visitorId: 'browser' })
      const { request } = await createOrder(show, seatIds)

      await book({ userId: asha.userId, email: emailOf(asha.userId), holder: 'browser', request })

      expect(await codesOf([joinAs(asha.userId, show)])).toEqual(['ok'])
    })

    test('an account that keeps only half of the seats of its offer cannot wait for the same show for half an hour [S-749]', async () => {
      const { ctx } = context()
      const show = await createFullShow({ startsIn: 5 * HOUR })
      const asha = await join(show)
      await free(show, [2, 3])
      expect(await offer(show)).toBe(1)
      const { seatIds } = await openOffer(ctx, { ...asha, visitorId: 'browser' })
      const { request } = await createOrder(show, seatIds)
      const { userId } = asha
      const { bookingReference: reference } = await book({
        userId,
        email: emailOf(userId),
        holder: 'browser',
        request,
      })

      await cancel(ctx, { userId, reference }, { seatIds: seatIds.slice(0, 1), refund: 150 })

      expect(await codesOf([joinAs(userId, show)])).toEqual(['LIMIT'])
    })

    test('a party whose offer is taken back waits again in its place; a cancelled show tells its parties [S-493]', async () => {
      const { ctx } = context()
      const show = await createFullShow({ startsIn: 5 * HOUR })
      const [asha, ravi] = [await join(show), await join(show)]
      await free(show, [2, 3])
      expect(await offer(show)).toBe(1)
      const { seats } = (await offerOf(asha)) ?? {}

      await changeRows(ctx, show.showtimeId, async (db) => {
        await db.deleteFrom('claims').where('holder', 'like', 'offer %').execute()
        await db.deleteFrom('selections').where('holder', 'like', 'offer %').execute()
      })
      await offerFreeSeats(ctx, new Map())
      expect((await offerOf(asha))?.seats).toEqual(seats)
      expect(await offerOf(ravi)).toBeUndefined()

      await ctx.db
        .updateTable('showtimes')
        .set({ cancelled_at: ctx.now() })
        .where('id', '=', show.showtimeId)
        .execute()
      await offerFreeSeats(ctx, new Map())
      for (const { userId } of [asha, ravi]) {
        expect(await listEntries(ctx, userId)).toEqual([])
        expect((await listNotices(ctx, userId)).notices[0]?.title).toMatch(/ is cancelled$/)
      }
    })

    test('a show whose offers fail does not keep the others from theirs [S-493]', async () => {
      const { ctx } = context()
      const shows = [await createFullShow(), await createFullShow()]
      shows.sort((a, b) => (a.showtimeId < b.showtimeId ? -1 : 1))
      const [broken, second] = shows as [CreatedShowtime, CreatedShowtime]
      const [{ entryId }, party] = [await join(broken), await join(second)]
      await ctx.db
        .updateTable('waiting_entries')
        .set({ categories: 'no JSON' })
        .where('id', '=', entryId)
        .execute()
      await free(second, [2, 3])

      await offerFreeSeats(ctx, new Map())

      expect((await offerOf(party))?.seats).toEqual(['A3', 'A4'])
    })

    test('seats are looked for only after a seat has come free, and only for parties of its tier [S-703]', async () => {
      const { ctx } = context()
      const show = await createFullShow()
      const vip = await join(show, { categories: ['VIP'] })
      const pair = await join(show, { categories: ['Standard'] })
      const checked: CheckedShows = new Map()
      const run = async () => {
        searches.mockClear()
        await offerFreeSeats(ctx, checked)
        return searches.mock.calls.map(([, , parties]) => parties.map(({ userId }) => userId))
      }
      const searches = vi.spyOn(offers, 'findFittingParties')
      await run()

      const unchanged = await run()
      await free(show, [0])
      const freed = await run()
      await steps.hold('a visitor', show, show.seats[0])
      const taken = await run()

      expect([unchanged, freed, taken]).toEqual([[], [[pair.userId]], []])
      expect(await offerOf(vip)).toBeUndefined()
      searches.mockRestore()
    })

    test('a party that cannot get an offer does not delay one that waits for another tier [S-940]', async () => {
      const { ctx } = context()
      const show = await createFullShow()
      const vip = await join(show, { seats: 1, categories: ['VIP'] })
      const standard = await join(show, { seats: 1, categories: ['Standard'] })
      await ctx.db
        .updateTable('users')
        .set({ email_confirmed_at: null })
        .where('id', '=', vip.userId)
        .execute()
      const checked: CheckedShows = new Map()
      await steps.release('public 2', show, show.seats[16])
      await offerFreeSeats(ctx, checked)

      await free(show, [0])
      await offerFreeSeats(ctx, checked)

      expect(await offerOf(vip)).toBeUndefined()
      expect((await offerOf(standard))?.seats).toEqual(['A1'])
    })

    test('a party whose offer is taken back is offered seats that were free before, also if another party leaves at the same time [S-940]', async () => {
      const { ctx } = context()
      const show = await createFullShow()
      const asha = await join(show, { seats: 1 })
      await context().clock.advance(1)
      const [ravi] = [await join(show, { seats: 4 }), await join(show, { seats: 4 })]
      const checked: CheckedShows = new Map()
      await free(show, [0, 7])
      await offerFreeSeats(ctx, checked)
      const [label] = (await offerOf(asha))?.seats ?? []
      await offerFreeSeats(ctx, checked)

      await leaveWaitingList(ctx, ravi.userId, ravi.entryId)
      await changeRows(ctx, show.showtimeId, async (db) => {
        const index = Number(label?.slice(1)) - 1
        await db
          .updateTable('claims')
          .set({ holder: 'public 1', chooser: 'public 1' })
          .where('place_id', '=', show.seats[index] ?? '')
          .execute()
        await db.deleteFrom('selections').where('holder', 'like', 'offer %').execute()
      })
      await offerFreeSeats(ctx, checked)

      expect((await offerOf(asha))?.seats).toEqual([label === 'A1' ? 'A8' : 'A1'])
    })

    test('an account that has no confirmed email any more is passed over, and keeps its place [S-481]', async () => {
      const { ctx } = context()
      const show = await createFullShow()
      const [asha, ravi] = [await join(show), await join(show)]
      const setConfirmed = (at: number | null) =>
        ctx.db
          .updateTable('users')
          .set({ email_confirmed_at: at })
          .where('id', '=', asha.userId)
          .execute()
      await setConfirmed(null)
      await free(show, CENTRE.slice(0, 2))
      expect(await offer(show)).toBe(1)
      expect((await offerOf(ravi))?.seats).toHaveLength(2)

      await setConfirmed(ctx.now())
      await free(show, CENTRE.slice(2))
      expect(await offer(show)).toBe(1)
      expect((await offerOf(asha))?.seats).toHaveLength(2)
    })

    test('a user who joins twice at the same time waits once [S-480]', async () => {
      const show = await createFullShow()
      const userId = await confirmedUser()

      const codes = await codesOf([joinAs(userId, show), joinAs(userId, show)])

      expect(codes.toSorted()).toEqual(['LIMIT', 'ok'])
      expect(await listEntries(context().ctx, userId)).toHaveLength(1)
    })
  },
  { SEATS_PER_ACCOUNT: '8' },
)

describePostgres('the waiting list on several nodes', (context) => {
  const steps = createSteps(context)
  const { createFullShow, free, join, offerOf } = steps

  test('nodes that offer at the same time offer each seat once, and each party one offer [S-486]', async () => {
    const { ctx } = context()
    const nodes: Context[] = [ctx, createNodeContext(ctx), createNodeContext(ctx)]
    const show = await createFullShow()
    const parties = [await join(show), await join(show), await join(show)]
    await free(show, CENTRE)

    await Promise.all(nodes.map((node) => offerFreeSeats(node, new Map())))

    const offers = await Promise.all(parties.map(offerOf))
    expect(offers.map((one) => one?.seats.length ?? 0)).toEqual([2, 2, 0])
    expect(new Set(offers.flatMap((one) => one?.seats ?? [])).size).toBe(4)
    expect(await steps.offerMails()).toHaveLength(2)
  })

  test('a node waits for another one that chooses seats at the show, and then offers what is left [S-486]', async () => {
    const { ctx } = context()
    const show = await createFullShow()
    const asha = await join(show, { seats: 4 })
    await free(show, CENTRE)
    const other = await openTransaction(ctx, (tx) => lockShowtimes(tx, [show.showtimeId]))

    const offering = offerSeatsAt(ctx, show.showtimeId)
    await untilTransactionWaits(ctx)
    expect(await offerOf(asha)).toBeUndefined()
    await other.commit()

    expect(await offering).toMatchObject({ count: 1 })
    expect((await offerOf(asha))?.seats).toHaveLength(4)
  })
})
