import { posterFiles } from './catalogue/posters/posters.routes.ts'
import type { Redis } from './cluster/redis.ts'
import type { OfficeConfig } from './config/config.ts'
import type { OpenSockets } from './config/listening-ports.ts'
import type { Context } from './context.ts'
import { registerCookieGuard } from './http/cookies/cookies.ts'
import { createHttpServer, type HttpServerOptions, registerApiPlugins } from './http/http-server.ts'
import { drainServer, listen } from './http/listen.ts'
import { livenessRoute } from './http/monitoring/health.ts'
import type { App } from './http/route.ts'
import { OFFICE_CALL_LIMITS, registerRateLimits } from './limits/rate-limits.ts'
import { limitTcpConnections, trackUnreadConnections } from './limits/tcp-connections.ts'
import { admissionsRoutes } from './office/admissions.routes.ts'
import { staffBookingsRoutes } from './office/bookings.routes.ts'
import { counterRoutes } from './office/counter.routes.ts'
import {
  createDeviceSessions,
  type DeviceSessions,
  registerDeviceSessions,
} from './office/devices/device-session.plugin.ts'
import { devicesRoutes } from './office/devices/devices.routes.ts'
import { createPairingCode, hasDevices, pairingLink } from './office/devices/devices.service.ts'
import { createCommandLineCheck } from './office/devices/office-secret.ts'
import { peopleRoutes } from './office/devices/people/people.routes.ts'
import { staffEnquiriesRoutes } from './office/enquiries.routes.ts'
import { screensRoutes } from './office/halls/screens.routes.ts'
import { serveOfficePage } from './office/office-page.ts'
import { openOfficeSockets } from './office/office-sockets.ts'
import { moviesRoutes } from './office/programme/movies.routes.ts'
import { programmeRoutes } from './office/programme/programme.routes.ts'
import { reportsRoutes } from './office/reports.routes.ts'
import type { FindDatabaseProblem } from './office/settings/health.service.ts'
import { settingsRoutes } from './office/settings/settings.routes.ts'
import {
  cancellationsRoutes,
  exchangesRoutes,
  seatOutagesRoutes,
  showMessagesRoutes,
  showMovesRoutes,
} from './office/show-changes.routes.ts'
import { showsRoutes } from './office/shows.routes.ts'
import { valetRoutes } from './office/valet.routes.ts'
import { staffWaitingRoomsRoutes } from './office/waiting-rooms.routes.ts'
import { openapiRoutes } from './openapi/openapi.routes.ts'

interface OfficeOptions extends Pick<HttpServerOptions, 'timeouts'> {
  office: OfficeConfig
  findDatabaseProblem: FindDatabaseProblem
  /** Undefined for a single node. */
  redis?: Redis | undefined
}

/** Creates the server of the office with its sockets. It does not listen yet. */
export async function openOffice(ctx: Context, options: OfficeOptions) {
  const { office } = options
  const deviceSessions = createDeviceSessions(ctx, {
    settings: office,
    isCommandLine: await createCommandLineCheck(ctx.config),
  })
  const app = await createOfficeApp(ctx, deviceSessions, options)
  const sockets = openOfficeSockets(app.server, ctx, { office, deviceSessions })
  if (ctx.config.rateLimits) limitTcpConnections(app.server, ctx)
  return {
    app,
    closeEndedDevices: sockets.closeEndedDevices,
    closeUnread: trackUnreadConnections(app.server, ctx),
    close: async () => {
      sockets.close()
      await drainServer(app)
    },
  }
}

/** Creates the HTTP server of the office. It has none of the site's routes, and the site has none of its routes. */
async function createOfficeApp(
  ctx: Context,
  deviceSessions: DeviceSessions,
  { office, findDatabaseProblem, redis, timeouts }: OfficeOptions,
) {
  const app = await createHttpServer(ctx, { secure: office.secure, timeouts })
  await app.register(livenessRoute)
  await app.register(async (api: App) => {
    await registerApiPlugins(api, ctx, office)
    registerCookieGuard(api, office)
    registerDeviceSessions(api, ctx, deviceSessions)
    if (ctx.config.rateLimits) {
      registerRateLimits(api, ctx.config, { redis, callLimits: OFFICE_CALL_LIMITS })
    }
    await api.register(devicesRoutes(ctx, office))
    await api.register(settingsRoutes(ctx, findDatabaseProblem))
    for (const routes of ROUTES) await api.register(routes(ctx))
  })
  await app.register(
    openapiRoutes({
      prefix: '/api/office',
      cookieSettings: office,
      loadDescription: async () => (await import('./openapi/office-api.ts')).OFFICE_API,
    }),
  )
  await app.register(posterFiles(ctx))
  await serveOfficePage(app)
  return app
}

const ROUTES = [
  showsRoutes,
  showMovesRoutes,
  staffBookingsRoutes,
  cancellationsRoutes,
  exchangesRoutes,
  counterRoutes,
  admissionsRoutes,
  showMessagesRoutes,
  seatOutagesRoutes,
  staffWaitingRoomsRoutes,
  valetRoutes,
  programmeRoutes,
  moviesRoutes,
  screensRoutes,
  staffEnquiriesRoutes,
  peopleRoutes,
  reportsRoutes,
]

/**
 * Opens the office on its own port. Returns null if another program uses the default port: the site opens without the office. A port that
 * was configured must be free.
 */
export async function startOffice(
  ctx: Context,
  { socket, ...options }: OfficeOptions & { socket: OpenSockets['office'] },
) {
  const { host, port, isDefaultPort } = options.office
  const opened = await openOffice(ctx, options)
  try {
    await listen(opened.app, { host, port, socket })
    return opened
  } catch (error) {
    await opened.close()
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (!isDefaultPort || !isTaken) throw error
    ctx.log.warn({ port }, 'office port in use: the office is closed')
    return null
  }
}

/** Returns a link that pairs the first device, undefined if one is paired. */
export async function inviteFirstDevice(ctx: Context, office: OfficeConfig) {
  if (await hasDevices(ctx)) return undefined
  const { code } = await createPairingCode(ctx, { name: null, scope: 'manager' }, null)
  return pairingLink(office, code)
}
