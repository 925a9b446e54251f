import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { listMovies } from '@marquee/contract/movies/movies'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDataDir, startServer } from '../support/server-process.ts'
import { isInstalled, startProxy } from './start-proxy.ts'

const READERS = 2000

const describeCache = describe.skipIf(!isInstalled('nginx'))
describeCache('nginx with deploy/nginx-cache.conf', () => {
  const close: (() => unknown)[] = []
  const agent = new http.Agent({ keepAlive: true, maxSockets: 100 })
  /** The requests that the node has received, by method and path. */
  const received: string[] = []
  let port: number
  let showtimeId: string
  let movieId: string

  beforeAll(async () => {
    const data = createDataDir()
    close.push(data.remove)
    // All readers of this test have one address.
    const server = await startServer({ DATA_DIR: data.dataDir, RATE_LIMITS: 'off' })
    close.push(() => server.kill('SIGTERM'))
    const counter = await startCounter(server.port)
    close.push(counter.close)
    const cache = await startProxy('nginx-cache', counter.port)
    close.push(cache.close, () => agent.destroy())
    port = cache.port
    const movies = JSON.parse((await read(listMovies.path)).body) as {
      _id: string
      showtimes: { _id: string }[]
    }[]
    const movie = movies.find(({ showtimes }) => showtimes.length > 0)
    movieId = movie?._id ?? ''
    showtimeId = movie?.showtimes[0]?._id ?? ''
  })
  afterAll(async () => {
    for (const one of close.toReversed()) await one()
  })

  /** Counts the requests to the node, and passes them on. */
  async function startCounter(upstream: number) {
    const counter = http.createServer((request, response) => {
      received.push(`${request.method} ${request.url}`)
      const { method, url, headers } = request
      const passed = http.request(
        { host: '127.0.0.1', port: upstream, method, path: url, headers },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(response)
        },
      )
      passed.on('error', () => response.destroy())
      request.pipe(passed)
    })
    counter.listen(0, '127.0.0.1')
    await once(counter, 'listening')
    return {
      port: (counter.address() as AddressInfo).port,
      close: () => {
        counter.closeAllConnections()
        counter.close()
      },
    }
  }

  async function read(path: string, headers: Record<string, string> = {}, method = 'GET') {
    const request = http.request({ host: '127.0.0.1', port, path, method, agent, headers })
    request.end()
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    const body = await text(response)
    return { status: response.statusCode, headers: response.headers, body }
  }

  test('answers 2,000 readers of a map with a few requests to the node, and sets no cookie [S-1174]', async ({
    annotate,
  }) => {
    const home = await read('/')
    // Only where the web app is built.
    const isRendered = home.headers['cache-control']?.includes('public') ?? false
    const paths = [`/api/public/seats/${showtimeId}`, listMovies.path, ...(isRendered ? ['/'] : [])]
    for (const path of paths) {
      const before = received.length
      const startedAt = performance.now()
      const responses = await Promise.all(Array.from({ length: READERS }, () => read(path)))
      const seconds = (performance.now() - startedAt) / 1000
      const requests = received.length - before

      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
      expect(responses.filter(({ headers }) => headers['set-cookie'])).toEqual([])
      // The first one, and one a second for the next version.
      expect(requests).toBeLessThanOrEqual(2 + Math.ceil(seconds))
      await annotate(`${READERS} readers of ${path}: ${requests} requests to the node`)
    }
  })

  test('keeps one copy for each encoding [S-1174]', async () => {
    const path = `/api/public/parking/${showtimeId}`
    const [plain, zipped] = [
      await read(path),
      await read(path, { 'accept-encoding': 'deflate, gzip;q=1' }),
    ]

    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(JSON.parse(plain.body)).toHaveProperty('twoWheelerSlots')
  })

  test('passes private calls on with their cookies, each to the node [S-1174]', async () => {
    const path = `/api/seats/showtime/${showtimeId}`
    const first = await read(path)
    const cookie = String(first.headers['set-cookie']?.[0]).split(';')[0] ?? ''
    const before = received.length
    const again = [await read(path, { cookie }), await read(path, { cookie })]

    expect(cookie).toContain('holder')
    expect(received.length - before).toBe(2)
    for (const { headers } of again) {
      expect(headers['cache-control']).toBe('no-store')
      expect(headers).not.toHaveProperty('set-cookie')
    }
  })

  test('passes the cookies of pages that it does not keep on, so that a visitor stays the same [S-1174]', async () => {
    const first = await read('/?from=mail')
    const cookie = String(first.headers['set-cookie']?.[0]).split(';')[0] ?? ''
    const again = await read('/?from=mail', { cookie })

    expect(cookie).toContain('holder')
    expect(again.headers['cache-control']).toBe('private, no-cache')
    expect(again.headers).not.toHaveProperty('set-cookie')
  })

  test('passes calls that change something on [S-1174]', async () => {
    const { status } = await read(`/api/movies/${movieId}/tell-me`, {}, 'POST')

    expect(status).toBe(401)
    expect(received.at(-1)).toBe(`POST /api/movies/${movieId}/tell-me`)
  })
})
