import { expect, test } from 'vitest'
import { createTestApp } from '#test/support/test-app.ts'
import { describeContext } from '#test/support/test-context.ts'
import { getHealth } from '../office/settings/health.service.ts'
import { watchUntrustedProxies } from './untrusted-proxy.ts'

test.each([
  [0, true],
  [[], true],
  [1, false],
  [['10.0.0.0/8'], false],
])(
  'watchUntrustedProxies with trusted proxies %j finds a peer that sends X-Forwarded-For: %s, and logs it once [S-751]',
  (trustedProxies, isFound) => {
    const logged: string[] = []
    const log = { warn: (message: string) => logged.push(message) } as never
    const watch = watchUntrustedProxies({ trustedProxies }, log)

    watch.check({ headers: {} })
    expect(watch.isFound()).toBe(false)
    for (let n = 0; n < 2; n += 1) watch.check({ headers: { 'x-forwarded-for': '198.51.100.1' } })

    expect(watch.isFound()).toBe(isFound)
    expect(logged).toHaveLength(isFound ? 1 : 0)
  },
)

describeContext('the health of a node', (context) => {
  test('tells of a proxy that is not trusted [S-751]', async () => {
    const { ctx } = context()
    const { app } = await createTestApp(ctx)
    const findDatabaseProblem = async () => null
    expect(await getHealth(ctx, findDatabaseProblem)).toMatchObject({ hasUntrustedProxy: false })

    await app.inject({ url: '/livez', headers: { 'x-forwarded-for': '198.51.100.1' } })

    expect(await getHealth(ctx, findDatabaseProblem)).toMatchObject({ hasUntrustedProxy: true })
  })
})
