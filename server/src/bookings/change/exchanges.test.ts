import type { Booking } from '@marquee/contract/bookings/bookings'
import { TOO_MANY_SLOTS } from '@marquee/contract/seats/holds'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Context } from '#src/context.ts'
import { holdPlaces, releasePlaces } from '#src/inventory/holds/holds.service.ts'
import { MAX_SLOTS_PER_ACCOUNT } from '#src/inventory/rules/limits.ts'
import { listNotices } from '#src/messages/notices/notices.service.ts'
import { findTicket } from '#src/tickets/tickets.service.ts'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { type CreatedShowtime, createShowtime, createUser } from '#test/support/makers.ts'
import { createNodeContext, describeDatabases } from '#test/support/test-context.ts'
import {
  invalid,
  notFound,
  SIGN_IN_REQUIRED,
  setupTestServer,
  withLimits,
} from '#test/support/test-server.ts'
import { reconcile } from '../list/reconcile.service.ts'
import { previewChange } from './change-previews.service.ts'
import * as changes from './changes.service.ts'
import type { Exchange } from './planners/exchange.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const EARLY = 6 * HOUR

describeDatabases('changing a booking', (context) => {
  const { createOrder, book, listBookings, soldPlaces } = createBookingCalls(context)
  const ctx = () => context().ctx

  /** A booking of two Standard seats (150 rupees each) and a slot (100). Seats 8 to 15 cost 180, seats 16 to 23 cost 250. */
  async function createParty(startsIn = EARLY) {
    const showtime = await createShowtime(ctx(), { startsIn })
    const [slotId = ''] = showtime.fourWheelers
    const seatIds = showtime.seats.slice(0, 2)
    const order = await createOrder(showtime, seatIds, {
      parkingSlotIds: [slotId],
      parkingSlots: [{ slotId, vehicleNumber: 'TN01AB1234' }],
      totalCost: 400,
    })
    const booking = await book(order)
    const own = { userId: order.userId, reference: booking.bookingReference }
    return { showtime, booking, own, holder: order.holder, seatIds, slotId }
  }
  type Party = Awaited<ReturnType<typeof createParty>>

  const exchange = (
    { own, holder }: Party,
    [change, difference]: [Exchange, number],
    { node = ctx(), key }: { node?: Context; key?: string } = {},
  ) => changes.exchange(node, { own, holder, exchange: change, difference, key })
  const seats = (
    { showtime, seatIds }: Party,
    take: (string | undefined)[],
    { giveBack = seatIds.slice(0, take.length), showtimeId = showtime.showtimeId } = {},
  ): Exchange => ({
    type: 'seats',
    showtimeId,
    giveBack,
    take: take.filter((id) => id !== undefined),
  })
  const parking = (add: string[], drop: string[] = []): Exchange => ({
    type: 'parking',
    drop,
    add: add.map((slotId) => ({ slotId, vehicleNumber: 'tn 02 cd 5678' })),
  })

  /** Another showtime of the movie on the same screen. */
  async function addShowtime({ movieId, screenId }: CreatedShowtime, startsIn = 9 * HOUR) {
    const id = crypto.randomUUID()
    const starts_at = ctx().now() + startsIn
    await ctx()
      .db.insertInto('showtimes')
      .values({
        id,
        movie_id: movieId,
        layout_id: screenId,
        starts_at,
        cutoff_minutes: null,
        rev: 0,
      })
      .execute()
    return id
  }
  async function expectBooksAgree() {
    expect((await reconcile(ctx().reader)).problems).toEqual([])
  }
  /** What a change may write. */
  async function stateOf({ booking }: Party) {
    const { rows } = await sql<object>`
      select payment_status, issue, showtime_id,
             (select count(*) from payments where booking_id = bookings.id) as payments,
             (select max(place_id) || min(place_id) from booking_places where booking_id = bookings.id) as places,
             (select max(place_id) || min(place_id) from claims where booking_id = bookings.id) as claims,
             (select count(*) from audit where subject_id = bookings.id) as entries,
             (select count(*) from booking_changes where booking_id = bookings.id) as keys
        from bookings where id = ${booking._id}`.execute(ctx().db)
    return rows[0]
  }

  test('seats are changed for dearer ones: the difference is paid, and the passes are new [S-420]', async () => {
    const party = await createParty()
    const [first = '', second = ''] = party.seatIds
    const [dear = ''] = party.showtime.seats.slice(16)
    context().publishedShowtimes.length = 0

    const booking = await exchange(party, [seats(party, [dear]), 100])

    expect(booking).toMatchObject({
      totalCost: 500,
      paymentStatus: 'Paid',
      parkingSlots: [{ slotNumber: 'F1' }],
      seats: [{ seatNumber: 'A2' }, { seatNumber: 'C1' }],
      payments: [
        { kind: 'payment', amount: 400 },
        { kind: 'payment', amount: 100 },
      ],
    })
    expect(await soldPlaces(party.showtime)).toEqual([second, dear, party.slotId].toSorted())
    expect(await soldPlaces(party.showtime)).not.toContain(first)
    expect(await findTicket(ctx(), party.own.reference)).toMatchObject({ issue: 1 })
    expect(context().publishedShowtimes).toEqual([party.showtime.showtimeId])
    await expectBooksAgree()
  })

  test('seats are changed for cheaper ones: the difference is given back [S-420]', async () => {
    const party = await createParty()
    const dear = party.showtime.seats.slice(16, 18)
    await exchange(party, [seats(party, dear), 200])

    const booking = await exchange(party, [seats(party, party.seatIds, { giveBack: dear }), -200])

    expect(booking).toMatchObject({ totalCost: 400, paymentStatus: 'Partly refunded' })
    await expectBooksAgree()
  })

  test('seats that are changed for cheaper ones give back no more than a cancellation would [S-746]', async () => {
    const party = await createParty(2 * HOUR)
    const dear = party.showtime.seats.slice(16, 18)
    await exchange(party, [seats(party, dear), 200])
    const back = seats(party, party.seatIds, { giveBack: dear })
    await expect(exchange(party, [back, -200])).rejects.toMatchObject({ code: 'PRICE_MISMATCH' })
    expect(
      await previewChange(ctx(), party.own, { seatIds: dear, take: party.seatIds }),
    ).toMatchObject({ refund: 100, fee: 100, difference: -100 })

    expect(await exchange(party, [back, -100])).toMatchObject({ totalCost: 500 })
    await expectBooksAgree()
    const { totalCost } = await changes.cancel(ctx(), party.own, { refund: 200 })
    expect(totalCost).toBe(300)
    await expectBooksAgree()
  })

  test('a booking that is moved while half is refunded keeps that share at a later show, and says so [S-747]', async () => {
    const party = await createParty(2 * HOUR)
    const showtimeId = await addShowtime(party.showtime, 48 * HOUR)

    const moved = await exchange(party, [seats(party, party.seatIds, { showtimeId }), -50])

    expect(moved).toMatchObject({ totalCost: 350, refundCap: 50 })
    await expectBooksAgree()
    const ticket = await findTicket(ctx(), party.own.reference)
    expect(ticket?.refund_cap).toBe(50)
    await expect(changes.cancel(ctx(), party.own, { refund: 300 })).rejects.toMatchObject({
      code: 'PRICE_MISMATCH',
    })
    const { totalCost } = await changes.cancel(ctx(), party.own, { refund: 150 })
    expect(totalCost).toBe(200)
    await expectBooksAgree()
  })

  test('a booking that is moved while all is refunded has no lower share [S-747]', async () => {
    const party = await createParty()
    const showtimeId = await addShowtime(party.showtime)

    const change = { seatIds: party.seatIds, take: party.seatIds, showtimeId }
    expect(await previewChange(ctx(), party.own, change)).toMatchObject({
      refund: 100,
      deadline: new Date(ctx().now() + 2 * HOUR).toISOString(),
    })
    const moved = await exchange(party, [seats(party, party.seatIds, { showtimeId }), -100])

    expect(moved).not.toHaveProperty('refundCap')
    await changes.cancel(ctx(), party.own, { refund: 300 })
    await expectBooksAgree()
  })

  test('parking that was used is not given back by a move, nor by a cancellation of all or of the slot [S-748]', async () => {
    const returnVehicle = ({ booking, showtime, slotId }: Party) =>
      ctx()
        .db.insertInto('vehicle_states')
        .values({
          showtime_id: showtime.showtimeId,
          place_id: slotId,
          booking_id: booking._id,
          state: 'returned' as const,
          since: ctx().now(),
        })
        .execute()
    const [moving, dropping, cancelling] = [
      await createParty(),
      await createParty(),
      await createParty(),
    ]
    for (const party of [moving, dropping, cancelling]) await returnVehicle(party)
    const showtimeId = await addShowtime(moving.showtime)

    await exchange(moving, [seats(moving, moving.seatIds, { showtimeId }), 0])
    await exchange(dropping, [parking([], [dropping.slotId]), 0])
    await changes.cancel(ctx(), cancelling.own, { refund: 300 })

    await expectBooksAgree()
  })

  test('a seat that another visitor holds or has bought is not lost to a change, which changes nothing [S-421]', async () => {
    const party = await createParty()
    const { showtimeId, seats: all } = party.showtime
    const [held = '', sold = ''] = all.slice(4)
    await holdPlaces(ctx(), { showtimeId, holder: 'rival', placeIds: [held] })
    await book(await createOrder(party.showtime, [sold]))
    const before = await stateOf(party)

    for (const lost of [held, sold])
      await expect(exchange(party, [seats(party, [lost]), 0])).rejects.toMatchObject({
        code: 'TAKEN',
        details: { places: [{ _id: lost }] },
      })

    expect(await stateOf(party)).toEqual(before)
  })

  test('a seat that the visitor holds is taken, also when the hold of another visitor has expired [S-420]', async () => {
    const party = await createParty()
    const { showtimeId, seats: all } = party.showtime
    const [own = '', expired = ''] = all.slice(4)
    await holdPlaces(ctx(), { showtimeId, holder: party.holder, placeIds: [own] })
    await holdPlaces(ctx(), { showtimeId, holder: 'rival', placeIds: [expired] })
    await changeRows(ctx(), showtimeId, (db) =>
      db.updateTable('selections').set({ deadline: 1 }).where('holder', '=', 'rival').execute(),
    )

    const booking = await exchange(party, [seats(party, [own, expired]), 0])

    expect(booking.seats).toMatchObject([{ seatNumber: 'A5' }, { seatNumber: 'A6' }])
    await expectBooksAgree()
  })

  test('two bookings that change into the seats of each other both keep their seats [S-421]', async () => {
    const node = createNodeContext(ctx())
    const party = await createParty()
    const other = await createOrder(party.showtime, party.showtime.seats.slice(4, 6))
    const { bookingReference: reference } = await book(other)
    const rival = { ...party, own: { userId: other.userId, reference }, holder: other.holder }
    const [seat = '', theirs = ''] = [party.seatIds[0], party.showtime.seats[4]]

    const results = await Promise.allSettled([
      exchange(party, [seats(party, [theirs]), 0]),
      exchange(rival, [seats(party, [seat], { giveBack: [theirs] }), 0], { node }),
    ])

    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await expectBooksAgree()
  })

  test('all seats move to another showtime of the movie, and the parking is given back [S-422]', async () => {
    const party = await createParty()
    const showtimeId = await addShowtime(party.showtime)
    const take = party.showtime.seats.slice(8, 10)
    const moved = seats(party, take, { showtimeId })
    context().publishedShowtimes.length = 0

    const booking = await exchange(party, [moved, -40])

    expect(booking).toMatchObject({
      showtimeId: { _id: showtimeId },
      parkingSlots: [],
      totalCost: 360,
      seats: [{ seatNumber: 'B1' }, { seatNumber: 'B2' }],
    })
    expect(await soldPlaces(party.showtime)).toEqual([])
    expect(context().publishedShowtimes.toSorted()).toEqual(
      [party.showtime.showtimeId, showtimeId].toSorted(),
    )
    await expectBooksAgree()
  })

  test('a party keeps its seats when it moves to another showtime on the same screen [S-422]', async () => {
    const party = await createParty()
    const showtimeId = await addShowtime(party.showtime)
    const [one = '', two = ''] = party.seatIds
    const kept = seats(party, [two, one], { showtimeId })
    const repeated = seats(party, [one, one], { showtimeId })
    const { userId, reference } = party.own

    await expect(exchange(party, [repeated, -100])).rejects.toMatchObject({ code: 'INVALID' })
    const preview = await previewChange(ctx(), party.own, {
      seatIds: party.seatIds,
      take: party.seatIds,
      showtimeId,
    })
    expect(preview).toMatchObject({ difference: -100 })
    const booking = await exchange(party, [kept, -100])

    expect(booking).toMatchObject({
      showtimeId: { _id: showtimeId },
      parkingSlots: [],
      totalCost: 300,
      seats: [{ seatNumber: 'A1' }, { seatNumber: 'A2' }],
    })
    expect(await soldPlaces(party.showtime)).toEqual([])
    expect((await listBookings(userId)).map((listed) => listed.bookingReference)).toEqual([
      reference,
    ])
    await expectBooksAgree()
  })

  test('a change that is refused changes nothing [S-423]', async () => {
    const party = await createParty()
    const { seats: all, twoWheelers } = party.showtime
    const [one = '', two = ''] = party.seatIds
    const elsewhere = await createShowtime(ctx())
    const later = await addShowtime(party.showtime)
    const before = await stateOf(party)

    const refused: [Exchange, number, string][] = [
      [seats(party, all.slice(4, 5)), 1, 'PRICE_MISMATCH'],
      [seats(party, all.slice(4, 5), { giveBack: [one, two] }), 0, 'INVALID'],
      [seats(party, []), 0, 'INVALID'],
      [seats(party, [one]), 0, 'INVALID'],
      [seats(party, [two]), 0, 'TAKEN'],
      [seats(party, all.slice(4, 5), { giveBack: all.slice(5, 6) }), 0, 'NOT_FOUND'],
      [seats(party, twoWheelers.slice(0, 1)), 0, 'NOT_FOUND'],
      [seats(party, elsewhere.seats.slice(0, 2), elsewhere), 0, 'NOT_FOUND'],
      [seats(party, all.slice(4, 5), { showtimeId: later }), 0, 'INVALID'],
      [parking([], []), 0, 'INVALID'],
      [parking([party.slotId]), 100, 'TAKEN'],
      [parking(all.slice(4, 5)), 150, 'NOT_FOUND'],
      [parking([], [one]), -150, 'NOT_FOUND'],
    ]
    for (const [change, difference, code] of refused)
      await expect(exchange(party, [change, difference], { key: 'refused' })).rejects.toMatchObject(
        {
          code,
        },
      )

    expect(await stateOf(party)).toEqual(before)
  })

  test('nothing is changed from the cutoff on [S-423]', async () => {
    const party = await createParty(31 * MINUTE)
    await context().clock.advance(2 * MINUTE)

    for (const change of [
      seats(party, party.showtime.seats.slice(4, 5)),
      parking([], [party.slotId]),
    ])
      await expect(exchange(party, [change, 0])).rejects.toMatchObject({
        code: 'CLOSED',
        message: 'Booking cutoff time passed',
      })
    await context().clock.advance(-2 * MINUTE)
  })

  test('the limit of an account counts the seats at the new showtime, and not the changed ones twice [S-423]', async () => {
    const party = await createParty()
    const showtimeId = await addShowtime(party.showtime)
    const place_id = party.showtime.seats
    const { userId } = party.own
    const holdInTab = (id: string, tab: string, placeIds: string[]) =>
      holdPlaces(ctx(), { showtimeId: id, holder: `${tab} ${id}`, userId, placeIds })
    for (const id of [party.showtime.showtimeId, showtimeId]) {
      await holdInTab(id, 'other tab', place_id.slice(4, 13))
      await holdInTab(id, 'third tab', place_id.slice(13, 22))
    }

    await exchange(party, [seats(party, place_id.slice(2, 4)), 0])
    await holdInTab(showtimeId, 'last tab', place_id.slice(22, 23))

    await expect(
      exchange(party, [
        seats(party, place_id.slice(0, 2), { giveBack: place_id.slice(2, 4), showtimeId }),
        -100,
      ]),
    ).rejects.toMatchObject({ code: 'LIMIT' })
  })

  test('a visitor changes a booking as often as the limit of a day allows, and can cancel it then [S-707]', async () => {
    const node = withLimits(ctx(), { changesPerBooking: 2 })
    const party = await createParty()
    const { own, slotId, seatIds, showtime } = party
    const [first = '', other = ''] = [seatIds[0], showtime.seats[4]]
    const back = seats(party, [first], { giveBack: [other] })
    await exchange(party, [seats(party, [other], { giveBack: [first] }), 0], { node })
    const vehicle = { slotId, vehicleNumber: 'TN09ZZ9999' }
    await changes.changeVehicle(node, own, vehicle)
    const refusal = {
      code: 'LIMIT',
      message:
        'You have changed this booking very often today. Please try again tomorrow, or ask us at the box office.',
    }

    await expect(exchange(party, [back, 0], { node })).rejects.toMatchObject(refusal)
    await expect(changes.changeVehicle(node, own, vehicle)).rejects.toMatchObject(refusal)

    await changes.cancel(node, own, { slotIds: [slotId], refund: 100 })
    await expectBooksAgree()
  })

  test('changing seats again and again fills no mailbox: five mails an hour, twenty to a confirmed email [S-428]', async () => {
    const party = await createParty()
    const [first = '', second = ''] = [party.seatIds[0], party.showtime.seats[4]]
    const mails = async () =>
      (
        await ctx()
          .db.selectFrom('outbox')
          .select('id')
          .where('user_id', '=', party.own.userId)
          .where('kind', '=', 'change')
          .execute()
      ).length
    async function changeTimes(count: number) {
      for (let n = 0; n < count; n += 1) {
        const [giveBack, take] = n % 2 === 0 ? [first, second] : [second, first]
        await exchange(party, [seats(party, [take], { giveBack: [giveBack] }), 0])
      }
    }

    await changeTimes(8)
    expect(await mails()).toBe(5)
    await ctx()
      .db.updateTable('users')
      .set({ email_confirmed_at: 1 })
      .where('id', '=', party.own.userId)
      .execute()
    await changeTimes(18)

    expect(await mails()).toBe(20)
  })

  test('the same key changes seats once, on two nodes [S-424]', async () => {
    const party = await createParty()
    const node = createNodeContext(ctx())
    const [seat = ''] = party.showtime.seats.slice(16)
    const key = crypto.randomUUID()

    const answers = await Promise.all([
      exchange(party, [seats(party, [seat]), 100], { key }),
      exchange(party, [seats(party, [seat]), 100], { key, node }),
    ])

    for (const { totalCost, payments } of answers)
      expect([totalCost, payments.length]).toEqual([500, 2])
    await expect(
      exchange(party, [parking([], [party.slotId]), -100], { key }),
    ).rejects.toMatchObject({ code: 'KEY_REUSED' })
  })

  test('an exchange that another node has made is answered as changed by a node that last saw the seat held [S-424]', async () => {
    const party = await createParty()
    const other = createNodeContext(ctx())
    const [seat = ''] = party.showtime.seats.slice(16)
    const rival = { showtimeId: party.showtime.showtimeId, holder: 'rival', placeIds: [seat] }
    await holdPlaces(ctx(), rival)
    const key = crypto.randomUUID()
    await releasePlaces(other, rival)
    const changed = await exchange(party, [seats(party, [seat]), 100], { key, node: other })

    const answer = await exchange(party, [seats(party, [seat]), 100], { key })

    expect(answer).toEqual(changed)
    expect(answer.payments).toHaveLength(2)
  })

  test('parking slots are added and dropped, each with its payment, and the passes stay [S-425]', async () => {
    const party = await createParty()
    const [slot = ''] = party.showtime.twoWheelers

    const booking = await exchange(party, [parking([slot], [party.slotId]), -50])

    expect(booking).toMatchObject({
      totalCost: 350,
      paymentStatus: 'Partly refunded',
      parkingSlots: [{ slotNumber: 'T1', type: 'twoWheeler', vehicleNumber: 'TN02CD5678' }],
      payments: [
        { kind: 'payment', amount: 400 },
        { kind: 'payment', amount: 50 },
        { kind: 'refund', amount: 100 },
      ],
    })
    expect(await findTicket(ctx(), party.own.reference)).toMatchObject({ issue: 1 })
    await expectBooksAgree()
  })

  test('a dropped slot is refunded by the policy, and a booking has at most four slots of a kind [S-425]', async () => {
    const party = await createParty(2 * HOUR)
    const { twoWheelers } = party.showtime

    await exchange(party, [parking(twoWheelers.slice(0, 4)), 200])
    await expect(exchange(party, [parking(twoWheelers.slice(4, 5)), 50])).rejects.toMatchObject({
      code: 'LIMIT',
    })
    const booking = await exchange(party, [parking([], twoWheelers.slice(0, 1)), -25])

    expect(booking).toMatchObject({ totalCost: 575, parkingSlots: { length: 4 } })
    await expectBooksAgree()
  })

  test('an account at the limit of slots exchanges one for another one whose hold has expired [S-425]', async () => {
    const { own, holder, showtime } = await createParty()
    const { twoWheelers, fourWheelers } = showtime
    // With the slot of the party, eight of the account.
    const more = [...fourWheelers.slice(1), ...twoWheelers]
    expect(more.length).toBeGreaterThanOrEqual(MAX_SLOTS_PER_ACCOUNT)
    const owned = more.slice(0, MAX_SLOTS_PER_ACCOUNT - 1)
    const wanted = more[MAX_SLOTS_PER_ACCOUNT - 1] ?? ''
    const { showtimeId } = showtime
    for (const id of owned)
      await holdPlaces(ctx(), {
        showtimeId,
        holder: `tab ${id}`,
        userId: own.userId,
        placeIds: [id],
      })
    await holdPlaces(ctx(), { showtimeId, holder: 'another', placeIds: [wanted] })
    await changeRows(ctx(), showtimeId, (db) =>
      db
        .updateTable('selections')
        .set({ deadline: ctx().now() - MINUTE })
        .where('holder', '=', 'another')
        .execute(),
    )
    const [slot] = (await listBookings(own.userId))[0]?.parkingSlots ?? []
    const change = parking([wanted], [slot?._id ?? ''])
    const { difference } = await previewChange(ctx(), own, {
      addSlots: [wanted],
      slotIds: [slot?._id ?? ''],
    })

    const booking = await changes.exchange(ctx(), { own, holder, exchange: change, difference })

    expect(booking.parkingSlots.map(({ _id }) => _id)).toEqual([wanted])
  })

  test('a preview names the earlier cutoff of two shows, and refuses a show that has closed or is cancelled [S-423]', async () => {
    const party = await createParty()
    const { own, showtime, seatIds } = party
    // Dearer seats: nothing is given back, so the policy sets no deadline.
    const take = showtime.seats.slice(16, 18)
    const preview = (showtimeId: string) => previewChange(ctx(), own, { seatIds, take, showtimeId })
    const earlier = await addShowtime(showtime, 3 * HOUR)
    const later = await addShowtime(showtime, 9 * HOUR)
    const closesAt = async (id: string) => {
      const { starts_at } = await ctx()
        .db.selectFrom('showtimes')
        .select('starts_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return new Date(starts_at - 30 * MINUTE).toISOString()
    }
    expect(await preview(earlier)).toMatchObject({ deadline: await closesAt(earlier) })
    expect(await preview(later)).toMatchObject({ deadline: await closesAt(showtime.showtimeId) })

    const closedShow = await addShowtime(showtime, 20 * MINUTE)
    await expect(preview(closedShow)).rejects.toMatchObject({ code: 'CLOSED' })
    await ctx()
      .db.updateTable('showtimes')
      .set({ cancelled_at: ctx().now(), version: crypto.randomUUID() })
      .where('id', '=', later)
      .execute()
    ctx().events.emit('remoteClaimsChanged', later)
    await expect(preview(later)).rejects.toMatchObject({ code: 'CLOSED' })
  })

  test('a preview of new seats is of the booked show by default, and several changes at once are refused [S-420]', async () => {
    const { own, showtime, seatIds, slotId } = await createParty()
    const take = showtime.seats.slice(8, 10)
    const [addSlot = ''] = showtime.twoWheelers
    const other = await addShowtime(showtime)
    const preview = (query: Parameters<typeof previewChange>[2]) => previewChange(ctx(), own, query)

    expect(await preview({ seatIds, take })).toMatchObject({ difference: 60 })
    for (const query of [
      { seatIds, take, slotIds: [slotId] },
      { seatIds, take, addSlots: [addSlot] },
      { seatIds: seatIds.slice(1), addSlots: [addSlot] },
      { seatIds, showtimeId: other },
      { addSlots: [addSlot], showtimeId: other },
    ])
      await expect(preview(query)).rejects.toMatchObject({ code: 'INVALID' })
    expect(
      await preview({ seatIds: seatIds.slice(1), showtimeId: showtime.showtimeId, slotIds: [] }),
    ).toMatchObject({ refund: 150 })
  })

  test('a changed vehicle number is mailed and noticed once, without the number in notice and audit [S-418]', async () => {
    const { own, slotId } = await createParty()
    ;(await context().sentMails()).length = 0
    const change = () =>
      changes.changeVehicle(
        ctx(),
        { ...own, key: 'change 1' },
        { slotId, vehicleNumber: 'TN02CD5678' },
      )

    await change()
    await change()

    const [mail, ...others] = await context().sentMails()
    expect(others).toEqual([])
    expect(mail?.text).toContain('TN02CD5678')
    const { notices } = await listNotices(ctx(), own.userId)
    expect(notices).toMatchObject([
      {
        kind: 'changed',
        text: expect.stringContaining('The vehicle number of your parking has changed.'),
      },
    ])
    expect(JSON.stringify(notices)).not.toContain('TN02CD5678')
  })

  test('a late party changes its vehicle number until the show ends, but not at a cancelled show [S-426]', async () => {
    const { own, slotId, showtime } = await createParty(HOUR)
    const change = () => changes.changeVehicle(ctx(), own, { slotId, vehicleNumber: 'TN02CD5678' })
    const setCancelled = (cancelled_at: number | null) =>
      ctx()
        .db.updateTable('showtimes')
        .set({ cancelled_at, version: crypto.randomUUID() })
        .where('id', '=', showtime.showtimeId)
        .execute()
    await context().clock.advance(HOUR + 5 * MINUTE)
    expect(await change()).toMatchObject({ parkingSlots: [{ vehicleNumber: 'TN02CD5678' }] })
    await setCancelled(0)
    await expect(change()).rejects.toMatchObject({ code: 'CLOSED' })
    await setCancelled(null)
    await context().clock.advance(12 * HOUR)
    await expect(change()).rejects.toMatchObject({ code: 'CLOSED', message: 'This show is over.' })
  })

  test('a vehicle number is changed until the vehicle is here [S-426]', async () => {
    const party = await createParty()
    const { own, slotId, seatIds, booking, showtime } = party
    const changeVehicle = (id: string) =>
      changes.changeVehicle(ctx(), own, { slotId: id, vehicleNumber: 'tn 02 cd 5678' })

    expect(await changeVehicle(slotId)).toMatchObject({
      totalCost: 400,
      parkingSlots: [{ vehicleNumber: 'TN02CD5678' }],
    })
    await expect(changeVehicle(seatIds[0] ?? '')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(
      changes.changeVehicle(
        ctx(),
        { ...own, userId: await createUser(ctx()) },
        { slotId, vehicleNumber: 'TN02CD5678' },
      ),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await ctx()
      .db.insertInto('vehicle_states')
      .values({
        showtime_id: showtime.showtimeId,
        place_id: slotId,
        booking_id: booking._id,
        state: 'arrived',
        since: 0,
      })
      .execute()
    await expect(changeVehicle(slotId)).rejects.toMatchObject({ code: 'CLOSED' })
    const { rows } = await sql<{ state_after: string }>`
      select state_after from audit where subject_id = ${booking._id}`.execute(ctx().db)
    expect(rows).toEqual([{ state_after: JSON.stringify({ slotId }) }])
  })
})

describeDatabases('the calls that change a booking', (context) => {
  const server = setupTestServer(context)

  test('GET changes tells the difference, and the calls answer the changed booking to its owner only [S-420][S-425][S-426]', async () => {
    const { client, userId } = await server().member()
    const show = await createShowtime(context().ctx, { startsIn: EARLY })
    const { movieId, showtimeId, seats } = show
    const [old = '', dear = ''] = [seats[0], seats[16]]
    const [slotId = ''] = show.twoWheelers
    const booked = await client.post('/api/bookings', {
      movieId,
      showtimeId,
      userId,
      seatIds: [old],
      parkingSlotIds: [],
      totalCost: 150,
      phone: '9876543210',
    })
    const { bookingReference } = (booked.json() as { booking: Booking }).booking
    const path = `/api/bookings/${bookingReference}`
    const vehicle = { slotId, vehicleNumber: 'TN01AB1234' }
    const calls: [string, object][] = [
      ['change-seats', { showtimeId, giveBack: [old], take: [dear], difference: 100 }],
      ['parking', { add: [vehicle], drop: [], difference: 50 }],
      ['vehicle', { slotId, vehicleNumber: 'TN02CD5678' }],
    ]
    const ravi = await server().member('Ravi')

    const previews = [
      await client.get(`${path}/changes?seatIds=${old}&take=${dear}&showtimeId=${showtimeId}`),
      await client.get(`${path}/changes?addSlots=${slotId}`),
    ]
    for (const [name, body] of calls) {
      await server().expectRefused(
        () => server().visitor().post(`${path}/${name}`, body),
        SIGN_IN_REQUIRED,
      )
      await server().expectRefused(
        () => ravi.client.post(`${path}/${name}`, body),
        notFound('We could not find that booking.'),
      )
    }
    const add = Array.from({ length: 9 }, () => vehicle)
    await server().expectRefused(
      () => client.post(`${path}/parking`, { add, drop: [], difference: 0 }),
      invalid(TOO_MANY_SLOTS),
    )
    const answers = []
    for (const [name, body] of calls) answers.push(await client.post(`${path}/${name}`, body))

    expect(previews.map((response) => response.json())).toMatchObject([
      { refund: 0, fee: 0, difference: 100 },
      { refund: 0, fee: 0, difference: 50 },
    ])
    expect(answers.map((response) => response.json())).toMatchObject([
      { success: true, booking: { totalCost: 250, seats: [{ seatNumber: 'C1' }] } },
      { booking: { totalCost: 300, parkingSlots: [{ vehicleNumber: 'TN01AB1234' }] } },
      { booking: { totalCost: 300, parkingSlots: [{ vehicleNumber: 'TN02CD5678' }] } },
    ])
  })
})
