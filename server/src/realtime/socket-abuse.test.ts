import type { Ack } from '@marquee/contract/socket'
import type { KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createShowtime } from '#test/support/makers.ts'
import { openRawSocket } from '#test/support/raw-connection.ts'
import { describeDatabases, type TestContext } from '#test/support/test-context.ts'
import { openTestRealtime, type TestRealtime } from '#test/support/test-realtime.ts'
import { readSeatMap } from '../inventory/seat-map.ts'

describeDatabases('a window that does too much', (world) => {
  const { sockets, count } = opened(world)
  const codeOf = (ack: Ack) => (ack.ok ? 'OK' : ack.code)

  test('is slowed down, and served again after a moment [S-123]', async () => {
    const { showtimeId, seats } = await createShowtime(world().ctx)
    const seatId = seats[0] as string
    const asha = await sockets().visitor('asha')
    const flood = () =>
      Promise.all(Array.from({ length: 50 }, () => asha.ask('holdSeat', { showtimeId, seatId })))

    const answers = (await flood()).map(codeOf)
    expect(answers.slice(0, 30)).toEqual(Array(30).fill('OK'))
    expect(answers.slice(-10)).toEqual(Array(10).fill('RATE'))

    await world().clock.advance(1000)
    const later = (await flood()).map(codeOf)
    expect(later.slice(0, 15)).toEqual(Array(15).fill('OK'))
    expect(later.slice(-10)).toEqual(Array(10).fill('RATE'))
  })

  test('does not slow another one of the same visitor', async () => {
    const { showtimeId } = await createShowtime(world().ctx)
    const [one, other] = [await sockets().visitor('asha'), await sockets().visitor('asha')]
    await Promise.all(Array.from({ length: 40 }, () => one.ask('joinShowtime', showtimeId)))

    expect(await other.ask('joinShowtime', showtimeId)).toMatchObject({ ok: true })
  })

  test('cannot begin anew over the same connection [S-124]', async () => {
    const { showtimeId } = await createShowtime(world().ctx)
    const { line, send, heard } = await openRawSocket(sockets().port)
    const ask = (n: number) => send(`42${n}["joinShowtime","${showtimeId}"]`)
    for (let n = 1; n <= 40; n += 1) ask(n)
    await heard(/4340\[/)
    send('41')
    send('40/elsewhere,')
    await heard(/44\/elsewhere/)
    send('40')
    await heard(/40\{.*40\{/s)
    ask(41)

    expect(await heard(/4341\[/)).toMatch(/4341\[\{"ok":false,"code":"RATE"/)
    line.destroy()
  })

  test('is gone with all it left in a room, even if it closed while it was joining', async () => {
    const { showtimeId, seats } = await createShowtime(world().ctx)
    const asha = await sockets().visitor('asha')
    await asha.ask('holdSeat', { showtimeId, seatId: seats[0] as string })
    const { ctx } = world()
    const { reader } = ctx
    const gate = aGate()
    ctx.reader = reader.withPlugin(gate.plugin)
    asha.emit('joinShowtime', showtimeId)
    await gate.reached
    asha.close()
    await expect.poll(count).toBe(0)
    gate.open()
    ctx.reader = reader
    const ravi = await sockets().visitor('ravi')
    await ravi.ask('joinShowtime', showtimeId)

    const { takeAttendance } = sockets().realtime
    for (let seconds = 0; seconds <= 120; seconds += 20) {
      await takeAttendance()
      await world().clock.advance(20_000)
    }
    expect((await readSeatMap(ctx, showtimeId)).claims.size).toBe(0)
  })
})

describeDatabases(
  'without limits, for whoever measures',
  (world) => {
    const { sockets, count } = opened(world)

    test('a flood is served', async () => {
      const { showtimeId } = await createShowtime(world().ctx)
      const asha = await sockets().visitor('asha')
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => asha.ask('joinShowtime', showtimeId)),
      )
      expect(answers.every(({ ok }) => ok)).toBe(true)
    })

    test('a window watches many showtimes, not all there may be', async () => {
      const asha = await sockets().visitor('asha')
      const shows = []
      for (let n = 0; n < 101; n += 1) shows.push(await createShowtime(world().ctx))
      const ids = shows.map(({ showtimeId }) => showtimeId) as [string, ...string[]]
      for (const id of ids.slice(0, 100)) {
        expect(await asha.ask('joinShowtime', id)).toMatchObject({ ok: true })
      }
      const last = ids.at(-1) as string

      expect(await asha.ask('joinShowtime', last)).toMatchObject({ ok: false, code: 'LIMIT' })
      await asha.ask('leaveShowtime', ids[0])
      expect(await asha.ask('joinShowtime', last)).toMatchObject({ ok: true })
    })

    test('a window that takes nothing of what it is sent is cut off [S-125]', {
      timeout: 30_000,
    }, async () => {
      const { showtimeId } = await createShowtime(world().ctx)
      const { line, send } = await openRawSocket(sockets().port)
      expect(count()).toBe(1)
      line.pause()
      // Some 6 kB come back for each: together more than the systems on the way keep for anybody.
      for (let n = 0; n < 4000; n += 1) send(`42["joinShowtime","${showtimeId}"]`)

      await expect.poll(count, { timeout: 25_000 }).toBe(0)
      line.destroy()
    })
  },
  { RATE_LIMITS: 'off' },
)

function opened(world: () => TestContext) {
  let sockets: TestRealtime
  beforeEach(async () => {
    sockets = await openTestRealtime(world().ctx)
  })
  afterEach(() => sockets.close())
  return { sockets: () => sockets, count: () => sockets.realtime.count() }
}

/** Keeps answers of the database back until it is opened. */
function aGate() {
  const reached = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<void>()
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      reached.resolve()
      await opened.promise
      return result
    },
  }
  return { plugin, reached: reached.promise, open: opened.resolve }
}
