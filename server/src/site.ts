import type { PageSources } from '@marquee/contract/page-renderer'
import { accountsRoutes } from './accounts/accounts.routes.ts'
import { createOauthCookies } from './accounts/google/oauth-state-cookies.ts'
import { pictureFiles } from './accounts/profile/pictures.routes.ts'
import { bookingAlertsRoutes, stopAlertsRoutes } from './alerts/booking-alerts.routes.ts'
import { bookingsRoutes } from './bookings/bookings.routes.ts'
import { changesRoutes } from './bookings/changes.routes.ts'
import { ticketsRoutes } from './bookings/tickets.routes.ts'
import { catalogueRoutes } from './catalogue/catalogue.routes.ts'
import * as catalogue from './catalogue/catalogue.service.ts'
import { getCinema } from './catalogue/cinema/cinema.service.ts'
import { posterFiles } from './catalogue/posters/posters.routes.ts'
import { findCatalogueProblems } from './catalogue/programme.service.ts'
import type { Redis } from './cluster/redis.ts'
import type { Context } from './context.ts'
import type { createReadinessCheck } from './database/health/readiness.ts'
import { enquiriesRoutes } from './enquiries/enquiries.routes.ts'
import { registerCookieGuard } from './http/cookies/cookies.ts'
import { createVisitorCookies, registerVisitorCookies } from './http/cookies/visitor-cookie.ts'
import { createHttpServer, type HttpServerOptions, registerApiPlugins } from './http/http-server.ts'
import { drainServer } from './http/listen.ts'
import { healthRoutes } from './http/monitoring/health.ts'
import { metricsRoutes } from './http/monitoring/metrics.ts'
import { isAllowedOrigin } from './http/origin-guard.ts'
import type { App } from './http/route.ts'
import { createSessions, registerSessions } from './http/session/session.plugin.ts'
import { searchEngineRoutes } from './http/web/search-engines.ts'
import { serveWeb } from './http/web/web.ts'
import { seatMapRoutes } from './inventory/views/seat-map.routes.ts'
import { CALL_LIMITS, type CallLimit, registerRateLimits } from './limits/rate-limits.ts'
import { limitTcpConnections, trackUnreadConnections } from './limits/tcp-connections.ts'
import { createWrongPasswordLimit } from './limits/wrong-password-limit.ts'
import { localProvider } from './local-provider/local-provider.ts'
import { mailPreviewRoutes } from './messages/mail/mail-previews.routes.ts'
import { noticesRoutes } from './messages/notices/notices.routes.ts'
import { unsubscribeRoutes } from './messages/unsubscribe/unsubscribe.routes.ts'
import { openapiRoutes } from './openapi/openapi.routes.ts'
import { openRealtime } from './realtime/realtime.ts'
import { ownVehiclesRoutes } from './valet/own-vehicles.routes.ts'
import { vouchersRoutes } from './vouchers/vouchers.routes.ts'
import { waitingRoomRoutes } from './waiting-room/waiting-room.routes.ts'
import { waitlistRoutes } from './waitlist/waitlist.routes.ts'

export interface SiteOptions extends Pick<HttpServerOptions, 'timeouts'> {
  /** Undefined for a single node. */
  redis?: Redis | undefined
  findDatabaseProblem: ReturnType<typeof createReadinessCheck>
  callLimits?: readonly CallLimit[] | undefined
  /** How long a socket may take to send its first packet. */
  connectTimeoutMs?: number | undefined
}

/** Creates the visitors' server with its routes and sockets. It does not listen yet. */
export async function openSite(ctx: Context, options: SiteOptions) {
  const { app, visitorCookies, sessions } = await createSiteApp(ctx, options)
  const realtime = openRealtime(app.server, ctx, {
    visitorCookies,
    isAllowedOrigin: ({ headers }) => isAllowedOrigin(headers, ctx.config.origins),
    findSession: sessions.find,
    connectTimeoutMs: options.connectTimeoutMs,
  })
  if (ctx.config.rateLimits) limitTcpConnections(app.server, ctx)
  return {
    app,
    visitorCookies,
    realtime,
    closeUnread: trackUnreadConnections(app.server, ctx),
    close: async () => {
      realtime.close()
      await drainServer(app)
    },
  }
}

/** Creates the HTTP server of the site with all its routes. */
export async function createSiteApp(
  ctx: Context,
  { redis, findDatabaseProblem, timeouts, callLimits = CALL_LIMITS }: SiteOptions,
) {
  const visitorCookies = createVisitorCookies(ctx)
  const sessions = createSessions(ctx)
  const app = await createHttpServer(ctx, { timeouts, secure: ctx.config.secure })
  await app.register(
    healthRoutes(ctx, {
      findDatabaseProblem,
      findCatalogueProblems: () => findCatalogueProblems(ctx),
      isRedisConnected: redis?.isConnected,
    }),
  )
  await app.register(metricsRoutes(ctx))
  await app.register(async (api: App) => {
    await registerApiPlugins(api, ctx, { origins: ctx.config.origins })
    if (ctx.config.rateLimits) registerRateLimits(api, ctx.config, { redis, callLimits })
    registerCookieGuard(api, ctx.config)
    registerVisitorCookies(api, visitorCookies)
    registerSessions(api, sessions)
    api.decorate('oauthCookies', createOauthCookies(ctx))
    api.decorate('wrongPasswordLimit', createWrongPasswordLimit(redis, ctx.config))
    for (const routes of ROUTES) await api.register(routes(ctx))
  })
  await app.register(
    openapiRoutes({
      prefix: '/api',
      cookieSettings: ctx.config,
      loadDescription: async () => (await import('./openapi/site-api.ts')).SITE_API,
    }),
  )
  await app.register(pictureFiles(ctx))
  await app.register(posterFiles(ctx))
  await app.register(unsubscribeRoutes(ctx))
  await app.register(stopAlertsRoutes(ctx))
  const { brandName, timeZone, publicUrl, openId, isDevelopment, refundPolicy } = ctx.config
  if (isDevelopment) await app.register(mailPreviewRoutes(ctx))
  if (openId?.isLocal) await app.register(localProvider(ctx.config, openId))
  const googleSignIn = ctx.identityProvider !== null
  const sources: PageSources = {
    listMovies: () => catalogue.listMovies(ctx),
    getMovie: (id) => catalogue.getMovie(ctx, id),
    getMovieBySlug: (slug) => catalogue.getMovieBySlug(ctx, slug),
    getShowtime: (id) => catalogue.getShowtime(ctx, id),
    getCinema: () => getCinema(ctx),
  }
  await app.register(searchEngineRoutes({ publicUrl, listMovies: sources.listMovies }))
  await serveWeb(app, {
    cinema: {
      brandName,
      timeZone,
      publicUrl,
      googleSignIn,
      gapRule: ctx.config.gapRule,
      refundPolicy,
    },
    visitorCookies,
    sources,
    now: ctx.now,
    monotonicNow: ctx.monotonicNow,
    log: ctx.log,
  })
  return { app, visitorCookies, sessions }
}

const ROUTES = [
  catalogueRoutes,
  seatMapRoutes,
  bookingsRoutes,
  changesRoutes,
  ticketsRoutes,
  vouchersRoutes,
  accountsRoutes,
  ownVehiclesRoutes,
  enquiriesRoutes,
  bookingAlertsRoutes,
  noticesRoutes,
  waitlistRoutes,
  waitingRoomRoutes,
]
