import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { WEB_ROOT } from '../http/web/web-root.ts'

const FONTS = [
  { family: 'Bodoni Moda', file: /^headline-latin-.*\.woff2$/ },
  { family: 'Figtree', file: /^figtree-latin-wght-.*\.woff2$/ },
]

/** The font faces of the built web app. Without a build it is empty, and the page uses system fonts. */
export function fontFaces() {
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
