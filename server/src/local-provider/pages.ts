import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { escapeHtml } from '../http/web/html.ts'
import { WEB_ROOT } from '../http/web/web-root.ts'
import { SAMPLE_ACCOUNTS } from './sample-accounts.ts'

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

/** The visual style of the web app, for the pages of the local provider. */
const STYLE = `
  * { box-sizing: border-box; }
  body {
    margin: 0; min-height: 100svh; display: grid; place-items: center; padding: 2rem 1rem;
    background: radial-gradient(60rem 32rem at 50% 0, #4a0f1e73, transparent) no-repeat #0c0a10;
    color: #f4ede0; font: 1rem/1.6 Figtree, ui-sans-serif, system-ui, sans-serif; overflow-wrap: anywhere;
  }
  main {
    position: relative; width: min(30rem, 100%); padding: 2.5rem 1.5rem; overflow-wrap: anywhere;
    background: #16111c; border: 1px solid #d8b56d66; border-radius: 3px;
    box-shadow: 0 1px 0 0 #ffffff0a inset, 0 24px 48px -24px #000000b3;
  }
  main::before {
    content: ''; position: absolute; inset: 0.5rem; border: 1px solid #d8b56d40; pointer-events: none;
  }
  .mark {
    width: fit-content; margin: 0 auto 1.5rem; padding: 0.25rem 1rem; text-align: center;
    color: #0c0a10; background: #f3c94f; border-radius: 3px;
    font-size: 0.875rem; font-weight: 600; letter-spacing: 0.06em;
  }
  h1 {
    margin: 0 0 0.75rem; font: 500 2rem/1.2 'Bodoni Moda', Didot, 'Bodoni MT', Georgia, serif;
    letter-spacing: -0.01em; text-align: center; text-wrap: balance;
  }
  p { margin: 0 0 1.5rem; color: #a79fae; text-align: center; }
  a { color: #d8b56d; text-underline-offset: 4px; }
  ul { list-style: none; margin: 0 0 1.5rem; padding: 0; display: grid; gap: 0.75rem; }
  button { width: 100%; min-height: 2.75rem; color: inherit; font: inherit; border-radius: 3px; cursor: pointer; }
  .account {
    display: grid; grid-template-columns: auto minmax(0, 1fr); column-gap: 1rem; align-items: center; padding: 0.75rem 1rem;
    text-align: left; background: #0c0a10; border: 1px solid #a79fae80; transition: border-color 200ms;
  }
  .initial {
    grid-row: span 2; display: grid; place-items: center; width: 2.75rem; height: 2.75rem;
    color: #f0d9a0; background: #4a0f1e; border: 1px solid #d8b56d99; border-radius: 50%;
    font-weight: 600; font-size: 1.25rem; line-height: 1;
  }
  .name { font-weight: 600; }
  .email { color: #a79fae; font-size: 0.875rem; }
  .email em { display: block; color: #f3c94f; font-style: normal; }
  .cancel { background: none; border: 1px solid #d8b56d80; color: #d8b56d; font-weight: 600; }
  .account:hover, .cancel:hover { border-color: #f0d9a0; }
  .cancel:hover { color: #f0d9a0; }
  :focus-visible { outline: 2px solid #f0d9a0; outline-offset: 3px; }
  @media (min-width: 40rem) { main { padding: 3.5rem 3rem; } }
  @media (prefers-reduced-motion: reduce) { * { transition: none; } }
`
