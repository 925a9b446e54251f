import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { createTestApp } from '#test/support/test-app.ts'
import { describeContext } from '#test/support/test-context.ts'

describeContext('health endpoints', (context) => {
  test('/readyz commits once for all requests of a second', async () => {
    const { ctx, clock } = context()
    let queries = 0
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        queries += 1
        return result
      },
    }
    const { app } = await createTestApp({ ...ctx, db: ctx.db.withPlugin(counting) })
    const ask = async () => (await app.inject('/readyz')).json()

    const responses = await Promise.all(Array.from({ length: 20 }, ask))
    const once = queries
    expect(responses).toEqual(Array(20).fill({ ok: true }))
    expect(await ask()).toEqual({ ok: true })
    expect(queries).toBe(once)

    await clock.advance(1000)
    expect(await ask()).toEqual({ ok: true })
    expect(queries).toBe(2 * once)
    expect((await app.inject('/livez')).json()).toEqual({ ok: true })
  })

  test('/readyz leaves no rows', async () => {
    const { ctx } = context()
    const { app } = await createTestApp(ctx)

    expect((await app.inject('/readyz')).json()).toEqual({ ok: true })
    expect(await ctx.db.selectFrom('used_nonces').selectAll().execute()).toEqual([])
  })
})
