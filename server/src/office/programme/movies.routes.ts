import {
  addMovie,
  changeMovie,
  listStaffMovies,
  MAX_POSTER_BYTES,
  POSTER_TOO_LARGE,
  POSTER_TYPES,
  removeMovie,
  UNSUPPORTED_POSTER,
  uploadPoster,
} from '@marquee/contract/office/programme/movies'
import type { Context } from '#src/context.ts'
import { AppError } from '#src/errors.ts'
import type { App } from '#src/http/route.ts'
import { createUploadLimit } from '#src/http/upload-limit.ts'
import { officeRoute, requireDevice } from '../devices/device-session.plugin.ts'
import * as movies from './movies.service.ts'

/** Movies and their posters. */
export const moviesRoutes = (ctx: Context) => async (app: App) => {
  const limitUploads = createUploadLimit({
    max: 2,
    maxPerAddress: 2,
    maxBytes: MAX_POSTER_BYTES,
    tooLarge: POSTER_TOO_LARGE,
  })
  app.addContentTypeParser(POSTER_TYPES, { parseAs: 'buffer' }, (_, file, done) => done(null, file))

  app.route({
    ...officeRoute(listStaffMovies),
    handler: async () => ({ movies: await movies.listMovies(ctx) }),
  })

  app.route({
    ...officeRoute(addMovie),
    handler: async (request) => ({
      movie: await movies.addMovie(ctx, requireDevice(request).id, request.body),
    }),
  })

  app.route({
    ...officeRoute(changeMovie),
    handler: async (request) => {
      const { params, body: fields } = request
      const deviceId = requireDevice(request).id
      return { movie: await movies.changeMovie(ctx, { ...params, deviceId, fields }) }
    },
  })

  app.route({
    ...officeRoute(removeMovie),
    handler: async (request) => {
      await movies.removeMovie(ctx, request.params.movieId, requireDevice(request).id)
      return { success: true as const }
    },
  })

  const upload = officeRoute(uploadPoster)
  app.route({
    ...upload,
    bodyLimit: MAX_POSTER_BYTES,
    onRequest: [upload.onRequest, limitUploads],
    handler: async (request) => {
      const file: unknown = request.body
      if (!Buffer.isBuffer(file))
        throw new AppError(415, 'UNSUPPORTED_MEDIA_TYPE', UNSUPPORTED_POSTER)
      const deviceId = requireDevice(request).id
      return { movie: await movies.replacePoster(ctx, { ...request.params, deviceId, file }) }
    },
  })
}
