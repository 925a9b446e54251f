import { UNSUPPORTED_PICTURE } from '@marquee/contract/accounts/profile-picture'
import { invalid } from '#src/errors.ts'
import type { QueueKey } from '#src/platform/concurrency/fair-queue.ts'
import { encodePicture } from '#src/platform/pictures.ts'

/** The width and height of a stored picture. */
const SIZE = 256

/**
 * Crops a picture to a square of 256 pixels and encodes it as WebP, without metadata such as its place. Addresses take turns, and so do the accounts of an address.
 * Throws INVALID for anything but a JPEG, PNG or WebP picture that `encodePicture` accepts, and UNAVAILABLE.
 */
export async function encodeProfilePicture(file: Buffer, requester: QueueKey) {
  const encoded = await encodePicture({
    file,
    requester,
    formats: ['jpeg', 'png', 'webp'],
    encode: (open) =>
      open(file).resize(SIZE, SIZE, { fit: 'cover' }).webp({ quality: 82 }).toBuffer(),
  })
  if (!encoded) throw invalid(UNSUPPORTED_PICTURE)
  return encoded
}
