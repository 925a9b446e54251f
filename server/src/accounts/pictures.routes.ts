import { PICTURES_PATH } from '@marquee/contract/pictures'
import {
  MAX_PICTURE_BYTES,
  PICTURE_TOO_LARGE,
  PICTURE_TYPES,
  UNSUPPORTED_PICTURE,
  uploadPicture,
} from '@marquee/contract/profile-picture'
import type { onRequestHookHandler } from 'fastify'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { type App, route } from '../http/route.ts'
import { createUploadLimit } from '../limits/upload-limit.ts'
import { readPicture, savePicture } from './pictures.service.ts'
import { clientOf, requireSession, requireUser } from './session.plugin.ts'

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
