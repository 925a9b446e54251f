import type { MovePlan } from '@marquee/contract/office/shows/show-moves'
import { formatMoment } from '@marquee/contract/time'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { beginLayoutVersion } from '#src/catalogue/layouts/layout-versions.ts'
import type { Context } from '#src/context.ts'
import { listNotices } from '#src/messages/notices/notices.service.ts'
import { queueReminders } from '#src/messages/reminders/reminders.service.ts'
import { findTicket, passToken } from '#src/tickets/tickets.service.ts'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { createHoldCalls, readClaims } from '#test/support/hold-calls.ts'
import { type CreatedShowtime, confirmUser, createShowtime } from '#test/support/makers.ts'
import { setupTestOffice } from '#test/support/office.ts'
import { openTransaction, untilTransactionWaits } from '#test/support/open-transaction.ts'
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
import { cancelShow } from './show-cancellation.service.ts'
import { moveShow, planMove } from './show-moves.service.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DEVICE = 'manager 1'
const REASON = 'projector repair'

describeDatabases('moving a show', (context) => {
  const { createOrder, book, soldPlaces, listBookings } = createBookingCalls(context)
  const { hold } = createHoldCalls(context)
  const office = setupTestOffice(context)
  const ctx = () => context().ctx
  const iso = (instant: number) => new Date(instant).toISOString()
  const momentOf = (instant: string) => formatMoment(Date.parse(instant), 'Asia/Kolkata')

  /** A screen without a show at the time of the others. */
  async function createScreen() {
    const other = await createShowtime(ctx(), { startsIn: 60 * HOUR })
    return { screenId: other.screenId, seats: other.seats, fourWheelers: other.fourWheelers }
  }
  /** Gives a screen a new layout, without places. Shows that are in use keep the earlier one. */
  async function beginLayout(screenId: string, validFrom = context().clock.now()) {
    const earlierId = await beginLayoutVersion(ctx().db, { screenId, validFrom })
    await sql`update showtimes set version = ${earlierId} where layout_id = ${earlierId}`.execute(
      ctx().db,
    )
    return earlierId
  }
  const removePlaces = (ids: string[]) =>
    ctx().db.deleteFrom('places').where('id', 'in', ids).execute()

  /** Books seats of row A for a visitor of their own. */
  async function bookSeats(showtime: CreatedShowtime, from: number, to: number, changed = {}) {
    const order = await createOrder(showtime, showtime.seats.slice(from, to), changed)
    const booking = await book(order)
    return { id: booking._id, userId: order.userId, reference: booking.bookingReference }
  }
  type Booked = Awaited<ReturnType<typeof bookSeats>>

  const plan = (showtime: CreatedShowtime, target: object) =>
    planMove(ctx(), { showtimeId: showtime.showtimeId, ...target })
  const move = (
    showtime: CreatedShowtime,
    target: { screenId?: string; startTime?: string; refundUntil?: string },
    { planHash, refundUnseated = true, on = ctx() }: MoveOptions,
  ) =>
    moveShow(on, {
      showtimeId: showtime.showtimeId,
      ...target,
      planHash,
      refundUnseated,
      reason: REASON,
      deviceId: DEVICE,
    })
  interface MoveOptions extends Pick<MovePlan, 'planHash'> {
    refundUnseated?: boolean
    on?: Context
  }
  const planned = ({ bookings }: MovePlan, { reference }: Booked) =>
    bookings.find((one) => one.reference === reference)
  const seatsOf = async ({ userId }: Booked) => {
    const [booking] = await listBookings(userId)
    return booking?.seats.map(({ seatNumber }) => seatNumber)
  }
  const mailsTo = async ({ userId }: Booked) =>
    (await context().sentMails()).filter(({ to }) => to === `${userId}@example.com`)
  const noticesOf = async ({ userId }: Booked) =>
    (await listNotices(ctx(), userId)).notices.map(({ kind, title, text, link }) => ({
      kind,
      title,
      text,
      link,
    }))
  const countNotices = async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from notices`.execute(ctx().db)
    return Number(rows[0]?.n)
  }
  const expectBooksAgree = async () => expect((await reconcile(ctx().reader)).problems).toEqual([])
  const showtimeRow = ({ showtimeId }: CreatedShowtime) =>
    ctx()
      .db.selectFrom('showtimes')
      .selectAll()
      .where('id', '=', showtimeId)
      .executeTakeFirstOrThrow()
  const countMoves = async ({ showtimeId }: CreatedShowtime) => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from show_moves where showtime_id = ${showtimeId}`.execute(ctx().db)
    return Number(rows[0]?.n)
  }

  test('a show moves to another screen with its bookings: same seats, new passes, one mail with the reason [S-464]', async () => {
    const showtime = await createShowtime(ctx())
    const target = await createScreen()
    const asha = await bookSeats(showtime, 2, 4)
    const before = await findTicket(ctx(), asha.reference)
    const token = before ? passToken(ctx(), before, 1) : ''
    ;(await context().sentMails()).length = 0
    context().publishedShowtimes.length = 0

    const seen = await plan(showtime, { screenId: target.screenId })
    expect(seen.counts).toMatchObject({ bookings: 1, people: 2, refund: 0, mails: 1 })
    expect(planned(seen, asha)?.seats).toEqual([
      { from: 'A3', to: 'A3' },
      { from: 'A4', to: 'A4' },
    ])
    expect(await move(showtime, { screenId: target.screenId }, seen)).toBe(true)

    expect((await showtimeRow(showtime)).layout_id).toBe(target.screenId)
    expect(await soldPlaces(showtime)).toEqual(target.seats.slice(2, 4).toSorted())
    expect(context().publishedShowtimes).toEqual([showtime.showtimeId])
    const after = await findTicket(ctx(), asha.reference)
    expect(after?.seats.map(({ pass }) => pass)).toEqual([3, 4])
    const [mail, ...others] = await mailsTo(asha)
    expect(others).toEqual([])
    expect(mail?.text).toContain(`Reason: ${REASON}`)
    expect(mail?.text).toContain('Your new seats: A3, A4 (before: A3, A4).')
    expect(mail?.attachments?.some(({ filename }) => filename.endsWith('.ics'))).toBe(true)
    const door = await office().pair('door')
    const scan = { scanId: crypto.randomUUID(), scannedAt: iso(context().clock.now()) }
    const old = await door.client.post('/api/office/admissions', { ...scan, token })
    expect(old.json()).toMatchObject({ verdict: 'VOID' })
    const next = after ? passToken(ctx(), after, 0) : ''
    const admitted = await door.client.post('/api/office/admissions', {
      ...scan,
      scanId: crypto.randomUUID(),
      token: next,
      showtimeId: showtime.showtimeId,
    })
    expect(admitted.json()).toMatchObject({ verdict: 'ADMITTED', admittedNow: 2 })
    await expectBooksAgree()
  })

  test('an order that is repeated with its key after the move returns its booking [S-532]', async () => {
    const showtime = await createShowtime(ctx())
    const target = await createScreen()
    const order = { ...(await createOrder(showtime, showtime.seats.slice(2, 4))), key: 'order 1' }
    const { bookingReference } = await book(order)
    await move(
      showtime,
      { screenId: target.screenId },
      await plan(showtime, { screenId: target.screenId }),
    )

    expect(await book(order)).toMatchObject({ bookingReference })

    expect(await soldPlaces(showtime)).toEqual(target.seats.slice(2, 4).toSorted())
    const other = { ...order, request: { ...order.request, phone: '9876543211' } }
    await expect(book(other)).rejects.toMatchObject({ code: 'KEY_REUSED' })
  })

  test('the price never rises, and a worse category is refunded by the difference [S-465]', async () => {
    const showtime = await createShowtime(ctx())
    const target = await createScreen()
    // The new screen has only row B, Premium.
    const standard = await bookSeats(showtime, 0, 1)
    const vip = await bookSeats(showtime, 16, 17, { totalCost: 250 })
    await removePlaces([...target.seats.slice(0, 8), ...target.seats.slice(16)])
    const seen = await plan(showtime, { screenId: target.screenId })

    await move(showtime, { screenId: target.screenId }, seen)

    expect(planned(seen, vip)).toMatchObject({ refund: 70 })
    expect(planned(seen, standard)).toMatchObject({ refund: 0 })
    expect(await listBookings(vip.userId)).toMatchObject([
      { totalCost: 180, paymentStatus: 'Partly refunded', seats: [{ category: 'Premium' }] },
    ])
    expect(await listBookings(standard.userId)).toMatchObject([
      { totalCost: 150, paymentStatus: 'Paid', seats: [{ category: 'Premium' }] },
    ])
    const { rows } = await sql<object>`
      select kind, amount, reason, device_id from payments where booking_id = ${vip.id} and number = 2`.execute(
      ctx().db,
    )
    expect(rows).toEqual([{ kind: 'refund', amount: 70, reason: REASON, device_id: DEVICE }])
    await expectBooksAgree()
  })

  test('parties without seats are listed first, and refunded in full once that is confirmed [S-466]', async () => {
    const showtime = await createShowtime(ctx())
    const target = await createScreen()
    const first = await bookSeats(showtime, 0, 3)
    const second = await bookSeats(showtime, 3, 6)
    await removePlaces(target.seats.slice(4))
    const seen = await plan(showtime, { screenId: target.screenId })
    expect(seen.bookings.map(({ reference, isCancelled }) => [reference, isCancelled])).toEqual([
      [second.reference, true],
      [first.reference, false],
    ])
    expect(seen.counts).toMatchObject({ unseatedBookings: 1, unseatedPeople: 3, refund: 450 })

    await expect(
      move(showtime, { screenId: target.screenId }, { ...seen, refundUnseated: false }),
    ).rejects.toMatchObject({ code: 'CLOSED' })
    expect(await countMoves(showtime)).toBe(0)
    await move(showtime, { screenId: target.screenId }, seen)

    // The confirmations had not been sent yet.
    expect((await mailsTo(second)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('is cancelled'),
    ])
    expect(await mailsTo(first)).toHaveLength(2)
    expect(await listBookings(second.userId)).toMatchObject([
      {
        cancelled: true,
        totalCost: 0,
        paymentStatus: 'Refunded',
        cancelledByCinema: { reason: null },
        seats: [{ seatNumber: 'A4' }, { seatNumber: 'A5' }, { seatNumber: 'A6' }],
      },
    ])
    expect((await mailsTo(second)).at(-1)?.text).toContain('you get the full price back')
    expect(await seatsOf(first)).toHaveLength(3)
    await expectBooksAgree()
  })

  test('parking follows: the same slot if it exists, else another one, else a refund [S-474]', async () => {
    const showtime = await createShowtime(ctx())
    const target = await createScreen()
    const park = (index: number, seat: number) => {
      const slotId = showtime.fourWheelers[index] ?? ''
      return bookSeats(showtime, seat, seat + 1, {
        parkingSlotIds: [slotId],
        parkingSlots: [{ slotId, vehicleNumber: `TN01AB000${index}` }],
        totalCost: 250,
      })
    }
    const [one, two, three] = [await park(0, 0), await park(1, 1), await park(2, 2)]
    await removePlaces([target.fourWheelers[0] ?? '', ...target.fourWheelers.slice(3)])
    const seen = await plan(showtime, { screenId: target.screenId })

    await move(showtime, { screenId: target.screenId }, seen)

    expect([one, two, three].map((booked) => planned(seen, booked)?.slots)).toEqual([
      [{ from: 'F1', to: 'F2' }],
      [{ from: 'F2', to: 'F3' }],
      [{ from: 'F3', to: null }],
    ])
    expect(await listBookings(three.userId)).toMatchObject([{ totalCost: 150, parkingSlots: [] }])
    const valet = await office().pair('valet')
    const list = await valet.client.get(`/api/office/valet/${showtime.showtimeId}`)
    expect(list.json()).toMatchObject({
      vehicles: [
        { slot: 'F2', vehicleNumber: 'TN01AB0000' },
        { slot: 'F3', vehicleNumber: 'TN01AB0001' },
      ],
    })
    await expectBooksAgree()
  })

  test('a move that fails half-way changes nothing, and the same command again completes it [S-467][S-540]', async () => {
    const showtime = await createShowtime(ctx())
    const target = await createScreen()
    const booked = [await bookSeats(showtime, 0, 2), await bookSeats(showtime, 2, 5)]
    ;(await context().sentMails()).length = 0
    const seen = await plan(showtime, { screenId: target.screenId })
    const places = await soldPlaces(showtime)

    // The notices are the last rows of a move.
    await sql`alter table notices rename to notices_away`.execute(ctx().db)
    await expect(move(showtime, { screenId: target.screenId }, seen)).rejects.toThrow()
    await sql`alter table notices_away rename to notices`.execute(ctx().db)
    expect(await soldPlaces(showtime)).toEqual(places)
    expect((await showtimeRow(showtime)).layout_id).toBe(showtime.screenId)
    expect(await countMoves(showtime)).toBe(0)
    await expectBooksAgree()

    expect(await move(showtime, { screenId: target.screenId }, seen)).toBe(true)
    expect(await move(showtime, { screenId: target.screenId }, seen)).toBe(false)

    expect(await countMoves(showtime)).toBe(1)
    for (const one of booked) {
      expect(await mailsTo(one)).toHaveLength(1)
      expect(await noticesOf(one)).toHaveLength(1)
    }
    await expectBooksAgree()
  })

  test('of two moves at once, on two nodes, one is done; a plan that has changed is refused [S-468]', async () => {
    const showtime = await createShowtime(ctx())
    const [target, other] = [await createScreen(), await createScreen()]
    await bookSeats(showtime, 0, 2)
    await removePlaces(other.seats.slice(4, 5))
    const stale = await plan(showtime, { screenId: other.screenId })
    await bookSeats(showtime, 4, 6)
    await expect(move(showtime, { screenId: other.screenId }, stale)).rejects.toMatchObject({
      code: 'CLOSED',
    })
    const seen = await plan(showtime, { screenId: target.screenId })
    const node = createNodeContext(ctx())

    const results = await Promise.all([
      move(showtime, { screenId: target.screenId }, seen),
      move(showtime, { screenId: target.screenId }, { ...seen, on: node }),
    ])

    expect(results.toSorted()).toEqual([false, true])
    await expectBooksAgree()
  })

  test('a sale after the plan does not make it another plan if the buyer keeps the seats [S-468]', async () => {
    const showtime = await createShowtime(ctx())
    const { screenId } = await createScreen()
    await bookSeats(showtime, 0, 2)
    const startTime = iso(context().clock.now() + 6 * HOUR)

    const inTime = await plan(showtime, { startTime })
    await bookSeats(showtime, 4, 6)
    expect(await move(showtime, { startTime }, inTime)).toBe(true)

    const toScreen = await plan(showtime, { screenId })
    await bookSeats(showtime, 6, 8)
    expect(await move(showtime, { screenId }, toScreen)).toBe(true)
    await expectBooksAgree()
  })

  test('a booking that is made while its show moves is moved too or refused, never left behind [S-468]', async () => {
    for (let round = 0; round < 5; round += 1) {
      const showtime = await createShowtime(ctx())
      const target = await createScreen()
      await bookSeats(showtime, 0, 2)
      const seen = await plan(showtime, { screenId: target.screenId })
      const orders = await Promise.all(
        [3, 4, 5, 6].map((seat) => createOrder(showtime, [showtime.seats[seat]])),
      )
      const node = createNodeContext(ctx())

      const startMove = () => move(showtime, { screenId: target.screenId }, seen)
      const early = round % 2 === 0 ? [startMove()] : []
      const booking = orders.map((order) => bookPlaces(node, order))
      await Promise.allSettled([...early, ...booking, ...(early.length > 0 ? [] : [startMove()])])

      const { layout_id } = await showtimeRow(showtime)
      const { rows } = await sql<{ layout_id: string }>`
        select distinct layout_id from claims join places on places.id = place_id
         where showtime_id = ${showtime.showtimeId}`.execute(ctx().db)
      expect(rows).toEqual([{ layout_id }])
      await expectBooksAgree()
    }
  })

  test('after a move in time visitors can cancel for a full refund until the deadline, and mails say so [S-469][S-571]', async () => {
    const startsIn = 3 * HOUR
    const showtime = await createShowtime(ctx(), { startsIn })
    const asha = await bookSeats(showtime, 0, 2)
    const ravi = await bookSeats(showtime, 2, 3)
    const later = context().clock.now() + startsIn + HOUR
    const target = { startTime: iso(later), refundUntil: iso(later - 3 * HOUR) }
    ;(await context().sentMails()).length = 0
    const own = { userId: asha.userId, reference: asha.reference }
    expect(await previewChange(ctx(), own, {})).toMatchObject({ refund: 150 })

    const seen = await plan(showtime, target)
    expect(seen).toMatchObject({ refundUntil: target.refundUntil, to: { startTime: iso(later) } })
    await move(showtime, target, seen)

    const [change] = await mailsTo(asha)
    const until = formatMoment(later - 3 * HOUR, 'Asia/Kolkata')
    const terms = `You can cancel for a full refund until ${until}.`
    expect(change?.text).toContain(terms)
    // The offer is stated once.
    expect(change?.text.match(/full refund|full price|cancel until/g)).toHaveLength(1)
    expect(change?.text).toContain("If the new time works for you, you don't need to do anything.")
    expect(change?.text).not.toContain(', then no refund.')
    expect(await soldPlaces(showtime)).toEqual(showtime.seats.slice(0, 3).toSorted())
    expect(await previewChange(ctx(), own, {})).toMatchObject({
      refund: 300,
      fee: 0,
      deadline: target.refundUntil,
    })
    expect(await changes.cancel(ctx(), own, { refund: 300 })).toMatchObject({
      paymentStatus: 'Refunded',
    })
    expect((await noticesOf(ravi))[0]?.text).toContain('you get the full price back')
    await context().clock.advance(2 * HOUR)
    const late = { userId: ravi.userId, reference: ravi.reference }
    expect(await previewChange(ctx(), late, {})).toMatchObject({ refund: 75 })
    await expectBooksAgree()
  })

  test('the deadline for a full refund is the new start if booking would have closed already, and a deadline that has passed is refused [S-469]', async () => {
    const showtime = await createShowtime(ctx(), { startsIn: 70 * MINUTE })
    const asha = await bookSeats(showtime, 0, 1)
    const now = context().clock.now()
    const startTime = iso(now + 20 * MINUTE)
    for (const refundUntil of [now - MINUTE, now])
      await expect(
        plan(showtime, { startTime, refundUntil: iso(refundUntil) }),
      ).rejects.toMatchObject({ code: 'INVALID' })

    const seen = await plan(showtime, { startTime })
    await move(showtime, { startTime }, seen)

    expect(seen).toMatchObject({ refundUntil: startTime })
    const own = { userId: asha.userId, reference: asha.reference }
    expect(await previewChange(ctx(), own, {})).toMatchObject({
      refund: 150,
      deadline: startTime,
    })
  })

  test('a second move does not shorten the deadline that the first one has promised [S-469]', async () => {
    const showtime = await createShowtime(ctx(), { startsIn: 10 * HOUR })
    const asha = await bookSeats(showtime, 0, 1)
    const now = context().clock.now()
    const [promised, earlier] = [iso(now + 9 * HOUR), iso(now + HOUR)]
    const first = { startTime: iso(now + 11 * HOUR), refundUntil: promised }
    const second = { startTime: iso(now + 12 * HOUR), refundUntil: earlier }
    await move(showtime, first, await plan(showtime, first))

    await move(showtime, second, await plan(showtime, second))

    const own = { userId: asha.userId, reference: asha.reference }
    expect(await previewChange(ctx(), own, {})).toMatchObject({ deadline: promised })
    const texts = [(await mailsTo(asha)).at(-1)?.text, (await noticesOf(asha))[0]?.text]
    for (const text of texts) {
      expect(text).toContain(momentOf(promised))
      expect(text).not.toContain(momentOf(earlier))
    }
  })

  test('a plan with another deadline for the full refund is another plan [S-468]', async () => {
    const showtime = await createShowtime(ctx(), { startsIn: 10 * HOUR })
    const now = context().clock.now()
    const startTime = iso(now + 11 * HOUR)
    const seen = await plan(showtime, { startTime, refundUntil: iso(now + 9 * HOUR) })

    await expect(
      move(showtime, { startTime, refundUntil: iso(now + HOUR) }, seen),
    ).rejects.toMatchObject({ code: 'CLOSED' })
  })

  test('a show on another screen keeps what the limits count its places under [S-735]', async () => {
    const showtime = await createShowtime(ctx())
    const target = await createScreen()
    await book({ ...(await createOrder(showtime, showtime.seats.slice(0, 1))), address: 'home' })
    const confirmed = await createOrder(showtime, showtime.seats.slice(1, 2))
    await confirmUser(ctx(), confirmed.userId)
    await book({ ...confirmed, address: 'home', isConfirmed: true })
    const keys = async () =>
      (await readClaims(ctx(), showtime))
        .map(({ address, confirmed_address, mailbox }) => [address, confirmed_address, mailbox])
        .toSorted()
    const before = await keys()
    const to = { screenId: target.screenId }

    await move(showtime, to, await plan(showtime, to))

    expect(before.flat().filter((key) => key !== null)).toHaveLength(3)
    expect(await keys()).toEqual(before)
  })

  test('complimentary tickets are no refund of a plan, and their mail promises no money; cash is given back at the box office [S-550]', async () => {
    const showtime = await createShowtime(ctx())
    const target = await createScreen()
    const sell = (seat: number, payment: 'cash' | 'complimentary') =>
      sellAtCounter(ctx(), {
        showtimeId: showtime.showtimeId,
        deviceId: DEVICE,
        sale: {
          placeIds: showtime.seats.slice(seat, seat + 1),
          payment,
          totalCost: 250,
          reason: 'press',
          email: `${payment}@example.com`,
        },
      })
    await sell(16, 'complimentary')
    await sell(17, 'cash')
    // The new screen has one seat, Standard.
    await removePlaces(target.seats.slice(1))
    const to = {
      screenId: target.screenId,
      startTime: iso((await showtimeRow(showtime)).starts_at + 2 * HOUR),
    }
    ;(await context().sentMails()).length = 0
    const seen = await plan(showtime, to)

    await move(showtime, to, seen)

    // One of the two gets the seat, which is ₹100 cheaper; the other one is cancelled.
    const [unseated, seated] = seen.bookings
    expect([unseated?.refund, seated?.refund]).toEqual([250, 0])
    expect(seen.counts).toMatchObject({ refund: 250 })
    const mails = await context().sentMails()
    const textTo = (name: string) =>
      mails.find((mail) => mail.to === `${name}@example.com`)?.text.replaceAll('\n', ' ')
    expect(textTo('cash')).toContain('you get the full price back in cash at the box office.')
    expect(textTo('complimentary')).not.toMatch(/price back|You get|full refund/)
    expect(textTo('complimentary')).toContain('Price: Free')
    expect(textTo('complimentary')).toContain(
      'Your tickets were free, so there is nothing to refund.',
    )
    await expectBooksAgree()
  })

  test.each([
    ['cash', 'Your refunds are ₹100 in all, in cash at the box office.'],
    ['card', 'You have been refunded ₹100 in all.'],
  ] as const)(
    'the mail about a cheaper seat that was paid by %s says how all refunds are given back [S-550]',
    async (payment, text) => {
      const showtime = await createShowtime(ctx())
      const target = await createScreen()
      await removePlaces(target.seats.slice(1))
      await sellAtCounter(ctx(), {
        showtimeId: showtime.showtimeId,
        deviceId: DEVICE,
        sale: {
          placeIds: showtime.seats.slice(16, 17),
          payment,
          totalCost: 250,
          email: `${payment}-${showtime.showtimeId}@example.com`,
        },
      })
      const to = { screenId: target.screenId }
      ;(await context().sentMails()).length = 0

      await move(showtime, to, await plan(showtime, to))

      const [mail] = await context().sentMails()
      expect(mail?.text.replaceAll('\n', ' ')).toContain(text)
      expect(mail?.text.includes('You have been refunded')).toBe(payment === 'card')
    },
  )

  test('a booking tells where its show was before the last move in time, one made later or cancelled does not [S-541]', async () => {
    const showtime = await createShowtime(ctx())
    const target = await createScreen()
    const asha = await bookSeats(showtime, 0, 1)
    const ravi = await bookSeats(showtime, 1, 2)
    const { starts_at: start } = await showtimeRow(showtime)
    const moveTo = async (to: { screenId?: string; startTime?: string }) => {
      await context().clock.advance(MINUTE)
      return move(showtime, to, await plan(showtime, to))
    }
    const movedOf = async ({ userId }: Booked) => (await listBookings(userId))[0]?.moved
    const fullRefundOf = async ({ userId }: Booked) =>
      (await listBookings(userId))[0]?.fullRefundUntil
    expect(await movedOf(asha)).toBeUndefined()
    expect(await fullRefundOf(asha)).toBeUndefined()

    await moveTo({ startTime: iso(start + HOUR) })
    await moveTo({ startTime: iso(start + 2 * HOUR) })
    await moveTo({ screenId: target.screenId })
    await context().clock.advance(MINUTE)
    const late = await bookSeats({ ...showtime, seats: target.seats }, 5, 6)
    // As after a seat of it went out of service.
    await ctx()
      .db.updateTable('bookings')
      .set({ full_refund_until: start })
      .where('id', '=', late.id)
      .execute()
    await changes.cancel(ctx(), { userId: ravi.userId, reference: ravi.reference }, { refund: 150 })

    expect(await movedOf(asha)).toEqual({
      startTime: iso(start + HOUR),
      screen: `Screen ${showtime.screenId}`,
    })
    expect(await fullRefundOf(asha)).toBe(iso(start + 2 * HOUR - 30 * MINUTE))
    expect(await movedOf(late)).toBeUndefined()
    expect(await fullRefundOf(late)).toBe(iso(start))
    expect(await movedOf(ravi)).toBeUndefined()
    expect(await fullRefundOf(ravi)).toBeUndefined()
  })

  test('after a move to an earlier time mail and notice name the new start when the promised deadline is later [S-469]', async () => {
    const showtime = await createShowtime(ctx(), { startsIn: 10 * HOUR })
    const asha = await bookSeats(showtime, 0, 1)
    const now = context().clock.now()
    const first = { startTime: iso(now + 11 * HOUR), refundUntil: iso(now + 9 * HOUR) }
    const second = { startTime: iso(now + 8 * HOUR), refundUntil: iso(now + HOUR) }
    await move(showtime, first, await plan(showtime, first))

    await move(showtime, second, await plan(showtime, second))

    const own = { userId: asha.userId, reference: asha.reference }
    expect(await previewChange(ctx(), own, {})).toMatchObject({
      deadline: second.startTime,
    })
    const texts = [(await mailsTo(asha)).at(-1)?.text, (await noticesOf(asha))[0]?.text]
    for (const text of texts) {
      expect(text).toContain(`until ${momentOf(second.startTime)}`)
      expect(text).not.toContain(momentOf(first.refundUntil))
    }
  })

  test('a show that was moved to another day has another reminder [S-469]', async () => {
    const showtime = await createShowtime(ctx(), { startsIn: 4 * HOUR })
    const asha = await bookSeats(showtime, 0, 1)
    await context().clock.advance(2 * HOUR)
    await queueReminders(ctx())
    const target = { startTime: iso(context().clock.now() + 26 * HOUR) }
    const reminders = async () => {
      const { rows } = await sql<object>`
        select id from outbox where booking_id = ${asha.id} and kind = 'reminder'`.execute(ctx().db)
      return rows.length
    }
    expect(await reminders()).toBe(1)
    await move(showtime, target, await plan(showtime, target))
    expect(await reminders()).toBe(0)
    await context().clock.advance(24 * HOUR)

    await queueReminders(ctx())

    expect(await reminders()).toBe(1)
  })

  test('a move writes one notice for each booking of an account, and repeating it none [S-540]', async () => {
    const showtime = await createShowtime(ctx())
    const target = await createScreen()
    const asha = await bookSeats(showtime, 0, 2)
    const ravi = await bookSeats(showtime, 2, 4)
    // The new screen has seats for one of the two parties.
    await removePlaces(target.seats.slice(2))
    const told: string[] = []
    ctx().events.on('noticesChanged', (userId) => told.push(userId))
    const start = {
      screenId: target.screenId,
      startTime: iso((await showtimeRow(showtime)).starts_at + 2 * HOUR),
    }
    const seen = await plan(showtime, start)

    await move(showtime, start, seen)
    expect(told.toSorted()).toEqual([asha.userId, ravi.userId].toSorted())
    expect(await move(showtime, start, seen)).toBe(false)

    const { isCancelled } = planned(seen, asha) ?? {}
    const [seated, unseated] = isCancelled ? [ravi, asha] : [asha, ravi]
    expect(await noticesOf(seated)).toEqual([
      {
        kind: 'changed',
        title: `Booking ${seated.reference} has changed`,
        text: expect.stringMatching(
          /Your show now is on .+ and starts on .+ Your new seats: A1, A2 .+ and you get the full price back\. Reason: projector repair$/,
        ),
        link: `/bookings/${seated.reference}`,
      },
    ])
    expect(await noticesOf(unseated)).toEqual([
      expect.objectContaining({
        kind: 'cancelled',
        title: `Booking ${unseated.reference} is cancelled`,
        text: expect.stringContaining('not enough seats for your party'),
      }),
    ])
  })

  test('a repeated move emits the events of the show and the notices again, because the commit of the first one may have been reported as failed [S-467]', async () => {
    const showtime = await createShowtime(ctx())
    const asha = await bookSeats(showtime, 0, 2)
    const start = { startTime: iso((await showtimeRow(showtime)).starts_at + 2 * HOUR) }
    const seen = await plan(showtime, start)
    await move(showtime, start, seen)
    const told: string[] = []
    ctx().events.on('noticesChanged', (userId) => told.push(userId))
    ctx().events.on('showChanged', (showtimeId) => told.push(showtimeId))
    context().publishedShowtimes.length = 0

    expect(await move(showtime, start, seen)).toBe(false)

    expect(context().publishedShowtimes).toEqual([showtime.showtimeId])
    expect(told).toEqual([showtime.showtimeId, asha.userId])
  })

  test('a move that fails writes no notice, and a sale without an account gets none [S-540]', async () => {
    const showtime = await createShowtime(ctx())
    const asha = await bookSeats(showtime, 0, 1)
    await sellAtCounter(ctx(), {
      showtimeId: showtime.showtimeId,
      deviceId: DEVICE,
      sale: { placeIds: showtime.seats.slice(4, 5), payment: 'cash', totalCost: 150 },
    })
    const start = { startTime: iso((await showtimeRow(showtime)).starts_at + 2 * HOUR) }
    const seen = await plan(showtime, start)

    await expect(move(showtime, start, { planHash: 'another plan' })).rejects.toThrow()
    expect(await noticesOf(asha)).toEqual([])
    const before = await countNotices()
    await move(showtime, start, seen)

    expect(await noticesOf(asha)).toHaveLength(1)
    expect(await countNotices()).toBe(before + 1)
  })

  test('holds end, blocked places are released, and sales at the counter move too [S-470]', async () => {
    const showtime = await createShowtime(ctx())
    const target = await createScreen()
    const { showtimeId, seats } = showtime
    await hold('asha', showtime, seats[0])
    await keepHouseSeats(ctx(), {
      showtimeId,
      deviceId: DEVICE,
      placeIds: [seats[1] ?? ''],
      reason: 'broken',
    })
    await sellAtCounter(ctx(), {
      showtimeId,
      deviceId: DEVICE,
      sale: {
        placeIds: [seats[2] ?? ''],
        payment: 'cash',
        totalCost: 150,
        email: 'desk@example.com',
      },
    })
    const seen = await plan(showtime, { screenId: target.screenId })
    expect(seen.counts).toMatchObject({ held: 1, blocked: 1, bookings: 1, mails: 1 })

    await move(showtime, { screenId: target.screenId }, seen)

    const { rows: audit } = await sql<{ state_after: string }>`
      select state_after from audit where subject_id = ${showtimeId} and action = 'show.move'`.execute(
      ctx().db,
    )
    expect(audit.map(({ state_after }) => JSON.parse(state_after))).toEqual([
      expect.objectContaining({ bookings: 1, held: 1, unblocked: 1 }),
    ])
    expect(await soldPlaces(showtime)).toEqual([target.seats[2]])
    const { rows } = await sql<object>`
      select place_id from claims where showtime_id = ${showtimeId}`.execute(ctx().db)
    expect(rows).toHaveLength(1)
    await expectBooksAgree()
  })

  test('a show cannot move onto another one, into the past, far away, or after it has started [S-471]', async () => {
    const showtime = await createShowtime(ctx(), { startsIn: 3 * HOUR })
    const other = await createShowtime(ctx(), { startsIn: 4 * HOUR })
    const now = context().clock.now()
    const refusals = [
      [{ screenId: other.screenId }, 'CLOSED'],
      [{ startTime: iso(now - MINUTE) }, 'INVALID'],
      [{ startTime: iso(now + 30 * 24 * HOUR) }, 'INVALID'],
      [{ screenId: crypto.randomUUID() }, 'NOT_FOUND'],
    ] as const
    for (const [target, code] of refusals)
      await expect(plan(showtime, target)).rejects.toMatchObject({ code })
    expect(await plan(showtime, { screenId: showtime.screenId })).toMatchObject({
      isUnchanged: true,
    })
    await context().clock.advance(3 * HOUR)
    await expect(plan(showtime, { startTime: iso(now + 9 * HOUR) })).rejects.toMatchObject({
      code: 'CLOSED',
    })
  })

  test('a cancelled show does not move, and another one can move into its time [S-471]', async () => {
    const startsIn = 3 * HOUR
    const cancelled = await createShowtime(ctx(), { startsIn })
    const showtime = await createShowtime(ctx(), { startsIn: startsIn + 5 * MINUTE })
    const { screenId } = await createScreen()
    await cancelShow(ctx(), { showtimeId: cancelled.showtimeId, deviceId: DEVICE, reason: REASON })

    await expect(plan(cancelled, { screenId })).rejects.toMatchObject({ code: 'CLOSED' })
    const target = { screenId: cancelled.screenId }
    expect(await move(showtime, target, await plan(showtime, target))).toBe(true)
    const sameStart = { ...target, startTime: iso((await showtimeRow(cancelled)).starts_at) }
    await expect(plan(showtime, sameStart)).rejects.toMatchObject({
      code: 'CLOSED',
      message: `The programme has a cancelled show on Screen ${target.screenId} at exactly this time. Please choose a start a few minutes later.`,
    })
  })

  test('a show with an earlier layout that keeps its screen keeps its seats, vehicles and house seats too [S-871]', async () => {
    const showtime = await createShowtime(ctx())
    const { showtimeId, screenId, seats } = showtime
    const [slotId = ''] = showtime.fourWheelers
    const asha = await bookSeats(showtime, 2, 4, {
      parkingSlotIds: [slotId],
      parkingSlots: [{ slotId, vehicleNumber: 'TN01AB0001' }],
      totalCost: 400,
    })
    await keepHouseSeats(ctx(), {
      showtimeId,
      deviceId: DEVICE,
      placeIds: seats.slice(0, 1),
      reason: 'press',
    })
    const sold = await soldPlaces(showtime)
    const layoutId = await beginLayout(screenId)
    await sql`
      insert into vehicle_states (showtime_id, place_id, booking_id, state, since)
      values (${showtimeId}, ${slotId}, ${asha.id}, 'arrived', 0)`.execute(ctx().db)
    const target = { screenId, startTime: iso(context().clock.now() + 6 * HOUR) }

    expect(await plan(showtime, { screenId })).toMatchObject({ isUnchanged: true })
    const seen = await plan(showtime, target)
    expect(seen.counts).toMatchObject({ bookings: 1, blocked: 0, unseatedBookings: 0 })
    expect(seen.from.screen._id).toBe(screenId)
    expect(planned(seen, asha)?.seats).toEqual([
      { from: 'A3', to: 'A3' },
      { from: 'A4', to: 'A4' },
    ])
    await move(showtime, target, seen)

    expect(await soldPlaces(showtime)).toEqual(sold)
    expect((await showtimeRow(showtime)).layout_id).toBe(layoutId)
    const { rows } = await sql<object>`
      select from_screen_id, to_screen_id from show_moves where showtime_id = ${showtimeId}`.execute(
      ctx().db,
    )
    expect(rows).toEqual([{ from_screen_id: screenId, to_screen_id: screenId }])
    await expectBooksAgree()
  })

  test('a show that moves to a screen gets the layout of the screen at its start [S-871]', async () => {
    const showtime = await createShowtime(ctx())
    const { screenId, seats } = await createScreen()
    await bookSeats(showtime, 0, 2)
    await beginLayout(screenId, context().clock.now() + 24 * HOUR)

    await move(showtime, { screenId }, await plan(showtime, { screenId }))

    expect(await soldPlaces(showtime)).toEqual(seats.slice(0, 2).toSorted())
    await expectBooksAgree()
  })

  test('only managers move shows, and the audit tells who did [S-475]', async () => {
    const showtime = await createShowtime(ctx())
    const { screenId } = await createScreen()
    const booked = await bookSeats(showtime, 0, 1)
    const path = `/api/office/shows/${showtime.showtimeId}`
    const counter = await office().pair('counter')
    const manager = await office().pair('manager')
    expect((await counter.client.post(`${path}/plan-move`, { screenId })).statusCode).toBe(403)
    const seen = (await manager.client.post(`${path}/plan-move`, { screenId })).json() as MovePlan
    const body = { screenId, planHash: seen.planHash }
    expect(
      (await counter.client.post(`${path}/move`, { ...body, reason: REASON })).statusCode,
    ).toBe(403)
    expect((await manager.client.post(`${path}/move`, body)).statusCode).toBe(400)

    const done = await manager.client.post(`${path}/move`, { ...body, reason: REASON })

    expect(done.json()).toEqual({ success: true, isMoved: true })
    const { rows } = await sql<object>`
      select action, subject_id, reason from audit where device_id = ${manager.deviceId} and action in ('booking.reseat', 'show.move')
       order by action`.execute(ctx().db)
    expect(rows).toEqual([
      { action: 'booking.reseat', subject_id: booked.id, reason: REASON },
      { action: 'show.move', subject_id: showtime.showtimeId, reason: REASON },
    ])
  })
})

describePostgres('moving a show while an account with a booking is deleted', (context) => {
  const { createOrder, book } = createBookingCalls(context)

  test('the move waits for the deletion without a lock on the bookings, and both are done [S-551]', async () => {
    const { ctx } = context()
    const showtime = await createShowtime(ctx)
    const order = await createOrder(showtime, showtime.seats.slice(0, 1))
    await book(order)
    const { showtimeId } = showtime
    const target = { startTime: new Date(ctx.now() + 26 * HOUR).toISOString() }
    const { planHash } = await planMove(ctx, { showtimeId, ...target })
    const deletion = await openTransaction(ctx, (tx) =>
      sql`select id from users where id = ${order.userId} for update`.execute(tx),
    )
    const moved = moveShow(ctx, {
      showtimeId,
      ...target,
      planHash,
      reason: REASON,
      deviceId: DEVICE,
    })
    await untilTransactionWaits(ctx)

    // As the deletion does next.
    const bookings = await openTransaction(ctx, (tx) =>
      sql`lock table bookings in row exclusive mode nowait`.execute(tx),
    )
    await bookings.rollback()
    await deletion.commit()

    expect(await moved).toBe(true)
  })
})
