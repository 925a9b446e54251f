import type { Seat } from '@marquee/contract/seats/seats'
import { expect, test } from 'vitest'
import { createShowtime } from '#test/support/makers.ts'
import { describeContext } from '#test/support/test-context.ts'
import { setupServerPerTest } from '#test/support/test-server.ts'
import { moveShow, planMove } from '../bookings/shows/show-moves.service.ts'
import { applyLayout, planLayout } from '../office/halls/layouts.service.ts'

const HOUR = 3_600_000

describeContext('showMoved', (context) => {
  const server = setupServerPerTest(context)

  test('tells the room and those who were choosing that all holds have ended, without holdExpired, and makes every client fetch the new map [S-470]', async () => {
    const { ctx } = context()
    const { showtimeId, seats } = await createShowtime(ctx)
    const target = await createShowtime(ctx, { startsIn: 60 * HOUR })
    const [seatId = ''] = seats
    const asha = await server().join('asha', showtimeId)
    const ravi = await server().join('ravi', showtimeId)
    await asha.ask('holdSeat', { showtimeId, seatId })
    await ravi.next('seatsUpdated')
    const move = { showtimeId, screenId: target.screenId }
    const { planHash } = await planMove(ctx, move)

    await moveShow(ctx, { ...move, planHash, reason: 'repair', deviceId: 'manager' })

    expect(await asha.next('showMoved')).toEqual({ showtimeId })
    expect(await ravi.next('showMoved')).toEqual({ showtimeId })
    await asha.next('mapRevision', ({ seats: pushed, rev }) => rev > 1 && pushed === rev)
    await ravi.next('mapRevision', ({ seats: pushed, rev }) => rev > 1 && pushed === rev)
    const response = await server().visitor().get(`/api/seats/showtime/${showtimeId}`)
    const map = response.json() as Seat[]
    expect(map.map(({ _id }) => _id)).toEqual(target.seats)
    expect(map.every(({ status }) => status === 'AVAILABLE')).toBe(true)
    expect(asha.all('holdExpired')).toEqual([])
  })
  test('is not sent when the screen gets a new layout: the show in use keeps its places and holds [S-470]', async () => {
    const { ctx } = context()
    const { showtimeId, screenId, seats } = await createShowtime(ctx)
    const [seatId = '', free = ''] = seats
    const asha = await server().join('asha', showtimeId)
    const ravi = await server().join('ravi', showtimeId)
    await asha.ask('holdSeat', { showtimeId, seatId })
    await ravi.next('seatsUpdated')
    const rows = [{ row: 'A', seats: 2, category: 'Standard' }]
    const parking = { twoWheeler: 0, fourWheeler: 0 }
    const { planId } = await planLayout(ctx, { screenId, rows, parking })

    await applyLayout(ctx, { screenId, planId, deviceId: 'manager' })
    await server().realtime.compare()

    expect(await ravi.ask('holdSeat', { showtimeId, seatId: free })).toMatchObject({ ok: true })
    const isFree = (push: { seats: { _id: string }[] }) =>
      push.seats.some(({ _id }) => _id === free)
    for (const visitor of [asha, ravi]) {
      await visitor.next('seatsUpdated', isFree)
      expect(visitor.all('showMoved')).toEqual([])
      expect(visitor.all('holdExpired')).toEqual([])
    }
  })
})
