import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { WEB_ROOT } from '../http/web.ts'

const FACES = [
  { family: 'Bodoni Moda', file: /^bodoni-moda-latin-opsz-.*\.woff2$/ },
  { family: 'Figtree', file: /^figtree-latin-wght-.*\.woff2$/ },
]

/** The house's faces as the built web app has them; without it, those of the machine do. */
export function faces() {
  const folder = join(WEB_ROOT, 'assets')
  const files = existsSync(folder) ? readdirSync(folder) : []
  return FACES.flatMap(({ family, file }) => {
    const found = files.find((name) => file.test(name))
    return found ? [faceOf(family, found)] : []
  }).join('')
}

const faceOf = (family: string, file: string) => `
  @font-face {
    font-family: '${family}'; font-display: swap; font-weight: 300 900;
    src: url('/assets/${file}') format('woff2-variations');
  }`
