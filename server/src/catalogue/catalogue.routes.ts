import { getCinema } from '@marquee/contract/cinema/cinema-details'
import { getMovie, getMovieBySlug, listMovies, type Movie } from '@marquee/contract/movies/movies'
import { listMovieShowtimes, listProgramme } from '@marquee/contract/movies/programme'
import { getShowtime } from '@marquee/contract/movies/showtimes'
import type { Context } from '../context.ts'
import { type App, route } from '../http/route.ts'
import { encodeOnce, sendEncoded } from '../http/web/encoded-body.ts'
import { publicResponse } from '../http/web/public-response.ts'
import * as catalogue from './catalogue.service.ts'
import * as cinema from './cinema/cinema.service.ts'
import * as programme from './programme.service.ts'

export const catalogueRoutes = (ctx: Context) => async (app: App) => {
  app.addHook('preHandler', publicResponse)
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

  app.route({
    ...route(getShowtime),
    handler: ({ params }) => catalogue.getShowtime(ctx, params.showtimeId),
  })

  app.route({
    ...route(listProgramme),
    handler: ({ query }) => programme.listProgramme(ctx, query.date),
  })

  app.route({
    ...route(listMovieShowtimes),
    handler: ({ params, query }) => programme.listMovieShowtimes(ctx, params.movieId, query.date),
  })

  app.route({ ...route(getCinema), handler: () => cinema.getCinema(ctx) })
}
