import { once } from 'node:events'
import * as http from 'node:http'
import * as https from 'node:https'
import { text } from 'node:stream/consumers'
import { MAX_PICTURE_BYTES, uploadPicture } from '@marquee/contract/accounts/profile-picture'
import { askQuestion } from '@marquee/contract/cinema/enquiries'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDataDir, startServer } from '../support/server-process.ts'
import { isInstalled, type ProxyName, startProxy } from './start-proxy.ts'

/** From the client to the server. */
const CHAINS: ProxyName[][] = [
  ['nginx', 'haproxy'],
  ['caddy', 'haproxy'],
  ['haproxy'],
  ['nginx'],
  ['caddy'],
]
const isComplete = (chain: ProxyName[]) => chain.every(isInstalled)
/** `npm test` runs the first chain whose proxies are installed, or reports that it skips the first one. */
const firstChain = CHAINS.find(isComplete) ?? CHAINS[0]
const MAX_QUESTIONS = 100

for (const chain of CHAINS) {
  const describeChain = describe.skipIf(!isComplete(chain))
  describeChain(
    `a server behind ${chain.join(' and ')}`,
    { tags: chain === firstChain ? [] : ['test-all'] },
    () => {
      const close: (() => unknown)[] = []
      let front: Awaited<ReturnType<typeof startProxy>>
      let outputs: () => string

      beforeAll(async () => {
        const data = createDataDir()
        close.push(data.remove)
        const server = await startServer({
          DATA_DIR: data.dataDir,
          TRUST_PROXY: String(chain.length),
        })
        close.push(() => server.kill('SIGTERM'))
        const proxies: (typeof front)[] = []
        let upstream = server.port
        for (const name of chain.toReversed()) {
          front = await startProxy(name, upstream)
          close.push(front.close)
          proxies.push(front)
          upstream = front.port
        }
        outputs = () => proxies.map(({ output }) => output()).join('\n')
      })
      afterAll(async () => {
        for (const one of close.toReversed()) await one()
      })

      interface Call {
        method?: string
        path: string
        /** The client's own address. */
        from?: string
        headers?: Record<string, string>
        body?: object | Buffer
      }

      function open({ method = 'GET', path, from = '127.0.0.1', headers = {} }: Call) {
        const { request } = front.isTls ? https : http
        return request({
          host: '127.0.0.1',
          port: front.port,
          servername: 'localhost',
          agent: false,
          method,
          path,
          localAddress: from,
          rejectUnauthorized: false,
          headers: { host: `localhost:${front.port}`, ...headers },
        })
      }
      async function call({ body, headers, ...rest }: Call) {
        const request = open({
          ...rest,
          headers: { ...headers, ...(body && { 'content-type': contentTypeOf(body) }) },
        })
        request.end(Buffer.isBuffer(body) ? body : body && JSON.stringify(body))
        const [response] = (await once(request, 'response')) as [http.IncomingMessage]
        return {
          status: response.statusCode,
          headers: response.headers,
          text: await text(response),
        }
      }
      const contentTypeOf = (body: object) =>
        Buffer.isBuffer(body) ? 'image/png' : 'application/json'
      const ask = (from: string, forged: string) =>
        call({
          method: 'POST',
          path: askQuestion.path,
          from,
          headers: { 'x-forwarded-for': forged },
          body: { userQuestion: 'When do you open?', userEmail: 'asha@example.com' },
        })

      test('counts requests by the address of the client, whatever X-Forwarded-For it sends [S-158]', async () => {
        const statuses: (number | undefined)[] = []
        while (statuses.at(-1) !== 429 && statuses.length < MAX_QUESTIONS) {
          const n = statuses.length
          statuses.push((await ask('127.0.0.1', `198.51.100.${n}, 203.0.113.${n}`)).status)
        }

        expect(statuses.at(-1)).toBe(429)
        expect(statuses[0]).toBe(200)
        expect((await ask('127.0.0.2', '127.0.0.1')).status).toBe(200)
      })

      test('passes a picture of five megabytes to the server, which asks for a sign-in [S-688]', async () => {
        const body = Buffer.alloc(MAX_PICTURE_BYTES)

        const response = await call({
          method: uploadPicture.method,
          path: uploadPicture.path,
          body,
        })

        expect([response.status, response.text]).toEqual([
          401,
          expect.stringContaining('requestId'),
        ])
      })

      test('accepts WebSockets and long polling', async () => {
        const socket = open({
          path: '/socket.io/?EIO=4&transport=websocket',
          headers: {
            connection: 'Upgrade',
            upgrade: 'websocket',
            'sec-websocket-version': '13',
            'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
          },
        })
        socket.end()
        const [{ statusCode }, connection] = await once(socket, 'upgrade')
        connection.destroy()
        const polling = await call({ path: '/socket.io/?EIO=4&transport=polling' })

        expect(statusCode).toBe(101)
        expect(polling.text).toContain('"sid"')
      })

      test('has its request id in the log of each proxy that logs', async () => {
        const { headers, status } = await call({ path: '/livez?token=canary' })

        expect(status).toBe(200)
        const id = String(headers['x-request-id'])
        const logging = chain.filter((name) => name !== 'caddy')
        await expect.poll(() => outputs().split(id)).toHaveLength(1 + logging.length)
        expect(outputs()).not.toContain('canary')
      })

      test('does not serve metrics', {
        skip: !chain.includes('haproxy'),
      }, async () => {
        expect((await call({ path: '/metrics' })).status).toBe(404)
      })
    },
  )
}
