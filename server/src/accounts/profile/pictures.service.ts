import { createHash } from 'node:crypto'
import { PICTURES_PATH } from '@marquee/contract/accounts/pictures'
import { UNSUPPORTED_PICTURE } from '@marquee/contract/accounts/profile-picture'
import { SESSION_ENDED } from '@marquee/contract/accounts/session'
import type { Context } from '#src/context.ts'
import { inTransaction } from '#src/database/transaction.ts'
import { invalid, notFound, unauthenticated } from '#src/errors.ts'
import type { QueueKey } from '#src/platform/concurrency/fair-queue.ts'
import { encodePicture } from '#src/platform/pictures.ts'
import * as accounts from '../accounts.sql.ts'
import { userView } from '../accounts.view.ts'
import * as pictures from './pictures.sql.ts'

interface Upload {
  userId: string
  file: Buffer
  ipKey: string
}

/** Stores the picture of a user. Its path has a hash of the content, so that it can be cached. Throws INVALID, UNAVAILABLE, UNAUTHENTICATED. */
export async function savePicture(ctx: Context, { userId, file, ipKey }: Upload) {
  const encoded = await encodeProfilePicture(file, [ipKey, userId])
  const path = `${PICTURES_PATH}${createHash('sha256').update(encoded).digest('base64url')}.webp`
  return inTransaction(ctx.db, { durable: true }, async (tx) => {
    // The lock comes first: the deletion of the account takes it first too.
    const { rows } = await accounts.lockUser(tx, userId)
    if (!rows[0]) throw unauthenticated(SESSION_ENDED)
    await pictures.upsertPicture(tx, { userId, path, content: encoded.toString('base64') })
    return userView(await accounts.setPicture(tx, userId, path))
  })
}

/** Returns the WebP file of a path. Throws NOT_FOUND. */
export async function readPicture({ reader }: Context, path: string) {
  const picture = await pictures.pictureByPath(reader, path)
  if (!picture) throw notFound('Not found.')
  return Buffer.from(picture.content, 'base64')
}

/** The width and height of a stored picture. */
const SIZE = 256

/**
 * Crops a picture to a square of 256 pixels and encodes it as WebP, without metadata such as its place. Addresses take turns, and so do the accounts of an address.
 * Throws INVALID for anything but a JPEG, PNG or WebP picture that `encodePicture` accepts, and UNAVAILABLE.
 */
async function encodeProfilePicture(file: Buffer, requester: QueueKey) {
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
