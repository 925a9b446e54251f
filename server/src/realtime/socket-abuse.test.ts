import { expect, test, vi } from 'vitest'
import { createShowtime } from '#test/support/makers.ts'
import { openRawSocket } from '#test/support/raw-connection.ts'
import type { SocketClient } from '#test/support/socket-client.ts'
import { describeContext } from '#test/support/test-context.ts'
import { openTestServer, setupServerPerTest } from '#test/support/test-server.ts'

describeContext('socket rate limiter', (context) => {
  /** A server whose clock stands still until the test advances it: no further event becomes allowed meanwhile. */
  async function openServerWithClock() {
    let now = 0
    const ctx = { ...context().ctx, monotonicNow: () => now }
    const server = await openTestServer({ ...context(), ctx })
    const advance = (ms: number) => {
      now += ms
    }
    return { server, advance }
  }

  test('the socket rate limiter accepts 30 events of a connection at once and 15 more after a second [S-123]', async () => {
    const { server, advance } = await openServerWithClock()
    const { showtimeId, seats } = await createShowtime(context().ctx)
    const seatId = seats[0] as string
    const asha = await server.connect('asha')
    const flood = async () => {
      const holds = Array.from({ length: 50 }, () => asha.ask('holdSeat', { showtimeId, seatId }))
      return (await Promise.all(holds)).map((ack) => (ack.ok ? 'OK' : ack.code))
    }

    const codes = await flood()
    const secondTab = await server.connect('asha')
    expect(await secondTab.ask('joinShowtime', showtimeId)).toMatchObject({ ok: true })
    advance(1000)
    const laterCodes = await flood()

    expect(codes).toEqual([...Array(30).fill('OK'), ...Array(20).fill('RATE')])
    expect(laterCodes).toEqual([...Array(15).fill('OK'), ...Array(35).fill('RATE')])
    await server.close()
  })

  test('the socket rate limiter limits a client also after it opens a new socket over its connection [S-124]', async () => {
    const { server } = await openServerWithClock()
    const { showtimeId } = await createShowtime(context().ctx)
    const { stream, send, waitForText } = await openRawSocket(server.port)
    const ask = (n: number) => send(`42${n}["joinShowtime","${showtimeId}"]`)
    for (let n = 1; n <= 40; n += 1) ask(n)
    await waitForText(/4340\[/)
    send('41')
    send('40/elsewhere,')
    await waitForText(/44\/elsewhere/)
    send('40')
    await waitForText(/40\{.*40\{/s)

    // A new bucket would accept this event.
    ask(41)

    expect(await waitForText(/4341\[/)).toMatch(/4341\[\{"ok":false,"code":"RATE"/)
    stream.destroy()
    await server.close()
  })

  test.each([
    ['answers to pings', '3'],
    ['events', '42["joinShowtime","unknown"]'],
    ['acknowledgements', '430[]'],
    ['connections to unknown namespaces', '40/elsewhere,'],
  ])(
    'the socket rate limiter closes a connection that sends too many %s [S-159]',
    async (_, packet) => {
      const { server: limited } = await openServerWithClock()
      const logged = vi.spyOn(context().ctx.log, 'info')
      const { send, closed, stream } = await openRawSocket(limited.port)
      for (let n = 0; n < 299; n += 1) send(packet)
      const other = await limited.connect('asha')
      expect(limited.realtime.count()).toBe(2)

      send(packet)
      await closed

      await expect.poll(() => limited.realtime.count()).toBe(1)
      expect(other.isConnected()).toBe(true)
      // Without this limit the connection would be closed too: it answers no ping.
      expect(logged).toHaveBeenCalledWith('connection with too many packets closed')
      logged.mockRestore()
      stream.destroy()
      await limited.close()
    },
  )
})

describeContext('the gateway', (context) => {
  test('limits the whole seat maps that one address receives, however often its sockets join [S-156]', async () => {
    const { showtimeId, seats } = await createShowtime(context().ctx)
    // While the clock stands still, no further map becomes due.
    const ctx = { ...context().ctx, monotonicNow: () => 0 }
    const server = await openTestServer({ ...context(), ctx })
    const sockets = await Promise.all(
      Array.from({ length: 20 }, (_, n) => server.connect(`holder ${n}`)),
    )
    const join = async (socket: SocketClient) => {
      for (let n = 0; n < 20; n += 1) socket.emit('joinShowtime', showtimeId)
      expect(await socket.ask('joinShowtime', showtimeId)).toMatchObject({ ok: true })
    }
    const maps = () => sockets.flatMap((socket) => socket.all('seatsUpdated'))

    await Promise.all(sockets.map(join))
    await expect.poll(() => maps().length).toBe(40)
    await Promise.all(sockets.map((socket) => socket.ask('leaveShowtime', showtimeId)))

    expect(maps()).toHaveLength(40)
    expect(maps().every((push) => push.seats.length === seats.length)).toBe(true)
    await server.close()
  })
})

describeContext(
  'server without rate limits',
  (context) => {
    const server = setupServerPerTest(context)

    test('accepts a flood of events, but refuses the 101st showtime of a socket until it leaves another', async () => {
      const { ctx } = context()
      const asha = await server().connect('asha')
      const ids: string[] = []
      for (let n = 0; n < 101; n += 1) ids.push((await createShowtime(ctx)).showtimeId)
      const last = ids.pop() as string
      const acks = await Promise.all(ids.map((id) => asha.ask('joinShowtime', id)))
      expect(acks.every(({ ok }) => ok)).toBe(true)

      expect(await asha.ask('joinShowtime', last)).toMatchObject({ ok: false, code: 'LIMIT' })
      await asha.ask('leaveShowtime', ids[0] as string)
      expect(await asha.ask('joinShowtime', last)).toMatchObject({ ok: true })
    })

    test('the server disconnects a client that does not read what it is sent [S-125]', async () => {
      const { ctx } = context()
      const logged = vi.spyOn(ctx.log, 'info')
      const { showtimeId } = await createShowtime(ctx)
      const { stream, send } = await openRawSocket(server().port)
      const { count } = server().realtime
      expect(count()).toBe(1)
      stream.pause()
      // The server pushes some 6 kB for each event. Together these pushes exceed the buffers of the operating system.
      for (let n = 0; n < 4000; n += 1) send(`42["joinShowtime","${showtimeId}"]`)

      await expect.poll(count).toBe(0)
      expect(logged).toHaveBeenCalledWith(expect.anything(), 'slow consumer disconnected')
      logged.mockRestore()
      stream.destroy()
    })
  },
  { RATE_LIMITS: 'off' },
)
