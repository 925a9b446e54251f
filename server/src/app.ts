import type { PageSources } from '@marquee/contract/page-renderer'
import { accountsRoutes } from './accounts/accounts.routes.ts'
import { noticesRoutes } from './accounts/notices.routes.ts'
import type { OauthCookies } from './accounts/oauth-state-cookies.ts'
import { pictureFiles } from './accounts/pictures.routes.ts'
import { registerSessions, type Sessions } from './accounts/session.plugin.ts'
import { bookingAlertsRoutes, stopAlertsRoutes } from './alerts/booking-alerts.routes.ts'
import { bookingsRoutes } from './bookings/bookings.routes.ts'
import { changesRoutes } from './bookings/changes.routes.ts'
import { ticketsRoutes } from './bookings/tickets.routes.ts'
import * as catalogue from './catalogue/catalogue.service.ts'
import { cinemaRoutes } from './catalogue/cinema.routes.ts'
import { getCinema } from './catalogue/cinema.service.ts'
import { moviesRoutes } from './catalogue/movies.routes.ts'
import { programmeRoutes } from './catalogue/programme.routes.ts'
import { showtimesRoutes } from './catalogue/showtimes.routes.ts'
import type { Redis } from './cluster/redis.ts'
import type { Context } from './context.ts'
import type { createReadinessCheck } from './database/readiness.ts'
import { enquiriesRoutes } from './enquiries/enquiries.routes.ts'
import { registerCookieGuard } from './http/cookies.ts'
import { healthRoutes } from './http/health.ts'
import { type HolderCookies, registerHolderCookies } from './http/holder-cookie.ts'
import { metricsRoutes } from './http/metrics.ts'
import type { App } from './http/route.ts'
import { searchEngineRoutes } from './http/search-engines.ts'
import { serveWeb } from './http/web.ts'
import { createHttpServer, type HttpServerOptions, registerApiPlugins } from './http-server.ts'
import { seatMapRoutes } from './inventory/seat-map.routes.ts'
import { CALL_LIMITS, type CallLimit, registerRateLimits } from './limits/rate-limits.ts'
import { createWrongPasswordLimit } from './limits/wrong-password-limit.ts'
import { localProvider } from './local-provider/local-provider.ts'
import { mailPreviewRoutes } from './messages/mail-previews.routes.ts'
import { unsubscribeRoutes } from './messages/unsubscribe.routes.ts'
import { ownVehiclesRoutes } from './valet/own-vehicles.routes.ts'
import { waitlistRoutes } from './waitlist/waitlist.routes.ts'

export interface AppDependencies extends Pick<HttpServerOptions, 'timeouts'> {
  holders: HolderCookies
  sessions: Sessions
  oauthCookies: OauthCookies
  /** Undefined for a single node. */
  redis?: Redis | undefined
  findDatabaseProblem: ReturnType<typeof createReadinessCheck>
  callLimits?: readonly CallLimit[] | undefined
}

/** Creates the HTTP server with all its routes. It does not listen yet. */
export async function createApp(
  ctx: Context,
  {
    holders,
    sessions,
    oauthCookies,
    redis,
    findDatabaseProblem,
    timeouts,
    callLimits = CALL_LIMITS,
  }: AppDependencies,
) {
  const app = await createHttpServer(ctx, { timeouts, secure: ctx.config.secure })
  await app.register(
    healthRoutes(ctx.log, { findDatabaseProblem, isRedisConnected: redis?.isConnected }),
  )
  await app.register(metricsRoutes(ctx))
  await app.register(async (api: App) => {
    await registerApiPlugins(api, ctx, { origins: ctx.config.origins })
    if (ctx.config.rateLimits) registerRateLimits(api, ctx.config, { redis, callLimits })
    registerCookieGuard(api, ctx.config)
    registerHolderCookies(api, holders)
    registerSessions(api, sessions)
    api.decorate('oauthCookies', oauthCookies)
    api.decorate('wrongPasswordLimit', createWrongPasswordLimit(redis, ctx.config))
    for (const routes of ROUTES) await api.register(routes(ctx))
  })
  await app.register(pictureFiles(ctx))
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
      ...{ brandName, timeZone, publicUrl, googleSignIn },
      gapRule: ctx.config.gapRule,
      refundPolicy,
    },
    holderCookies: holders,
    sources,
    now: ctx.now,
    monotonicNow: ctx.monotonicNow,
    log: ctx.log,
  })
  return app
}

const ROUTES = [
  moviesRoutes,
  showtimesRoutes,
  programmeRoutes,
  seatMapRoutes,
  cinemaRoutes,
  bookingsRoutes,
  changesRoutes,
  ticketsRoutes,
  accountsRoutes,
  ownVehiclesRoutes,
  enquiriesRoutes,
  bookingAlertsRoutes,
  noticesRoutes,
  waitlistRoutes,
]
