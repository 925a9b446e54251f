import { EventEmitter, once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createBrowser, createTestApp } from '#test/support/test-app.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { connectRedis, TEST_REDIS_URL } from '#test/support/test-redis.ts'
import type { ContextEvents } from '../context-events.ts'
import { createLog } from '../platform/log.ts'
import { createClusterBus } from './cluster-bus.ts'
import { openRedis, type Redis } from './redis.ts'

/** A node that only has events and a cluster bus. */
async function openBus() {
  const redis = await connectRedis()
  const events = new EventEmitter<ContextEvents>()
  const received: string[] = []
  events.on('remoteClaimsChanged', (showtimeId) => received.push(showtimeId))
  const bus = createClusterBus(redis, events)
  // Redis replies in order: the subscription is active when it replies to the ping.
  await redis.client.ping()
  const close = () => {
    bus.close()
    redis.close()
  }
  const receive = async (showtimeId: string) => {
    while (!received.includes(showtimeId)) await once(events, 'remoteClaimsChanged')
  }
  return { redis, events, received, receive, close }
}

describe.skipIf(!TEST_REDIS_URL)('cluster bus', () => {
  let here: Awaited<ReturnType<typeof openBus>>
  let there: typeof here
  beforeEach(async () => {
    here = await openBus()
    there = await openBus()
  })
  afterEach(() => {
    here.close()
    there.close()
  })

  test('sends a changed showtime to the other nodes once, and not to its own node', async () => {
    here.events.emit('claimsChanged', 'first')
    await there.receive('first')
    here.events.emit('claimsChanged', 'second')
    here.events.emit('claimsChanged', 'second')
    here.events.emit('claimsChanged', 'third')
    await there.receive('third')
    there.events.emit('claimsChanged', 'reply')
    await here.receive('reply')

    expect(there.received).toEqual(['first', 'second', 'third'])
    expect(here.received).toEqual(['reply'])
  })

  test('ignores messages that it cannot parse', async () => {
    for (const message of ['no json', '{"node":7}', 'null']) {
      await here.redis.client.publish('marquee:claims-changed', message)
    }
    here.events.emit('claimsChanged', 'after invalid messages')

    await there.receive('after invalid messages')
  })
})

describeDatabases('node with Redis', (context) => {
  const appOf = async (redis: Redis) => (await createTestApp(context().ctx, { redis })).app

  async function createSignIn(redis: Redis, email: string) {
    const browser = createBrowser(await appOf(redis))
    return async () =>
      (await browser.post('/api/auth/signin', { email, password: 'wrong password' })).statusCode
  }
  const readiness = async (redis: Redis) => (await (await appOf(redis)).inject('/readyz')).json()

  test.skipIf(!TEST_REDIS_URL)('counts sign-ins of one account over all nodes', async () => {
    const email = `${crypto.randomUUID()}@example.com`
    const connections = [await connectRedis(), await connectRedis()] as const
    const signInHere = await createSignIn(connections[0], email)
    const signInThere = await createSignIn(connections[1], email)

    for (let n = 0; n < 5; n++)
      expect([await signInHere(), await signInThere()]).toEqual([401, 401])

    expect([await signInHere(), await signInThere()]).toEqual([429, 429])
    expect(await readiness(connections[0])).toEqual({ ok: true, redis: 'connected' })
    for (const redis of connections) redis.close()
  })

  test('counts by itself while Redis is disconnected, and reports it', async () => {
    // Nothing listens on port 1.
    const redis = await openRedis('redis://127.0.0.1:1', createLog('silent'))
    const signIn = await createSignIn(redis, `${crypto.randomUUID()}@example.com`)

    for (let n = 0; n < 10; n++) expect(await signIn()).toBe(401)

    expect(await signIn()).toBe(429)
    expect(await readiness(redis)).toMatchObject({ ok: true, redis: expect.any(String) })
    redis.close()
  })
})
