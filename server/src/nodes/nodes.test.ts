import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBrowser, anApp } from '#test/browsers.ts'
import { aPort } from '#test/server-process.ts'
import { describeWorld, type World } from '#test/world.ts'
import { createLog } from '../log.ts'
import { openNews } from './news.ts'
import { openRedis, type Redis } from './redis.ts'

const SERVER = process.env.TEST_REDIS_URL
const log = createLog('silent')

/** A node’s line to Redis, ready to be used. */
async function aLine() {
  const redis = openRedis(String(SERVER), log)
  if (!redis.isReady) await new Promise((resolve) => redis.once('ready', resolve))
  return redis
}

/** A node that only listens, and how to wait for what it hears. */
function aNode(redis: Redis) {
  const heard: unknown[] = []
  let wake: () => void = () => undefined
  const note = (one: unknown) => {
    heard.push(one)
    wake()
  }
  const news = openNews(redis, log, {
    publish: (showtimeId) => note(showtimeId),
    tellExpired: (holder, push) => note({ holder, push }),
  })
  async function until(count: number) {
    while (heard.length < count) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    return heard
  }
  return { news, heard, until }
}

describe.skipIf(!SERVER)('the news between nodes', () => {
  const lines: Redis[] = []
  const nodes: ReturnType<typeof aNode>[] = []
  beforeAll(async () => {
    lines.push(await aLine(), await aLine())
    nodes.push(...lines.map(aNode))
    // A node hears from the moment its line is open: each is told until it answers.
    const [one, other] = pair()
    const knock = setInterval(() => {
      one.news.publish('knock')
      other.news.publish('knock')
    }, 20)
    await Promise.all([one.until(1), other.until(1)])
    clearInterval(knock)
  })
  afterAll(() => {
    for (const { news } of nodes) news.close()
    for (const line of lines) line.destroy()
  })
  const pair = () => nodes as [ReturnType<typeof aNode>, ReturnType<typeof aNode>]
  const withoutKnocks = (heard: unknown[]) => heard.filter((one) => one !== 'knock')

  async function heardAfter(say: () => void, word: string) {
    const [, other] = pair()
    say()
    while (!other.heard.includes(word)) await other.until(other.heard.length + 1)
    return withoutKnocks(other.heard)
  }

  test('what one says the other hears, each showtime once, and it does not hear itself', async () => {
    const [one] = pair()
    const push = { type: 'seat' as const, itemId: 'a seat', showtimeId: 'a showtime' }

    const heard = await heardAfter(() => {
      one.news.publish('a showtime')
      one.news.publish('a showtime')
      one.news.tellExpired('a holder', push)
      one.news.publish('the last')
    }, 'the last')
    await pair()[1].until(withoutKnocks(heard).length)

    expect(withoutKnocks(pair()[1].heard)).toEqual([
      'a showtime',
      'the last',
      { holder: 'a holder', push },
    ])
    expect(withoutKnocks(one.heard)).toEqual([])
  })

  test('what nobody understands harms nobody', async () => {
    const [one] = pair()
    for (const nonsense of ['not a letter', '{"from":7}', 'null']) {
      await lines[0]?.publish('marquee:news', nonsense)
    }

    expect(await heardAfter(() => one.news.publish('after nonsense'), 'after nonsense')).toContain(
      'after nonsense',
    )
  })
})

const guess = async ({ ctx }: World, redis: Redis, email: string) => {
  const { app } = await anApp({ ...ctx, redis })
  const browser = aBrowser(app)
  return async () =>
    (await browser.post('/api/auth/signin', { email, password: 'one of many' })).statusCode
}

const readiness = async ({ ctx }: World, redis: Redis) => {
  const { app } = await anApp({ ...ctx, redis })
  return (await app.inject('/readyz')).json() as unknown
}

describeWorld('a node among others', (world) => {
  test.skipIf(!SERVER)('ten guesses a minute at one account, at whatever node', async () => {
    const email = `${crypto.randomUUID()}@example.com`
    const lines = [await aLine(), await aLine()] as const
    const here = await guess(world(), lines[0], email)
    const there = await guess(world(), lines[1], email)

    for (let n = 0; n < 5; n++) expect([await here(), await there()]).toEqual([401, 401])

    expect([await here(), await there()]).toEqual([429, 429])
    expect(await readiness(world(), lines[0])).toEqual({ ok: true, redis: 'here' })
    for (const line of lines) line.destroy()
  })

  test('without the Redis it was promised it says so, and counts for itself', async () => {
    const redis = openRedis(`redis://127.0.0.1:${await aPort()}`, log)
    const here = await guess(world(), redis, `${crypto.randomUUID()}@example.com`)

    for (let n = 0; n < 10; n++) expect(await here()).toBe(401)

    expect(await here()).toBe(429)
    expect(await readiness(world(), redis)).toEqual({ ok: true, redis: 'away' })
    redis.destroy()
  })
})
