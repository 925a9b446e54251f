import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHolderCookies } from './holder-cookie.ts'
import { serveWeb } from './web.ts'

const PAGE = `<!doctype html><head><title>Marquee</title>
<meta property="og:site_name" content="Marquee" />
<script type="application/json" id="cinema">{"brandName":"Marquee","timeZone":"Asia/Kolkata"}</script></head>`

const holders = createHolderCookies({ secret: 'a secret that only tests use', secure: false })
let root: string
let app: FastifyInstance

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'marquee-web-'))
  mkdirSync(join(root, 'assets'))
  writeFileSync(join(root, 'index.html'), PAGE)
  writeFileSync(join(root, 'assets/app-1a2b.js'), 'export {}')
  writeFileSync(join(root, 'favicon.svg'), '<svg/>')
  app = Fastify()
  const cinema = { brandName: 'Rex & <Regina>', timeZone: 'Europe/Berlin', google: true }
  await serveWeb(app, { cinema, holderCookies: holders, root })
})
afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true })
})

test('every page path answers the HTML page with private, no-cache [R-2.8]', async () => {
  for (const path of ['/', '/about', '/tickets/a/b', '/tickets/Amaran/Screen%201/9', '/payment']) {
    const answer = await app.inject(path)
    expect([path, answer.statusCode]).toEqual([path, 200])
    expect(answer.headers['content-type']).toContain('text/html')
    expect(answer.headers['cache-control']).toBe('private, no-cache')
  }
})

test('GET and HEAD answer the status of a page, HEAD without its body', async () => {
  for (const [url, statusCode] of [
    ['/about', 200],
    ['/nowhere', 404],
  ] as const) {
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await app.inject({ method, url })
      expect(answer.statusCode).toBe(statusCode)
      expect(answer.body === '').toBe(method === 'HEAD')
      expect(answer.headers['content-type']).toContain('text/html')
    }
  }
})

test('the page sets the holder cookie once, and files never do', async () => {
  const first = await app.inject('/tickets/a/b')
  const cookie = String(first.headers['set-cookie'])
  expect(cookie).toContain('HttpOnly')

  const second = await app.inject({ url: '/', headers: { cookie: cookie.split(';')[0] ?? '' } })
  expect(second.headers).not.toHaveProperty('set-cookie')
  expect((await app.inject('/favicon.svg')).headers).not.toHaveProperty('set-cookie')
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
    google: true,
  })
})

test('hashed files are cached forever, other files for a day', async () => {
  const cache = async (path: string) => (await app.inject(path)).headers['cache-control']
  expect(await cache('/assets/app-1a2b.js')).toContain('immutable')
  expect(await cache('/favicon.svg')).toBe('public, max-age=86400')
})
