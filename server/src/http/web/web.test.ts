import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import type { SiteSettings } from '@marquee/contract/cinema/cinema'
import { APP_SHELL_PATH, APP_SHELL_REVISION, SERVICE_WORKER_PATH } from '@marquee/contract/pages'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { movieNotFound } from '#src/errors.ts'
import { createLog } from '#src/platform/log.ts'
import { createVisitorCookies } from '../cookies/visitor-cookie.ts'
import { registerSecurityHeaders } from '../security-headers.ts'
import { serveWeb } from './web.ts'

const PAGE = `<!doctype html><head><title>Marquee</title>
<meta property="og:site_name" content="Marquee" />
<script type="application/json" id="cinema">{"brandName":"Marquee","timeZone":"Asia/Kolkata"}</script></head>`

/** A renderer for two pages that shows what it was created with. */
const RENDERER = `export const createPageRenderer = ({ template, manifest, settings }) => ({
  findPage: (url) => ['/faq', '/movies/none', '/tickets/m/s'].includes(url) ? {
    path: url,
    load: async (sources) => url === '/movies/none' ? sources.getMovieBySlug('none') : [],
    render: async () => template.replace('</head>', '</head>' + manifest + settings.timeZone),
  } : undefined,
})`

const visitorCookies = createVisitorCookies({
  config: { secure: false, cookieSuffix: '' },
  secret: 'a secret that only tests use',
})
let root: string
let app: FastifyInstance

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'marquee-web-'))
  mkdirSync(join(root, 'assets'))
  mkdirSync(join(root, '.vite'))
  writeFileSync(join(root, '.vite/manifest.json'), '{"a":"manifest"}')
  writeFileSync(join(root, 'render.mjs'), RENDERER)
  writeFileSync(join(root, 'index.html'), PAGE)
  writeFileSync(join(root, 'assets/app-1a2b.js'), 'export {}')
  writeFileSync(join(root, 'assets/app-1a2b.js.br'), brotliCompressSync('export {}'))
  writeFileSync(join(root, 'assets/app-1a2b.js.gz'), gzipSync('export {}'))
  writeFileSync(join(root, 'assets/proof.worker-3c4d.js'), 'export {}')
  writeFileSync(join(root, 'favicon.svg'), '<svg/>')
  writeFileSync(join(root, 'service-worker.js'), `precache("${APP_SHELL_REVISION}")`)
  writeFileSync(join(root, 'manifest.webmanifest'), '{"name":"Marquee","start_url":"/"}')
  mkdirSync(join(root, 'posters'))
  writeFileSync(join(root, 'posters/amaran.jpg'), 'a poster')
  app = Fastify()
  registerSecurityHeaders(app, { secure: true })
  const cinema = {
    brandName: 'Rex & <Regina>',
    timeZone: 'Europe/Berlin',
    publicUrl: 'https://rex.example',
    googleSignIn: true,
    refundPolicy: [],
    gapRule: 'warn' as const,
  }
  await serve(app, cinema)
})
afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true })
})

const serve = (app: FastifyInstance, cinema: SiteSettings) =>
  serveWeb(app, {
    cinema,
    visitorCookies,
    sources: {
      listMovies: notNeeded,
      getMovie: notNeeded,
      getMovieBySlug: noMovie,
      getShowtime: notNeeded,
      getCinema: notNeeded,
    },
    now: Date.now,
    monotonicNow: () => performance.now(),
    log: createLog('silent'),
    root,
    rendererFile: join(root, 'render.mjs'),
  })

async function noMovie(): Promise<never> {
  throw movieNotFound()
}

async function notNeeded(): Promise<never> {
  throw new Error('No page of this test has data')
}

test('every page path returns the HTML page with private, no-cache [R-2.8]', async () => {
  for (const path of ['/', '/about', '/tickets/a/b', '/tickets/Amaran/Screen%201/9', '/payment']) {
    const response = await app.inject(path)
    expect([path, response.statusCode]).toEqual([path, 200])
    expect(response.headers['content-type']).toContain('text/html')
    expect(response.headers['cache-control']).toBe('private, no-cache')
  }
})

