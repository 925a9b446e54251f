import { expect, test } from 'vitest'
import type { Context } from '#src/context.ts'
import { createShowtime } from '#test/support/makers.ts'
import { describeContext } from '#test/support/test-context.ts'
import { setupServerPerTest } from '#test/support/test-server.ts'
import {
  planOutage,
  putBackInService,
  takeOutOfService,
} from '../bookings/shows/seat-outages.service.ts'

const NEW_SEAT = {
  kind: 'seat',
  label: 'Z1',
  category: 'Standard',
  position: 999,
  access: null,
  x: null,
  retired: 0,
} as const

/** Makes the node read the places of a screen and the state of a showtime again. */
async function changePlaces(
  { db }: Context,
  { showtimeId, screenId }: { showtimeId: string; screenId: string },
) {
  await db
    .updateTable('screens')
    .set(({ eb }) => ({ places_revision: eb('places_revision', '+', 1) }))
    .where('id', '=', screenId)
    .execute()
  await db
    .updateTable('showtimes')
    .set(({ eb }) => ({ rev: eb('rev', '+', 1), version: 'another' }))
    .where('id', '=', showtimeId)
    .execute()
}

describeContext('seats out of service in a room', (context) => {
  const server = setupServerPerTest(context)

  test('viewers are told to fetch the map when the screen has another seat [S-754]', async () => {
    const { ctx } = context()
    const { showtimeId, screenId } = await createShowtime(ctx)
    const ravi = await server().join('ravi', showtimeId)
    await ctx.db
      .insertInto('places')
      .values({ ...NEW_SEAT, id: crypto.randomUUID(), layout_id: screenId })
      .execute()
    await changePlaces(ctx, { showtimeId, screenId })

    await server().realtime.compare()

    const { rev } = await ctx.showtimes.view(showtimeId)
    expect(await ravi.next('mapRevision', ({ seats }) => seats === rev)).toBeTruthy()
    expect(ravi.all('seatsUpdated')).toEqual([])
  })

  test('viewers are told to fetch the map when a seat is drawn elsewhere [S-754]', async () => {
    const { ctx } = context()
    const { showtimeId, screenId, seats } = await createShowtime(ctx)
    const ravi = await server().join('ravi', showtimeId)
    await ctx.db
      .updateTable('places')
      .set({ x: 3 })
      .where('id', '=', seats[0] ?? '')
      .execute()
    await changePlaces(ctx, { showtimeId, screenId })

    await server().realtime.compare()

    const { rev } = await ctx.showtimes.view(showtimeId)
    expect(await ravi.next('mapRevision', ({ seats: pushed }) => pushed === rev)).toBeTruthy()
  })

  test('everyone sees the seat as sold, its holder is told, and all see it free when it is back [S-515]', async () => {
    const { ctx } = context()
    const { showtimeId, screenId, seats } = await createShowtime(ctx)
    const [broken = '', other = ''] = seats
    const asha = await server().join('asha', showtimeId)
    const ravi = await server().join('ravi', showtimeId)
    const sees = (status: string) => (push: { seats: { _id: string; status: string }[] }) =>
      push.seats.some((seat) => seat._id === broken && seat.status === status)
    await asha.ask('holdSeat', { showtimeId, seatId: other })
    await asha.ask('holdSeat', { showtimeId, seatId: broken })
    // The room tells holders what has changed since its last push, so the push of the hold comes first.
    for (const visitor of [asha, ravi]) await visitor.next('seatsUpdated', sees('HELD'))
    const request = { screenId, seatIds: [broken], reason: 'broken hinge', deviceId: 'manager' }
    const { planHash } = await planOutage(ctx, request)

    await takeOutOfService(ctx, { ...request, planHash })

    for (const visitor of [asha, ravi]) await visitor.next('seatsUpdated', sees('SOLD'))
    const lost = await asha.next('holdExpired')
    expect(lost).toEqual({ type: 'seat', itemId: broken, showtimeId, label: 'A1' })
    expect(asha.all('holdExpired')).toHaveLength(1)
    expect(ravi.all('holdExpired')).toEqual([])
    await putBackInService(ctx, request)
    for (const visitor of [asha, ravi]) await visitor.next('seatsUpdated', sees('AVAILABLE'))
    expect(await ravi.ask('holdSeat', { showtimeId, seatId: broken })).toMatchObject({
      ok: true,
    })
  })
})
