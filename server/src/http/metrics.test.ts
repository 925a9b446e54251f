import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createTestApp } from '#test/support/test-app.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { createLog } from '../platform/log.ts'

describeDatabases('an answer', (world) => {
  const listen = (level: string) => {
    const lines: Record<string, unknown>[] = []
    const to = new Writable({
      write: (line, _, done) => {
        lines.push(JSON.parse(String(line)))
        done()
      },
    })
    return { ctx: { ...world().ctx, log: createLog(level, to) }, lines }
  }

  test('that failed has one id in its head, its body and the log', async () => {
    const { ctx, lines } = listen('info')
    const { app } = await createTestApp(ctx)
    app.get('/broken', async () => {
      throw new Error('broken')
    })

    const answer = await app.inject('/broken')

    const id = answer.headers['x-request-id']
    expect(answer.json()).toMatchObject({ statusCode: 500, requestId: id })
    const about = lines.filter(({ reqId }) => reqId !== undefined)
    expect(about).toMatchObject([{ reqId: id, msg: 'request failed' }])
  })

  test('has an id of ours, whatever id it was asked under', async () => {
    const { app } = await createTestApp(world().ctx)

    const ask = () => app.inject({ url: '/livez', headers: { 'x-request-id': 'mine' } })
    const ids = [await ask(), await ask()].map(({ headers }) => headers['x-request-id'])

    expect(new Set(ids).size).toBe(2)
    expect(ids).not.toContain('mine')
  })

  test('is told to a talkative log by what it was and how it went, not by who asked for what', async () => {
    const { ctx, lines } = listen('debug')
    const { app } = await createTestApp(ctx)

    const answer = await app.inject('/api/movies/canary')

    const reqId = answer.headers['x-request-id']
    const told = lines.find(({ msg }) => msg === 'answered')
    const route = 'GET /api/movies/:movieId'
    expect(told).toMatchObject({ reqId, route, status: 404, refusal: 'NOT_FOUND' })
    expect(JSON.stringify(lines)).not.toContain('canary')
  })
})