test('GET and HEAD return the status of a page, HEAD without its body', async () => {
  for (const [url, statusCode] of [
    ['/about', 200],
    ['/nowhere', 404],
  ] as const) {
    for (const method of ['GET', 'HEAD'] as const) {
      const response = await app.inject({ method, url })
      expect(response.statusCode).toBe(statusCode)
      expect(response.body === '').toBe(method === 'HEAD')
      expect(response.headers['content-type']).toContain('text/html')
    }
  }
})

test('the page of a movie that does not exist is the HTML page with status 404 [S-376]', async () => {
  for (const method of ['GET', 'HEAD'] as const) {
    const response = await app.inject({ method, url: '/movies/none' })
    expect(response.statusCode).toBe(404)
    expect(response.headers['content-type']).toContain('text/html')
  }
})

test('the page sets the visitor cookie once, and files never do', async () => {
  const first = await app.inject('/tickets/a/b')
  const cookie = String(first.headers['set-cookie'])
  expect(cookie).toContain('HttpOnly')

  const second = await app.inject({ url: '/', headers: { cookie: cookie.split(';')[0] ?? '' } })
  expect(second.headers).not.toHaveProperty('set-cookie')
  expect((await app.inject('/favicon.svg')).headers).not.toHaveProperty('set-cookie')
})

test('shared caches keep public pages that the server has rendered, without a cookie [S-1173]', async () => {
  const shared = { 'cdn-loop': 'test' }
  const cookie = String((await app.inject('/tickets/a/b')).headers['set-cookie']).split(';')[0]
  const [rendered, ofKnown, ofNew, seatScreen, notRendered] = await Promise.all([
    app.inject({ url: '/faq', headers: shared }),
    app.inject({ url: '/faq', headers: { cookie } }),
    app.inject('/faq'),
    app.inject({ url: '/tickets/m/s', headers: shared }),
    app.inject({ url: '/about', headers: shared }),
  ])

  for (const { headers, body } of [rendered, ofKnown]) {
    expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=1, stale-while-revalidate=2')
    expect(headers).not.toHaveProperty('set-cookie')
    expect(headers.vary).toBe('accept-encoding')
    expect(body).toBe(ofNew.body)
  }
  for (const { headers } of [ofNew, seatScreen, notRendered]) {
    expect(headers['cache-control']).toBe('private, no-cache')
    expect(headers).toHaveProperty('set-cookie')
  }
})

test('the page contains the escaped name and time zone of the cinema', async () => {
  const { body } = await app.inject('/')
  expect(body).toContain('<title>Rex &amp; &lt;Regina&gt;</title>')
  expect(body).toContain('content="Rex &amp; &lt;Regina&gt;"')
  const [, block = ''] = /id="cinema">(.*?)<\/script>/.exec(body) ?? []
  expect(block).not.toContain('<')
  expect(JSON.parse(block)).toEqual({
    brandName: 'Rex & <Regina>',
    timeZone: 'Europe/Berlin',
    publicUrl: 'https://rex.example',
    googleSignIn: true,
    refundPolicy: [],
    gapRule: 'warn',
  })
})

test('hashed files are cached forever, other files for a day', async () => {
  const cache = async (path: string) => (await app.inject(path)).headers['cache-control']
  expect(await cache('/assets/app-1a2b.js')).toContain('immutable')
  expect(await cache('/favicon.svg')).toBe('public, max-age=86400')
})

test('only pages and workers have the headers that browsers use for them', async () => {
  const securityHeaders = async (url: string) =>
    Object.keys((await app.inject(url)).headers).filter((name) =>
      /policy|^strict|^x-|origin/.test(name),
    )
  const ofPages = await securityHeaders('/about')

  expect(ofPages).toEqual(expect.arrayContaining(['content-security-policy', 'x-frame-options']))
  for (const url of ['/assets/none.js', '/assets/proof.worker-3c4d.js', SERVICE_WORKER_PATH])
    expect(await securityHeaders(url), url).toEqual(ofPages)
  expect(await securityHeaders('/assets/app-1a2b.js')).toEqual([
    'cross-origin-resource-policy',
    'referrer-policy',
    'strict-transport-security',
    'x-content-type-options',
  ])
})

