import {
  getSession,
  postSignOut,
  refreshSession,
  signIn,
  signOut,
  signUp,
} from '@marquee/contract/accounts/accounts'
import { requestPhoneCode, verifyPhone } from '@marquee/contract/accounts/phone-verification'
import { SESSION_ENDED } from '@marquee/contract/accounts/session'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { unauthenticated } from '../errors.ts'
import { type App, route } from '../http/route.ts'
import { clientOf, requireSession, requireUser } from '../http/session/session.plugin.ts'
import { googleRoutes } from './google/google.routes.ts'
import * as phoneVerification from './profile/phone-verification.service.ts'
import { picturesRoutes } from './profile/pictures.routes.ts'
import { profileRoutes } from './profile/profile.routes.ts'
import { sessionListRoutes } from './profile/session-list.routes.ts'
import * as accounts from './sign-in/accounts.service.ts'
import { emailProofRoutes } from './sign-in/email-proof.routes.ts'

export const accountsRoutes = (ctx: Context) => async (app: App) => {
  const { sessions, oauthCookies, wrongPasswordLimit } = app
  await app.register(emailProofRoutes(ctx))
  await app.register(profileRoutes(ctx))
  await app.register(phoneVerificationRoutes(ctx))
  await app.register(picturesRoutes(ctx))
  await app.register(sessionListRoutes(ctx))
  await app.register(googleRoutes(ctx))

  app.route({
    ...route(signUp),
    handler: async (request) => {
      await accounts.signUp(ctx, request.body, clientOf(request))
      return { success: true as const, message: 'Your account is ready. Please sign in.' }
    },
  })

  app.route({
    ...route(signIn),
    handler: async (request, reply) => {
      const { linkGoogle, email } = request.body
      const identity = linkGoogle ? await oauthCookies.pendingIdentity.read(request) : null
      const credentials = { ...request.body, identity }
      const client = clientOf(request)
      const browserId = await sessions.browsers.find(request, email)
      const attempt = { email, ipKey: client.ipKey, browserId }
      const { user, session, googleLinked } = await wrongPasswordLimit(attempt, reply, () =>
        accounts.signIn(ctx, credentials, client),
      )
      await sessions.end(request)
      sessions.cookies.set(reply, session)
      await sessions.browsers.remember(request, reply, user.email)
      if (linkGoogle) oauthCookies.pendingIdentity.clear(reply)
      const message = `Welcome, ${user.username}!`
      return { success: true as const, message, user, ...(linkGoogle && { googleLinked }) }
    },
  })

  const handleSignOut = async (request: FastifyRequest, reply: FastifyReply) => {
    await sessions.end(request)
    sessions.cookies.clear(reply)
    oauthCookies.pendingIdentity.clear(reply)
    return { success: true as const, message: 'You are signed out.' }
  }
  app.route({ ...route(signOut), handler: handleSignOut })
  app.route({ ...route(postSignOut), handler: handleSignOut })

  app.route({
    ...route(refreshSession),
    handler: async (request, reply) => {
      if (await sessions.renew(request, reply, request.body.userId))
        return { success: true as const }
      sessions.cookies.clear(reply)
      throw unauthenticated(SESSION_ENDED)
    },
  })

  app.route({
    ...route(getSession),
    handler: async (request, reply) => {
      const userId = request.userId ?? (await sessions.renew(request, reply))
      // A request without a refresh token may overlap with a sign-in, whose new cookies must not be cleared.
      if (!userId && sessions.cookies.refreshToken(request.headers)) sessions.cookies.clear(reply)
      const user = userId ? await accounts.findUser(ctx, userId) : undefined
      return { user: user ?? null }
    },
  })
}

const phoneVerificationRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...route(requestPhoneCode),
    handler: async (request) => {
      await phoneVerification.requestPhoneCode(ctx, requireUser(request))
      return { success: true as const, message: 'We have sent a code to your email.' }
    },
  })

  app.route({
    ...route(verifyPhone),
    onRequest: requireSession,
    handler: (request) =>
      phoneVerification.verifyPhone(ctx, requireUser(request), request.body.code),
  })
}
