import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import sharp from 'sharp'

const artwork = (file) => fileURLToPath(new URL(file, import.meta.url))
const site = (file) => artwork(`../web/public/${file}`)
const INK = '#0c0a10'
const CHROMIUM_PATHS = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Chromium renders the SVG, because sharp draws its noise filters differently. Twice the size gives smooth edges. */
async function openDrawing(browser, file) {
  const page = await browser.newPage({
    viewport: { width: 1200, height: 1200 },
    deviceScaleFactor: 2,
  })
  const svg = await readFile(artwork(file), 'utf8')
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg}`)
  const image = await page.locator('svg').screenshot({ omitBackground: true })
  await page.close()
  return (width) => sharp(image).resize(width).removeAlpha()
}

async function renderPoster(browser, name) {
  const sized = await openDrawing(browser, `posters/${name}.svg`)
  const posters = site(`posters/${name}`)
  await sized(800).jpeg({ quality: 75, mozjpeg: true }).toFile(`${posters}.jpg`)
  await sized(400).jpeg({ quality: 75, mozjpeg: true }).toFile(`${posters}-400.jpg`)
  await sized(800).avif({ quality: 40, effort: 6 }).toFile(`${posters}-800.avif`)
  await sized(680).avif({ quality: 42, effort: 6 }).toFile(`${posters}-680.avif`)
  await sized(400).avif({ quality: 54, effort: 6 }).toFile(`${posters}-400.avif`)
  await sized(200).avif({ quality: 54, effort: 6 }).toFile(`${posters}-200.avif`)
}

async function renderSocial(browser) {
  const sized = await openDrawing(browser, 'social.svg')
  await sized(1200).jpeg({ quality: 82, mozjpeg: true }).toFile(site('social.jpg'))
}

async function renderIcons() {
  const icon = (size) => sharp(site('favicon.svg'), { density: 72 * (size / 32) }).resize(size)
  const save = (picture, file) => picture.png({ palette: true }).toFile(site(file))
  await save(icon(192), 'icon-192.png')
  await save(icon(512), 'icon-512.png')
  // Apple's systems round the corners themselves, so the background fills the whole square.
  const margin = { top: 18, right: 18, bottom: 18, left: 18, background: INK }
  await save(icon(144).flatten({ background: INK }).extend(margin), 'apple-touch-icon.png')
  // Android cuts maskable icons to a shape. Only a circle of 80 % of the width is always visible.
  for (const size of [192, 512]) {
    const inner = Math.round(size / 16) * 9
    const edge = Math.round((size - inner) / 2)
    const bleed = { top: edge, right: edge, bottom: edge, left: edge, background: INK }
    const maskable = icon(inner).flatten({ background: INK }).extend(bleed).resize(size)
    await save(maskable, `icon-maskable-${size}.png`)
  }
}

/** Renders the named posters, only the icons for `icons`, or all pictures if no name is given. */
async function render(names) {
  if (names.includes('icons')) return renderIcons()
  const browser = await chromium.launch({
    executablePath: CHROMIUM_PATHS.find((file) => file && existsSync(file)),
    args: ['--no-sandbox', '--force-color-profile=srgb'],
  })
  const all = (await readdir(artwork('posters/'))).map((file) => file.replace('.svg', ''))
  for (const name of names.length > 0 ? names : all) await renderPoster(browser, name)
  if (names.length === 0) {
    await renderSocial(browser)
    await renderIcons()
  }
  await browser.close()
}

await render(process.argv.slice(2))
