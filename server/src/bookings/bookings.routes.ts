import { createBooking, listBookings } from '@marquee/contract/bookings/bookings'
import type { Context } from '../context.ts'
import { type App, route } from '../http/route.ts'
import { requireOwnUser, requireSession } from '../http/session/session.plugin.ts'
import { findJoinedSelectionAt } from '../inventory/selections/shared-selections.service.ts'
import { addressKey } from '../limits/client-address.ts'
import * as service from './list/bookings.service.ts'
import { book } from './order/book.service.ts'

export const bookingsRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...route(createBooking),
    onRequest: requireSession,
    handler: async (request) => {
      const { body, headers, visitorId: holder, isConfirmed } = request
      const email = request.email ?? ''
      const address = addressKey(ctx, request.ip)
      const userId = requireOwnUser(request, body.userId)
      const key = headers['idempotency-key']
      const joined = await findJoinedSelectionAt(ctx, body.showtimeId, holder)
      const booking = await book(ctx, {
        userId,
        holder,
        request: body,
        key,
        ...joined,
        address,
        email,
        isConfirmed,
      })
      return { success: true as const, booking }
    },
  })

  app.route({
    ...route(listBookings),
    handler: (request) => {
      const userId = requireOwnUser(request, request.params.userId)
      return service.listBookings(ctx, userId, request.query.before)
    },
  })
}
