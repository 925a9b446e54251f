import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fastifyStatic } from '@fastify/static'
import type { FastifyReply } from 'fastify'
import { errorForStatus, sendError } from '../http/errors.ts'
import type { App } from '../http/route.ts'
import { createFileHeaders } from '../http/web/file-headers.ts'
import { WEB_ROOT } from '../http/web/web-root.ts'

/** The folder of the built office app. */
const OFFICE_ROOT = join(import.meta.dirname, '../../../office/dist')
/** The posters of the site, which the pages of movies show. */
const POSTERS_ROOT = join(WEB_ROOT, 'posters')
const NOT_BUILT = 'The office is not built yet. Build it: npx vite build office'

/** Serves the files of the built app, and its HTML page for every other path. */
export async function serveOfficePage(app: App, root = OFFICE_ROOT) {
  const isBuilt = existsSync(join(root, 'index.html'))
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root,
      index: false,
      // What the build keeps for the server, such as the manifest of Vite, is not for visitors.
      dotfiles: 'ignore',
      preCompressed: true,
      setHeaders: createFileHeaders(root, 'no-cache'),
    })
  }
  if (existsSync(POSTERS_ROOT)) {
    const options = { root: POSTERS_ROOT, prefix: '/posters/', wildcard: false }
    await app.register(fastifyStatic, { ...options, decorateReply: false })
  }
  const sendPage = (reply: FastifyReply) => {
    reply.header('cache-control', 'no-cache')
    return isBuilt ? reply.sendFile('index.html') : reply.type('text/plain').send(NOT_BUILT)
  }
  // Without this route the file server refuses the folder.
  app.get('/', async (_, reply) => sendPage(reply))
  app.setNotFoundHandler(async (request, reply) => {
    const [path = '/'] = request.url.split('?')
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (path.startsWith('/api/') || path === '/api' || !isRead) {
      sendError(request, reply, errorForStatus(404))
      return reply
    }
    return sendPage(reply)
  })
}
