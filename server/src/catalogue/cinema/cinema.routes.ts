import { getCinema } from '@marquee/contract/cinema/cinema-details'
import type { Context } from '#src/context.ts'
import { type App, route } from '#src/http/route.ts'
import * as cinema from './cinema.service.ts'

export const cinemaRoutes = (ctx: Context) => async (app: App) => {
  app.route({ ...route(getCinema), handler: () => cinema.getCinema(ctx) })
}
