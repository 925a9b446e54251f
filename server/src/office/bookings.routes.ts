import {
  addNote,
  correctEmail,
  getBooking,
  replaceBookingPasses,
  reprintPasses,
  resendMail,
  searchBookings,
} from '@marquee/contract/office/bookings'
import type { FastifyRequest } from 'fastify'
import { replacePassesByStaff } from '../bookings/change/staff-changes.service.ts'
import * as bookings from '../bookings/list/staff-bookings.service.ts'
import type { Context } from '../context.ts'
import type { App } from '../http/route.ts'
import { officeRoute, requireDevice } from './devices/device-session.plugin.ts'

export const staffBookingsRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...officeRoute(searchBookings),
    handler: async ({ query }) => ({ bookings: await bookings.searchBookings(ctx, query.q) }),
  })

  app.route({
    ...officeRoute(getBooking),
    handler: ({ params }) => bookings.getBooking(ctx, params.reference),
  })

  app.route({
    ...officeRoute(addNote),
    handler: async (request) => {
      await bookings.addNote(ctx, ofBooking(request), request.body.text)
      return { success: true as const, message: 'The note is saved.' }
    },
  })

  app.route({
    ...officeRoute(resendMail),
    handler: async (request) => {
      await bookings.resendMail(ctx, ofBooking(request))
      return { success: true as const, message: 'The confirmation is on its way.' }
    },
  })

  app.route({
    ...officeRoute(correctEmail),
    handler: async (request) => {
      await bookings.correctEmail(ctx, ofBooking(request), request.body.email)
      return {
        success: true as const,
        message: 'The address is saved, and the email is on its way.',
      }
    },
  })

  app.route({
    ...officeRoute(replaceBookingPasses),
    handler: async (request) => ({ passes: await replacePassesByStaff(ctx, ofBooking(request)) }),
  })

  app.route({
    ...officeRoute(reprintPasses),
    handler: async (request) => ({
      passes: await bookings.reprintPasses(ctx, ofBooking(request)),
    }),
  })
}

const ofBooking = (request: FastifyRequest & { params: { reference: string } }) => ({
  reference: request.params.reference,
  deviceId: requireDevice(request).id,
})
