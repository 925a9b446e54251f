import { getShowtime } from '@marquee/contract/movies/showtimes'
import type { Context } from '../context.ts'
import { type App, route } from '../http/route.ts'
import * as catalogue from './catalogue.service.ts'

export const showtimesRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...route(getShowtime),
    handler: ({ params }) => catalogue.getShowtime(ctx, params.showtimeId),
  })
}
