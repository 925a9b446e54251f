import { expect, test } from 'vitest'
import { createShowtime } from '#test/support/makers.ts'
import { describeContext, type TestContext } from '#test/support/test-context.ts'
import { openTestServer } from '#test/support/test-server.ts'
import { LOAD_BOUNDS, type Priority } from '../limits/load-shedding/load-level.ts'
import { createLoadShedder } from '../limits/load-shedding/load-shedder.ts'

const BUSY = {
  code: 'UNAVAILABLE',
  message: 'We are busy right now. Please try again in a moment.',
}

/** A server whose event loop is as late as the test says. */
async function openLoadedServer({ ctx }: TestContext) {
  let delayMs = 0
  const loadShedder = createLoadShedder({ ...ctx, readDelayMs: () => delayMs })
  const server = await openTestServer({ ctx: { ...ctx, loadShedder } })
  return {
    ...server,
    loadShedder,
    /** Makes the node so slow that this priority is refused, with those before it. Null: not slow. */
    slowDown(priority: Priority | null) {
      delayMs = priority ? LOAD_BOUNDS[priority].delayMs : 0
      for (let n = 0; n < 2; n += 1) loadShedder.sample()
    },
  }
}

describeContext('a node that is overloaded', (context) => {
  test('refuses calls by priority and with Retry-After, and serves health checks always [S-1160] [S-1162]', async () => {
    const server = await openLoadedServer(context())
    const { showtimeId } = await createShowtime(context().ctx)
    const { client, userId } = await server.member()
    const statuses = async () => {
      const responses = await Promise.all([
        client.get('/api/movies'),
        client.get(`/api/showtimes/${showtimeId}`),
        client.post('/api/bookings', {}),
        client.get(`/api/bookings/user/${userId}`),
        client.get('/livez'),
        client.get('/readyz'),
      ])
      return responses.map(({ statusCode }) => statusCode)
    }

    expect(await statuses()).toEqual([200, 200, 400, 200, 200, 200])
    server.slowDown('looking')
    expect(await statuses()).toEqual([503, 200, 400, 200, 200, 200])
    server.slowDown('choosing')
    expect(await statuses()).toEqual([503, 503, 400, 200, 200, 200])
    server.slowDown('paying')
    expect(await statuses()).toEqual([503, 503, 503, 200, 200, 200])
    const [look, choose, pay] = await Promise.all([
      client.get('/api/movies'),
      client.get(`/api/showtimes/${showtimeId}`),
      client.post('/api/bookings', {}),
    ])
    const seconds = [look, choose, pay].map(({ headers }) => headers.get('retry-after'))
    expect(seconds).toEqual(['10', '5', '3'])
    expect(look.json()).toMatchObject(BUSY)
    expect(look.headers.get('cache-control')).toBe('no-store')
    server.slowDown('tickets')
    expect(await statuses()).toEqual([503, 503, 503, 503, 200, 200])
    await server.close()
  })

  test('refuses joins and holds with UNAVAILABLE, and accepts releases [S-1163]', async () => {
    const server = await openLoadedServer(context())
    const { showtimeId, seats } = await createShowtime(context().ctx)
    const [seatId = '', other = ''] = seats
    const socket = await server.join('ann', showtimeId)
    expect(await socket.ask('holdSeat', { showtimeId, seatId })).toMatchObject({ ok: true })

    server.slowDown('choosing')

    expect(await socket.ask('joinShowtime', showtimeId)).toEqual({ ok: false, ...BUSY })
    expect(await socket.ask('holdSeat', { showtimeId, seatId: other })).toMatchObject(BUSY)
    expect(await socket.ask('extendHold', { showtimeId })).toMatchObject({ ok: true })
    expect(await socket.ask('releaseSeat', { showtimeId, seatId })).toMatchObject({ ok: true })
    await server.close()
  })

  test('answers a page with a text that loads it again by itself [S-1162]', async () => {
    const server = await openLoadedServer(context())
    server.slowDown('looking')

    const page = await server.visitor().get('/movies/amaran')

    expect(page.statusCode).toBe(503)
    expect(page.headers.get('retry-after')).toBe('10')
    const [, seconds] = /http-equiv="refresh" content="(\d+)"/.exec(page.text) ?? []
    expect(Number(seconds)).toBeGreaterThanOrEqual(10)
    expect(Number(seconds)).toBeLessThanOrEqual(20)
    expect((await server.visitor().get('/profile')).statusCode).toBe(200)
    await server.close()
  })

  test('serves everything again, one priority after another [S-1161]', async () => {
    const server = await openLoadedServer(context())
    server.slowDown('choosing')
    const levels = [1, 2, 3, 4].map(() => {
      server.slowDown(null)
      return server.loadShedder.level()
    })

    expect(levels).toEqual([1, 0, 0, 0])
    expect((await server.visitor().get('/api/movies')).statusCode).toBe(200)
    await server.close()
  })

  test('counts requests and events from their last byte to their answer [S-1164]', async () => {
    const server = await openLoadedServer(context())
    const { showtimeId } = await createShowtime(context().ctx)
    const counts: number[] = []
    const { read } = context().ctx.showtimes
    context().ctx.showtimes.read = (id) => {
      counts.push(server.loadShedder.underWay())
      return read(id)
    }

    const socket = await server.join('ann', showtimeId)
    await socket.ask('leaveShowtime', showtimeId)
    await server.visitor().get('/api/movies')
    for (const path of ['/api/unknown', '/about', '/nowhere', '/favicon.svg'])
      await server.visitor().get(path)
    await server.visitor().post('/api/faq/ask', { userQuestion: 1 })
    context().ctx.showtimes.read = read

    expect(counts).toContain(1)
    expect(server.loadShedder.underWay()).toBe(0)
    await server.close()
  })
})

describeContext(
  'a node with RATE_LIMITS=off',
  (context) => {
    test('refuses no calls', async () => {
      const server = await openLoadedServer(context())
      server.slowDown('tickets')

      expect((await server.visitor().get('/api/movies')).statusCode).toBe(200)
      await server.close()
    })
  },
  { RATE_LIMITS: 'off' },
)
