import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as devices from '@marquee/contract/office/devices'
import { isAllowed, type OfficeEndpoint, Scope } from '@marquee/contract/office/office-endpoint'
import { expect, test } from 'vitest'
import { recordBackup } from '#src/database/backup/last-backup.ts'
import { OFFICE_API } from '#src/openapi/office-api.ts'
import type { HttpClient } from '#test/support/http-client.ts'
import { setupTestOffice } from '#test/support/office.ts'
import { describeContext } from '#test/support/test-context.ts'
import {
  CROSS_SITE,
  expectRefusal,
  setupTestServer,
  WRONG_TYPE,
} from '#test/support/test-server.ts'

/** Those of the API document, which has each call. */
const CALLS = Object.values(OFFICE_API.calls)
  .flatMap((group) => Object.values(group))
  .map(({ call }) => call as OfficeEndpoint)
const nameOf = ({ method, path }: OfficeEndpoint) => `${method} ${path}`
/** Ends the pairing of its own device. */
const isSignOut = ({ path }: OfficeEndpoint) => path === devices.signOutDevice.path

const OFFICE_ORIGIN = 'http://localhost:3001'

describeContext('access to the office', (context) => {
  const office = setupTestOffice(context)
  const server = setupTestServer(context)

  /** Sends a call with ids that do not exist. */
  const send = (
    client: Pick<HttpClient, 'call'>,
    { method, path }: OfficeEndpoint,
    headers: Record<string, string> = {},
  ) =>
    client.call(path.replaceAll(/:\w+/g, 'none'), {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(method !== 'GET' && { body: '{}' }),
    })

  test.each(Scope.options)(
    'a device with the scope %s may make its calls and no other [S-248]',
    async (scope) => {
      const { client } = await office().pair(scope)
      for (const call of CALLS.toSorted((a, b) => Number(isSignOut(a)) - Number(isSignOut(b)))) {
        const { statusCode } = await send(client, call)
        const isRefused = statusCode === 403 || statusCode === 401
        expect([nameOf(call), isRefused ? statusCode : 'allowed']).toEqual([
          nameOf(call),
          isAllowed(scope, call) ? 'allowed' : 403,
        ])
      }
    },
  )

  test('without a paired device every call except pairing answers 401 [S-248]', async () => {
    const guess = office().visitor()
    guess.jar.set('marquee_office_3001', 'a'.repeat(43))
    for (const client of [office().visitor(), guess]) {
      for (const call of CALLS.filter(({ scopes }) => scopes !== 'anyone'))
        expect([nameOf(call), (await send(client, call)).statusCode]).toEqual([nameOf(call), 401])
    }
  })

  test('the cookies of an account of the site open nothing in the office [S-249]', async () => {
    const { client } = await server().member()
    const cookie = client.cookies()
    for (const call of CALLS.filter(({ scopes }) => scopes !== 'anyone')) {
      const { statusCode } = await send(office().visitor(), call, { cookie })
      expect([nameOf(call), statusCode]).toEqual([nameOf(call), 401])
    }
  })

  test('the site has none of the calls of the office, whatever the cookie [S-249]', async () => {
    const { client } = await office().pair('manager')
    const cookie = client.cookies()
    for (const call of CALLS) {
      const { statusCode } = await send(server().visitor(), call, { cookie })
      expect([nameOf(call), statusCode]).toEqual([nameOf(call), 404])
    }
  })

  test('the office has none of the calls of the site [S-249]', async () => {
    const { client } = await office().pair('manager')
    const paths = [
      '/api/movies',
      '/api/auth/session',
      '/api/cinema',
      '/api/tickets/keys',
      '/metrics',
    ]
    const statuses = await Promise.all(
      paths.map(async (path) => (await client.get(path)).headers.get('content-type')),
    )
    expect(statuses.slice(0, 4)).toEqual(
      Array.from({ length: 4 }, () => 'application/json; charset=utf-8'),
    )
    for (const path of paths.slice(0, 4)) expect((await client.get(path)).statusCode).toBe(404)
    expect((await client.post('/api/auth/signin', {})).statusCode).toBe(404)
    expect((await client.get('/metrics')).text).not.toContain('marquee_')
  })

  test('pages of other sites, the site of the cinema included, cannot act in the office [S-250]', async () => {
    const { client } = await office().pair('manager')
    const foreign: Record<string, string>[] = [
      { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'null' },
      { origin: 'http://localhost:3001.elsewhere.example' },
    ]
    for (const headers of foreign) {
      for (const call of CALLS.filter(({ method }) => method === 'POST'))
        expectRefusal(await send(client, call, headers), CROSS_SITE)
    }
    const body = JSON.stringify({ code: 'guess' })
    const typed = { 'content-type': 'text/plain', origin: OFFICE_ORIGIN }
    expectRefusal(await client.send('POST', '/api/office/pair', body, typed), WRONG_TYPE)
    expect((await send(client, devices.pairDevice, { origin: OFFICE_ORIGIN })).statusCode).toBe(400)
  })

  test('the command line opens the office with a secret that only its owner can read [S-251]', async () => {
    const { dataDir } = context().ctx.config
    const path = join(dataDir, 'office-secret')
    const secret = await readFile(path, 'utf8')
    const current = (authorization: string) =>
      office().visitor().get('/api/office/device', { authorization })

    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect((await current(`Bearer ${secret}`)).json()).toMatchObject({
      device: { _id: 'command-line', scope: 'manager' },
    })
    for (const wrong of [secret, `Bearer ${secret.slice(1)}`, 'Bearer ', 'Bearer undefined'])
      expect((await current(wrong)).statusCode).toBe(401)
  })

  test('the port of the office answers /livez without a paired device [S-686]', async () => {
    const response = await office().visitor().get('/livez')

    expect([response.statusCode, response.json()]).toEqual([200, { ok: true }])
  })

  test('getHealth reports version, database, mails, and the last backup of the embedded database', async () => {
    const { client } = await office().pair('reports')
    const { config } = context().ctx
    recordBackup(config.dataDir)

    const response = await client.get('/api/office/health')

    expect(response.json()).toMatchObject({
      version: expect.stringMatching(/^\d/),
      isReady: true,
      lastBackupAt: config.databaseUrl ? null : expect.any(String),
      database: { kind: expect.stringMatching(/^(sqlite|postgresql)$/), problem: null },
      mails: { waiting: expect.any(Number), failed: 0 },
    })
  })

  test('the office sends the security headers of the site, and no page for unknown calls', async () => {
    const { headers } = await office().visitor().get('/api/office/device')

    expect(headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect((await office().visitor().get('/api/office/nothing')).statusCode).toBe(404)
  })
})
