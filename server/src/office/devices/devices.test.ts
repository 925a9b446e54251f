import { once } from 'node:events'
import type { Device } from '@marquee/contract/office/devices'
import { expect, test } from 'vitest'
import { inviteFirstDevice } from '#src/office.ts'
import { createHttpClient, type HttpClient } from '#test/support/http-client.ts'
import { openTestOffice, setupTestOffice } from '#test/support/office.ts'
import {
  createNodeContext,
  describeDatabases,
  type TestContext,
} from '#test/support/test-context.ts'
import { createPairingCode } from './devices.service.ts'

const MINUTE = 60_000

const tests = (context: () => TestContext) => {
  const office = setupTestOffice(context)
  const invite = (changes: object = {}) =>
    createPairingCode(context().ctx, { name: 'Counter', scope: 'counter', ...changes }, null)
  const pair = (client: HttpClient, code: string, name?: string) =>
    client.post('/api/office/pair', { code, ...(name && { name }) })
  const statusOf = async (client: HttpClient) => (await client.get('/api/office/device')).statusCode

  test('pairDevice sets a strict cookie that scripts cannot read', async () => {
    const { code } = await invite()
    const client = office().visitor()

    const response = await pair(client, code, 'Front counter')

    expect(response.json()).toMatchObject({
      name: 'Front counter',
      scope: 'counter',
      expiresAt: null,
      isCurrent: true,
    })
    expect(response.headers.get('set-cookie')).toMatch(
      /^marquee_office_3001=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    expect((await client.get('/api/office/device')).json()).toMatchObject({
      device: { name: 'Front counter' },
      brandName: 'Marquee',
      timeZone: 'Asia/Kolkata',
      siteUrl: 'http://localhost:3000',
      cinema: { name: 'Marquee', address: null },
    })
  })

  test('a pairing code works once, also when several browsers send it at the same time [S-240]', async () => {
    const { code } = await invite()

    const attempts = await Promise.all(
      Array.from({ length: 5 }, () => pair(office().visitor(), code)),
    )

    expect(attempts.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      200, 400, 400, 400, 400,
    ])
  })

  test('a pairing code is refused after fifteen minutes [S-240]', async () => {
    const [late, early] = [await invite(), await invite()]
    await context().clock.advance(14 * MINUTE)
    expect((await pair(office().visitor(), early.code)).statusCode).toBe(200)
    await context().clock.advance(2 * MINUTE)

    const response = await pair(office().visitor(), late.code)

    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({
      message: 'This pairing code is not valid. Please ask a manager for a new one.',
    })
  })

  test('the database has neither pairing codes nor the secrets of cookies [S-240]', async () => {
    const { code } = await invite()
    const { client } = await office().pair('door')
    const { db } = context().ctx
    const stored = JSON.stringify([
      await db.selectFrom('pairing_codes').selectAll().execute(),
      await db.selectFrom('devices').selectAll().execute(),
      await db.selectFrom('audit').selectAll().execute(),
    ])

    expect(stored).not.toContain(code)
    expect(stored).not.toContain(client.jar.get('marquee_office_3001'))
  })

  test('an address may try ten pairing codes a minute [S-241]', async () => {
    const own = await openTestOffice(createNodeContext(context().ctx))
    const statuses: number[] = []
    const guesser = own.visitor()
    for (let n = 0; n < 12; n += 1) statuses.push((await pair(guesser, `guess ${n}`)).statusCode)
    await own.close()

    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429])
  })

  test('createPairingCode returns a link with the code in its fragment', async () => {
    const { client } = await office().pair('manager')

    const response = await client.post('/api/office/pairing-codes', {
      name: 'Front door',
      scope: 'door',
    })

    const { link, code } = response.json() as { link: string; code: string }
    expect(link).toBe(`http://localhost:3001/pair#${code}`)
    const door = office().visitor()
    expect((await pair(door, code)).json()).toMatchObject({ name: 'Front door', scope: 'door' })
  })

  test('inviteFirstDevice returns a link only while no device is paired', async () => {
    const { ctx } = context()
    const config = ctx.config.office
    if (!config) throw new Error('The office is closed')
    await ctx.db.deleteFrom('devices').execute()

    const link = await inviteFirstDevice(ctx, config)
    const [, code = ''] = link?.split('#') ?? []
    const response = await pair(office().visitor(), code, 'Box office')

    expect(response.json()).toMatchObject({ name: 'Box office', scope: 'manager' })
    expect(await inviteFirstDevice(ctx, config)).toBeUndefined()
  })

  test('renameDevice, revokeDevice and the list show what managers did, and the audit has it', async () => {
    const manager = await office().pair('manager')
    const { deviceId } = await office().pair('valet', 'Post')
    const path = `/api/office/devices/${deviceId}`

    await context().clock.advance(1)
    await manager.client.post(`${path}/rename`, { name: 'Valet post' })
    await context().clock.advance(1)
    const listed = (await manager.client.get('/api/office/devices')).json() as Device[]
    await manager.client.post(`${path}/revoke`)
    const left = (await manager.client.get('/api/office/devices')).json() as Device[]
    const audit = await manager.client.get(`/api/office/audit?subject=${deviceId}`)

    expect(listed.find(({ _id }) => _id === deviceId)).toMatchObject({ name: 'Valet post' })
    expect(left.map(({ _id }) => _id)).not.toContain(deviceId)
    expect(audit.json()).toMatchObject({
      entries: [
        { action: 'device.revoke', device: { _id: manager.deviceId }, subject: deviceId },
        { action: 'device.rename', before: { name: 'Post' }, after: { name: 'Valet post' } },
        { action: 'device.pair', device: { name: 'Valet post' } },
      ],
      next: null,
    })
    expect((await manager.client.post(`${path}/revoke`)).statusCode).toBe(404)
  })

  test('a revoked device loses calls at once and its sockets within two seconds, on every node [S-242]', async () => {
    const node = await openTestOffice(createNodeContext(context().ctx))
    const { client, deviceId } = await office().pair('door')
    const manager = await office().pair('manager')
    const elsewhere = createHttpClient(node.url)
    for (const [name, value] of client.jar) elsewhere.jar.set(name, value)
    const sockets = [office().connect(client), node.connect(client)]
    await Promise.all(sockets.map((socket) => once(socket as never, 'connect')))
    const closed = sockets.map((socket) => once(socket as never, 'disconnect'))

    await manager.client.post(`/api/office/devices/${deviceId}/revoke`)

    expect([await statusOf(client), await statusOf(elsewhere)]).toEqual([401, 401])
    await Promise.all([office().closeEndedDevices(), node.closeEndedDevices()])
    await Promise.all(closed)
    await node.close()
  })

  test('a device with an expiry loses its access then [S-242]', async () => {
    const expiresAt = new Date(context().clock.now() + 5 * MINUTE).toISOString()
    const { code } = await invite({ expiresAt })
    const client = office().visitor()
    await pair(client, code)
    expect(await statusOf(client)).toBe(200)

    await context().clock.advance(6 * MINUTE)

    expect(await statusOf(client)).toBe(401)
  })

  test('signOutDevice ends the pairing and deletes the cookie', async () => {
    const { client } = await office().pair('reports')
    const copy = office().visitor()
    for (const [name, value] of client.jar) copy.jar.set(name, value)

    await client.post('/api/office/sign-out')

    expect(client.jar.size).toBe(0)
    expect(await statusOf(copy)).toBe(401)
  })

  test('sockets of browsers that are not paired, and of other sites, are refused [S-243]', async () => {
    const { client } = await office().pair('manager')
    const refused = [
      office().connect(office().visitor()),
      office().connect(client, { origin: 'https://elsewhere.example' }),
      office().connect(client, { origin: 'http://localhost:3000' }),
    ]
    await Promise.all(
      refused.map((socket) =>
        Promise.race([once(socket as never, 'connect_error'), once(socket as never, 'disconnect')]),
      ),
    )

    expect(refused.map(({ connected }) => connected)).toEqual([false, false, false])
  })

  test('paired devices are told which shows have changed', async () => {
    const { client } = await office().pair('counter')
    const socket = office().connect(client)
    await once(socket as never, 'connect')
    const pushed = once(socket as never, 'showsChanged')

    for (const showtimeId of ['one', 'two', 'one']) {
      context().ctx.events.emit('claimsChanged', showtimeId)
      context().ctx.events.emit('remoteShowChanged', showtimeId)
    }

    expect(await pushed).toEqual([{ showtimeIds: ['one', 'two'] }])
  })

  test.each(['enquiriesChanged', 'remoteEnquiriesChanged'] as const)(
    'paired devices are told of the event %s [S-1270]',
    async (event) => {
      const { client } = await office().pair('counter')
      const socket = office().connect(client)
      await once(socket as never, 'connect')
      const pushed = once(socket as never, 'enquiriesChanged')

      context().ctx.events.emit(event, 'one')

      expect(await pushed).toEqual([{}])
    },
  )
}

// Behind a proxy, so that each visitor has an address of its own.
describeDatabases('devices of the office', tests, { TRUST_PROXY: '1' })
