import * as calls from '@marquee/contract/office/people'
import type { FastifyRequest } from 'fastify'
import type { Context } from '#src/context.ts'
import type { App } from '#src/http/route.ts'
import { officeRoute, requireDevice } from '../device-session.plugin.ts'
import * as people from './people.service.ts'

/** The people of staff, and who works at a device. */
export const peopleRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...officeRoute(calls.listPeople),
    handler: async () => ({ people: await people.listPeople(ctx) }),
  })

  app.route({
    ...officeRoute(calls.addPerson),
    handler: (request) => people.addPerson(ctx, request.body, requireDevice(request).id),
  })

  app.route({
    ...officeRoute(calls.changePerson),
    handler: (request) => people.changePerson(ctx, ofPerson(request), request.body),
  })

  app.route({
    ...officeRoute(calls.retirePerson),
    handler: async (request) => {
      await people.retirePerson(ctx, ofPerson(request))
      return { success: true as const, message: 'The person is retired.' }
    },
  })

  app.route({
    ...officeRoute(calls.deletePerson),
    handler: async (request) => {
      await people.deletePerson(ctx, ofPerson(request))
      return { success: true as const, message: 'The person is deleted.' }
    },
  })

  app.route({
    ...officeRoute(calls.unlockDevice),
    handler: (request) => people.unlockDevice(ctx, requireDevice(request), request.body),
  })

  app.route({
    ...officeRoute(calls.lockDevice),
    handler: async (request) => {
      await people.lockDevice(ctx, requireDevice(request).id)
      return { success: true as const, message: 'The device is locked.' }
    },
  })
}

const ofPerson = (request: FastifyRequest & { params: { personId: string } }) => ({
  personId: request.params.personId,
  deviceId: requireDevice(request).id,
})
