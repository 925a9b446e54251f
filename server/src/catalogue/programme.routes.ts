import { listMovieShowtimes, listProgramme } from '@marquee/contract/movies/programme'
import type { Context } from '../context.ts'
import { type App, route } from '../http/route.ts'
import * as programme from './programme.service.ts'

export const programmeRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...route(listProgramme),
    handler: ({ query }) => programme.listProgramme(ctx, query.date),
  })

  app.route({
    ...route(listMovieShowtimes),
    handler: ({ params, query }) => programme.listMovieShowtimes(ctx, params.movieId, query.date),
  })
}
