import { fileURLToPath } from 'node:url'
import { type Font, openSync } from 'fontkit'

export type Weight = 'regular' | 'bold'

interface PdfFont {
  name: string
  font: Font
}

interface FontFiles {
  name: string
  /** The characters that the font is for. Undefined: all that it has. */
  characters?: RegExp
  regular: string
  bold: string
}

const FIGTREE: FontFiles = {
  name: 'Figtree',
  regular: import.meta.resolve('@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf'),
  bold: import.meta.resolve('@expo-google-fonts/figtree/700Bold/Figtree_700Bold.ttf'),
}

/** A font of Noto Sans. The name of the bold file differs from that of the regular one in the weight alone. */
const noto = (name: string, characters: RegExp | undefined, regular: string): FontFiles => ({
  name,
  ...(characters && { characters }),
  regular,
  bold: regular.replace('-400-', '-700-'),
})

/** The fonts for characters that Figtree does not have. A file is read when a text needs it for the first time. */
const FALLBACKS: readonly FontFiles[] = [
  noto(
    'Devanagari',
    /\p{scx=Deva}/u,
    import.meta.resolve(
      '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff',
    ),
  ),
  noto(
    'Bengali',
    /\p{scx=Beng}/u,
    import.meta.resolve(
      '@fontsource/noto-sans-bengali/files/noto-sans-bengali-bengali-400-normal.woff',
    ),
  ),
  noto(
    'Gurmukhi',
    /\p{scx=Guru}/u,
    import.meta.resolve(
      '@fontsource/noto-sans-gurmukhi/files/noto-sans-gurmukhi-gurmukhi-400-normal.woff',
    ),
  ),
  noto(
    'Gujarati',
    /\p{scx=Gujr}/u,
    import.meta.resolve(
      '@fontsource/noto-sans-gujarati/files/noto-sans-gujarati-gujarati-400-normal.woff',
    ),
  ),
  noto(
    'Oriya',
    /\p{scx=Orya}/u,
    import.meta.resolve('@fontsource/noto-sans-oriya/files/noto-sans-oriya-oriya-400-normal.woff'),
  ),
  noto(
    'Tamil',
    /\p{scx=Taml}/u,
    import.meta.resolve('@fontsource/noto-sans-tamil/files/noto-sans-tamil-tamil-400-normal.woff'),
  ),
  noto(
    'Telugu',
    /\p{scx=Telu}/u,
    import.meta.resolve(
      '@fontsource/noto-sans-telugu/files/noto-sans-telugu-telugu-400-normal.woff',
    ),
  ),
  noto(
    'Kannada',
    /\p{scx=Knda}/u,
    import.meta.resolve(
      '@fontsource/noto-sans-kannada/files/noto-sans-kannada-kannada-400-normal.woff',
    ),
  ),
  noto(
    'Malayalam',
    /\p{scx=Mlym}/u,
    import.meta.resolve(
      '@fontsource/noto-sans-malayalam/files/noto-sans-malayalam-malayalam-400-normal.woff',
    ),
  ),
  noto(
    'Arabic',
    /\p{scx=Arab}/u,
    import.meta.resolve(
      '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-400-normal.woff',
    ),
  ),
  noto(
    'Hebrew',
    /\p{scx=Hebr}/u,
    import.meta.resolve(
      '@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-400-normal.woff',
    ),
  ),
  noto(
    'Cyrillic',
    /\p{scx=Cyrl}/u,
    import.meta.resolve('@fontsource/noto-sans/files/noto-sans-cyrillic-400-normal.woff'),
  ),
  noto(
    'Greek',
    /\p{scx=Grek}/u,
    import.meta.resolve('@fontsource/noto-sans/files/noto-sans-greek-400-normal.woff'),
  ),
  noto(
    'Vietnamese',
    /\p{scx=Latn}/u,
    import.meta.resolve('@fontsource/noto-sans/files/noto-sans-vietnamese-400-normal.woff'),
  ),
  noto(
    'Latin',
    undefined,
    import.meta.resolve('@fontsource/noto-sans/files/noto-sans-latin-ext-400-normal.woff'),
  ),
  {
    name: 'Emoji',
    regular: import.meta.resolve('@fontsource/noto-emoji/files/noto-emoji-emoji-400-normal.woff'),
    bold: import.meta.resolve('@fontsource/noto-emoji/files/noto-emoji-emoji-400-normal.woff'),
  },
]

/** Opened once: a ticket takes 8 instead of 38 ms when their tables are not decoded again. */
const opened = new Map<string, PdfFont>()

function openFont({ name, ...files }: FontFiles, weight: Weight): PdfFont {
  const key = `${name} ${weight}`
  const found = opened.get(key)
  if (found) return found
  const font = { name: key, font: openSync(fileURLToPath(files[weight])) as Font }
  skipMissingAnchors(font.font)
  opened.set(key, font)
  return font
}

interface MarkPositioning {
  applyAnchor: (markRecord: unknown, anchor: object | null, ...rest: unknown[]) => void
}
interface ShapedFont {
  _layoutEngine: { engine?: { GPOSProcessor?: MarkPositioning | null } | null }
}

/** OpenType allows a letter without an anchor for a mark: the mark is then not moved. Fontkit throws a TypeError. */
function skipMissingAnchors(font: Font) {
  const processor = (font as unknown as ShapedFont)._layoutEngine.engine?.GPOSProcessor
  if (!processor) return
  const applyAnchor = processor.applyAnchor.bind(processor)
  processor.applyAnchor = (markRecord, anchor, ...rest) => {
    if (anchor !== null) applyAnchor(markRecord, anchor, ...rest)
  }
}

/** The font of all texts that need no other. */
export const baseFont = (weight: Weight) => openFont(FIGTREE, weight)

const hasGlyph = ({ font }: PdfFont, character: string) =>
  font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)

/** A part of a text in one font. */
export interface FontRun {
  text: string
  font: PdfFont
}

/** They join the character before them. */
const JOINING = /\p{M}|\p{Emoji_Modifier}|\u200c|\u200d/u
/** They say how an emoji looks, and no font has them. */
const VARIATION_SELECTORS = /[\ufe0e\ufe0f]/g

/** Splits a text into parts of one font each. A character that no font has stays in the font of the others: it is drawn as a box. */
export function splitByFont(text: string, weight: Weight): FontRun[] {
  const runs: FontRun[] = []
  for (const character of text.replaceAll(VARIATION_SELECTORS, '')) {
    const last = runs.at(-1)
    const font = last && joins(last, character) ? last.font : fontOf(character, weight)
    if (last && last.font === font) last.text += character
    else runs.push({ text: character, font })
  }
  return runs
}

/** Marks stay with their letters, and emoji with the joiner before them. */
const joins = ({ font, text }: FontRun, character: string) =>
  (JOINING.test(character) || text.endsWith('\u200d')) && hasGlyph(font, character)

function fontOf(character: string, weight: Weight) {
  const base = baseFont(weight)
  if (hasGlyph(base, character)) return base
  const candidates = FALLBACKS.filter(({ characters }) => characters?.test(character) ?? true)
  for (const files of candidates) {
    const font = openFont(files, weight)
    if (hasGlyph(font, character)) return font
  }
  return base
}
