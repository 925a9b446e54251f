import type { AddressInfo } from 'node:net'
import type { Scope } from '@marquee/contract/office/office-endpoint'
import { io } from 'socket.io-client'
import { afterAll, beforeAll } from 'vitest'
import type { OfficeConfig } from '../../src/config/config.ts'
import type { Context } from '../../src/context.ts'
import { createReadinessCheck } from '../../src/database/health/readiness.ts'
import { createPairingCode, pairDevice } from '../../src/office/devices/devices.service.ts'
import { openOffice } from '../../src/office.ts'
import { createHttpClient, type HttpClient } from './http-client.ts'
import type { TestContext } from './test-context.ts'

type TestOffice = Awaited<ReturnType<typeof openTestOffice>>

/** The office, listening on a free port. */
export async function openTestOffice(ctx: Context) {
  const office = ctx.config.office as OfficeConfig
  const { app, closeEndedDevices, ...opened } = await openOffice(ctx, {
    office,
    findDatabaseProblem: createReadinessCheck(ctx),
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const sockets: ReturnType<typeof io>[] = []

  /** A device that is paired with a scope. */
  async function pair(scope: Scope, name = `A ${scope}`) {
    const { code } = await createPairingCode(ctx, { name, scope }, null)
    const { secret, device } = await pairDevice(ctx, { code })
    const client = createHttpClient(url)
    client.jar.set('marquee_office_3001', secret)
    return { client, deviceId: device._id }
  }

  /** Opens a socket with the cookies of a client. */
  function connect(client: Pick<HttpClient, 'cookies'>, headers: Record<string, string> = {}) {
    const socket = io(url, {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      extraHeaders: { cookie: client.cookies(), ...headers },
    })
    sockets.push(socket)
    return socket
  }

  async function close() {
    for (const socket of sockets) socket.close()
    app.server.closeAllConnections()
    await opened.close()
  }

  /** A browser that is not paired, with an address of its own if the server trusts a proxy. */
  function visitor() {
    const [a, b, c] = crypto.getRandomValues(new Uint8Array(3))
    return createHttpClient(url, `10.${a}.${b}.${c}`)
  }

  return { url, app, closeEndedDevices, pair, connect, close, visitor }
}

/** One office for all tests of a block. */
export function setupTestOffice(context: () => TestContext) {
  let office: TestOffice
  beforeAll(async () => {
    office = await openTestOffice(context().ctx)
  })
  afterAll(() => office.close())
  return () => office
}
