import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import { escapeHtml } from '../http/html.ts'
import { setReminders } from './reminders.service.ts'
import { unsubscribePath } from './unsubscribe-tokens.ts'

const PATH = unsubscribePath(':token')
type OfToken = { Params: { token: string } }

/**
 * The link in reminders. It works without signing in: the page that it opens has a button, because mail scanners open links by themselves.
 * Mail programs send a POST of their own (RFC 8058).
 */
export const unsubscribeRoutes = (ctx: Context) => async (app: FastifyInstance) => {
  // The forms of the page and of mail programs. Their content does not matter.
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string', bodyLimit: 1024 },
    (_request, _body, done) => done(null, undefined),
  )

  app.get<OfToken>(PATH, { exposeHeadRoute: false }, async ({ params: { token } }, reply) =>
    ctx.unsubscribeTokens.verify(token) === undefined
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

  function sendPage(reply: FastifyReply, page: Page) {
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
    return reply.send(pageHtml(ctx.config.brandName, page))
  }
}

interface Page {
  title: string
  text: string
  form?: { path: string; button: string }
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

const pageHtml = (brandName: string, { title, text, form }: Page) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${escapeHtml(brandName)}</title>
<style>
  body { margin: 0; min-height: 100svh; display: grid; place-items: center; padding: 2rem 1rem; background: #0c0a10; color: #f4ede0; font: 1rem/1.6 Figtree, system-ui, sans-serif; }
  main { width: min(30rem, 100%); padding: 2.5rem 1.5rem; box-sizing: border-box; background: #16111c; border: 1px solid #d8b56d66; border-radius: 3px; text-align: center; }
  h1 { margin: 0 0 0.75rem; font: 500 2rem/1.2 'Bodoni Moda', Didot, Georgia, serif; }
  p { margin: 0 0 1.5rem; color: #a79fae; }
  a { color: #d8b56d; }
  button { min-height: 2.75rem; padding: 0 1.5rem; margin-bottom: 1.5rem; color: #0c0a10; background: #d8b56d; border: 0; border-radius: 3px; font: inherit; font-weight: 600; cursor: pointer; }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
${form === undefined ? '' : `<form method="post" action="${escapeHtml(form.path)}"><button>${form.button}</button></form>`}
<a href="/">${escapeHtml(brandName)}</a>
</main>
</body>
</html>
`
