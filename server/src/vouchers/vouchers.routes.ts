import { checkVoucher } from '@marquee/contract/bookings/vouchers'
import type { Context } from '../context.ts'
import { type App, route } from '../http/route.ts'
import { requireSession } from '../http/session/session.plugin.ts'
import * as vouchers from './vouchers.service.ts'

export const vouchersRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...route(checkVoucher),
    onRequest: requireSession,
    handler: ({ body }) => vouchers.checkVoucher(ctx, body.code),
  })
}
