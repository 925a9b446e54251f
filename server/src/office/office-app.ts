import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fastifyStatic } from '@fastify/static'
import type { FastifyReply } from 'fastify'
import type { Redis } from '../cluster/redis.ts'
import type { OfficeConfig } from '../config.ts'
import type { Context } from '../context.ts'
import { registerCookieGuard } from '../http/cookies.ts'
import { errorForStatus, sendError } from '../http/errors.ts'
import { livenessRoute } from '../http/health.ts'
import type { App } from '../http/route.ts'
import { createHttpServer, type HttpServerOptions, registerApiPlugins } from '../http-server.ts'
import { officeCallLimits } from '../limits/office-rate-limits.ts'
import { registerRateLimits } from '../limits/rate-limits.ts'
import { admissionsRoutes } from './admissions.routes.ts'
import { auditRoutes } from './audit.routes.ts'
import { staffBookingsRoutes } from './bookings.routes.ts'
import { cancellationsRoutes } from './cancellations.routes.ts'
import { type DeviceSessions, registerDeviceSessions } from './device-session.plugin.ts'
import { devicesRoutes } from './devices.routes.ts'
import { healthRoutes } from './health.routes.ts'
import type { NodeStatus } from './health.service.ts'
import { seatOutagesRoutes } from './seat-outages.routes.ts'
import { showMovesRoutes } from './show-moves.routes.ts'
import { showsRoutes } from './shows.routes.ts'
import { valetRoutes } from './valet.routes.ts'

/** The folder of the built office app. */
const OFFICE_ROOT = join(import.meta.dirname, '../../../office/dist')
const CACHE_FOREVER = 'public, max-age=31536000, immutable'
const NOT_BUILT = 'The office is not built yet. Build it: npx vite build office'

interface OfficeAppOptions extends Pick<HttpServerOptions, 'timeouts'> {
  office: OfficeConfig
  deviceSessions: DeviceSessions
  node: NodeStatus
  /** Undefined for a single node. */
  redis?: Redis | undefined
  /** The folder of the built app. */
  root?: string
}

/** Creates the HTTP server of the office. It has none of the site's routes, and the site has none of its routes. */
export async function createOfficeApp(
  ctx: Context,
  { office, deviceSessions, node, redis, timeouts, root = OFFICE_ROOT }: OfficeAppOptions,
) {
  const app = await createHttpServer(ctx, { secure: office.secure, timeouts })
  await app.register(livenessRoute)
  await app.register(async (api: App) => {
    await registerApiPlugins(api, ctx, office)
    registerCookieGuard(api, office)
    registerDeviceSessions(api, ctx, deviceSessions)
    if (ctx.config.rateLimits) {
      registerRateLimits(api, ctx.config, { redis, callLimits: officeCallLimits })
    }
    await api.register(devicesRoutes(ctx, office))
    await api.register(healthRoutes(ctx, node))
    for (const routes of ROUTES) await api.register(routes(ctx))
  })
  await serveApp(app, root)
  return app
}

const ROUTES = [
  ...[showsRoutes, showMovesRoutes, staffBookingsRoutes, cancellationsRoutes, admissionsRoutes],
  seatOutagesRoutes,
  valetRoutes,
  auditRoutes,
]

/** Serves the files of the built app, and its HTML page for every other path. */
async function serveApp(app: App, root: string) {
  const isBuilt = existsSync(join(root, 'index.html'))
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root,
      index: false,
      // What the build keeps for the server, such as the manifest of Vite, is not for visitors.
      dotfiles: 'ignore',
      preCompressed: true,
      setHeaders: (reply, path) => {
        // Vite puts a hash of the content into the names of these files.
        const isHashed = path.startsWith(join(root, 'assets'))
        reply.header('cache-control', isHashed ? CACHE_FOREVER : 'no-cache')
      },
    })
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
