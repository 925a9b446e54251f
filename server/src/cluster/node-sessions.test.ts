import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttpClient, type HttpClient } from '#test/support/http-client.ts'
import { createNodeContext, describePostgres } from '#test/support/test-context.ts'
import { connectRedis, TEST_REDIS_URL } from '#test/support/test-redis.ts'
import { openTestServer, PASSWORD } from '#test/support/test-server.ts'
import type { Context } from '../context.ts'

const RENEWALS = 5
const TABS = 8

/** A node that counts rate limits in Redis, without interval jobs. */
async function openNode(shared: Context) {
  const redis = await connectRedis()
  const server = await openTestServer({ ctx: createNodeContext(shared) }, { redis })
  const close = async () => {
    await server.close()
    redis.close()
  }
  return { ...server, close }
}

type Node = Awaited<ReturnType<typeof openNode>>

describePostgres(
  'two nodes',
  (context) => {
    describe.skipIf(!TEST_REDIS_URL)('with Redis', () => {
      let nodes: [Node, Node]
      beforeAll(async () => {
        const { ctx } = context()
        nodes = [await openNode(ctx), await openNode(ctx)]
      })
      afterAll(() => Promise.all(nodes.map((node) => node.close())))

      // Limits per address count in a Redis server that other tests use too.
      const newAddress = () =>
        `2001:db8:${crypto.randomUUID().slice(0, 4)}:${crypto.randomUUID().slice(0, 4)}::1`
      /** A browser at another node, with the same cookies. */
      const copyAt = (node: number, { jar }: HttpClient) => {
        const copy = createHttpClient(nodes[node % 2 ? 1 : 0].url)
        for (const [name, value] of jar) copy.jar.set(name, value)
        return copy
      }
      const signInAt = (client: HttpClient, account: object, address: string) =>
        client.post('/api/auth/signin', account, { 'x-forwarded-for': address })

      /** An account that is signed in at the first node. */
      async function signIn() {
        const client = createHttpClient(nodes[0].url)
        const account = { email: `${crypto.randomUUID()}@example.com`, password: PASSWORD }
        const address = newAddress()
        const from = { 'x-forwarded-for': address }
        await client.post('/api/auth/signup', { ...account, username: 'Asha' }, from)
        const { user } = (await signInAt(client, account, address)).json() as {
          user: { _id: string }
        }
        return { client, account, userId: user._id }
      }

      test('refreshes of one session at both at once lead to the same successor and one living chain', async () => {
        const { client, userId } = await signIn()
        const from = { 'x-forwarded-for': newAddress() }
        let current = client
        for (let round = 0; round < RENEWALS; round += 1) {
          const tabs = Array.from({ length: TABS }, (_, n) => copyAt(n, current))

          const responses = await Promise.all(
            tabs.map((tab) => tab.post('/api/auth/refresh-token', { userId }, from)),
          )

          expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(TABS).fill(200))
          const successors = tabs.map((tab) => tab.cookies())
          expect(new Set(successors).size).toBe(1)
          expect(successors).not.toContain(current.cookies())
          current = tabs[round % TABS] as HttpClient
        }

        const chain = await context()
          .ctx.db.selectFrom('refresh_tokens')
          .innerJoin('sessions', 'sessions.id', 'session_id')
          .where('user_id', '=', userId)
          .select(['session_id', 'used_at'])
          .execute()
        expect(chain).toHaveLength(RENEWALS + 1)
        expect(new Set(chain.map(({ session_id }) => session_id)).size).toBe(1)
        expect(chain.filter(({ used_at }) => used_at === null)).toHaveLength(1)
      })

      test('a browser that has signed in at one has its own limit of wrong passwords, counted over both', async () => {
        const { client: owner, account } = await signIn()
        const address = newAddress()
        /** Sends wrong passwords to both nodes in turn until one is refused, and returns their number. */
        const guessUntilRefused = async (browser: HttpClient) => {
          for (let n = 0; ; n += 1) {
            const wrong = { ...account, password: 'one of many' }
            const { statusCode } = await signInAt(copyAt(n, browser), wrong, address)
            if (statusCode === 429) return n
          }
        }

        expect(await guessUntilRefused(createHttpClient(nodes[0].url))).toBe(10)
        for (const node of [0, 1]) {
          expect((await signInAt(copyAt(node, owner), account, address)).statusCode).toBe(200)
        }

        expect(await guessUntilRefused(owner)).toBe(10)
        for (const node of [0, 1]) {
          expect((await signInAt(copyAt(node, owner), account, address)).statusCode).toBe(429)
        }
      })

      test('a device that is signed out at one is refused and disconnected at the other', async () => {
        const { client, account, userId } = await signIn()
        const device = createHttpClient(nodes[1].url)
        await signInAt(device, account, newAddress())
        const socket = await nodes[1].openSocket(device)
        const devices = (await client.get('/api/auth/sessions')).json() as { _id: string }[]

        await client.delete(`/api/auth/sessions/${devices[1]?._id}`)

        expect((await device.get('/api/auth/sessions')).statusCode).toBe(401)
        expect((await device.post('/api/auth/refresh-token', { userId })).statusCode).toBe(401)
        await nodes[1].realtime.closeEndedSessions()
        expect(await socket.disconnected).toBe('transport close')
        expect((await client.get('/api/auth/sessions')).statusCode).toBe(200)
      })
    })
  },
  { TRUST_PROXY: '1' },
)
