import { createHash } from 'node:crypto'
import type { Config } from '../config.ts'
import { escapeHtml } from '../http/html.ts'
import { faces } from './avatars.ts'
import { PEOPLE } from './sample-accounts.ts'
import { STYLE } from './style.ts'

export type Pages = ReturnType<typeof createPages>

/** What people see of the local provider. */
export function createPages({ brandName, origins }: Pick<Config, 'brandName' | 'origins'>) {
  const brand = escapeHtml(brandName)
  const style = faces() + STYLE
  const page = (title: string, body: string) => frame({ title, body, style })

  return {
    policy: policyFor(style, origins),

    people: page(
      'Choose who you are',
      `<p>This stands in for Google while ${brand} is being worked on. These people are samples: there is no password, and
      nothing leaves this machine.</p>
      <form method="post">
        <ul>${PEOPLE.map(personRow).join('')}</ul>
        <button class="cancel" name="person" value="">Cancel</button>
      </form>`,
    ),

    trouble: (words: string) =>
      page(
        'Nobody to choose',
        `<p>${escapeHtml(words)}</p>
        <p><a href="/sign-in">Back to ${brand}</a></p>`,
      ),
  }
}

/** No script, no picture or face from elsewhere, and a form that leads nowhere but here and back to the cinema. */
function policyFor(style: string, origins: readonly string[]) {
  const styleHash = createHash('sha256').update(style).digest('base64')
  return [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "font-src 'self'",
    "img-src 'self'",
    `form-action 'self' ${origins.filter(isWritable).join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** A policy cannot write an address of the other kind, and browsers complain of one that does. */
const isWritable = (origin: string) => !origin.includes('[')

const personRow = ({ sub, name, email, isVerified }: (typeof PEOPLE)[number]) => `
        <li><button class="person" name="person" value="${escapeHtml(sub)}">
          <span class="initial" aria-hidden="true">${escapeHtml(name.slice(0, 1))}</span>
          <span class="name">${escapeHtml(name)}</span>
          <span class="email">${escapeHtml(email)}${isVerified ? '' : ' <em>not verified: will be refused</em>'}</span>
        </button></li>`

const frame = ({
  title,
  body,
  style,
}: Record<'title' | 'body' | 'style', string>) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="dark" />
    <title>${title} – local provider for development</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <style>${style}</style>
  </head>
  <body>
    <main>
      <p class="mark">Local provider for development</p>
      <h1>${title}</h1>
      ${body}
    </main>
  </body>
</html>
`
