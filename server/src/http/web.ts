import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fastifyStatic } from '@fastify/static'
import { CINEMA_ELEMENT_ID, type Cinema } from '@marquee/contract/cinema'
import { isPage } from '@marquee/contract/pages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { answer } from './errors.ts'
import type { Holders } from './holder-cookie.ts'
import { escapeHtml } from './html.ts'

/** Where the built web app is. */
export const WEB_ROOT = join(import.meta.dirname, '../../../web/dist')
const FOR_EVER = 'public, max-age=31536000, immutable'
const FOR_A_DAY = 'public, max-age=86400'

interface Web {
  cinema: Cinema
  holders: Holders
  root?: string
}

/** Serves the built web app; every address that is not a file is one of its pages. */
export async function serveWeb(app: FastifyInstance, { cinema, holders, root = WEB_ROOT }: Web) {
  const isBuilt = existsSync(join(root, 'index.html'))
  const page = isBuilt ? pageFor(root, cinema) : NOT_BUILT
  if (isBuilt) await serveFiles(app, root)

  /** The page names a newcomer, before its first calls and its socket do so each on their own. */
  const show = (request: FastifyRequest, reply: FastifyReply) => {
    holders.greet(request, reply)
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'private, no-cache')
      .send(page)
  }

  app.get('/', show)
  app.setNotFoundHandler((request, reply) => {
    const [path = '/'] = request.url.split('?')
    const isAsking = request.method === 'GET' || request.method === 'HEAD'
    if (path.startsWith('/api/') || path === '/api' || !isAsking) {
      answer(request, reply, new AppError(404, 'NOT_FOUND', 'There is nothing here.'))
      return
    }
    show(request, reply.code(isPage(path) ? 200 : 404))
  })
}

async function serveFiles(app: FastifyInstance, root: string) {
  await app.register(fastifyStatic, {
    root,
    index: false,
    wildcard: true,
    setHeaders: (reply, path) => {
      // Vite names these after their content.
      const named = path.startsWith(join(root, 'assets'))
      reply.header('cache-control', named ? FOR_EVER : FOR_A_DAY)
    },
  })
}

const NOT_BUILT = 'The web app has not been built yet: npm start builds it.'

/** The page tells its cinema's name and zone, so that the app need not ask before it can show anything. */
function pageFor(root: string, cinema: Cinema) {
  const brand = escapeHtml(cinema.brandName)
  // A closing tag inside the block would end it early.
  const json = JSON.stringify(cinema).replaceAll('<', '\\u003c')
  return readFileSync(join(root, 'index.html'), 'utf8')
    .replace(
      new RegExp(`(<script[^>]*id="${CINEMA_ELEMENT_ID}"[^>]*>)[^<]*(</script>)`),
      (_, start: string, end: string) => `${start}${json}${end}`,
    )
    .replace(
      /(<title>)[^<]*(<\/title>)/,
      (_, start: string, end: string) => `${start}${brand}${end}`,
    )
    .replace(
      /(<meta property="og:(?:site_name|title)" content=")[^"]*(")/g,
      (_, start: string, end: string) => `${start}${brand}${end}`,
    )
}
