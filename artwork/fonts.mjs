import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

/** The weight and the optical size of headlines. Larger optical sizes have lines too thin for a dark background. */
const AXES = { wght: 480, opsz: 18 }

/** The characters are those of `unicode-range` in `web/src/styles/fonts.css` and `ui-kit/src/styles/figtree.css`. */
const FONTS = [
  {
    file: 'web/src/styles/fonts/headline-latin.woff2',
    source: 'bodoni-moda/files/bodoni-moda-latin-opsz-normal.woff2',
    axes: AXES,
    characters: [
      ...[range(0x20, 0xff), range(0x2000, 0x206f)],
      '\u0131\u0152\u0153\u02bb\u02bc\u02c6\u02da\u02dc\u20ac\u2122\u2212',
    ],
  },
  {
    file: 'web/src/styles/fonts/headline-extended.woff2',
    source: 'bodoni-moda/files/bodoni-moda-latin-ext-opsz-normal.woff2',
    axes: AXES,
    characters: [range(0x100, 0x2ba), range(0x1e00, 0x1eff)],
  },
  {
    file: 'ui-kit/src/styles/rupee.woff2',
    source: 'figtree/files/figtree-latin-ext-wght-normal.woff2',
    characters: ['\u20b9'],
  },
]

function range(first, last) {
  const codes = Array.from({ length: last - first + 1 }, (_, n) => first + n)
  return String.fromCodePoint(...codes)
}

for (const { file, source, axes, characters } of FONTS) {
  const url = import.meta.resolve(`@fontsource-variable/${source}`)
  const font = await subsetFont(await readFile(fileURLToPath(url)), characters.join(''), {
    targetFormat: 'woff2',
    ...(axes && { variationAxes: axes }),
  })
  await writeFile(new URL(`../${file}`, import.meta.url), font)
}
