import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { mark } from './brand/mark.mjs'
import { profile } from './brand/profile.mjs'
import { social } from './brand/social.mjs'
import { poster } from './poster.mjs'
import { openStudio } from './studio.mjs'

const at = (file) => fileURLToPath(new URL(file, import.meta.url))
const site = (file) => at(`../public/${file}`)
const jpeg = { quality: 75, mozjpeg: true }

async function printFilm(studio, name) {
  const { film } = await import(`./films/${name}.mjs`)
  const image = await studio.shoot(poster(film), { width: 800, height: 1200 })
  const sized = (width) => sharp(image).resize(width).removeAlpha()
  await sized(800)
    .jpeg(jpeg)
    .toFile(site(`posters/${name}.jpg`))
  await sized(800)
    .avif({ quality: 47, effort: 6 })
    .toFile(site(`posters/${name}-800.avif`))
  await sized(400)
    .avif({ quality: 54, effort: 6 })
    .toFile(site(`posters/${name}-400.avif`))
  return [`${name}.jpg`, film.tint]
}

async function printBrand(studio) {
  await writeFile(site('favicon.svg'), mark())
  await writeFile(site('profile.svg'), profile())
  const icon = (svg, size, file) =>
    sharp(Buffer.from(svg), { density: 72 * (size / 32) })
      .resize(size, size)
      .png({ palette: true })
      .toFile(site(file))
  await icon(mark(), 192, 'icon-192.png')
  await icon(mark(), 512, 'icon-512.png')
  await icon(mark({ bleed: true }), 180, 'apple-touch-icon.png')
  const front = await studio.shoot(social(), { width: 1200, height: 630 })
  await sharp(front)
    .resize(1200)
    .removeAlpha()
    .jpeg({ quality: 82, mozjpeg: true })
    .toFile(site('social.jpg'))
}

const tintsFile = (
  tints,
) => `// Written by web/posters/render.mjs: the colour of each poster's light.
export const posterTints: Record<string, string> = {
${tints.map(([file, colour]) => `  '${file}': '${colour}',`).join('\n')}
}
`

/** Draws everything anew; with names given, only those posters. */
async function render(only) {
  await mkdir(site('posters/'), { recursive: true })
  const names = (await readdir(at('./films/'))).map((file) => file.replace('.mjs', '')).toSorted()
  const studio = await openStudio()
  const tints = []
  for (const name of names.filter((one) => only.length === 0 || only.includes(one))) {
    tints.push(await printFilm(studio, name))
  }
  if (only.length === 0) {
    await printBrand(studio)
    await writeFile(at('../src/features/movies/poster-tints.ts'), tintsFile(tints))
  }
  await studio.close()
}

await render(process.argv.slice(2))
