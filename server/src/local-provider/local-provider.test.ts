import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttpClient, type HttpResponse } from '#test/support/http-client.ts'
import { createDataDir, type RunningServer, startServer } from '#test/support/server-process.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { describeDatabases } from '#test/support/test-context.ts'

const data = createDataDir()
let server: RunningServer

beforeAll(async () => {
  server = await startServer({ DATA_DIR: data.dataDir })
})
afterAll(async () => {
  await server.kill('SIGTERM')
  data.remove()
})

function createClient() {
  const client = createHttpClient(server.url)
  const locationOf = ({ headers }: HttpResponse) =>
    (headers.get('location') ?? '').replace(/^http:[/][/][^/]+/, '')
  const follow = async (path: string) => locationOf(await client.get(path))
  const openAccountsPage = async () => follow(await follow('/api/auth/google/start'))

  async function choose(account: string) {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const path = await openAccountsPage()
    const response = await client.send('POST', path, `account=${account}`, form)
    return follow(await follow(locationOf(response)))
  }
  async function readUser() {
    const session = (await client.get('/api/auth/session')).json()
    return (session as { user: { email: string } | null }).user
  }
  return { ...client, openAccountsPage, choose, readUser }
}

test('sample account signs in and is the same after a restart', async () => {
  const before = createClient()
  expect(await before.choose('asha')).toBe('/sign-in?google=done&from=%2F')
  const user = await before.readUser()
  expect(user?.email).toBe('asha.raman@example.com')

  await server.kill('SIGTERM')
  server = await startServer({ DATA_DIR: data.dataDir, PORT: String(server.port) })
  const after = createClient()
  await after.choose('asha')
  expect(await after.readUser()).toEqual(user)
})

test.each([
  ['account with an unverified email', 'kabir', 'unverified'],
  ['cancelled choice', '', 'cancelled'],
  ['unknown account', 'mallory', 'cancelled'],
])('%s does not sign the visitor in', async (_, account, result) => {
  const client = createClient()
  expect(await client.choose(account)).toBe(`/sign-in?google=${result}&from=%2F`)
  expect(await client.readUser()).toBeNull()
})

test('accounts page is labelled as local and allows neither scripts nor other hosts', async () => {
  const client = createClient()
  const { headers, text: page } = await client.get(await client.openAccountsPage())
  const policy = headers.get('content-security-policy') ?? ''

  expect(page).toContain('Local provider for development')
  expect(page).not.toMatch(/<script|\son\w+=|javascript:/)
  expect(policy).toContain("default-src 'none'; style-src 'sha256-")
  expect(policy).not.toContain('unsafe')
  expect(policy).toMatch(/form-action 'self'( http:\/\/(localhost|127\.0\.0\.1):\d+){2};/)
})

test.each(['accounts/unknown', 'auth?client_id=another', 'nothing'])(
  '/dev/openid/%s returns 400 or 404 without internals',
  async (path) => {
    const response = await createClient().get(`/dev/openid/${path}`)
    expect([400, 404]).toContain(response.statusCode)
    expect(response.text).not.toContain('node_modules')
  },
)

test('keys are stored for their owner only, and the public key is published', async () => {
  const path = join(data.dataDir, 'openid-keys.json')
  const client = createClient()
  await client.openAccountsPage()
  expect((await stat(path)).mode & 0o777).toBe(0o600)

  const published = (await client.get('/dev/openid/jwks')).json()
  const [key] = (published as { keys: Record<string, string>[] }).keys
  const [stored] = JSON.parse(await readFile(path, 'utf8')).keys
  expect(key?.n).toBe(stored.n)
  for (const secret of ['d', 'p', 'q']) expect(key).not.toHaveProperty(secret)
})

describe.each([
  ['production', { NODE_ENV: 'production' }],
  ['a configured provider', { OIDC_ISSUER: 'https://issuer.example', OIDC_CLIENT_ID: 'us' }],
])('with %s', (_, environment) => {
  describeDatabases(
    'the local provider',
    (context) => {
      test('does not exist', async () => {
        const { ctx } = context()
        const { app } = await createTestApp(ctx)
        for (const path of ['.well-known/openid-configuration', 'accounts/any', 'jwks', 'auth'])
          expect((await app.inject(`/dev/openid/${path}`)).statusCode).toBe(404)
        await expect(stat(join(ctx.config.dataDir, 'openid-keys.json'))).rejects.toThrow('ENOENT')
      })
    },
    environment as Record<string, string>,
  )
})
