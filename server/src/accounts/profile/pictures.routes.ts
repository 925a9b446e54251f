import { PICTURES_PATH } from '@marquee/contract/accounts/pictures'
import {
  MAX_PICTURE_BYTES,
  PICTURE_TOO_LARGE,
  PICTURE_TYPES,
  UNSUPPORTED_PICTURE,
  uploadPicture,
} from '@marquee/contract/accounts/profile-picture'
import type { onRequestHookHandler } from 'fastify'
import type { Context } from '#src/context.ts'
import { AppError, TOO_MANY_REQUESTS, unavailable } from '#src/errors.ts'
import { type App, route } from '#src/http/route.ts'
import { clientOf, requireSession, requireUser } from '#src/http/session/session.plugin.ts'
import { ipRateLimitKey } from '#src/limits/client-address.ts'
import { readPicture, savePicture } from './pictures.service.ts'

/** Each upload in progress may take as much memory as the largest file. */
const MAX_UPLOADS = 16
const MAX_UPLOADS_PER_ADDRESS = 4

export const picturesRoutes = (ctx: Context) => async (app: App) => {
  const limitUploads = createUploadLimit()
  app.addContentTypeParser(PICTURE_TYPES, { parseAs: 'buffer' }, (_, file, done) =>
    done(null, file),
  )

  const refuseLargeFile: onRequestHookHandler = ({ headers }, _, done) => {
    if (Number(headers['content-length']) > MAX_PICTURE_BYTES)
      throw new AppError(413, 'TOO_LARGE', PICTURE_TOO_LARGE)
    done()
  }

  app.route({
    ...route(uploadPicture),
    bodyLimit: MAX_PICTURE_BYTES,
    onRequest: [requireSession, refuseLargeFile, limitUploads],
    handler: async (request) => {
      const file: unknown = request.body
      if (!Buffer.isBuffer(file))
        throw new AppError(415, 'UNSUPPORTED_MEDIA_TYPE', UNSUPPORTED_PICTURE)
      return savePicture(ctx, {
        userId: requireUser(request),
        file,
        ipKey: clientOf(request).ipKey,
      })
    },
  })
}

const CACHE_FOREVER = 'private, max-age=31536000, immutable'

/** Uploaded pictures. Their paths change with their content. */
export const pictureFiles = (ctx: Context) => async (app: App) => {
  app.get(`${PICTURES_PATH}:file`, async (request, reply) => {
    const file = await readPicture(ctx, request.url.split('?')[0] ?? '')
    return reply.type('image/webp').header('cache-control', CACHE_FOREVER).send(file)
  })
}

/** Returns a hook that limits the uploads in progress on this node before their bodies are read. Throws RATE or UNAVAILABLE. */
function createUploadLimit(): onRequestHookHandler {
  const byAddress = new Map<string, number>()
  let total = 0

  return (request, reply, done) => {
    const address = ipRateLimitKey(request.ip)
    const count = byAddress.get(address) ?? 0
    if (count >= MAX_UPLOADS_PER_ADDRESS) throw new AppError(429, 'RATE', TOO_MANY_REQUESTS)
    if (total >= MAX_UPLOADS) throw unavailable()
    byAddress.set(address, count + 1)
    total += 1
    // Emitted once, also when the client disconnects.
    reply.raw.once('close', () => {
      total -= 1
      const left = (byAddress.get(address) ?? 1) - 1
      if (left > 0) byAddress.set(address, left)
      else byAddress.delete(address)
    })
    done()
  }
}
