import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FastifyStaticOptions, fastifyStatic } from '@fastify/static'
import { CINEMA_ELEMENT_ID, type SiteSettings } from '@marquee/contract/cinema/cinema'
import type { PageSources } from '@marquee/contract/page-renderer'
import {
  APP_SHELL_PATH,
  APP_SHELL_REVISION,
  isPage,
  isPublicPage,
  SERVICE_WORKER_PATH,
} from '@marquee/contract/pages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '#src/platform/log.ts'
import type { VisitorCookies } from '../cookies/visitor-cookie.ts'
import { errorForStatus, sendError } from '../errors.ts'
import { encodeOnce, PAGE_LEVEL, sendEncoded } from './encoded-body.ts'
import { createFileHeaders } from './file-headers.ts'
import { escapeHtml } from './html.ts'
import { createPageCache, createRendererLoader } from './page-cache.ts'
import { makePublic } from './public-response.ts'
import { RENDERER_FILE, WEB_ROOT } from './web-root.ts'

const MANIFEST = '.vite/manifest.json'
const CACHE_ONE_DAY = 'public, max-age=86400'
const NOT_BUILT = 'The web app is not built yet. Build it: npx vite build web'

interface WebOptions {
  cinema: SiteSettings
  visitorCookies: VisitorCookies
  sources: PageSources
  now: () => number
  monotonicNow: () => number
  log: Log
  root?: string
  rendererFile?: string
}

/** Serves the files of the built web app, and its HTML page for every other path. */
export async function serveWeb(
  app: FastifyInstance,
  {
    cinema,
    visitorCookies,
    root = WEB_ROOT,
    rendererFile = RENDERER_FILE,
    ...pageOptions
  }: WebOptions,
) {
  const isBuilt = existsSync(join(root, 'index.html'))
  const html = isBuilt ? fillTemplate(root, cinema) : NOT_BUILT
  const emptyPage = encodeOnce(() => html, PAGE_LEVEL)
  const loadRenderer = isBuilt
    ? createRendererLoader(rendererFile, () => ({
        template: html,
        manifest: readFileSync(join(root, MANIFEST), 'utf8'),
        settings: cinema,
      }))
    : undefined
  const findRenderedPage = createPageCache({ loadRenderer, ...pageOptions })
  if (isBuilt) {
    await serveFiles(app, root)
    serveInstallableApp(app, { root, shell: html, brandName: cinema.brandName })
  }

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    // The page sets the cookie, so that the first API call and the socket of a new visitor share one id.
    visitorCookies.ensureVisitorCookie(request, reply)
    reply.type('text/html; charset=utf-8').header('cache-control', 'private, no-cache')
    const page = await findPage(request.url, reply)
    if (page && isPublicPage(request.url)) makePublic(request, reply)
    return sendEncoded(request, reply, page ?? emptyPage)
  }

  /** For a movie or showtime that does not exist, the browser shows the error page. */
  async function findPage(url: string, reply: FastifyReply) {
    try {
      return await findRenderedPage(url)
    } catch {
      reply.code(404)
      return undefined
    }
  }

  app.get('/', sendPage)
  app.setNotFoundHandler(async (request, reply) => {
    const [path = '/'] = request.url.split('?')
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (path.startsWith('/api/') || path === '/api' || !isRead) {
      sendError(request, reply, errorForStatus(404))
      return reply
    }
    return sendPage(request, reply.code(isPage(path) ? 200 : 404))
  })
}

/** The build contains compressed copies of text files (ui-kit/src/build/precompress.ts). */
async function serveFiles(app: FastifyInstance, root: string) {
  const options: FastifyStaticOptions = {
    root,
    index: false,
    // What the build keeps for the server, such as the manifest of Vite, is not for visitors.
    dotfiles: 'ignore',
    preCompressed: true,
    setHeaders: createFileHeaders(root, CACHE_ONE_DAY),
  }
  await app.register(fastifyStatic, options)
  const posters = join(root, 'posters')
  if (!existsSync(posters)) return
  // Clients may load the `imageUrl` of a movie, such as amaran.jpg, without a folder. One route per file.
  const atRoot = { ...options, root: posters, wildcard: false, decorateReply: false }
  await app.register(fastifyStatic, atRoot)
}

/** Returns index.html with the name and time zone of the cinema, so that the web app need not fetch them. */
function fillTemplate(root: string, cinema: SiteSettings) {
  const brand = escapeHtml(cinema.brandName)
  // Escaped, because a closing tag inside the block would end it early.
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

const MANIFEST_PATH = '/manifest.webmanifest'

interface InstallableAppOptions {
  /** The folder of the built web app. */
  root: string
  /** The HTML page without the content of any page. */
  shell: string
  brandName: string
}

/** Serves the files that make the web app installable: its manifest, its service worker and the page that the worker keeps. */
function serveInstallableApp(
  app: FastifyInstance,
  { root, shell, brandName }: InstallableAppOptions,
) {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const send = (path: string, type: string, text: string) => {
    const body = encodeOnce(() => text, PAGE_LEVEL)
    // Asked for at each visit, so that a new version is found at once.
    app.get(path, (request, reply) =>
      sendEncoded(request, reply.type(type).header('cache-control', 'no-cache'), body),
    )
  }

  const name = { name: brandName, short_name: brandName }
  const manifest = { ...JSON.parse(read(MANIFEST_PATH)), ...name }
  // The shell contains settings. With its hash, the worker changes when they change.
  const revision = createHash('sha256').update(shell).digest('hex')
  const worker = read(SERVICE_WORKER_PATH).replace(APP_SHELL_REVISION, revision)

  send(MANIFEST_PATH, 'application/manifest+json; charset=utf-8', JSON.stringify(manifest))
  send(SERVICE_WORKER_PATH, 'text/javascript; charset=utf-8', worker)
  send(APP_SHELL_PATH, 'text/html; charset=utf-8', shell)
}
