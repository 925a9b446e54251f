import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { createTestApp } from '#test/support/test-app.ts'
import { describeContext } from '#test/support/test-context.ts'
import { toAppError } from './errors.ts'

describeContext('raw connection', (context) => {
  const listen = async () => {
    const { app } = await createTestApp(context().ctx)
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    return { app, socket: connect(port, '127.0.0.1') }
  }

  test('the server has short request timeouts', async () => {
    const { app } = await createTestApp(context().ctx)
    expect(app.server).toMatchObject({ requestTimeout: 15_000, headersTimeout: 10_000 })
  })

  test('an aborted request is not a server error', () => {
    const broken = { name: 'Error', message: 'aborted', code: 'ECONNRESET', statusCode: 400 }
    expect(toAppError(broken).statusCode).toBe(400)
  })

  test('a request that arrives while the server closes is answered with connection: close', async () => {
    const { ctx } = context()
    const { reader } = ctx
    const asked = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    const waiting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        asked.resolve()
        await go.promise
        return result
      },
    }
    ctx.reader = reader.withPlugin(waiting)
    const { app, socket } = await listen()
    const request = 'GET /api/movies HTTP/1.1\r\nhost: localhost\r\n\r\n'
    socket.write(request)
    await asked.promise
    const closed = app.close()
    await expect.poll(() => app.server.listening).toBe(false)
    socket.write(request)
    await once(app.server, 'request')
    go.resolve()

    const responses = (await text(socket)).split(/(?=HTTP\/1\.1 )/)
    await closed
    ctx.reader = reader
    expect(responses.map((response) => response.slice(0, 15))).toEqual(
      Array(2).fill('HTTP/1.1 200 OK'),
    )
    expect(responses[1]?.toLowerCase()).toContain('connection: close')
  })
})
