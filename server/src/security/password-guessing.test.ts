import { beforeEach, expect, test } from 'vitest'
import type { HttpClient } from '#test/support/http-client.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { describeContext } from '#test/support/test-context.ts'
import { type Member, setupTestServer } from '#test/support/test-server.ts'

const WRONG = 'one of many'

describeContext(
  'password guessing',
  (context) => {
    const server = setupTestServer(context)
    let owner: Member
    let addresses = 0
    beforeEach(async () => {
      owner = await server().member()
    })

    const newAddress = () => {
      addresses += 1
      return `198.51.${addresses >> 8}.${addresses & 255}`
    }
    const signIn = async (client: HttpClient, address: string, password?: string) => {
      const credentials = { ...owner.account, ...(password && { password }) }
      const from = { 'x-forwarded-for': address }
      return (await client.post('/api/auth/signin', credentials, from)).statusCode
    }
    const guess = (count: number, address: string, client = server().visitor()) =>
      Promise.all(Array.from({ length: count }, () => signIn(client, address, WRONG)))
    const countOf = (statuses: number[], status: number) =>
      statuses.filter((each) => each === status).length

    test('concurrent wrong passwords from one address are refused after ten, and the right one too [S-108]', async () => {
      const address = newAddress()
      const statuses = await guess(30, address)

      expect([countOf(statuses, 401), countOf(statuses, 429)]).toEqual([10, 20])
      expect(await signIn(server().visitor(), address)).toBe(429)
    })

    test('wrong passwords from one address do not lock the owner out at another address [S-144]', async () => {
      await guess(12, newAddress())

      expect(await signIn(server().visitor(), newAddress())).toBe(200)
    })

    test('a browser that has signed in before has its own limit of wrong passwords [S-144]', async () => {
      const address = newAddress()
      const attacked = newAddress()
      for (let n = 0; n < 10; n += 1) await guess(10, n === 0 ? attacked : newAddress())
      expect(await signIn(server().visitor(), address)).toBe(429)
      await owner.client.post('/api/auth/signout')

      expect(await signIn(owner.client, attacked)).toBe(200)
      expect(countOf(await guess(12, address, owner.client), 401)).toBe(10)
      expect(await signIn(owner.client, address)).toBe(429)
    })

    test('a browser cookie of another account or with a changed signature gives no own limit [S-144]', async () => {
      const address = newAddress()
      await guess(11, address)
      const stranger = await server().member()
      const cookie = owner.client.jar.get('marquee_browser_3000') ?? ''
      const forger = server().visitor()
      forger.jar.set('marquee_browser_3000', `${cookie.slice(0, -8)}AAAAAAAA`)

      expect(await signIn(stranger.client, address)).toBe(429)
      expect(await signIn(forger, address)).toBe(429)
    })

    test('right passwords do not count as wrong ones', async () => {
      const address = newAddress()
      const statuses = []
      for (let n = 0; n < 12; n += 1) statuses.push(await signIn(server().visitor(), address))

      expect(countOf(statuses, 200)).toBe(12)
    })

    test('a browser cookie keeps several accounts and contains no email', async () => {
      const other = await server().member()
      await owner.client.post('/api/auth/signin', other.account)
      await owner.client.post('/api/auth/signout')
      const address = newAddress()
      await guess(11, address)

      expect(await signIn(owner.client, address)).toBe(200)
      const [, payload = ''] = owner.client.jar.get('marquee_browser_3000')?.split('.') ?? []
      expect(Buffer.from(payload, 'base64url').toString()).not.toMatch(/example|@/)
    })
  },
  { TRUST_PROXY: '1' },
)

describeContext(
  'password guessing with rate limits switched off',
  (context) => {
    test('is not limited', async () => {
      const { app } = await createTestApp(context().ctx)
      const payload = { email: 'asha@example.com', password: WRONG }
      for (let n = 0; n < 12; n += 1) {
        const { statusCode } = await app.inject({
          method: 'POST',
          url: '/api/auth/signin',
          payload,
        })
        expect(statusCode).toBe(401)
      }
      await app.close()
    })
  },
  { RATE_LIMITS: 'off' },
)
