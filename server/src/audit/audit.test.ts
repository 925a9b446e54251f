import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import { INVALID_DATE } from '@marquee/contract/calls/ids'
import type { listAudit } from '@marquee/contract/office/audit'
import { formatDateTime } from '@marquee/contract/time'
import { expect, test } from 'vitest'
import { createShowtime } from '#test/support/makers.ts'
import { setupTestOffice } from '#test/support/office.ts'
import { describeDatabases } from '#test/support/test-context.ts'

const MINUTE = 60_000

describeDatabases('the audit', (context) => {
  const office = setupTestOffice(context)

  /** A counter that has sold two seats and a slot of a show, and blocked a seat. */
  async function createActions() {
    const { ctx } = context()
    const showtime = await createShowtime(ctx)
    const { showtimeId, seats, fourWheelers } = showtime
    const { client, deviceId } = await office().pair('manager', 'Counter 1')
    const path = `/api/office/shows/${showtimeId}`
    const placeIds = [...seats.slice(0, 2), ...fourWheelers.slice(0, 1)]
    const sale = await client.post(`${path}/sell`, { placeIds, payment: 'cash', totalCost: 400 })
    const { booking } = sale.json() as { booking: { _id: string; reference: string } }
    await context().clock.advance(1)
    await client.post(`${path}/block`, { placeIds: seats.slice(2, 3), reason: 'broken' })
    const read = async (query: string) => {
      const response = await client.get(`/api/office/audit?${query}`)
      return response.json() as ResponseBody<typeof listAudit>
    }
    return { showtime, deviceId, booking, read }
  }

  test('listAudit names the bookings, shows, places and devices of its entries [S-722]', async () => {
    const { showtime, deviceId, booking, read } = await createActions()
    const { seats, fourWheelers, showtimeId, movieId } = showtime
    const { ctx } = context()
    const movie = await ctx.db
      .selectFrom('movies')
      .innerJoin('showtimes', 'movie_id', 'movies.id')
      .innerJoin('screens', 'screens.id', 'layout_id')
      .select(['movies.name', 'starts_at', 'screens.name as screen'])
      .where('movies.id', '=', movieId)
      .executeTakeFirstOrThrow()
    const start = formatDateTime(movie.starts_at, ctx.config.timeZone)

    const { entries, names } = await read(`device=${deviceId}`)

    expect(entries.map(({ action }) => action)).toEqual([
      ...['places.block', 'booking.sell', 'device.pair'],
    ])
    expect(names).toMatchObject({
      [booking._id]: booking.reference,
      [showtimeId]: `${movie.name}, ${movie.screen}, ${start}`,
      [deviceId]: 'Counter 1',
      [String(seats[0])]: 'A1',
      [String(seats[2])]: 'A3',
      [String(fourWheelers[0])]: 'slot F1',
    })
  })

  test('listAudit finds the actions on a booking by its reference [S-722]', async () => {
    const { booking, read } = await createActions()
    const { entries } = await read(`subject=${booking.reference.toLowerCase()}`)
    expect(entries.map(({ subject, action }) => [subject, action])).toEqual([
      [booking._id, 'booking.sell'],
    ])
  })

  test('listAudit lists the actions of one day in the time zone of the cinema [S-722]', async () => {
    const { clock } = context()
    const lastMinute = Date.parse('2030-12-01T23:59:00+05:30')
    await clock.advance(lastMinute - clock.now())
    const before = await createActions()
    await clock.advance(MINUTE)
    const after = await createActions()

    const subjectsOn = async (date: string) => {
      const { entries } = await before.read(`date=${date}`)
      return entries.map(({ subject }) => subject)
    }

    const first = await subjectsOn('2030-12-01')
    expect(first).toContain(before.booking._id)
    expect(first).not.toContain(after.booking._id)
    const second = await subjectsOn('2030-12-02')
    expect(second).toContain(after.booking._id)
    expect(second).not.toContain(before.booking._id)
    expect(await before.read('date=0002-01-01')).toMatchObject({ message: INVALID_DATE })
  })
})
