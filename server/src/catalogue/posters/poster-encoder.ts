import { POSTER_WIDTHS } from '@marquee/contract/movies/poster-path'
import { UNSUPPORTED_POSTER } from '@marquee/contract/office/programme/movies'
import { invalid } from '#src/errors.ts'
import { encodePicture } from '#src/platform/pictures.ts'

/** The height of a poster is one and a half times its width. */
const RATIO = 1.5
const LARGEST = 800
const SMALL = 400

/** By the end of its name: `-400.avif`. */
type PosterFiles = Map<string, Buffer>

/**
 * Turns a picture upright, crops it to 2:3 around its middle, and encodes it in the sizes of the site, without metadata. Throws INVALID for anything but a JPEG, PNG, WebP or
 * AVIF picture that `encodePicture` accepts, and UNAVAILABLE.
 */
export async function encodePoster(file: Buffer): Promise<PosterFiles> {
  const files = await encodePicture({
    file,
    requester: ['posters'],
    formats: ['jpeg', 'png', 'webp', 'avif'],
    encode: async (open) => {
      // Decoded once: the sizes are made of the largest one.
      const largest = await open(file)
        .resize(LARGEST, LARGEST * RATIO, { fit: 'cover' })
        .flatten({ background: '#000' })
        .png({ compressionLevel: 1 })
        .toBuffer()
      const sized = (width: number) => open(largest).resize(width, width * RATIO)
      const encoded: PosterFiles = new Map()
      for (const [end, width] of [
        ['.jpg', LARGEST],
        ['-400.jpg', SMALL],
      ] as const)
        encoded.set(end, await sized(width).jpeg({ quality: 78, mozjpeg: true }).toBuffer())
      for (const width of POSTER_WIDTHS)
        encoded.set(
          `-${width}.avif`,
          await sized(width).avif({ quality: 48, effort: 3 }).toBuffer(),
        )
      return encoded
    },
  })
  if (!files) throw invalid(UNSUPPORTED_POSTER)
  return files
}
