import {
  joinWaitingRoom,
  leaveWaitingRoom,
  readWaitingRoom,
} from '@marquee/contract/bookings/waiting-room'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { type App, route } from '../http/route.ts'
import { addressKey } from '../limits/client-address.ts'
import * as positions from './positions.service.ts'

export const waitingRoomRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...route(joinWaitingRoom),
    // A client that has no proof may send no body.
    preValidation: async (request) => {
      request.body ??= {}
    },
    handler: async (request) => {
      const address = addressKey(ctx, request.ip)
      const call = { ...visitorOf(request), ...request.params, address, proof: request.body.proof }
      return { success: true as const, position: await positions.joinQueue(ctx, call) }
    },
  })

  app.route({
    ...route(readWaitingRoom),
    handler: async (request) => {
      const visitor = { ...visitorOf(request), ...request.params }
      return { success: true as const, position: await positions.readPosition(ctx, visitor) }
    },
  })

  app.route({
    ...route(leaveWaitingRoom),
    handler: async (request) => {
      const visitor = { ...visitorOf(request), ...request.params }
      return { success: true as const, position: await positions.leaveQueue(ctx, visitor) }
    },
  })
}

const visitorOf = ({
  visitorId,
  userId,
  email,
  isConfirmed,
}: Pick<FastifyRequest, 'visitorId' | 'userId' | 'email' | 'isConfirmed'>) => ({
  visitorId,
  userId,
  email,
  isConfirmed,
})
