import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { unavailable } from '#src/errors.ts'
import { createLog } from '#src/platform/log.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { describeContext } from '#test/support/test-context.ts'

describeContext('response', (context) => {
  const listen = (level: string) => {
    const lines: Record<string, unknown>[] = []
    const to = new Writable({
      write: (line, _, done) => {
        lines.push(JSON.parse(String(line)))
        done()
      },
    })
    return { ctx: { ...context().ctx, log: createLog(level, to) }, lines }
  }

  test('with status 500 has the same id in its header, body and log line', async () => {
    const { ctx, lines } = listen('info')
    const { app } = await createTestApp(ctx)
    app.get('/broken', async () => {
      throw new Error('broken')
    })

    const response = await app.inject('/broken')

    const id = response.headers['x-request-id']
    expect(response.json()).toMatchObject({ statusCode: 500, requestId: id })
    const own = lines.filter(({ reqId }) => reqId !== undefined)
    expect(own).toMatchObject([{ reqId: id, route: 'GET /broken', msg: 'request failed' }])
  })

  test('with status 503 logs one warning without a stack', async () => {
    const { ctx, lines } = listen('info')
    const { app } = await createTestApp(ctx)
    app.get('/busy', async () => {
      throw unavailable()
    })

    expect((await app.inject('/busy')).statusCode).toBe(503)

    const own = lines.filter(({ reqId }) => reqId !== undefined)
    const reason = 'We are busy right now. Please try again in a moment.'
    expect(own).toEqual([expect.objectContaining({ level: 40, msg: 'request refused', reason })])
    expect(JSON.stringify(own)).not.toContain('at ')
  })

  test('has a new id even if the request brings one', async () => {
    const { app } = await createTestApp(context().ctx)

    const ask = () => app.inject({ url: '/livez', headers: { 'x-request-id': 'mine' } })
    const ids = [await ask(), await ask()].map(({ headers }) => headers['x-request-id'])

    expect(new Set(ids).size).toBe(2)
    expect(ids).not.toContain('mine')
  })

  test('is logged at level debug by route and status, without its parameters', async () => {
    const { ctx, lines } = listen('debug')
    const { app } = await createTestApp(ctx)

    const response = await app.inject('/api/movies/canary')

    const reqId = response.headers['x-request-id']
    const line = lines.find(({ msg }) => msg === 'request completed')
    const route = 'GET /api/movies/:movieId'
    expect(line).toMatchObject({ reqId, route, status: 404, errorCode: 'NOT_FOUND' })
    expect(JSON.stringify(lines)).not.toContain('canary')
  })
})
