import { getMovie, listMovies } from '@marquee/contract/movies'
import type { Context } from '../context.ts'
import { type App, route } from '../http/route.ts'
import * as catalogue from './catalogue.service.ts'

export const moviesRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...route(listMovies),
    handler: () => catalogue.listMovies(ctx),
  })

  app.route({
    ...route(getMovie),
    handler: ({ params }) => catalogue.getMovie(ctx, params.movieId),
  })
}
