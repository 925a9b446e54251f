import type { FastifyInstance, FastifyReply } from 'fastify'
import { escapeHtml } from '#src/http/web/html.ts'

export interface UnsubscribePage {
  title: string
  text: string
  form?: { path: string; button: string }
}

/** Accepts the forms of the page and of mail programs. Their content does not matter. */
export const acceptForms = (app: FastifyInstance) =>
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string', bodyLimit: 1024 },
    (_request, _body, done) => done(null, undefined),
  )

export const sendUnsubscribePage = (
  reply: FastifyReply,
  brandName: string,
  page: UnsubscribePage,
) =>
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(pageHtml(brandName, page))

const pageHtml = (brandName: string, { title, text, form }: UnsubscribePage) => `<!doctype html>
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
