import {
  confirmEmail,
  forgotPassword,
  requestConfirmation,
  resetPassword,
} from '@marquee/contract/accounts/accounts'
import type { Context } from '#src/context.ts'
import { type App, route } from '#src/http/route.ts'
import { clientOf, requireUser } from '#src/http/session/session.plugin.ts'
import { addressKey } from '#src/limits/client-address.ts'
import * as emailProof from './email-proof.service.ts'

const success = (message: string) => ({ success: true as const, message })

export const emailProofRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...route(confirmEmail),
    handler: async (request) => {
      const client = { ...clientOf(request), userId: request.userId }
      const isConfirmed = await emailProof.confirmEmail(ctx, request.body, client)
      return isConfirmed
        ? success('Your email is confirmed.')
        : {
            ...success('Please choose a new password for your account.'),
            passwordNeeded: true as const,
          }
    },
  })

  app.route({
    ...route(requestConfirmation),
    handler: async (request) => {
      await emailProof.requestConfirmation(ctx, requireUser(request))
      return success('We have sent you an email with a link.')
    },
  })

  app.route({
    ...route(forgotPassword),
    handler: async (request) => {
      const { email } = request.body
      const browserId = await app.sessions.browsers.find(request, email)
      const requester = { browserId, addressKey: addressKey(ctx, request.ip) }
      await emailProof.requestPasswordReset(ctx, email, requester)
      return success('If this email has an account, we have sent it a link.')
    },
  })

  app.route({
    ...route(resetPassword),
    handler: async (request) => {
      await emailProof.resetPassword(ctx, request.body, clientOf(request))
      return success('Your password is changed. Please sign in.')
    },
  })
}
