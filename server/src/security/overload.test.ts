import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { createShowtime } from '#test/support/makers.ts'
import { describeContext, type TestContext } from '#test/support/test-context.ts'
import { openTestServer } from '#test/support/test-server.ts'
import { LOAD_BOUNDS } from '../limits/load-shedding/load-level.ts'
import { createLoadShedder } from '../limits/load-shedding/load-shedder.ts'

const SLOW_CLIENTS = 500
const READERS = 2500

const ATTACKS = (context: () => TestContext) => {
  test('clients that send slowly do not make the node refuse others [S-1164] [S-1176]', async () => {
    const { ctx } = context()
    const loadShedder = createLoadShedder({ ...ctx, readDelayMs: () => 0 })
    const server = await openTestServer({ ctx: { ...ctx, loadShedder } })
    const head =
      'POST /api/faq/ask HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{'
    const clients = await Promise.all(
      Array.from({ length: SLOW_CLIENTS }, async () => {
        const client = connect(server.port, '127.0.0.1')
        client.on('error', () => undefined)
        await new Promise((resolve) => client.write(head, resolve))
        return client
      }),
    )
    // Answered after the heads of all clients have been read.
    await server.visitor().get('/livez')

    expect(loadShedder.underWay()).toBe(0)
    for (const client of clients) client.destroy()
    await server.close()
  })

  test('readers who overload the node are refused, and its tickets are still shown [S-1175]', {
    tags: ['test-all'],
  }, async () => {
    const { ctx } = context()
    const loadShedder = createLoadShedder({ ...ctx, readDelayMs: () => 0 })
    const gate = Promise.withResolvers<void>()
    const { view } = ctx.showtimes
    const server = await openTestServer({ ctx: { ...ctx, loadShedder } })
    const { client, userId } = await server.member()
    const { showtimeId } = await createShowtime(ctx)
    // The database answers late.
    ctx.showtimes.view = async (id) => {
      await gate.promise
      return view(id)
    }
    const map = `/api/seats/showtime/${showtimeId}`
    const attack = Array.from({ length: LOAD_BOUNDS.looking.underWay }, () =>
      server.visitor().get(map),
    )
    await expect.poll(() => loadShedder.underWay()).toBe(LOAD_BOUNDS.looking.underWay)
    for (let n = 0; n < 2; n += 1) loadShedder.sample()

    const refused = await Promise.all(
      Array.from({ length: READERS - attack.length }, () => server.visitor().get(map)),
    )
    expect(new Set(refused.map(({ statusCode }) => statusCode))).toEqual(new Set([503]))
    expect((await client.get(`/api/bookings/user/${userId}`)).statusCode).toBe(200)
    expect((await client.post('/api/bookings', {})).statusCode).toBe(400)

    gate.resolve()
    const served = await Promise.all(attack)
    expect(new Set(served.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    for (let n = 0; n < 2; n += 1) loadShedder.sample()
    expect((await client.get(map)).statusCode).toBe(200)
    ctx.showtimes.view = view
    await server.close()
  })
}

// One address alone cannot have so many connections.
describeContext('attacks on a node by load', ATTACKS, { SOCKETS_PER_ADDRESS: '2000' })
