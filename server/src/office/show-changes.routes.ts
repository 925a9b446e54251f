import {
  cancelStaffBooking,
  exchangeSeats,
  previewBookingCancellation,
  previewSeatExchange,
} from '@marquee/contract/office/booking-changes'
import {
  getScreenSeats,
  listSeatOutages,
  planOutage,
  putBackInService,
  takeOutOfService,
} from '@marquee/contract/office/shows/seat-outages'
import {
  cancelShow,
  previewShowCancellation,
} from '@marquee/contract/office/shows/show-cancellations'
import { previewShowMessage, sendShowMessage } from '@marquee/contract/office/shows/show-messages'
import { moveShow, planMove } from '@marquee/contract/office/shows/show-moves'
import {
  previewCancellationByStaff,
  previewExchangeByStaff,
} from '../bookings/change/change-previews.service.ts'
import * as bookings from '../bookings/change/staff-changes.service.ts'
import * as screens from '../bookings/shows/screen-seats.service.ts'
import * as outages from '../bookings/shows/seat-outages.service.ts'
import * as cancellations from '../bookings/shows/show-cancellation.service.ts'
import * as messages from '../bookings/shows/show-messages.service.ts'
import * as moves from '../bookings/shows/show-moves.service.ts'
import type { Context } from '../context.ts'
import type { App } from '../http/route.ts'
import { officeRoute, requireDevice } from './devices/device-session.plugin.ts'

/** Cancels shows and bookings. */
export const cancellationsRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...officeRoute(previewShowCancellation),
    handler: ({ params, query }) =>
      cancellations.previewShowCancellation(ctx, params.showtimeId, query),
  })

  app.route({
    ...officeRoute(cancelShow),
    handler: async (request) => {
      const { params, body } = request
      const deviceId = requireDevice(request).id
      const cancellation = await cancellations.cancelShow(ctx, { ...params, ...body, deviceId })
      return { success: true as const, cancellation }
    },
  })

  app.route({
    ...officeRoute(previewBookingCancellation),
    handler: ({ params, body }) => previewCancellationByStaff(ctx, params.reference, body),
  })

  app.route({
    ...officeRoute(cancelStaffBooking),
    handler: async (request) => {
      const { params, body, headers } = request
      const booking = await bookings.cancelByStaff(ctx, {
        ...params,
        ...body,
        deviceId: requireDevice(request).id,
        key: headers['idempotency-key'],
      })
      return { success: true as const, booking }
    },
  })
}

/** Exchanges seats for visitors. */
export const exchangesRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...officeRoute(previewSeatExchange),
    handler: ({ params, body }) => previewExchangeByStaff(ctx, params.reference, body),
  })

  app.route({
    ...officeRoute(exchangeSeats),
    handler: async (request) => {
      const { params, body, headers } = request
      const booking = await bookings.exchangeByStaff(ctx, {
        ...params,
        ...body,
        deviceId: requireDevice(request).id,
        key: headers['idempotency-key'],
      })
      return { success: true as const, booking }
    },
  })
}

/** Moves a show to another screen or start. */
export const showMovesRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...officeRoute(planMove),
    handler: ({ params, body }) => moves.planMove(ctx, { ...params, ...body }),
  })

  app.route({
    ...officeRoute(moveShow),
    handler: async (request) => {
      const { params, body } = request
      const deviceId = requireDevice(request).id
      const isMoved = await moves.moveShow(ctx, { ...params, ...body, deviceId })
      return { success: true as const, isMoved }
    },
  })
}

/** Tells the visitors of a show something. */
export const showMessagesRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...officeRoute(previewShowMessage),
    handler: ({ params }) => messages.previewShowMessage(ctx, params.showtimeId),
  })

  app.route({
    ...officeRoute(sendShowMessage),
    handler: async (request) => {
      const { params, body, headers } = request
      const reach = await messages.sendShowMessage(ctx, {
        ...params,
        ...body,
        deviceId: requireDevice(request).id,
        key: headers['idempotency-key'],
      })
      return { success: true as const, reach }
    },
  })
}

/** Takes seats out of service. */
export const seatOutagesRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...officeRoute(listSeatOutages),
    handler: () => screens.listSeatOutages(ctx),
  })

  app.route({
    ...officeRoute(getScreenSeats),
    handler: ({ params }) => screens.getScreenSeats(ctx, params.screenId),
  })

  app.route({
    ...officeRoute(planOutage),
    handler: ({ params, body }) => outages.planOutage(ctx, { ...params, ...body }),
  })

  app.route({
    ...officeRoute(takeOutOfService),
    handler: async (request) => {
      const { params, body } = request
      const deviceId = requireDevice(request).id
      const taken = await outages.takeOutOfService(ctx, { ...params, ...body, deviceId })
      return { success: true as const, taken }
    },
  })

  app.route({
    ...officeRoute(putBackInService),
    handler: async (request) => {
      const { params, body } = request
      const deviceId = requireDevice(request).id
      const returned = await outages.putBackInService(ctx, { ...params, ...body, deviceId })
      return { success: true as const, returned }
    },
  })
}
