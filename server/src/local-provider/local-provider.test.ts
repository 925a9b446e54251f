import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseCookie, parseSetCookie } from 'cookie'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDataDir, type RunningServer, startServer } from '#test/support/server-process.ts'

const data = createDataDir()
let server: RunningServer

beforeAll(async () => {
  server = await startServer({ DATA_DIR: data.dataDir })
})
afterAll(async () => {
  await server.kill('SIGTERM')
  data.remove()
})

/** Follows redirects one by one, with the cookies of a browser. */
function createClient() {
  const jar = new Map<string, string>()

  async function request(url: string, form?: Record<string, string>) {
    const response = await fetch(new URL(url, server.url), {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    })
    for (const line of response.headers.getSetCookie()) {
      const { name, value = '' } = parseSetCookie(line)
      jar.set(name, parseCookie(`v=${value}`).v ?? '')
    }
    return { response, location: response.headers.get('location') ?? '' }
  }

  async function openAccountsPage() {
    const { location } = await request('/api/auth/google/start')
    return (await request(location)).location
  }
  async function choose(account: string) {
    let { location } = await request(await openAccountsPage(), { account })
    for (let step = 0; step < 2; step += 1) location = (await request(location)).location
    return location
  }
  async function readUser() {
    const { response } = await request('/api/auth/session')
    const { user } = (await response.json()) as { user: { email: string } | null }
    return user
  }
  return { request, openAccountsPage, choose, readUser }
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
])('%s signs nobody in', async (_, account, result) => {
  const client = createClient()
  expect(await client.choose(account)).toBe(`/sign-in?google=${result}&from=%2F`)
  expect(await client.readUser()).toBeNull()
})

test('accounts page is labelled as local and allows neither scripts nor other hosts', async () => {
  const client = createClient()
  const { response } = await client.request(await client.openAccountsPage())
  const page = await response.text()
  const policy = response.headers.get('content-security-policy') ?? ''

  expect(page).toContain('Local provider for development')
  expect(page).not.toMatch(/<script|\son\w+=|javascript:/)
  expect(policy).toContain("default-src 'none'; style-src 'sha256-")
  expect(policy).not.toContain('unsafe')
  expect(policy).toMatch(/form-action 'self'( http:\/\/(localhost|127\.0\.0\.1):\d+){2};/)
})

test.each(['accounts/unknown', 'auth?client_id=another', 'nothing'])(
  '/dev/openid/%s answers 400 or 404 without internals',
  async (path) => {
    const { response } = await createClient().request(`/dev/openid/${path}`)
    expect([400, 404]).toContain(response.status)
    expect(await response.text()).not.toContain('node_modules')
  },
)

test('keys are stored for their owner only, and the public key is published', async () => {
  const path = join(data.dataDir, 'openid-keys.json')
  await createClient().openAccountsPage()
  expect((await stat(path)).mode & 0o777).toBe(0o600)

  const published = await (await createClient().request('/dev/openid/jwks')).response.json()
  const [key] = (published as { keys: Record<string, string>[] }).keys
  const [stored] = JSON.parse(await readFile(path, 'utf8')).keys
  expect(key?.n).toBe(stored.n)
  for (const secret of ['d', 'p', 'q']) expect(key).not.toHaveProperty(secret)
})

test.each([
  ['production', { NODE_ENV: 'production' }],
  ['a configured provider', { OIDC_ISSUER: 'https://issuer.example', OIDC_CLIENT_ID: 'us' }],
])('local provider does not exist with %s', async (_, environment) => {
  const other = createDataDir()
  const otherServer = await startServer({ DATA_DIR: other.dataDir, ...environment })
  for (const path of ['.well-known/openid-configuration', 'accounts/any', 'jwks', 'auth']) {
    expect((await fetch(`${otherServer.url}/dev/openid/${path}`)).status).toBe(404)
  }
  await expect(stat(join(other.dataDir, 'openid-keys.json'))).rejects.toThrow('ENOENT')
  await otherServer.kill('SIGTERM')
  other.remove()
})
