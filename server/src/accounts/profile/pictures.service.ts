import { createHash } from 'node:crypto'
import { PICTURES_PATH } from '@marquee/contract/accounts/pictures'
import { UNSUPPORTED_PICTURE } from '@marquee/contract/accounts/profile-picture'
import { SESSION_ENDED } from '@marquee/contract/accounts/session'
import type { Metadata } from 'sharp'
import type { Context } from '#src/context.ts'
import { inTransaction } from '#src/database/transaction.ts'
import { AppError, invalid, unauthenticated } from '#src/errors.ts'
import { createFairQueue, type QueueKey } from '#src/platform/concurrency/fair-queue.ts'
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
  const encoded = await encodePicture(file, [ipKey, userId])
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
  if (!picture) throw new AppError(404, 'NOT_FOUND', 'Not found.')
  return Buffer.from(picture.content, 'base64')
}

const FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp'])
/** Larger than any phone camera's picture. A small file can contain a picture that is much larger when decoded. */
const MAX_PIXELS = 50_000_000
/** A progressive JPEG and an interlaced PNG are decoded as a whole, into up to 8 bytes per pixel. Others are decoded line by line. */
const MAX_PROGRESSIVE_PIXELS = 25_000_000
/** Programs write about ten. Each scan decodes all pixels again: a file of 0.5 MB with 2600 scans takes half a minute. */
const MAX_JPEG_SCANS = 100
const START_OF_SCAN = Buffer.from([0xff, 0xda])
/** The width and height of a stored picture. */
const SIZE = 256

const run = createFairQueue({ concurrency: 1, maxQueued: 16 })

/**
 * Crops a picture to a square of 256 pixels and encodes it as WebP, without metadata such as its place. Encodes one
 * picture at a time; addresses take turns, and so do the accounts of an address. Throws INVALID unless the content is a JPEG, PNG or WebP picture of at most 50 megapixels (25 if
 * it is progressive), and UNAVAILABLE when 16 pictures are waiting.
 */
const encodePicture = (file: Buffer, requester: QueueKey) => run(requester, () => encode(file))

async function encode(file: Buffer) {
  // Loaded at the first upload: it takes memory that a server without uploads need not have.
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  const options = { limitInputPixels: MAX_PIXELS, sequentialRead: true }
  try {
    // Reads the head of the file only.
    const head = await sharp(file, options).metadata()
    if (!FORMATS.has(head.format) || isTooCostly(head, file)) throw invalid(UNSUPPORTED_PICTURE)
    return await sharp(file, options)
      .autoOrient()
      .resize(SIZE, SIZE, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer()
  } catch {
    throw invalid(UNSUPPORTED_PICTURE)
  }
}

function isTooCostly({ format, width, height, isProgressive }: Metadata, file: Buffer) {
  const maxPixels = isProgressive ? MAX_PROGRESSIVE_PIXELS : MAX_PIXELS
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