test('the files that the build keeps for the server are not served [S-750]', async () => {
  for (const url of [
    '/.vite/manifest.json',
    '/%2Evite/manifest.json',
    '/assets/../.vite/manifest.json',
  ]) {
    const response = await app.inject(url)
    expect([url, response.statusCode]).toEqual([url, 404])
    expect(response.headers['content-type']).toContain('text/html')
  }
})

const DECODE = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes: Buffer) => bytes,
}

test.each(['br', 'gzip', 'identity'] as const)(
  'a file and the page are sent as %s to a client that accepts it',
  async (encoding) => {
    for (const [url, type, text] of [
      ['/assets/app-1a2b.js', 'javascript', 'export {}'],
      ['/about', 'text/html', 'Rex &amp;'],
      ['/faq', 'text/html', '{"a":"manifest"}Europe/Berlin'],
    ] as const) {
      const response = await app.inject({ url, headers: { 'accept-encoding': encoding } })
      expect(response.headers['content-encoding'] ?? 'identity').toBe(encoding)
      expect(response.headers.vary?.toLowerCase()).toBe('accept-encoding')
      expect(response.headers['content-type']).toContain(type)
      expect(Number(response.headers['content-length'])).toBe(response.rawPayload.length)
      expect(DECODE[encoding](response.rawPayload).toString()).toContain(text)
    }
  },
)

test('a compressed file has its own etag, 304 for a client that has it, and HEAD without a body', async () => {
  const url = '/assets/app-1a2b.js'
  const etags = []
  for (const encoding of ['br', 'gzip', 'identity']) {
    const headers = { 'accept-encoding': encoding }
    const { etag } = (await app.inject({ url, headers })).headers
    etags.push(etag)
    const again = await app.inject({ url, headers: { ...headers, 'if-none-match': String(etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const head = await app.inject({ method: 'HEAD', url, headers })
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', etag])
  }
  expect(new Set(etags).size).toBe(3)
})

test('a file without a compressed copy is sent as it is', async () => {
  const headers = { 'accept-encoding': 'br, gzip' }
  const response = await app.inject({ url: '/favicon.svg', headers })
  expect(response.headers).not.toHaveProperty('content-encoding')
  expect(response.body).toBe('<svg/>')
})

test('the service worker and the app shell are never cached, and the worker changes with the settings of the shell', async () => {
  const worker = await app.inject(SERVICE_WORKER_PATH)
  const shell = await app.inject(APP_SHELL_PATH)
  for (const response of [worker, shell]) {
    expect(response.headers['cache-control']).toBe('no-cache')
    expect(response.headers).not.toHaveProperty('set-cookie')
  }
  expect(worker.headers['content-type']).toContain('text/javascript')
  expect(shell.body).toContain('<title>Rex &amp; &lt;Regina&gt;</title>')

  const other = Fastify()
  const cinema = {
    brandName: 'Odeon',
    timeZone: 'Europe/Berlin',
    publicUrl: 'https://odeon.example',
    googleSignIn: true,
    refundPolicy: [],
    gapRule: 'warn' as const,
  }
  await serve(other, cinema)
  const otherWorker = await other.inject(SERVICE_WORKER_PATH)
  await other.close()

  expect(worker.body).toMatch(/^precache\("[0-9a-f]{64}"\)$/)
  expect(otherWorker.body).not.toBe(worker.body)
})

test('the manifest names the app after the cinema', async () => {
  const response = await app.inject('/manifest.webmanifest')
  expect(response.headers['content-type']).toContain('application/manifest+json')
  expect(response.json()).toEqual({
    name: 'Rex & <Regina>',
    short_name: 'Rex & <Regina>',
    start_url: '/',
  })
})

test('a poster is returned by its path and by the file name alone', async () => {
  for (const path of ['/posters/amaran.jpg', '/amaran.jpg']) {
    const response = await app.inject(path)
    expect([path, response.statusCode, response.body]).toEqual([path, 200, 'a poster'])
    expect(response.headers['content-type']).toBe('image/jpeg')
  }
  expect((await app.inject('/unknown.jpg')).statusCode).toBe(404)
})
