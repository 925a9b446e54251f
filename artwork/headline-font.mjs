import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

/** The one weight and the one optical size of headlines. Larger optical sizes have lines too thin for a dark background. */
const AXES = { wght: 480, opsz: 18 }

/** The characters are those of `unicode-range` in `web/src/styles/fonts.css`. */
const FONTS = [
  {
    file: 'headline-latin.woff2',
    source: 'bodoni-moda-latin-opsz-normal.woff2',
    characters: [
      ...[range(0x20, 0xff), range(0x2000, 0x206f)],
      '\u0131\u0152\u0153\u02bb\u02bc\u02c6\u02da\u02dc\u20ac\u2122\u2212',
    ],
  },
  {
    file: 'headline-extended.woff2',
    source: 'bodoni-moda-latin-ext-opsz-normal.woff2',
    characters: [range(0x100, 0x2ba), range(0x1e00, 0x1eff)],
  },
]

function range(first, last) {
  const codes = Array.from({ length: last - first + 1 }, (_, n) => first + n)
  return String.fromCodePoint(...codes)
}

for (const { file, source, characters } of FONTS) {
  const url = import.meta.resolve(`@fontsource-variable/bodoni-moda/files/${source}`)
  const font = await subsetFont(await readFile(fileURLToPath(url)), characters.join(''), {
    targetFormat: 'woff2',
    variationAxes: AXES,
  })
  await writeFile(new URL(`../web/src/styles/fonts/${file}`, import.meta.url), font)
}
