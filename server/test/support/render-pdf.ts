import { PDFiumLibrary } from '@hyzyla/pdfium'
import { extractText } from 'unpdf'

const POINTS_PER_INCH = 72
/** Can be created only once in a process. */
const library = await PDFiumLibrary.init()

/** Draws the pages of a PDF in greys, as a black and white printer does. */
export async function renderPdf(content: Uint8Array, dpi: number) {
  const document = await library.loadDocument(content)
  const pages = []
  for (const page of document.pages()) {
    const scale = dpi / POINTS_PER_INCH
    const { width, height, data } = await page.render({
      scale,
      colorSpace: 'Gray',
      render: 'bitmap',
    })
    pages.push({ width, height, data: toRgba(data) })
  }
  document.destroy()
  return pages
}

/** Readers of QR codes expect four bytes per pixel. */
function toRgba(greys: Uint8Array) {
  const pixels = new Uint8ClampedArray(greys.length * 4)
  for (const [at, grey] of greys.entries()) pixels.set([grey, grey, grey, 255], at * 4)
  return pixels
}

/** Returns the text of a PDF. */
export async function readPdfText(content: Uint8Array) {
  const { text } = await extractText(Uint8Array.from(content), { mergePages: true })
  return text
}
