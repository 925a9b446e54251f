import {
  cancelShow,
  cancelStaffBooking,
  previewBookingCancellation,
  previewShowCancellation,
} from '@marquee/contract/office/cancellations'
import * as bookings from '../bookings/change/changes.service.ts'
import * as shows from '../bookings/shows/show-cancellation.service.ts'
import type { Context } from '../context.ts'
import type { App } from '../http/route.ts'
import { officeRoute, requireDevice } from './devices/device-session.plugin.ts'

export const cancellationsRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...officeRoute(previewShowCancellation),
    handler: ({ params }) => shows.previewShowCancellation(ctx, params.showtimeId),
  })

  app.route({
    ...officeRoute(cancelShow),
    handler: async (request) => {
      const { params, body } = request
      const deviceId = requireDevice(request).id
      const cancellation = await shows.cancelShow(ctx, { ...params, ...body, deviceId })
      return { success: true as const, cancellation }
    },
  })

  app.route({
    ...officeRoute(previewBookingCancellation),
    handler: ({ params, body }) => bookings.previewStaffCancellation(ctx, params.reference, body),
  })

  app.route({
    ...officeRoute(cancelStaffBooking),
    handler: async (request) => {
      const { params, body, headers } = request
      const booking = await bookings.cancelStaffBooking(ctx, {
        ...params,
        ...body,
        deviceId: requireDevice(request).id,
        key: headers['idempotency-key'],
      })
      return { success: true as const, booking }
    },
  })
}
