import { askQuestion, sendMessage } from '@marquee/contract/cinema/enquiries'
import type { Context } from '../context.ts'
import { type App, route } from '../http/route.ts'
import { submitEnquiry } from './enquiries.service.ts'

export const enquiriesRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...route(askQuestion),
    handler: async ({ body: { userQuestion, userEmail } }) => {
      await submitEnquiry(ctx, {
        kind: 'question',
        name: null,
        email: userEmail,
        body: userQuestion,
      })
      return { success: true as const, message: 'Thank you! Your question has been submitted.' }
    },
  })

  app.route({
    ...route(sendMessage),
    handler: async ({ body: { name, email, message } }) => {
      await submitEnquiry(ctx, { kind: 'message', name, email, body: message })
      return { success: true as const, message: 'Thank you! Your message has been sent.' }
    },
  })
}
