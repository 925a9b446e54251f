import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '#src/context.ts'
import { setReminders } from '../reminders/reminders.service.ts'
import { acceptForms, sendUnsubscribePage, type UnsubscribePage } from './unsubscribe-page.ts'
import { unsubscribePath, verifyUnsubscribeToken } from './unsubscribe-tokens.ts'

const PATH = unsubscribePath(':token')
type OfToken = { Params: { token: string } }

/**
 * The link in reminders. It works without signing in: the page that it opens has a button, because mail scanners open links by themselves.
 * Mail programs send a POST of their own (RFC 8058).
 */
export const unsubscribeRoutes = (ctx: Context) => async (app: FastifyInstance) => {
  acceptForms(app)

  app.get<OfToken>(PATH, { exposeHeadRoute: false }, async ({ params: { token } }, reply) =>
    verifyUnsubscribeToken(ctx, token) === undefined
      ? sendPage(reply.code(404), INVALID)
      : sendPage(reply, { ...ASK, form: { path: unsubscribePath(token), button: 'Turn off' } }),
  )
  app.post<OfToken>(PATH, async ({ params: { token } }, reply) => {
    const undo = { path: `${unsubscribePath(token)}/undo`, button: 'Turn reminders on again' }
    return (await setReminders(ctx, token, true))
      ? sendPage(reply, { ...OFF, form: undo })
      : sendPage(reply.code(404), INVALID)
  })
  app.post<OfToken>(`${PATH}/undo`, async ({ params }, reply) =>
    (await setReminders(ctx, params.token, false))
      ? sendPage(reply, ON)
      : sendPage(reply.code(404), INVALID),
  )

  function sendPage(reply: FastifyReply, page: UnsubscribePage) {
    return sendUnsubscribePage(reply, ctx.config.brandName, page)
  }
}

const ASK = {
  title: 'Turn reminders off?',
  text: 'We remind you by email three hours before your shows. You get your booking confirmations in any case.',
}
const OFF = {
  title: 'Reminders are off',
  text: 'We will not remind you of your shows any more. You still get your booking confirmations.',
}
const ON = {
  title: 'Reminders are on',
  text: 'We will remind you three hours before your shows.',
}
const INVALID = {
  title: 'This link is not valid',
  text: 'Please use the link in a newer reminder.',
}
