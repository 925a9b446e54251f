import type { OutagePlan } from '@marquee/contract/office/shows/seat-outages'
import { formatMoment } from '@marquee/contract/time'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getShowtime } from '#src/catalogue/catalogue.service.ts'
import type { Context } from '#src/context.ts'
import { getDoorList } from '#src/door/door-list.service.ts'
import { holdBestSeats } from '#src/inventory/holds/holds.service.ts'
import { placeViews } from '#src/inventory/views/seat-map.ts'
import { listNotices } from '#src/messages/notices/notices.service.ts'
import { setVehicleState } from '#src/valet/vehicles.service.ts'
import { offerFreeSeats, offerSeatsAt } from '#src/waitlist/offers.service.ts'
import { joinWaitingList, listEntries } from '#src/waitlist/waitlist.service.ts'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { applyChanges, makeCatalogue, makeMovie, makeScreen } from '#test/support/catalogues.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { codesOf, createHoldCalls, readClaims } from '#test/support/hold-calls.ts'
import { type CreatedShowtime, createShowtime, createUser } from '#test/support/makers.ts'
import { setupTestOffice } from '#test/support/office.ts'
import { openTransaction, untilTransactionWaits } from '#test/support/open-transaction.ts'
import { readSeatMap } from '#test/support/read-seat-map.ts'
import {
  createNodeContext,
  describeDatabases,
  describePostgres,
} from '#test/support/test-context.ts'
import { previewChange } from '../change/change-previews.service.ts'
import * as changes from '../change/changes.service.ts'
import { reconcile } from '../list/reconcile.service.ts'
import { book as bookPlaces } from '../order/book.service.ts'
import { keepHouseSeats, sellAtCounter } from '../order/staff-sales.service.ts'
import { getScreenSeats, listSeatOutages } from './screen-seats.service.ts'
import { planOutage, putBackInService, takeOutOfService } from './seat-outages.service.ts'
import { cancelShow } from './show-cancellation.service.ts'
import { moveShow, planMove } from './show-moves.service.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const DEVICE = 'manager 1'
const REASON = 'broken hinge'
const STAFF = { reason: REASON, deviceId: DEVICE }

type Seats = (string | undefined)[]

