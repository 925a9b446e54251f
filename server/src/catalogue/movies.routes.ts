import { getMovie, getMovieBySlug, listMovies, type Movie } from '@marquee/contract/movies/movies'
import type { Context } from '../context.ts'
import { type App, route } from '../http/route.ts'
import { encodeOnce, sendEncoded } from '../http/web/encoded-body.ts'
import * as catalogue from './catalogue.service.ts'

export const moviesRoutes = (ctx: Context) => async (app: App) => {
  // The same for all visitors: compressed once, until it changes.
  let list = { text: '[]', bytes: encodeOnce(() => '[]') }
  app.route({
    ...route(listMovies),
    handler: async (request, reply) => {
      const text = JSON.stringify(await catalogue.listMovies(ctx))
      if (list.text !== text) list = { text, bytes: encodeOnce(() => text) }
      return sendEncoded<Movie[]>(request, reply, list.bytes)
    },
  })

  app.route({
    ...route(getMovieBySlug),
    handler: ({ params }) => catalogue.getMovieBySlug(ctx, params.slug),
  })

  app.route({
    ...route(getMovie),
    handler: ({ params }) => catalogue.getMovie(ctx, params.movieId),
  })
}
