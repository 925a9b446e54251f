import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFreePort } from '#test/support/server-process.ts'
import { createBrowser, createTestApp } from '#test/support/test-app.ts'
import { describeDatabases, type TestContext } from '#test/support/test-context.ts'
import { connectRedis } from '#test/support/test-redis.ts'
import { createLog } from '../platform/log.ts'
import { createClusterBus } from './cluster-bus.ts'
import { openRedis, type Redis } from './redis.ts'

const SERVER = process.env.TEST_REDIS_URL
const NOTICES = 'there are notices'
const log = createLog('silent')

const aLine = () => connectRedis(String(SERVER))

/** A node, and all it hears. */
function aNode(redis: Redis) {
  const heard: string[] = []
  let wake: () => void = () => undefined
  const note = (word: string) => {
    heard.push(word)
    wake()
  }
  const listeners = { changed: note, noticed: () => note(NOTICES) }
  async function until(word: string) {
    while (!heard.includes(word)) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  return { ...createClusterBus(redis, crypto.randomUUID(), listeners), heard, until }
}

describe.skipIf(!SERVER)('the news between nodes', () => {
  const lines: Redis[] = []
  let here: ReturnType<typeof aNode>
  let there: ReturnType<typeof aNode>
  beforeAll(async () => {
    const [one, other] = [await aLine(), await aLine()]
    lines.push(one, other)
    here = aNode(one)
    there = aNode(other)
    // A node hears from the moment it is subscribed: each knocks until the other has heard.
    const knock = setInterval(() => {
      here.tellChanged('knock')
      there.tellChanged('knock')
    }, 20)
    await Promise.all([here.until('knock'), there.until('knock')])
    clearInterval(knock)
  })
  afterAll(() => {
    here.close()
    there.close()
    for (const line of lines) line.close()
  })
  const withoutKnocks = (heard: string[]) => heard.filter((word) => word !== 'knock')

  test('what one says the other hears, each showtime once, and it does not hear itself', async () => {
    here.tellChanged('a last knock')
    await there.until('a last knock')
    here.tellChanged('a showtime')
    here.tellChanged('a showtime')
    here.tellNoticed()
    await there.until(NOTICES)
    there.tellChanged('an answer')
    await here.until('an answer')

    expect(withoutKnocks(there.heard)).toEqual(['a last knock', 'a showtime', NOTICES])
    // What it said itself travelled before the answer did.
    expect(withoutKnocks(here.heard)).toEqual(['an answer'])
  })

  test('what nobody understands harms nobody', async () => {
    for (const nonsense of ['not a letter', '{"from":7}', 'null']) {
      await lines[0]?.client.publish('marquee:news', nonsense)
    }
    here.tellChanged('after nonsense')

    await there.until('after nonsense')
  })
})

const aDoor = async ({ ctx }: TestContext, redis: Redis) =>
  (await createTestApp(ctx, { redis })).app

const guess = async (world: TestContext, redis: Redis, email: string) => {
  const browser = createBrowser(await aDoor(world, redis))
  return async () =>
    (await browser.post('/api/auth/signin', { email, password: 'one of many' })).statusCode
}

const readiness = async (world: TestContext, redis: Redis) =>
  (await (await aDoor(world, redis)).inject('/readyz')).json() as unknown

describeDatabases('a node among others', (world) => {
  test.skipIf(!SERVER)('ten guesses a minute at one account, at whatever node', async () => {
    const email = `${crypto.randomUUID()}@example.com`
    const lines = [await aLine(), await aLine()] as const
    const here = await guess(world(), lines[0], email)
    const there = await guess(world(), lines[1], email)

    for (let n = 0; n < 5; n++) expect([await here(), await there()]).toEqual([401, 401])

    expect([await here(), await there()]).toEqual([429, 429])
    expect(await readiness(world(), lines[0])).toEqual({ ok: true, redis: 'connected' })
    for (const line of lines) line.close()
  })

  test('without the Redis it was promised it says so, and counts for itself', async () => {
    const redis = await openRedis(`redis://127.0.0.1:${await findFreePort()}`, log)
    const here = await guess(world(), redis, `${crypto.randomUUID()}@example.com`)

    for (let n = 0; n < 10; n++) expect(await here()).toBe(401)

    expect(await here()).toBe(429)
    expect(await readiness(world(), redis)).toEqual({ ok: true, redis: 'away' })
    redis.close()
  })
})
