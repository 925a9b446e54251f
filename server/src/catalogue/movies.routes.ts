import { getMovie, listMovies } from '@marquee/contract/movies'
import type { Context } from '../context.ts'
import { type App, route } from '../http/route.ts'
import * as catalogue from './catalogue.service.ts'

export const moviesRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...route(listMovies),
    handler: async (_, reply) => {
      reply.header('cache-control', 'no-store') // what is bookable, and how many seats are left, changes all the time
      return catalogue.listMovies(ctx)
    },
  })

  app.route({
    ...route(getMovie),
    handler: async ({ params }, reply) => {
      reply.header('cache-control', 'no-store')
      return catalogue.getMovie(ctx, params.movieId)
    },
  })
}
