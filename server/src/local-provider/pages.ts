import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { escapeHtml } from '../http/web/html.ts'
import { WEB_ROOT } from '../http/web/web-root.ts'
import { SAMPLE_ACCOUNTS } from './sample-accounts.ts'
import { STYLE } from './style.ts'

export type Pages = ReturnType<typeof createPages>

/** The HTML pages of the local provider. */
export function createPages({ brandName, origins }: Pick<Config, 'brandName' | 'origins'>) {
  const brand = escapeHtml(brandName)
  const style = fontFaces() + STYLE
  const page = (title: string, body: string) => pageHtml({ title, body, style })

  return {
    contentSecurityPolicy: contentSecurityPolicy(style, origins),

    accounts: page(
      'Choose an account',
      `<p>This page replaces Google during the development of ${brand}. The accounts are samples: there is no password, and
      nothing leaves this machine.</p>
      <form method="post">
        <ul>${SAMPLE_ACCOUNTS.map(accountRow).join('')}</ul>
        <button class="cancel" name="account" value="">Cancel</button>
      </form>`,
    ),

    error: (message: string) =>
      page(
        'Sign-in failed',
        `<p>${escapeHtml(message)}</p>
        <p><a href="/sign-in">Back to ${brand}</a></p>`,
      ),
  }
}

/** Allows no script, nothing from other hosts, and forms that lead only here and back to the cinema. */
function contentSecurityPolicy(style: string, origins: readonly string[]) {
  const styleHash = createHash('sha256').update(style).digest('base64')
  return [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "font-src 'self'",
    "img-src 'self'",
    `form-action 'self' ${origins.filter(isValidSource).join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** IPv6 addresses are not valid in a policy, and browsers warn about them. */
const isValidSource = (origin: string) => !origin.includes('[')

const accountRow = ({ sub, name, email, isVerified }: (typeof SAMPLE_ACCOUNTS)[number]) => `
        <li><button class="account" name="account" value="${escapeHtml(sub)}">
          <span class="initial" aria-hidden="true">${escapeHtml(name.slice(0, 1))}</span>
          <span class="name">${escapeHtml(name)}</span>
          <span class="email">${escapeHtml(email)}${isVerified ? '' : ' <em>not verified: will be refused</em>'}</span>
        </button></li>`

const pageHtml = ({
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

const FONTS = [
  { family: 'Bodoni Moda', file: /^headline-latin-.*\.woff2$/ },
  { family: 'Figtree', file: /^figtree-latin-wght-.*\.woff2$/ },
]

/** The font faces of the built web app. Without a build it is empty, and the page uses system fonts. */
function fontFaces() {
  const folder = join(WEB_ROOT, 'assets')
  const files = existsSync(folder) ? readdirSync(folder) : []
  return FONTS.flatMap(({ family, file }) => {
    const fileName = files.find((name) => file.test(name))
    return fileName ? [fontFace(family, fileName)] : []
  }).join('')
}

const fontFace = (family: string, fileName: string) => `
  @font-face {
    font-family: '${family}'; font-display: swap; font-weight: 300 900;
    src: url('/assets/${fileName}') format('woff2');
  }`
