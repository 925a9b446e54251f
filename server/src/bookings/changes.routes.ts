import {
  cancelBooking,
  changeParking,
  changeSeats,
  changeVehicle,
  previewChanges,
} from '@marquee/contract/bookings/booking-changes'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { type App, route } from '../http/route.ts'
import { requireSession, requireUser } from '../http/session/session.plugin.ts'
import { addressKey } from '../limits/client-address.ts'
import * as changes from './change/changes.service.ts'

/** A visitor's changes of an own booking. */
export const changesRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...route(previewChanges),
    onRequest: requireSession,
    handler: (request) => changes.previewChange(ctx, ownBooking(request), request.query),
  })

  app.route({
    ...route(cancelBooking),
    onRequest: requireSession,
    handler: async (request) => {
      const key = request.headers['idempotency-key']
      const booking = await changes.cancel(ctx, { ...ownBooking(request), key }, request.body)
      return { success: true as const, booking }
    },
  })

  app.route({
    ...route(changeSeats),
    onRequest: requireSession,
    handler: async (request) => {
      const { difference, ...seats } = request.body
      const exchange = { type: 'seats' as const, ...seats }
      const order = { ...visitorOf(request), own: ownBooking(request), exchange, difference }
      return { success: true as const, booking: await changes.exchange(ctx, order) }
    },
  })

  app.route({
    ...route(changeParking),
    onRequest: requireSession,
    handler: async (request) => {
      const { difference, add, drop } = request.body
      const exchange = { type: 'parking' as const, add, drop }
      const order = { ...visitorOf(request), own: ownBooking(request), exchange, difference }
      return { success: true as const, booking: await changes.exchange(ctx, order) }
    },
  })

  app.route({
    ...route(changeVehicle),
    onRequest: requireSession,
    handler: async (request) => {
      const key = request.headers['idempotency-key']
      const own = { ...ownBooking(request), key }
      const booking = await changes.changeVehicle(ctx, own, request.body)
      return { success: true as const, booking }
    },
  })

  const visitorOf = ({ headers, visitorId: holder, email, isConfirmed, ip }: FastifyRequest) => ({
    holder,
    email,
    isConfirmed,
    address: addressKey(ctx, ip),
    key: headers['idempotency-key'] as string | undefined,
  })
}

const ownBooking = (request: FastifyRequest & { params: { reference: string } }) => ({
  userId: requireUser(request),
  reference: request.params.reference,
})
