import bidiFactory from 'bidi-js'
import type PDFDocument from 'pdfkit'
import { baseFont, type FontRun, splitByFont, type Weight } from './pdf-fonts.ts'

export type Document = InstanceType<typeof PDFDocument>

/** The package is CommonJS, and its types describe its ES module. */
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const ELLIPSIS = '…'
/** The letters whose glyphs the shaping puts in visual order itself. */
const RIGHT_TO_LEFT = /\p{scx=Arab}|\p{scx=Hebr}/u
/** Of the size: scripts with marks above and below need more than Latin. */
const LINE_HEIGHT = 1.25
const FALLBACK_LINE_HEIGHT = 1.5

interface Style {
  weight: Weight
  size: number
}

interface Box {
  x: number
  y: number
  width: number
  /** Points. Left out: as high as the text. */
  height?: number
  align?: 'center'
}

interface Line {
  text: string
  isRightToLeft: boolean
}

/**
 * Draws a text in any script, with line breaks, and in visual order. What does not fit into the box is cut, with an ellipsis.
 * Returns the end of the text on the page, and whether it was cut.
 */
export function drawText(document: Document, text: string, { weight, size, ...box }: Style & Box) {
  const style = { weight, size }
  const all = breakLines(document, text, { ...style, width: box.width })
  const lineHeight = lineHeightOf(text, style)
  const room =
    box.height === undefined ? all.length : Math.max(1, Math.floor(box.height / lineHeight))
  const isCut = all.length > room
  const lines = isCut ? cutLines(document, all.slice(0, room), { ...style, width: box.width }) : all
  for (const [index, line] of lines.entries())
    drawLine(document, line, { ...style, ...box, y: box.y + index * lineHeight })
  return { bottom: box.y + lines.length * lineHeight, isCut }
}

/** The height of a text in points. */
export const textHeight = (document: Document, text: string, style: Style & { width: number }) =>
  breakLines(document, text, style).length * lineHeightOf(text, style)

const lineHeightOf = (text: string, { weight, size }: Style) =>
  size *
  (splitByFont(text, weight).every(({ font }) => font === baseFont(weight))
    ? LINE_HEIGHT
    : FALLBACK_LINE_HEIGHT)

function breakLines(
  document: Document,
  text: string,
  { width, ...style }: Style & { width: number },
): Line[] {
  return text.split('\n').flatMap((paragraph) => {
    const isRightToLeft = bidi.getEmbeddingLevels(paragraph).paragraphs[0]?.level === 1
    const lines: string[] = []
    for (const word of paragraph.split(/(?<=[\s-])(?=\S)/)) {
      const joined = (lines.at(-1) ?? '') + word
      if (lines.length > 0 && widthOf(document, joined, style) <= width)
        lines[lines.length - 1] = joined
      else lines.push(...breakWord(document, word, { ...style, width }))
    }
    return lines.map((line) => ({ text: line.trim(), isRightToLeft }))
  })
}

/** The parts of a word that is wider than a line. */
function breakWord(
  document: Document,
  word: string,
  { width, ...style }: Style & { width: number },
) {
  if (widthOf(document, word.trim(), style) <= width) return [word]
  const parts = ['']
  for (const { segment } of graphemes.segment(word)) {
    const joined = (parts.at(-1) ?? '') + segment
    if (widthOf(document, joined, style) <= width) parts[parts.length - 1] = joined
    else parts.push(segment)
  }
  return parts
}

/** Shortens the last line until an ellipsis fits. */
function cutLines(
  document: Document,
  lines: readonly Line[],
  { width, ...style }: Style & { width: number },
) {
  const last = lines.at(-1)
  if (!last) return []
  const kept = [...graphemes.segment(last.text)].map(({ segment }) => segment)
  const cut = () => kept.join('').trimEnd() + ELLIPSIS
  while (kept.length > 0 && widthOf(document, cut(), style) > width) kept.pop()
  return [...lines.slice(0, -1), { ...last, text: cut() }]
}

function drawLine(document: Document, line: Line, { x, y, width, align, ...style }: Style & Box) {
  const runs = orderRuns(line, style.weight)
  const widths = runs.map((run) => runWidth(document, run, style.size))
  const rest = width - widths.reduce((sum, one) => sum + one, 0)
  let left = x + (align === 'center' ? rest / 2 : line.isRightToLeft ? rest : 0)
  // All fonts share one baseline.
  const { ascent, unitsPerEm } = baseFont(style.weight).font
  const baseline = y + (ascent / unitsPerEm) * style.size
  for (const [index, run] of runs.entries()) {
    setFont(document, run, style.size).text(run.text, left, baseline, {
      lineBreak: false,
      baseline: 'alphabetic',
    })
    left += widths[index] ?? 0
  }
}

const widthOf = (document: Document, text: string, { weight, size }: Style) =>
  splitByFont(text.trimEnd(), weight).reduce((sum, run) => sum + runWidth(document, run, size), 0)

const runWidth = (document: Document, run: FontRun, size: number) =>
  setFont(document, run, size).widthOfString(run.text)

/** Pdfkit accepts an opened font as it does the bytes of a file. Its types do not say so. */
const setFont = (document: Document, { font: { name, font } }: FontRun, size: number) =>
  document
    .registerFont(name, font as unknown as Buffer)
    .font(name)
    .fontSize(size)

interface LevelRun extends FontRun {
  /** The embedding level of the Unicode Bidirectional Algorithm. Odd: right to left. */
  level: number
}

/** The parts of a line from left to right, each of one font and one direction, without a space inside. */
export function orderRuns({ text, isRightToLeft }: Line, weight: Weight): FontRun[] {
  const { levels } = bidi.getEmbeddingLevels(text, isRightToLeft ? 'rtl' : 'ltr')
  let at = 0
  const runs = text.split(/(?<=\s)|(?=\s)/).flatMap((word): LevelRun[] => {
    const start = at
    at += word.length
    return splitByLevel(word, levels.subarray(start, at)).flatMap(({ text: part, level }) =>
      splitByFont(part, weight).map((run) => ({ ...run, level })),
    )
  })
  return reorder(runs).map(({ text: part, font, level }) => ({
    text: level % 2 === 1 && !RIGHT_TO_LEFT.test(part) ? mirror(part) : part,
    font,
  }))
}

function splitByLevel(word: string, levels: Uint8Array) {
  const parts: { text: string; level: number }[] = []
  let at = 0
  for (const character of word) {
    const level = levels[at] ?? 0
    const last = parts.at(-1)
    if (last?.level === level) last.text += character
    else parts.push({ text: character, level })
    at += character.length
  }
  return parts
}

/** Rule L2: from the highest level to the lowest odd one, reverses each sequence at that level or higher. */
function reorder(runs: readonly LevelRun[]) {
  const ordered = [...runs]
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level -= 1) {
    let start = 0
    while (start < ordered.length) {
      let end = start
      while ((ordered[end]?.level ?? -1) >= level) end += 1
      ordered.splice(start, end - start, ...ordered.slice(start, end).reverse())
      start = end + 1
    }
  }
  return ordered
}

/** Signs between words that are written from right to left: `(…` is `…)`. */
const mirror = (text: string) =>
  [...text]
    .reverse()
    .map((character) => bidi.getMirroredCharacter(character) ?? character)
    .join('')
