import { expect, test } from 'vitest'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { createShowtime } from '#test/support/makers.ts'
import { setupTestOffice } from '#test/support/office.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { getDoorList } from '../door/door-list.service.ts'
import { listNotices } from '../messages/notices/notices.service.ts'
import { getSharedPass, listPasses } from '../tickets/passes.service.ts'
import { calendarOf } from '../tickets/ticket-files.service.ts'
import { findTicket } from '../tickets/tickets.service.ts'
import * as changes from './change/changes.service.ts'
import { replaceOwnPasses } from './change/changes.service.ts'
import type { Exchange } from './change/planners/exchange.ts'
import { cancelShow, finishShowCancellations } from './shows/show-cancellation.service.ts'
import { moveShow, planMove } from './shows/show-moves.service.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const DEVICE = crypto.randomUUID()

describeDatabases('the validity of passes', (context) => {
  const { createOrder, book } = createBookingCalls(context)
  const office = setupTestOffice(context)
  const ctx = () => context().ctx

  /** A booking of seats A1 to A3 ten days ahead, with the tokens of its passes. */
  async function createParty() {
    const showtime = await createShowtime(ctx(), { startsIn: 10 * DAY })
    const seatIds = showtime.seats.slice(0, 3)
    const order = await createOrder(showtime, seatIds)
    const { bookingReference: reference } = await book(order)
    const own = { userId: order.userId, reference }
    const tokens = (await listPasses(ctx(), own)).passes.map(({ token }) => token)
    return { showtime, seatIds, own, holder: order.holder, tokens }
  }
  type Party = Awaited<ReturnType<typeof createParty>>

  const cancelSeat = ({ own, seatIds }: Party, index: number) =>
    changes.cancel(ctx(), own, { seatIds: seatIds.slice(index, index + 1), refund: 150 })
  const exchange = ({ own, holder }: Party, change: Exchange) =>
    changes.exchange(ctx(), { own, holder, exchange: change, difference: 0 })
  const swap = (party: Party, from: number, to: number) =>
    exchange(party, {
      type: 'seats',
      showtimeId: party.showtime.showtimeId,
      giveBack: party.showtime.seats.slice(from, from + 1),
      take: party.showtime.seats.slice(to, to + 1),
    })
  async function moveStart({ showtime: { showtimeId } }: Party) {
    const startTime = new Date(ctx().now() + 10 * DAY + HOUR).toISOString()
    const { planHash } = await planMove(ctx(), { showtimeId, startTime })
    const reason = 'late print'
    await moveShow(ctx(), { showtimeId, startTime, planHash, reason, deviceId: DEVICE })
  }
  /** The labels of the passes that are valid, and the texts of the void ones. */
  const answersOf = ({ tokens }: Party) =>
    Promise.all(
      tokens.map((token) =>
        getSharedPass(ctx(), token).then(
          ({ label }) => label,
          ({ message }: Error) => message,
        ),
      ),
    )
  async function scan(party: Party, number: number) {
    const { client } = await office().pair('door', crypto.randomUUID())
    const response = await client.post('/api/office/admissions', {
      token: party.tokens[number],
      showtimeId: party.showtime.showtimeId,
      scanId: crypto.randomUUID(),
      scannedAt: new Date(ctx().now()).toISOString(),
    })
    return (response.json() as { verdict: string }).verdict
  }

  test('a seat that is given back makes its own pass void alone, and its link tells the day [S-640][S-643]', async () => {
    const party = await createParty()
    await cancelSeat(party, 0)
    const given = 'This seat was given back'

    expect(await answersOf(party)).toEqual([
      ...['Admit 2', `${given} today. Ask the person who booked.`, 'A2', 'A3'],
    ])
    await context().clock.advance(DAY)
    expect((await answersOf(party))[1]).toBe(`${given} yesterday. Ask the person who booked.`)
    await context().clock.advance(2 * DAY)
    expect((await answersOf(party))[1]).toMatch(
      /^This seat was given back on \w+day\. Ask the person who booked\.$/,
    )
    expect(await scan(party, 1)).toBe('VOID')
    expect([await scan(party, 2), await scan(party, 0)]).toEqual(['ADMITTED', 'ADMITTED'])
  })

  test('a later start, parking and a vehicle number leave all passes valid [S-641]', async () => {
    const party = await createParty()
    const [slotId = ''] = party.showtime.fourWheelers
    const add = [{ slotId, vehicleNumber: 'TN01AB1234' }]
    await changes.exchange(ctx(), {
      own: party.own,
      holder: party.holder,
      difference: 100,
      exchange: { type: 'parking', add, drop: [] },
    })
    await changes.changeVehicle(ctx(), party.own, { slotId, vehicleNumber: 'TN02CD5678' })
    await moveStart(party)

    expect(await answersOf(party)).toEqual(['Admit 3', 'A1', 'A2', 'A3'])
    expect(await scan(party, 0)).toBe('ADMITTED')
  })

  test('an exchanged seat gets a new number, which is never given again, and the old link does not name the new seat [S-640][S-642][S-643]', async () => {
    const party = await createParty()
    await swap(party, 1, 5)
    await swap(party, 5, 1)

    const { passes } = await listPasses(ctx(), party.own)
    expect(passes.map(({ number, label }) => [number, label])).toEqual([
      ...[[0, 'Admit 3'] as const, [1, 'A1'] as const, [5, 'A2'] as const, [3, 'A3'] as const],
    ])
    expect(await answersOf(party)).toEqual([
      ...['Admit 3', 'A1', 'This seat was exchanged today. Ask the person who booked.', 'A3'],
    ])
    const list = await getDoorList(ctx(), party.showtime.showtimeId)
    expect(list.bookings).toMatchObject([{ seats: ['A1', 'A2', 'A3'], passes: [1, 5, 3] }])
  })

  test('another showtime needs new passes [S-641][S-643]', async () => {
    const party = await createParty()
    const showtimeId = crypto.randomUUID() as string
    const { movieId, screenId } = party.showtime
    await ctx()
      .db.insertInto('showtimes')
      .values({
        id: showtimeId,
        movie_id: movieId,
        layout_id: screenId,
        cutoff_minutes: null,
        starts_at: ctx().now() + 12 * DAY,
        rev: 0,
      })
      .execute()
    await exchange(party, {
      type: 'seats',
      showtimeId,
      giveBack: party.seatIds,
      take: party.seatIds,
    })

    const text = 'This booking is for another show now. Ask the person who booked.'
    expect(await answersOf(party)).toEqual([text, text, text, text])
    expect((await listPasses(ctx(), party.own)).passes.map(({ number }) => number)).toEqual([
      ...[0, 4, 5, 6],
    ])
    // That the other show is cancelled says nothing about the show of the pass.
    await cancelShow(ctx(), { showtimeId, reason: 'test', deviceId: DEVICE })
    await finishShowCancellations(ctx())
    expect(await answersOf(party)).toEqual([text, text, text, text])
  })

  test('the links of a cancelled booking tell that it was cancelled [S-643]', async () => {
    const party = await createParty()
    await changes.cancel(ctx(), party.own, { refund: 450 })

    const text = 'This booking was cancelled today. Ask the person who booked.'
    expect(await answersOf(party)).toEqual([text, text, text, text])
  })

  test('the owner replaces all passes, once for a repeated request, with a mail and a notice [S-642]', async () => {
    const party = await createParty()
    ;(await context().sentMails()).length = 0

    const replaced = await replaceOwnPasses(ctx(), party.own, 1)

    expect(replaced).toMatchObject({ issue: 2, passes: [{}, { number: 1 }, {}, { number: 3 }] })
    expect(await replaceOwnPasses(ctx(), party.own, 1)).toEqual(replaced)
    const text = 'A newer ticket replaces this one. Ask the person who booked.'
    expect(await answersOf(party)).toEqual([text, text, text, text])
    expect(await scan(party, 0)).toBe('VOID')
    const mails = await context().sentMails()
    expect(mails.map((mail) => mail.text)).toEqual([
      expect.stringContaining('Your tickets have new codes. The old ones no longer work.'),
    ])
    expect((await listNotices(ctx(), party.own.userId)).notices).toMatchObject([
      { text: expect.stringContaining('new codes') },
    ])
    await expect(
      replaceOwnPasses(ctx(), { ...party.own, userId: crypto.randomUUID() }, 2),
    ).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('staff of the counter replaces the passes of a booking, and the history has it [S-642]', async () => {
    const party = await createParty()
    const { client } = await office().pair('counter', crypto.randomUUID())
    const path = `/api/office/bookings/${party.own.reference}`

    const { passes } = (await client.post(`${path}/replace-passes`, {})).json() as {
      passes: { token: string }[]
    }

    expect(await scan(party, 1)).toBe('VOID')
    const tokens = passes.map(({ token }) => token)
    expect(await answersOf({ ...party, tokens })).toEqual(['Admit 3', 'A1', 'A2', 'A3'])
    expect((await client.get(path)).json()).toMatchObject({
      history: [{ action: 'booking.create' }, { action: 'booking.replace-passes' }],
    })
    const door = await office().pair('door', crypto.randomUUID())
    expect((await door.client.post(`${path}/replace-passes`, {})).statusCode).toBe(403)
  })

  test('SEQUENCE of the calendar file grows with each change of the booking [S-418]', async () => {
    const party = await createParty()
    const sequence = async () => {
      const ticket = await findTicket(ctx(), party.own.reference)
      return ticket && /SEQUENCE:(\d+)/.exec(await calendarOf(ctx(), ticket))?.[1]
    }
    const sequences = [await sequence()]
    await cancelSeat(party, 0)
    sequences.push(await sequence())
    await swap(party, 1, 5)
    sequences.push(await sequence())
    await moveStart(party)

    expect([...sequences, await sequence()]).toEqual(['0', '1', '2', '3'])
  })
})
