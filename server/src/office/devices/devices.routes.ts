import {
  createPairingCode,
  getCurrentDevice,
  listDevices,
  pairDevice,
  renameDevice,
  revokeDevice,
  signOutDevice,
} from '@marquee/contract/office/devices'
import { MINUTE_MS } from '@marquee/contract/time'
import { getCinema } from '#src/catalogue/cinema/cinema.service.ts'
import type { OfficeConfig } from '#src/config/config.ts'
import type { Context } from '#src/context.ts'
import type { App } from '#src/http/route.ts'
import { officeRoute, requireDevice } from './device-session.plugin.ts'
import * as devices from './devices.service.ts'
import { listPeopleOf } from './people/people.service.ts'

export const devicesRoutes = (ctx: Context, office: OfficeConfig) => async (app: App) => {
  app.route({
    ...officeRoute(pairDevice),
    handler: async ({ body }, reply) => {
      const { secret, device } = await devices.pairDevice(ctx, body)
      app.deviceSessions.set(reply, secret)
      return device
    },
  })

  app.route({
    ...officeRoute(getCurrentDevice),
    handler: async (request, reply) => {
      app.deviceSessions.renew(request.headers, reply)
      const { brandName, timeZone, publicUrl: siteUrl } = ctx.config
      const current = requireDevice(request)
      const [cinema, people] = await Promise.all([getCinema(ctx), listPeopleOf(ctx, current)])
      return {
        device: devices.currentDeviceView(current, ctx.now()),
        person: current.person,
        isLocked: current.isLocked,
        people,
        lockMinutes: office.lockMs / MINUTE_MS,
        brandName,
        cinema,
        timeZone,
        siteUrl,
      }
    },
  })

  app.route({
    ...officeRoute(signOutDevice),
    handler: async (request, reply) => {
      await devices.signOutDevice(ctx, requireDevice(request).id)
      app.deviceSessions.clear(reply)
      return { success: true as const, message: 'This device is signed out.' }
    },
  })

  app.route({
    ...officeRoute(listDevices),
    handler: (request) => devices.listDevices(ctx, requireDevice(request).id),
  })

  app.route({
    ...officeRoute(createPairingCode),
    handler: async (request) => {
      const created = await devices.createPairingCode(ctx, request.body, requireDevice(request).id)
      return { ...created, link: devices.pairingLink(office, created.code) }
    },
  })

  app.route({
    ...officeRoute(renameDevice),
    handler: (request) => {
      const change = { subject: request.params.deviceId, deviceId: requireDevice(request).id }
      return devices.renameDevice(ctx, change, request.body.name)
    },
  })

  app.route({
    ...officeRoute(revokeDevice),
    handler: async (request) => {
      const change = { subject: request.params.deviceId, deviceId: requireDevice(request).id }
      await devices.revokeDevice(ctx, change)
      return { success: true as const, message: 'The device has no access any more.' }
    },
  })
}
