import type { Metadata, Sharp } from 'sharp'
import { createFairQueue, type QueueKey } from './concurrency/fair-queue.ts'

type PictureFormat = 'jpeg' | 'png' | 'webp' | 'avif'

/** Larger than any phone camera's picture. A small file can contain a picture that is much larger when decoded. */
const MAX_PIXELS = 50_000_000
/** A progressive JPEG, an interlaced PNG and an AVIF are decoded as a whole, into up to 8 bytes per pixel. Others are decoded line by line. */
const MAX_PROGRESSIVE_PIXELS = 25_000_000
/** Programs write about ten. Each scan decodes all pixels again: a file of 0.5 MB with 2600 scans takes half a minute. */
const MAX_JPEG_SCANS = 100
const START_OF_SCAN = Buffer.from([0xff, 0xda])
/** Seconds for one picture and size. */
const TIMEOUT_SECONDS = 20

const run = createFairQueue({ concurrency: 1, maxQueued: 16 })

interface PictureTask<T> {
  file: Buffer
  formats: readonly PictureFormat[]
  /** Groups take turns, and so do their members. */
  requester: QueueKey
  /** `open` returns the upright first picture of a file. */
  encode: (open: (content: Buffer) => Sharp) => Promise<T>
}

/**
 * Decodes and encodes pictures, one at a time. Returns undefined unless the content is a whole picture of one of the formats, of at most 50 megapixels (25 if it is decoded
 * as a whole). Throws UNAVAILABLE when 16 pictures are waiting.
 */
export const encodePicture = <T>({ requester, ...task }: PictureTask<T>) =>
  run(requester, () => encode(task))

async function encode<T>({ file, formats, encode: work }: Omit<PictureTask<T>, 'requester'>) {
  // Before a decoder reads it: SVG, PDF and others have decoders that read more than pixels.
  const format = formatOf(file)
  if (format === undefined || !formats.includes(format)) return undefined
  // Loaded at the first upload: it takes memory that a server without uploads need not have.
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  const options = { limitInputPixels: MAX_PIXELS, sequentialRead: true }
  try {
    // Reads the head of the file only.
    const head = await sharp(file, options).metadata()
    if (head.format !== DECODERS[format] || isTooCostly(head, file)) return undefined
    return await work((content) =>
      sharp(content, options).timeout({ seconds: TIMEOUT_SECONDS }).autoOrient(),
    )
  } catch {
    return undefined
  }
}

const DECODERS: Readonly<Record<PictureFormat, Metadata['format']>> = {
  jpeg: 'jpeg',
  png: 'png',
  webp: 'webp',
  avif: 'heif',
}

/** The format by the first bytes of a file. */
function formatOf(file: Buffer): PictureFormat | undefined {
  const text = file.toString('latin1', 0, 64)
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp'
  return text.slice(4, 8) === 'ftyp' && /avi[fs]/.test(text.slice(8)) ? 'avif' : undefined
}

function isTooCostly(
  { format, width, height, isProgressive, compression }: Metadata,
  file: Buffer,
) {
  // The decoder of AVIF also knows formats that few browsers do.
  if (format === 'heif' && compression !== 'av1') return true
  const isWhole = isProgressive || format === 'heif'
  const maxPixels = isWhole ? MAX_PROGRESSIVE_PIXELS : MAX_PIXELS
  return width * height > maxPixels || (format === 'jpeg' && hasTooManyScans(file))
}

/** Counts the markers of scans. Compressed data does not contain these bytes. */
function hasTooManyScans(file: Buffer) {
  let at = -1
  for (let scans = 0; scans <= MAX_JPEG_SCANS; scans += 1) {
    at = file.indexOf(START_OF_SCAN, at + 1)
    if (at === -1) return false
  }
  return true
}
