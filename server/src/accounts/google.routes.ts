import { googleSignIn } from '@marquee/contract/accounts'
import {
  afterGoogle,
  finishGoogle,
  GOOGLE_OFF,
  type GoogleReturn,
  getGoogleLink,
  startGoogle,
} from '@marquee/contract/google'
import { returnPath } from '@marquee/contract/pages'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { type AppError, unauthenticated } from '../errors.ts'
import { toAppError } from '../http/errors.ts'
import { type App, route } from '../http/route.ts'
import { continueAs, newProofs, redeem } from './google.service.ts'
import { GoogleRefusal } from './google-refusal.ts'
import type { IdentityProvider } from './identity-provider.ts'
import type { Visit } from './oauth-state-cookies.ts'
import { endSession } from './sessions.service.ts'

const SEE_OTHER = 303

export const googleRoutes = (ctx: Context) => async (app: App) => {
  const { identityProvider: provider } = ctx
  if (provider) {
    await app.register(offered(ctx, provider))
    return
  }
  app.route({
    ...route(googleSignIn),
    handler: async () => {
      throw unauthenticated(GOOGLE_OFF)
    },
  })
}

const offered = (ctx: Context, provider: IdentityProvider) => async (app: App) => {
  const { sessions, visits } = app

  app.route({
    ...route(startGoogle),
    handler: async (request, reply) => {
      const from = returnPath(queryOf(request).get('from'))
      const visit = { ...newProofs(), from }
      const door = await provider.door(landing(request).href, visit)
      await visits.visit.keep(reply, visit)
      return reply.redirect(door, SEE_OTHER)
    },
    errorHandler: async (error, request, reply) => {
      // A person reads it on the sign-in page, a program here.
      if (!request.headers.accept?.includes('text/html')) throw error
      const from = returnPath(queryOf(request).get('from'))
      return reply.redirect(afterGoogle(endFor(error, request), from), SEE_OTHER)
    },
  })

  app.route({
    ...route(finishGoogle),
    handler: async (request, reply) => {
      const visit = await visits.visit.kept(request)
      // Another window may have gone to the provider since: its visit goes on.
      if (!visit || queryOf(request).get('state') !== visit.state) {
        return reply.redirect(afterGoogle('refused', returnPath(visit?.from)), SEE_OTHER)
      }
      visits.visit.forget(reply)
      const end = await comeBack(request, reply, visit)
      return reply.redirect(afterGoogle(end, visit.from), SEE_OTHER)
    },
    errorHandler: async (error, request, reply) => {
      const visit = await visits.visit.kept(request)
      return reply.redirect(afterGoogle(endFor(error, request), returnPath(visit?.from)), SEE_OTHER)
    },
  })

  async function comeBack(request: FastifyRequest, reply: FastifyReply, visit: Visit) {
    const query = queryOf(request)
    if (query.get('error') === 'access_denied') return 'cancelled'
    const url = landing(request)
    url.search = String(query)
    const credential = await provider.credential(url, visit)
    return (await enter(request, reply, { credential, nonce: visit.nonce })) ? 'done' : 'link'
  }

  app.route({
    ...route(googleSignIn),
    handler: async (request, reply) => {
      // Name, e-mail and photo prove nothing: only the provider's own word does, given for this very visit.
      const visit = await visits.visit.kept(request)
      const { credential } = request.body
      if (!credential || !visit) throw new GoogleRefusal('refused')
      visits.visit.forget(reply)
      const user = await enter(request, reply, { credential, nonce: visit.nonce })
      if (!user) throw new GoogleRefusal('link')
      return user
    },
  })

  app.route({
    ...route(getGoogleLink),
    handler: async (request) => {
      const link = await visits.link.kept(request)
      return { email: link?.email ?? null }
    },
  })

  /** Signs in whom the token vouches for; null, and remembered here, if a password has to be given first. */
  async function enter(
    request: FastifyRequest,
    reply: FastifyReply,
    token: { credential: string; nonce: string },
  ) {
    const vouched = await redeem(ctx, provider, token)
    const entered = await continueAs(ctx, vouched)
    if (!entered) {
      await visits.link.keep(reply, vouched)
      return null
    }
    await endSession(ctx, sessions.presented(request))
    await sessions.give(reply, entered.session)
    return entered.user
  }

  /** Where the provider is to send this browser: to the name of ours under which it knows us, and keeps our cookies. */
  function landing({ host }: FastifyRequest) {
    const { origins, publicUrl } = ctx.config
    const origin = origins.find((one) => new URL(one).host === host) ?? publicUrl
    return new URL(finishGoogle.path, origin)
  }
}

const queryOf = ({ url }: FastifyRequest) => new URLSearchParams(url.split('?')[1])

const BUSY = new Set([429, 503])

/** Which end the sign-in page is to tell of. A bug is none of them. */
function endFor(error: FastifyError | AppError, request: FastifyRequest): GoogleReturn {
  if (error instanceof GoogleRefusal) return error.end
  if (!BUSY.has(toAppError(error).statusCode)) throw error
  request.log.warn({ err: error }, 'a visit to the identity provider was cut short')
  return 'busy'
}
