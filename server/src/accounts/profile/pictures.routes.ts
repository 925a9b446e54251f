import { PICTURES_PATH } from '@marquee/contract/accounts/pictures'
import {
  MAX_PICTURE_BYTES,
  PICTURE_TOO_LARGE,
  PICTURE_TYPES,
  UNSUPPORTED_PICTURE,
  uploadPicture,
} from '@marquee/contract/accounts/profile-picture'
import type { Context } from '#src/context.ts'
import { AppError } from '#src/errors.ts'
import { type App, route } from '#src/http/route.ts'
import { clientOf, requireSession, requireUser } from '#src/http/session/session.plugin.ts'
import { createUploadLimit } from '#src/http/upload-limit.ts'
import { readPicture, savePicture } from './pictures.service.ts'

const MAX_UPLOADS = 16
const MAX_UPLOADS_PER_ADDRESS = 4

export const picturesRoutes = (ctx: Context) => async (app: App) => {
  const limitUploads = createUploadLimit({
    max: MAX_UPLOADS,
    maxPerAddress: MAX_UPLOADS_PER_ADDRESS,
    maxBytes: MAX_PICTURE_BYTES,
    tooLarge: PICTURE_TOO_LARGE,
  })
  app.addContentTypeParser(PICTURE_TYPES, { parseAs: 'buffer' }, (_, file, done) =>
    done(null, file),
  )

  app.route({
    ...route(uploadPicture),
    bodyLimit: MAX_PICTURE_BYTES,
    onRequest: [requireSession, limitUploads],
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
