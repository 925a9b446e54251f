import { REV_HEADER, type Seat } from '@marquee/contract/seats'
import { expect, test, vi } from 'vitest'
import { type CreatedShowtime, createShowtime } from '#test/support/makers.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { setupTestServer } from '#test/support/test-server.ts'
import * as claims from './holds.service.ts'

const MINUTE = 60_000

describeDatabases('a map that many look at', (world) => {
  const server = setupTestServer(world)

  const hold = (show: CreatedShowtime, holder: string, seat: string | undefined) =>
    claims.holdPlaces(world().ctx, { ...show, holder, placeIds: [seat ?? ''] })
  const look = async ({ showtimeId }: CreatedShowtime, client = server().visitor()) => {
    const answer = await client.get(`/api/seats/showtime/${showtimeId}`)
    const seats = answer.json() as Seat[]
    const rev = Number(answer.headers.get(REV_HEADER))
    return { rev, held: seats.flatMap(({ _id, status }) => (status === 'AVAILABLE' ? [] : _id)) }
  }
  /** How often the database is asked while `act` goes on. */
  async function readsOf(act: () => Promise<unknown>) {
    const reads = vi.spyOn(world().ctx.reader.getExecutor(), 'executeQuery')
    await act()
    const { length } = reads.mock.calls
    reads.mockRestore()
    return length
  }

  test('is read once for all of them', async () => {
    const show = await createShowtime(world().ctx)
    await look(show)
    await hold(show, 'asha', show.seats[0])
    const alone = await readsOf(() => look(show))
    await hold(show, 'ravi', show.seats[1])

    const together = await readsOf(async () => {
      await Promise.all(Array.from({ length: 20 }, () => look(show)))
      await look(show)
    })

    expect(together).toBe(alone)
  })

  test('never says what was so before a change that has been answered', async () => {
    const show = await createShowtime(world().ctx)
    for (const [n, seat] of show.seats.entries()) {
      const { rev } = await look(show)
      const before = look(show)
      await hold(show, `visitor ${n}`, seat)

      const after = await look(show)

      expect(after).toEqual({ rev: rev + 1, held: show.seats.slice(0, n + 1) })
      await before
    }
  })

  test('nor that something is held whose time is over, swept or not', async () => {
    const show = await createShowtime(world().ctx)
    await hold(show, 'asha', show.seats[0])
    expect((await look(show)).held).toEqual([show.seats[0]])

    await world().clock.advance(11 * MINUTE)

    expect((await look(show)).held).toEqual([])
  })

  test('hears of what another process has changed with the next comparison', async () => {
    const show = await createShowtime(world().ctx)
    await look(show)
    const elsewhere = { ...world().ctx, publish: () => undefined }
    await claims.holdPlaces(elsewhere, { ...show, holder: 'asha', placeIds: [show.seats[0] ?? ''] })

    await server().realtime.compare()

    expect((await look(show)).held).toEqual([show.seats[0]])
  })

  test('tells whoever holds something there, and nobody else, that it is theirs', async () => {
    const show = await createShowtime(world().ctx)
    const { client } = await server().member()
    const window = await server().openSocket(client)
    const [seatId = ''] = show.seats
    await window.ask('holdSeat', { showtimeId: show.showtimeId, seatId })
    const path = `/api/seats/showtime/${show.showtimeId}`

    const own = await client.get(path)
    const others = await server().visitor().get(path)

    expect((own.json() as Seat[]).filter(({ heldByMe }) => heldByMe)).toHaveLength(1)
    expect(others.text).not.toContain('heldByMe')
  })

  test.each(['gzip', 'br', 'identity'])(
    'is sent as %s to whoever takes no other',
    async (encoding) => {
      const show = await createShowtime(world().ctx)

      const { headers, json } = await server()
        .visitor()
        .get(`/api/seats/showtime/${show.showtimeId}`, { 'accept-encoding': encoding })

      expect(json()).toHaveLength(show.seats.length)
      expect(headers.get('content-encoding') ?? 'identity').toBe(encoding)
      expect(headers.get('vary')).toBe('accept-encoding')
    },
  )
})
