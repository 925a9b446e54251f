import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { createTestApp } from '#test/support/test-app.ts'
import { describeDatabases } from '#test/support/test-context.ts'

describeDatabases('health endpoints', (world) => {
  test('/readyz checks the database once for all concurrent requests', async () => {
    const { ctx } = world()
    const { db } = ctx
    let queries = 0
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        queries += 1
        return result
      },
    }
    ctx.db = db.withPlugin(counting)
    const { app } = await createTestApp(ctx)

    const ask = async () => (await app.inject('/readyz')).json()
    expect(await ask()).toEqual({ ok: true })
    const alone = queries
    const answers = await Promise.all(Array.from({ length: 20 }, ask))

    expect(answers).toEqual(Array(20).fill({ ok: true }))
    expect(queries).toBe(2 * alone)
    expect((await app.inject('/livez')).json()).toEqual({ ok: true })
    ctx.db = db
  })
})
