import { REV_HEADER } from '@marquee/contract/seats/places-route'
import type { Seat } from '@marquee/contract/seats/seats'
import { expect, test, vi } from 'vitest'
import { type CreatedShowtime, createShowtime } from '#test/support/makers.ts'
import { createNodeContext, describeDatabases } from '#test/support/test-context.ts'
import { setupTestServer } from '#test/support/test-server.ts'
import * as holds from '../holds/holds.service.ts'

const MINUTE = 60_000

describeDatabases('GET /api/seats/showtime/{id}', (context) => {
  const cinema = setupTestServer(context)

  const hold = (show: CreatedShowtime, holder: string, seat: string | undefined) =>
    holds.holdPlaces(context().ctx, { ...show, holder, placeIds: [seat ?? ''] })
  const readSeats = async ({ showtimeId }: CreatedShowtime, client = cinema().visitor()) => {
    const response = await client.get(`/api/seats/showtime/${showtimeId}`)
    const seats = response.json() as Seat[]
    const rev = Number(response.headers.get(REV_HEADER))
    return { rev, held: seats.flatMap(({ _id, status }) => (status === 'AVAILABLE' ? [] : _id)) }
  }
  /** How many statements are executed during `act`. */
  async function countReads(act: () => Promise<unknown>) {
    const reads = vi.spyOn(context().ctx.reader.getExecutor(), 'executeQuery')
    await act()
    const { length } = reads.mock.calls
    reads.mockRestore()
    return length
  }

  test('reads the map once for concurrent and later requests', async () => {
    const show = await createShowtime(context().ctx)
    await readSeats(show)
    await hold(show, 'asha', show.seats[0])
    const alone = await countReads(() => readSeats(show))
    await hold(show, 'ravi', show.seats[1])

    const together = await countReads(async () => {
      await Promise.all(Array.from({ length: 20 }, () => readSeats(show)))
      await readSeats(show)
    })

    expect(together).toBe(alone)
  })

  test('contains every change that was acknowledged before', async () => {
    const show = await createShowtime(context().ctx)
    for (const [n, seat] of show.seats.entries()) {
      const { rev } = await readSeats(show)
      const before = readSeats(show)
      await hold(show, `visitor ${n}`, seat)

      const after = await readSeats(show)

      expect(after).toEqual({ rev: rev + 1, held: show.seats.slice(0, n + 1) })
      await before
    }
  })

  test('shows an expired hold as available before it is deleted', async () => {
    const show = await createShowtime(context().ctx)
    await hold(show, 'asha', show.seats[0])
    expect((await readSeats(show)).held).toEqual([show.seats[0]])

    await context().clock.advance(11 * MINUTE)

    expect((await readSeats(show)).held).toEqual([])
  })

  test('contains a change of another node after the next comparison', async () => {
    const show = await createShowtime(context().ctx)
    await readSeats(show)
    const otherNode = createNodeContext(context().ctx)
    await holds.holdPlaces(otherNode, { ...show, holder: 'asha', placeIds: [show.seats[0] ?? ''] })

    await cinema().realtime.compare()

    expect((await readSeats(show)).held).toEqual([show.seats[0]])
  })

  test.each(['gzip', 'br', 'identity'])(
    'is sent as %s to a client that accepts only that',
    async (encoding) => {
      const show = await createShowtime(context().ctx)

      const { headers, json } = await cinema()
        .visitor()
        .get(`/api/seats/showtime/${show.showtimeId}`, { 'accept-encoding': encoding })

      expect(json()).toHaveLength(show.seats.length)
      expect(headers.get('content-encoding') ?? 'identity').toBe(encoding)
      expect(headers.get('vary')).toBe('accept-encoding')
    },
  )
})
