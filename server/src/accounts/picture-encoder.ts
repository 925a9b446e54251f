import { UNSUPPORTED_PICTURE } from '@marquee/contract/profile-picture'
import { invalid } from '../errors.ts'
import { createFairQueue } from '../platform/fair-queue.ts'

const FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp'])
/** Larger than any phone camera's picture. A small file can contain a picture that is much larger when decoded. */
const MAX_PIXELS = 50_000_000
/** The width and height of a stored picture. */
const SIZE = 256

export type EncodePicture = ReturnType<typeof createPictureEncoder>

/**
 * Returns a function that crops a picture to a square of 256 pixels and encodes it as WebP, without metadata such as its place. Encodes one
 * picture at a time; addresses take turns. Throws INVALID unless the content is a JPEG, PNG or WebP picture of at most 50 megapixels, and
 * UNAVAILABLE when 16 pictures are waiting.
 */
export function createPictureEncoder() {
  const run = createFairQueue({ concurrency: 1, maxQueued: 16 })
  return (file: Buffer, ipKey: string) => run(ipKey, () => encode(file))
}

async function encode(file: Buffer) {
  // Loaded at the first upload: it takes memory that a server without uploads need not have.
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  const options = { limitInputPixels: MAX_PIXELS, sequentialRead: true }
  try {
    // Reads the head of the file only.
    const { format, width, height } = await sharp(file, options).metadata()
    if (!FORMATS.has(format) || width * height > MAX_PIXELS) throw invalid(UNSUPPORTED_PICTURE)
    return await sharp(file, options)
      .autoOrient()
      .resize(SIZE, SIZE, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer()
  } catch {
    throw invalid(UNSUPPORTED_PICTURE)
  }
}