describeDatabases('seats out of service', (context) => {
  const { createOrder, book, listBookings } = createBookingCalls(context)
  const { hold } = createHoldCalls(context)
  const office = setupTestOffice(context)
  const ctx = () => context().ctx

  /** A show of the next day. Row A: A1 A2, an aisle, A3 to A6, an aisle, A7 A8. */
  const createShow = (options: Parameters<typeof createShowtime>[1] = {}) =>
    createShowtime(ctx(), { startsIn: DAY, ...options })
  /** Another show on the same screen. */
  async function addShow(show: CreatedShowtime, startsIn: number) {
    const showtimeId: string = crypto.randomUUID()
    const { movieId: movie_id, screenId: layout_id } = show
    const row = { id: showtimeId, movie_id, layout_id, cutoff_minutes: null, rev: 0 }
    await ctx()
      .db.insertInto('showtimes')
      .values({ ...row, starts_at: ctx().now() + startsIn })
      .execute()
    return { ...show, showtimeId }
  }
  async function bookSeats(show: CreatedShowtime, seats: Seats, changed = {}) {
    const order = await createOrder(show, seats, changed)
    const booking = await book(order)
    return { id: booking._id, userId: order.userId, reference: booking.bookingReference }
  }
  type Booked = Awaited<ReturnType<typeof bookSeats>>
  /** Leaves these seats only. */
  const keepSeats = (show: CreatedShowtime, kept: Seats) =>
    ctx()
      .db.deleteFrom('places')
      .where('layout_id', '=', show.screenId)
      .where('kind', '=', 'seat')
      .where('id', 'not in', kept as string[])
      .execute()

  const requestFor = ({ screenId }: CreatedShowtime, seats: Seats) => ({
    screenId,
    seatIds: seats.flatMap((id) => id ?? []),
  })
  const plan = (show: CreatedShowtime, seats: Seats) => planOutage(ctx(), requestFor(show, seats))
  interface TakeOptions {
    planHash?: string
    refundLost?: boolean
    on?: Context
  }
  async function takeOut(show: CreatedShowtime, seats: Seats, options: TakeOptions = {}) {
    const { refundLost = true, on = ctx() } = options
    const planHash = options.planHash ?? (await plan(show, seats)).planHash
    return takeOutOfService(on, { ...requestFor(show, seats), ...STAFF, planHash, refundLost })
  }
  const putBack = (show: CreatedShowtime, seats: Seats) =>
    putBackInService(ctx(), { ...requestFor(show, seats), ...STAFF, reason: 'repaired' })

  const planned = ({ shows }: OutagePlan, { reference }: Booked) =>
    shows.flatMap(({ bookings }) => bookings).find((one) => one.reference === reference)
  const seatsOf = async ({ userId }: Booked) => {
    const [booking] = await listBookings(userId)
    return booking?.seats.map(({ seatNumber }) => seatNumber)
  }
  const mailsTo = async ({ userId }: Booked) =>
    (await context().sentMails()).filter(({ to }) => to === `${userId}@example.com`)
  const statusOf = async ({ showtimeId }: CreatedShowtime, seatId: string | undefined) => {
    const map = await readSeatMap(ctx(), showtimeId)
    return placeViews(map, map.places).seats.find(({ _id }) => _id === seatId)?.status
  }
  const countRows = async (from: ReturnType<typeof sql>) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n ${from}`.execute(ctx().db)
    return Number(rows[0]?.n)
  }
  const countOut = ({ screenId }: CreatedShowtime) =>
    countRows(sql`from places where layout_id = ${screenId} and out_of_service = 1`)
  /** The ledger agrees, and no show that has not started has sold a seat out of service. */
  async function expectBooksAgree() {
    expect((await reconcile(ctx().reader)).problems).toEqual([])
    expect(
      await countRows(sql`
        from claims join places on places.id = place_id and out_of_service = 1
        join showtimes on showtimes.id = claims.showtime_id
        left join bookings on bookings.id = claims.booking_id
       where starts_at > ${ctx().now()} and cancelled_at is null and coalesce(channel, 'hold') <> 'house'`),
    ).toBe(0)
  }
  const confirm = (userId: string) =>
    ctx()
      .db.updateTable('users')
      .set({ email_confirmed_at: ctx().now() })
      .where('id', '=', userId)
      .execute()

  test('a seat out of service reads SOLD and cannot be held, booked, sold at the counter or blocked, also at a show that is added later [S-501]', async () => {
    const show = await createShow()
    const [broken, fine] = show.seats
    expect(await takeOut(show, [broken])).toBe(1)
    const later = await addShow(show, 2 * DAY)

    for (const one of [show, later]) {
      expect(await statusOf(one, broken)).toBe('SOLD')
      expect(await statusOf(one, fine)).toBe('AVAILABLE')
      const place = { ...STAFF, showtimeId: one.showtimeId, placeIds: [broken ?? ''] }
      const order = await createOrder(one, [broken])
      const codes = await codesOf([
        hold('asha', one, broken),
        hold('ravi', one, fine, broken),
        bookPlaces(ctx(), order),
        sellAtCounter(ctx(), {
          ...place,
          sale: { placeIds: place.placeIds, payment: 'cash', totalCost: 150 },
        }),
        keepHouseSeats(ctx(), place),
        hold('asha', one, fine),
      ])
      expect(codes).toEqual(['TAKEN', 'TAKEN', 'TAKEN', 'TAKEN', 'TAKEN', 'ok'])
    }
    expect(await readClaims(ctx(), show)).toHaveLength(1)
  })

  test('seat counts and best seats leave a seat out of service out, protected or not [S-501]', async () => {
    const show = await createShow({ access: { A1: 'wheelchair' }, startsIn: 5 * DAY })
    await keepSeats(show, show.seats.slice(0, 4))
    const [wheelchair, broken, ...free] = show.seats.slice(0, 4)
    await takeOut(show, [wheelchair, broken])

    const node = createNodeContext(ctx())
    expect(await getShowtime(node, show.showtimeId)).toMatchObject({ seatsTotal: 4, seatsLeft: 2 })
    const best = (size: number) =>
      holdBestSeats(ctx(), { showtimeId: show.showtimeId, holder: `best ${size}`, size })
    expect(await codesOf([best(3)])).toEqual(['TAKEN'])
    expect((await best(2)).seatIds.toSorted()).toEqual(free.toSorted())
  })

  test('a party with a broken seat gets other seats together, new passes, one mail and one notice with the reason [S-502]', async () => {
    const show = await createShow()
    // A1 and A2 are a run of their own.
    const asha = await bookSeats(show, show.seats.slice(0, 2))
    const ravi = await bookSeats(show, show.seats.slice(3, 5))
    ;(await context().sentMails()).length = 0
    context().publishedShowtimes.length = 0

    const seen = await plan(show, [show.seats[0]])
    expect(seen.counts).toMatchObject({ shows: 1, bookings: 1, people: 2, refund: 0, mails: 1 })
    expect(planned(seen, asha)).toMatchObject({ losesSeats: false, isTogether: true })
    await takeOut(show, [show.seats[0]])

    const labels = planned(seen, asha)?.seats.map(({ to }) => to)
    expect(await seatsOf(asha)).toEqual(labels?.toSorted())
    expect(labels).not.toContain('A1')
    expect(await seatsOf(ravi)).toEqual(['A4', 'A5'])
    const [mail, ...others] = await mailsTo(asha)
    expect(others).toEqual([])
    expect(mail?.text).toContain(`Reason: ${REASON}`)
    expect(mail?.text).toContain(`Your seats are now: ${labels?.join(', ')} (before: A1, A2).`)
    expect(await mailsTo(ravi)).toEqual([])
    const { notices } = await listNotices(ctx(), asha.userId)
    expect(notices).toMatchObject([{ kind: 'changed', text: expect.stringContaining(REASON) }])
    expect(context().publishedShowtimes).toEqual([show.showtimeId])
    const doorList = await getDoorList(ctx(), show.showtimeId)
    const listed = doorList.bookings.find(({ reference }) => reference === asha.reference)
    expect(listed?.passes).toEqual([3, 4])
    await expectBooksAgree()
  })

  test('people who do not sit beside a broken seat stay, and a seat next to the party is preferred [S-500]', async () => {
    const show = await createShow()
    const { seats } = show
    // A3 A4 side by side, and C1 far away.
    const asha = await bookSeats(show, [seats[2], seats[3], seats[16]], { totalCost: 550 })

    const seen = await plan(show, [seats[2]])

    expect(planned(seen, asha)?.seats).toEqual([
      { from: 'A3', to: 'A5' },
      { from: 'A4', to: 'A4' },
      { from: 'C1', to: 'C1' },
    ])
    expect(seen.counts).toMatchObject({ people: 1, refund: 0, splitBookings: 0 })
  })

  test('the price never rises, and a cheaper seat is refunded by the difference [S-503]', async () => {
    const show = await createShow()
    const { seats } = show
    // Left are A1 (Standard, 150), B1 (Premium, 180) and C1 (VIP, 250).
    await keepSeats(show, [seats[0], seats[8], seats[16]])
    const standard = await bookSeats(show, [seats[0]])
    await takeOut(show, [seats[0]])
    expect(await listBookings(standard.userId)).toMatchObject([
      { totalCost: 150, paymentStatus: 'Paid', seats: [{ seatNumber: 'B1' }] },
    ])
    await putBack(show, [seats[0]])
    const vip = await bookSeats(show, [seats[16]], { totalCost: 250 })

    await takeOut(show, [seats[16]])

    expect(await listBookings(vip.userId)).toMatchObject([
      { totalCost: 150, paymentStatus: 'Partly refunded', seats: [{ seatNumber: 'A1' }] },
    ])
    const { rows } = await sql<object>`
      select kind, amount, reason, device_id from payments where booking_id = ${vip.id} and number = 2`.execute(
      ctx().db,
    )
    expect(rows).toEqual([{ kind: 'refund', amount: 100, reason: REASON, device_id: DEVICE }])
    await expectBooksAgree()
  })

  test('a seat without a replacement is listed first, refunded in full once that is confirmed, and the party can cancel for a full refund and is told so [S-504][S-571]', async () => {
    const show = await createShow({ startsIn: 2 * HOUR })
    const { seats } = show
    await keepSeats(show, seats.slice(0, 5))
    const first = await bookSeats(show, seats.slice(0, 2))
    const second = await bookSeats(show, seats.slice(2, 4))
    const own = { userId: second.userId, reference: second.reference }
    expect(await previewChange(ctx(), own, {})).toMatchObject({ refund: 150 })
    // A5 is the only free seat, for two broken ones.
    const broken = [seats[0], seats[2]]
    const seen = await plan(show, broken)
    expect(
      seen.shows[0]?.bookings.map(({ reference, losesSeats, isCancelled }) => [
        ...[reference, losesSeats, isCancelled],
      ]),
    ).toEqual([
      [second.reference, true, false],
      [first.reference, false, false],
    ])
    expect(seen.counts).toMatchObject({ lostBookings: 1, lostPeople: 1, refund: 150, mails: 2 })

    await expect(takeOut(show, broken, { refundLost: false })).rejects.toMatchObject({
      code: 'CLOSED',
    })
    expect(await countOut(show)).toBe(0)
    await takeOut(show, broken)

    expect(await seatsOf(first)).toHaveLength(2)
    expect(await listBookings(second.userId)).toMatchObject([
      {
        totalCost: 150,
        refunded: 150,
        paymentStatus: 'Partly refunded',
        seats: [{ seatNumber: 'A4' }],
        fullRefundUntil: seen.shows[0]?.refundUntil,
        lostSeats: true,
      },
    ])
    const text = (await mailsTo(second)).at(-1)?.text
    expect(text).toContain('there is no other seat for A3')
    expect(text).toContain('You can cancel for a full refund until')
    // The offer is stated once.
    expect(text?.match(/full refund|full price|cancel until/g)).toHaveLength(1)
    expect(text).not.toContain(', then no refund.')
    // Nothing has changed for a booking that got another seat.
    const [ofFirst] = await listBookings(first.userId)
    expect(ofFirst).not.toHaveProperty('fullRefundUntil')
    expect(ofFirst).not.toHaveProperty('lostSeats')
    expect((await mailsTo(first)).at(-1)?.text).toContain(', then no refund.')
    expect(await previewChange(ctx(), own, {})).toMatchObject({
      refund: 150,
      fee: 0,
      deadline: seen.shows[0]?.refundUntil,
    })
    await expectBooksAgree()
  })

  async function moveByAnHour({ showtimeId }: CreatedShowtime) {
    const { starts_at } = await ctx()
      .db.selectFrom('showtimes')
      .select('starts_at')
      .where('id', '=', showtimeId)
      .executeTakeFirstOrThrow()
    const target = { showtimeId, startTime: new Date(starts_at + HOUR).toISOString() }
    const { planHash } = await planMove(ctx(), target)
    await moveShow(ctx(), { ...target, ...STAFF, planHash })
  }
  /** What the cinema has done to the booking of a visitor. */
  async function cinemaChangesOf({ userId }: Booked) {
    const [booking] = await listBookings(userId)
    return { isMoved: booking?.moved !== undefined, hasLostSeats: booking?.lostSeats === true }
  }

  test('a booking of a moved show tells that it has lost a seat since, and not one that its visitor has cancelled [S-541][S-571]', async () => {
    const show = await createShow()
    const seats = show.seats.slice(0, 3)
    await keepSeats(show, seats)
    const asha = await bookSeats(show, seats)
    await moveByAnHour(show)
    await context().clock.advance(1)
    const own = { userId: asha.userId, reference: asha.reference }
    await changes.cancel(ctx(), own, { seatIds: seats.slice(2), refund: 150 })
    await context().clock.advance(1)
    await takeOut(show, seats.slice(2))
    expect(await cinemaChangesOf(asha)).toEqual({ isMoved: true, hasLostSeats: false })

    await takeOut(show, seats.slice(0, 1))

    expect(await cinemaChangesOf(asha)).toEqual({ isMoved: true, hasLostSeats: true })
  })

  test('a booking tells no move of its show, and no lost seat, from before it was changed to that show [S-541]', async () => {
    const show = await createShow()
    const other = await addShow(show, 2 * DAY)
    const [lost, kept] = show.seats.slice(0, 2)
    await keepSeats(show, [lost, kept])
    const asha = await bookSeats(show, [lost, kept])
    await takeOut(show, [lost])
    expect(await cinemaChangesOf(asha)).toEqual({ isMoved: false, hasLostSeats: true })
    await putBack(show, [lost])
    await moveByAnHour(other)
    const changeTo = async (
      { showtimeId }: CreatedShowtime,
      seats: Record<'from' | 'to', Seats>,
    ) => {
      // The times of the move and of the change are compared.
      await context().clock.advance(1000)
      await changes.exchange(ctx(), {
        own: { userId: asha.userId, reference: asha.reference },
        holder: 'asha',
        address: '192.0.2.1',
        isConfirmed: true,
        difference: 0,
        exchange: {
          type: 'seats',
          showtimeId,
          giveBack: seats.from as string[],
          take: seats.to as string[],
        },
      })
      await context().clock.advance(1000)
    }

    await changeTo(other, { from: [kept], to: [lost] })
    await ctx()
      .db.updateTable('bookings')
      .set({ full_refund_until: ctx().now() + DAY })
      .where('id', '=', asha.id)
      .execute()

    expect(await cinemaChangesOf(asha)).toEqual({ isMoved: false, hasLostSeats: false })
    await moveByAnHour(other)
    expect(await cinemaChangesOf(asha)).toEqual({ isMoved: true, hasLostSeats: false })
    await changeTo(show, { from: [lost], to: [lost] })
    await moveByAnHour(show)
    expect(await cinemaChangesOf(asha)).toEqual({ isMoved: true, hasLostSeats: false })
  })

  test('mail and notice to a party that loses a seat name a later deadline for a full refund that was promised before [S-504]', async () => {
    const show = await createShow({ cutoffMinutes: 30 })
    const seats = show.seats.slice(0, 2)
    await keepSeats(show, seats)
    const asha = await bookSeats(show, seats)
    const startsAt = ctx().now() + DAY + HOUR
    const startTime = new Date(startsAt).toISOString()
    const target = { showtimeId: show.showtimeId, startTime, refundUntil: startTime }
    const { planHash } = await planMove(ctx(), target)
    await moveShow(ctx(), { ...target, ...STAFF, planHash })

    await takeOut(show, seats.slice(0, 1))

    const texts = [
      (await mailsTo(asha)).at(-1)?.text,
      (await listNotices(ctx(), asha.userId)).notices[0]?.text,
    ]
    const until = (instant: number) => `until ${formatMoment(instant, 'Asia/Kolkata')}`
    for (const text of texts) {
      expect(text).toContain(until(startsAt))
      expect(text).not.toContain(until(startsAt - HOUR / 2))
    }
  })

  test('after the cutoff a party that loses a seat is not told to cancel until then [S-561]', async () => {
    const show = await createShow({ startsIn: HOUR, cutoffMinutes: 30 })
    const seats = show.seats.slice(0, 2)
    await keepSeats(show, seats)
    const asha = await bookSeats(show, seats)
    await context().clock.advance(HOUR / 2 + 1000)

    const planned = await plan(show, seats.slice(0, 1))
    await takeOut(show, seats.slice(0, 1))

    expect(planned.shows.map(({ refundUntil }) => refundUntil)).toEqual([null])
    const text = (await mailsTo(asha)).at(-1)?.text
    expect(text).toContain('there is no other seat for A1')
    expect(text).not.toContain('cancel until')
    const [notice] = (await listNotices(ctx(), asha.userId)).notices
    expect(JSON.stringify(notice)).not.toContain('cancel until')
  })

  test('a booking that loses all seats is cancelled with its parking, and refunded in full [S-504]', async () => {
    const show = await createShow()
    await keepSeats(show, show.seats.slice(0, 1))
    const slotId = show.fourWheelers[0] ?? ''
    const asha = await bookSeats(show, show.seats.slice(0, 1), {
      parkingSlotIds: [slotId],
      parkingSlots: [{ slotId, vehicleNumber: 'TN01AB0001' }],
      totalCost: 250,
    })

    await takeOut(show, show.seats.slice(0, 1))

    expect(await listBookings(asha.userId)).toMatchObject([
      { cancelled: true, totalCost: 0, paymentStatus: 'Refunded' },
    ])
    expect(await readClaims(ctx(), show)).toEqual([])
    const mail = (await mailsTo(asha)).at(-1)
    expect(mail?.text).toContain('you get the full price back')
    // Said once.
    expect(mail?.text).not.toContain('The cinema has cancelled your booking')
    expect((await listNotices(ctx(), asha.userId)).notices).toMatchObject([{ kind: 'cancelled' }])
    await expectBooksAgree()
  })

  test('a booking that has lost all seats does not get the reason of a show that is cancelled later [S-504]', async () => {
    const show = await createShow()
    await keepSeats(show, show.seats.slice(0, 1))
    const asha = await bookSeats(show, show.seats.slice(0, 1))
    await takeOut(show, show.seats.slice(0, 1))
    await context().clock.advance(1)

    await cancelShow(ctx(), { ...STAFF, showtimeId: show.showtimeId, reason: 'power cut' })

    expect(await listBookings(asha.userId)).toMatchObject([
      { cancelled: true, cancelledByCinema: { reason: null } },
    ])
    const mail = (await mailsTo(asha)).at(-1)
    expect(mail?.text).toContain('you get the full price back')
    expect(mail?.text).not.toContain('power cut')
  })

  test('an outage is refused while a party that would lose all seats has its vehicle there [S-552]', async () => {
    const show = await createShow()
    const [seat] = show.seats
    await keepSeats(show, [seat])
    const slotId = show.fourWheelers[0] ?? ''
    const asha = await bookSeats(show, [seat], {
      parkingSlotIds: [slotId],
      parkingSlots: [{ slotId, vehicleNumber: 'TN01AB0001' }],
      totalCost: 250,
    })
    const { planHash } = await plan(show, [seat])
    const setState = (state: 'parked' | 'returned') =>
      setVehicleState(ctx(), {
        showtimeId: show.showtimeId,
        placeId: slotId,
        state,
        deviceId: DEVICE,
      })
    await setState('parked')

    expect(await codesOf([plan(show, [seat]), takeOut(show, [seat], { planHash })])).toEqual([
      ...['CLOSED', 'CLOSED'],
    ])

    expect(await readClaims(ctx(), show)).toHaveLength(2)
    await expect(plan(show, [seat])).rejects.toThrow(asha.reference)
    await setState('returned')
    expect(await takeOut(show, [seat])).toBe(1)
    expect(await readClaims(ctx(), show)).toEqual([])
    await expectBooksAgree()
  })

  test('complimentary tickets are no refund of the plan of an outage, and their mail promises no money [S-550]', async () => {
    const show = await createShow()
    const [seat] = show.seats
    await keepSeats(show, [seat])
    const sale = { placeIds: [seat ?? ''], payment: 'complimentary' as const, totalCost: 150 }
    await sellAtCounter(ctx(), {
      ...STAFF,
      showtimeId: show.showtimeId,
      sale: { ...sale, reason: 'press', email: 'press@example.com' },
    })
    const seen = await plan(show, [seat])

    await takeOut(show, [seat])

    expect(seen).toMatchObject({ counts: { refund: 0 }, shows: [{ bookings: [{ refund: 0 }] }] })
    const mail = (await context().sentMails()).findLast(({ to }) => to === 'press@example.com')
    expect(mail?.text).toContain('Your booking is cancelled.')
    expect(mail?.text).not.toMatch(/price back|You get/)
    await expectBooksAgree()
  })

  test('the preview changes nothing, and a plan that has changed is refused [S-505]', async () => {
    const show = await createShow()
    const { seats } = show
    await bookSeats(show, [seats[2]])
    const stale = await plan(show, [seats[2]])
    expect(await countOut(show)).toBe(0)
    await bookSeats(show, [seats[3]])

    await expect(takeOut(show, [seats[2]], stale)).rejects.toMatchObject({ code: 'CLOSED' })

    expect(await countOut(show)).toBe(0)
    expect(await takeOut(show, [seats[2]])).toBe(1)
    await expect(plan(show, [crypto.randomUUID()])).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(plan(show, [show.fourWheelers[0]])).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('holds on the seats end, those of others stay, and blocked seats stay blocked [S-506]', async () => {
    const show = await createShow()
    const { showtimeId, seats } = show
    await hold('asha', show, seats[0], seats[1])
    await hold('ravi', show, seats[2])
    await hold('devi', show, seats[5])
    await keepHouseSeats(ctx(), { ...STAFF, showtimeId, placeIds: [seats[4] ?? ''] })
    const broken = [seats[0], seats[4], seats[5]]
    expect((await plan(show, broken)).counts).toMatchObject({ held: 2, blocked: 1, bookings: 0 })
    await changeRows(ctx(), showtimeId, (db) =>
      db
        .updateTable('selections')
        .set({ deadline: ctx().now() - 1 })
        .where('showtime_id', '=', showtimeId)
        .where('holder', '=', 'devi')
        .execute(),
    )
    expect((await plan(show, broken)).counts).toMatchObject({ held: 1, blocked: 1 })

    await takeOut(show, broken)

    const left = async () =>
      (await readClaims(ctx(), show)).map(({ place_id }) => place_id).toSorted()
    expect(await left()).toEqual([seats[1], seats[2], seats[4]].toSorted())
    await putBack(show, broken)
    expect(await statusOf(show, seats[0])).toBe('AVAILABLE')
    expect(await statusOf(show, seats[4])).toBe('SOLD')
  })

  test('an outage that fails half-way changes no show, and the same command again completes it once [S-507]', async () => {
    const show = await createShow()
    const later = await addShow(show, 2 * DAY)
    const seats = show.seats.slice(0, 2)
    const booked = [await bookSeats(show, seats), await bookSeats(later, seats)]
    ;(await context().sentMails()).length = 0
    const { planHash, counts } = await plan(show, seats)
    expect(counts).toMatchObject({ shows: 2, bookings: 2, people: 4, mails: 2 })
    const before = [await readClaims(ctx(), show), await readClaims(ctx(), later)]

    await sql`alter table notices rename to notices_away`.execute(ctx().db)
    await expect(takeOut(show, seats, { planHash })).rejects.toThrow()
    await sql`alter table notices_away rename to notices`.execute(ctx().db)
    expect([await readClaims(ctx(), show), await readClaims(ctx(), later)]).toEqual(before)
    expect(await countOut(show)).toBe(0)
    await expectBooksAgree()

    expect(await takeOut(show, seats, { planHash })).toBe(2)
    expect(await takeOut(show, seats, { planHash })).toBe(0)

    for (const one of booked) {
      expect(await mailsTo(one)).toHaveLength(1)
      expect(await seatsOf(one)).toHaveLength(2)
    }
    expect(
      await countRows(
        sql`from seat_outages join places on places.id = place_id where layout_id = ${show.screenId}`,
      ),
    ).toBe(2)
    await expectBooksAgree()
  })

  test('repeated requests emit the events of the shows again, because the commit of the first one may have been reported as failed [S-507]', async () => {
    const show = await createShow()
    const later = await addShow(show, 2 * DAY)
    const showtimeIds = [show.showtimeId, later.showtimeId].toSorted()
    const broken = show.seats.slice(0, 1)
    await bookSeats(show, broken)
    const { planHash } = await plan(show, broken)
    await takeOut(show, broken, { planHash })
    const changed: string[] = []
    ctx().events.on('showChanged', (showtimeId) => changed.push(showtimeId))
    context().publishedShowtimes.length = 0

    expect(await takeOut(show, broken, { planHash })).toBe(0)
    expect(context().publishedShowtimes.toSorted()).toEqual(showtimeIds)
    expect(changed.toSorted()).toEqual(showtimeIds)

    expect(await putBack(show, broken)).toBe(1)
    context().publishedShowtimes.length = 0
    expect(await putBack(show, broken)).toBe(0)
    expect(context().publishedShowtimes.toSorted()).toEqual(showtimeIds)
  })

  test('of two nodes that take a seat out at once, one does it [S-508]', async () => {
    const show = await createShow()
    await bookSeats(show, [show.seats[0]])
    const { planHash } = await plan(show, [show.seats[0]])
    const node = createNodeContext(ctx())

    const taken = await Promise.all([
      takeOut(show, [show.seats[0]], { planHash }),
      takeOut(show, [show.seats[0]], { planHash, on: node }),
    ])

    expect(taken.toSorted()).toEqual([0, 1])
    await expectBooksAgree()
  })

  test('a buyer of a seat that is taken out at the same moment is refused, or gets another seat: the plan is then another one [S-508]', async () => {
    for (let round = 0; round < 6; round += 1) {
      const show = await createShow()
      const broken = show.seats[2]
      const { planHash } = await plan(show, [broken])
      const order = await createOrder(show, [broken])
      const node = createNodeContext(ctx())
      const start = {
        outage: () => takeOut(show, [broken], { planHash }),
        purchase: () => bookPlaces(node, order),
        hold: () => hold('ravi', show, broken),
      }
      const calls =
        round % 2 === 0 ? [start.outage, start.purchase] : [start.purchase, start.outage]

      await Promise.allSettled([...calls, start.hold].map((call) => call()))

      const isOut = (await countOut(show)) === 1
      if (!isOut) await takeOut(show, [broken])
      const sold = (await readClaims(ctx(), show)).map(({ place_id }) => place_id)
      expect(sold).not.toContain(broken)
      await expectBooksAgree()
    }
  })

  test('a seat that is back in service is free at all shows, once, with a reason [S-509]', async () => {
    const show = await createShow()
    const later = await addShow(show, 2 * DAY)
    const broken = show.seats[3]
    await takeOut(show, [broken])
    context().publishedShowtimes.length = 0

    expect(await putBack(show, [broken])).toBe(1)
    expect(context().publishedShowtimes.toSorted()).toEqual(
      [show.showtimeId, later.showtimeId].toSorted(),
    )
    expect(await putBack(show, [broken])).toBe(0)

    for (const one of [show, later]) await hold('asha', one, broken)
    const { rows } = await sql<object>`
      select reason, device_id, end_reason, ended_by
        from seat_outages join places on places.id = place_id
       where layout_id = ${show.screenId}`.execute(ctx().db)
    expect(rows).toEqual([
      { reason: REASON, device_id: DEVICE, end_reason: 'repaired', ended_by: DEVICE },
    ])
  })

  test('the catalogue file leaves a seat out of service, and keeps one that it no longer has [S-510]', async () => {
    const screen = `Screen ${crypto.randomUUID()}`
    // The shows of other tests are not in the file.
    const movie = makeMovie(`Movie ${screen}`, { was: null })
    const apply = (seats: number) => {
      const rows = [{ row: 'A', seats, category: 'Standard' }]
      return applyChanges(ctx(), makeCatalogue([makeScreen(screen, { rows, was: null })], [movie]))
    }
    await apply(4)
    const { screens } = await listSeatOutages(ctx())
    const screenId = screens.find(({ name }) => name === screen)?._id ?? ''
    const { seats } = await getScreenSeats(ctx(), screenId)
    const seatIds = seats.slice(2).map(({ _id }) => _id)
    const { planHash } = await planOutage(ctx(), { screenId, seatIds })
    await takeOutOfService(ctx(), { screenId, seatIds, planHash, ...STAFF })

    const outLabels = async () =>
      (await getScreenSeats(ctx(), screenId)).outages.map(({ seatNumber }) => seatNumber)
    expect((await apply(4)).places).toMatchObject({ changed: [], removed: [] })
    expect(await outLabels()).toEqual(['A3', 'A4'])
    await apply(3)
    await apply(4)
    expect(await outLabels()).toEqual(['A3', 'A4'])
    expect(await planOutage(ctx(), { screenId, seatIds })).toMatchObject({ isUnchanged: true })
  })

  test('a seat out of service that the catalogue file no longer has is put back in service, so that its outage ends [S-560]', async () => {
    const show = await createShow()
    const [broken] = show.seats
    await takeOut(show, [broken])
    await ctx()
      .db.updateTable('places')
      .set({ retired: 1 })
      .where('id', '=', broken ?? '')
      .execute()

    expect(await plan(show, [broken])).toMatchObject({ isUnchanged: true })
    expect(await putBack(show, [broken])).toBe(1)
    expect(await getScreenSeats(ctx(), show.screenId)).toMatchObject({ outages: [] })
    expect(await codesOf([plan(show, [broken])])).toEqual(['NOT_FOUND'])
  })

  test('a show that moves to the screen gets none of its seats out of service [S-511]', async () => {
    const show = await createShow()
    const target = await createShow({ startsIn: 3 * DAY })
    const booked = await bookSeats(show, show.seats.slice(2, 4))
    await takeOut(target, target.seats.slice(2, 4))
    const { showtimeId } = show
    const { screenId } = target
    const seen = await planMove(ctx(), { showtimeId, screenId })
    expect(seen.hall.map(({ seatNumber }) => seatNumber)).not.toContain('A3')

    await moveShow(ctx(), { showtimeId, screenId, ...STAFF, planHash: seen.planHash })

    expect(await seatsOf(booked)).toHaveLength(2)
    await expectBooksAgree()
  })

  test('the waiting list does not offer a seat out of service, and an offer that loses one is taken back as a whole [S-512]', async () => {
    const show = await createShow()
    await keepSeats(show, show.seats.slice(0, 8))
    const { showtimeId, seats } = show
    await hold('public', show, ...seats.slice(0, 8))
    const userId = await createUser(ctx())
    await confirm(userId)
    await joinWaitingList(ctx(), userId, { showtimeId, seats: 2, together: true })
    const holdCalls = createHoldCalls(context)
    await holdCalls.release('public', show, seats[3], seats[4])
    expect(await offerSeatsAt(ctx(), showtimeId)).toMatchObject({ count: 1 })

    await takeOut(show, [seats[3]])

    const held = (await readClaims(ctx(), show)).map(({ place_id }) => place_id)
    expect(held.toSorted()).toEqual([...seats.slice(0, 3), ...seats.slice(5, 8)].toSorted())
    await offerFreeSeats(ctx(), new Map())
    expect((await listEntries(ctx(), userId))[0]).not.toHaveProperty('offer')
    await holdCalls.release('public', show, seats[5])
    expect(await offerSeatsAt(ctx(), showtimeId)).toMatchObject({ count: 1 })
    const [entry] = await listEntries(ctx(), userId)
    expect(entry?.offer?.seats).toEqual(['A5', 'A6'])
  })

  test('shows that have started or are cancelled keep their bookings; the seat is not sold there any more [S-516]', async () => {
    const running = await createShow({ startsIn: HOUR })
    const upcoming = await addShow(running, DAY)
    const cancelled = await addShow(running, 2 * DAY)
    const [broken, free] = running.seats
    const watching = await bookSeats(running, [broken])
    const { showtimeId } = cancelled
    await cancelShow(ctx(), { showtimeId, ...STAFF })
    await context().clock.advance(HOUR + 1000)

    const seen = await plan(running, [broken, free])
    expect(seen.counts).toMatchObject({ shows: 1, bookings: 0 })
    await takeOut(running, [broken, free])

    expect(await seatsOf(watching)).toEqual(['A1'])
    const sale = { placeIds: [free ?? ''], payment: 'cash' as const, totalCost: 150 }
    const sold = sellAtCounter(ctx(), { ...STAFF, showtimeId: running.showtimeId, sale })
    expect(await codesOf([sold])).toEqual(['TAKEN'])
    const { client } = await office().pair('manager')
    const showOf = async (one: CreatedShowtime) =>
      (await client.get(`/api/office/shows/${one.showtimeId}`)).json()
    expect(await showOf(running)).toMatchObject({
      show: { seats: { capacity: 24, sold: 1, blocked: 0, outOfService: 1 } },
    })
    expect(await showOf(upcoming)).toMatchObject({
      show: { seats: { capacity: 24, sold: 0, outOfService: 2 } },
      places: expect.arrayContaining([
        expect.objectContaining({ _id: broken, status: 'OUT_OF_SERVICE', reason: REASON }),
      ]),
    })
  })

  test('only managers take seats out of service, with a reason; list and audit tell who did [S-513]', async () => {
    const show = await createShow()
    const seatIds = show.seats.slice(0, 1)
    const booked = await bookSeats(show, seatIds)
    const path = `/api/office/screens/${show.screenId}`
    const counter = await office().pair('counter')
    const manager = await office().pair('manager', 'Manager 1')
    const calls = ['plan-outage', 'take-out-of-service', 'put-back-in-service']
    for (const call of calls)
      expect((await counter.client.post(`${path}/${call}`, { seatIds })).statusCode).toBe(403)
    const seen = await manager.client.post(`${path}/plan-outage`, { seatIds })
    const { planHash } = seen.json() as OutagePlan
    const takeOutPath = `${path}/take-out-of-service`
    const withoutReason = await manager.client.post(takeOutPath, { seatIds, planHash })
    expect(withoutReason.statusCode).toBe(400)

    const done = await manager.client.post(takeOutPath, { seatIds, planHash, reason: REASON })

    expect(done.json()).toEqual({ success: true, taken: 1 })
    const outage = { seatId: seatIds[0], seatNumber: 'A1', reason: REASON }
    const device = { _id: manager.deviceId, name: 'Manager 1' }
    const seats = await manager.client.get(`${path}/seats`)
    expect(seats.json()).toMatchObject({ outages: [{ ...outage, device }] })
    const list = (await manager.client.get('/api/office/seat-outages')).json() as {
      screens: { _id: string; outages: object[] }[]
    }
    expect(list.screens.find(({ _id }) => _id === show.screenId)?.outages).toMatchObject([outage])
    const back = { seatIds, reason: 'repaired' }
    const returned = await manager.client.post(`${path}/put-back-in-service`, back)
    expect(returned.json()).toEqual({ success: true, returned: 1 })
    const { rows } = await sql<object>`
      select action, subject_id, reason from audit where device_id = ${manager.deviceId}
         and (action like 'seats.%' or action = 'booking.reseat') order by action`.execute(ctx().db)
    expect(rows).toEqual([
      { action: 'booking.reseat', subject_id: booked.id, reason: REASON },
      { action: 'seats.back-in-service', subject_id: show.screenId, reason: 'repaired' },
      { action: 'seats.out-of-service', subject_id: show.screenId, reason: REASON },
    ])
  })
})

describePostgres('seats out of service while another transaction sells one', (context) => {
  const { createOrder, listBookings } = createBookingCalls(context)

  test('an outage waits for a payment that has begun, and is then refused: the plan has changed [S-508]', async () => {
    const { ctx } = context()
    const show = await createShowtime(ctx, { startsIn: DAY })
    const [seat = ''] = show.seats
    const order = await createOrder(show, [seat])
    const request = { screenId: show.screenId, seatIds: [seat] }
    const { planHash } = await planOutage(ctx, request)
    // The payment has read that the seat is in service, and waits for a hold of it that is rolled back.
    const blocker = await openTransaction(ctx, (tx) =>
      sql`
        insert into claims (showtime_id, place_id, holder, chooser)
        values (${show.showtimeId}, ${seat}, 'another', 'another')`.execute(tx),
    )
    const payment = bookPlaces(ctx, order)
    await untilTransactionWaits(ctx)
    const outage = codesOf([
      takeOutOfService(createNodeContext(ctx), { ...request, ...STAFF, planHash }),
    ])
    await Promise.race([untilTransactionWaits(ctx, 2), outage])
    await blocker.rollback()

    await payment

    expect(await outage).toEqual(['CLOSED'])
    expect(await listBookings(order.userId)).toMatchObject([{ seats: [{ seatNumber: 'A1' }] }])
    expect(await planOutage(ctx, request)).toMatchObject({
      isUnchanged: false,
      counts: { bookings: 1 },
    })
  })
})
