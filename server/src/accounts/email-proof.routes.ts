import {
  confirmEmail,
  forgotPassword,
  requestConfirmation,
  resetPassword,
} from '@marquee/contract/accounts'
import type { Context } from '../context.ts'
import { type App, route } from '../http/route.ts'
import * as emailProof from './email-proof.service.ts'
import { clientOf, requireUser } from './session.plugin.ts'

const success = (message: string) => ({ success: true as const, message })

export const emailProofRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...route(confirmEmail),
    handler: async ({ body }) => {
      await emailProof.confirmEmail(ctx, body.token)
      return success('Your email is confirmed.')
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
    handler: async ({ body }) => {
      await emailProof.requestPasswordReset(ctx, body.email)
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
