import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'

const font = (file) => {
  const at = fileURLToPath(import.meta.resolve(`@fontsource-variable/${file}`))
  return `data:font/woff2;base64,${readFileSync(at).toString('base64')}`
}

/** A low optical size keeps thin strokes visible on small cards. */
const style = () => `
@font-face{font-family:Bodoni;font-weight:400 900;src:url(${font('bodoni-moda/files/bodoni-moda-latin-standard-normal.woff2')})}
@font-face{font-family:Figtree;font-weight:300 900;src:url(${font('figtree/files/figtree-latin-wght-normal.woff2')})}
body{margin:0;background:transparent}svg{display:block}
.title{font-family:Bodoni;font-variation-settings:'opsz' 18}
.small{font-family:Figtree;font-weight:600;font-size:19px;letter-spacing:.34em;fill:#e7cb8d}`

const known = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** A browser that renders SVG to PNG, at twice the size so that edges can be sampled down. */
export async function openRenderer() {
  const executablePath = known.find((file) => file && existsSync(file))
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--force-color-profile=srgb'] })
  const css = style()

  return {
    close: () => browser.close(),
    async render(svg, { width, height }) {
      const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: 2 })
      await page.setContent(`<style>${css}</style>${svg}`)
      await page.evaluate(fitLettering)
      const image = await page.screenshot({ omitBackground: true })
      await page.close()
      return image
    },
  }
}

/** Runs in the page: sets the font size of each title once the fonts are loaded. */
async function fitLettering() {
  await Promise.all(['600 20px Bodoni', '600 20px Figtree'].map((face) => document.fonts.load(face)))
  for (const text of document.querySelectorAll('[data-fit]')) {
    const { fit, max, spacing } = text.dataset
    text.style.fontSize = '100px'
    text.style.letterSpacing = `${100 * Number(spacing)}px`
    const natural = text.getComputedTextLength() - 100 * Number(spacing)
    const size = Math.min(Number(max), (100 * Number(fit)) / natural)
    text.style.fontSize = `${size}px`
    text.style.letterSpacing = `${size * Number(spacing)}px`
    text.setAttribute('dx', `${(size * Number(spacing)) / 2}`)
  }
}
