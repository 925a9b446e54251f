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

/** Walks from page to page as a browser does, over the real line. */
function walker() {
  const jar = new Map<string, string>()

  async function go(address: string, form?: Record<string, string>) {
    const response = await fetch(new URL(address, server.url), {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    })
    for (const line of response.headers.getSetCookie()) {
      const { name, value = '' } = parseSetCookie(line)
      jar.set(name, parseCookie(`v=${value}`).v ?? '')
    }
    return { response, next: response.headers.get('location') ?? '' }
  }

  const toThePeople = async () => {
    const { next: door } = await go('/api/auth/google/start')
    return (await go(door)).next
  }
  async function choose(person: string) {
    const people = await toThePeople()
    const { next: resumed } = await go(people, { person })
    const { next: callback } = await go(resumed)
    return (await go(callback)).next
  }
  const whoAmI = async () => {
    const { response } = await go('/api/auth/session')
    return (await response.json()) as { user: { _id: string; email: string } | null }
  }
  return { go, toThePeople, choose, whoAmI }
}

test('a sample person comes in through the very protocol, and is the same after a restart', async () => {
  const first = walker()
  expect(await first.choose('asha')).toBe('/sign-in?google=done&from=%2F')
  const { user } = await first.whoAmI()
  expect(user?.email).toBe('asha.raman@example.com')

  await server.kill('SIGTERM')
  server = await startServer({ DATA_DIR: data.dataDir, PORT: String(server.port) })
  const returning = walker()
  await returning.choose('asha')
  expect((await returning.whoAmI()).user).toEqual(user)
})

test.each([
  ['whose address nobody has verified', 'kabir', 'unverified'],
  ['nobody', '', 'cancelled'],
  ['somebody it does not know', 'mallory', 'cancelled'],
])('%s is signed in nowhere', async (_, person, end) => {
  const browser = walker()
  expect(await browser.choose(person)).toBe(`/sign-in?google=${end}&from=%2F`)
  expect((await browser.whoAmI()).user).toBeNull()
})

test('its page says what it is, runs no script and sends nobody elsewhere', async () => {
  const browser = walker()
  const { response } = await browser.go(await browser.toThePeople())
  const page = await response.text()
  const policy = response.headers.get('content-security-policy') ?? ''

  expect(page).toContain('Local provider for development')
  expect(page).not.toMatch(/<script|\son\w+=|javascript:/)
  expect(policy).toContain("default-src 'none'; style-src 'sha256-")
  expect(policy).not.toContain('unsafe')
  expect(policy).toMatch(/form-action 'self'( http:\/\/(localhost|127\.0\.0\.1):\d+){2};/)
})

test.each(['people/somebody', 'auth?client_id=another', 'nothing'])(
  'at /dev/openid/%s there is a page or a refusal, never a failure',
  async (path) => {
    const { response } = await walker().go(`/dev/openid/${path}`)
    expect([400, 404]).toContain(response.status)
    expect(await response.text()).not.toContain('node_modules')
  },
)

test('its keys are made once, for the owner alone', async () => {
  const path = join(data.dataDir, 'openid-keys.json')
  await walker().toThePeople()
  expect((await stat(path)).mode & 0o777).toBe(0o600)

  const published = await (await walker().go('/dev/openid/jwks')).response.json()
  const [key] = (published as { keys: Record<string, string>[] }).keys
  const [kept] = JSON.parse(await readFile(path, 'utf8')).keys
  expect(key?.n).toBe(kept.n)
  for (const secret of ['d', 'p', 'q']) expect(key).not.toHaveProperty(secret)
})

test.each([
  ['in production', { NODE_ENV: 'production' }],
  [
    'beside a provider that is named',
    { OIDC_ISSUER: 'https://issuer.example', OIDC_CLIENT_ID: 'us' },
  ],
])('%s there is no such thing', async (_, environment) => {
  const other = createDataDir()
  const live = await startServer({ DATA_DIR: other.dataDir, ...environment })
  for (const path of ['.well-known/openid-configuration', 'people/any', 'jwks', 'auth']) {
    expect((await fetch(`${live.url}/dev/openid/${path}`)).status).toBe(404)
  }
  await expect(stat(join(other.dataDir, 'openid-keys.json'))).rejects.toThrow('ENOENT')
  await live.kill('SIGTERM')
  other.remove()
})
