import { requestPhoneCode, verifyPhone } from '@marquee/contract/accounts/phone-verification'
import type { Context } from '#src/context.ts'
import { type App, route } from '#src/http/route.ts'
import { requireSession, requireUser } from '#src/http/session/session.plugin.ts'
import * as phoneVerification from './phone-verification.service.ts'

export const phoneVerificationRoutes = (ctx: Context) => async (app: App) => {
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
