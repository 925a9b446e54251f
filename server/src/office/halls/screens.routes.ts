import * as calls from '@marquee/contract/office/programme/screens'
import { readOpeningHours } from '#src/catalogue/cinema/cinema.service.ts'
import type { Context } from '#src/context.ts'
import type { App } from '#src/http/route.ts'
import { officeRoute, requireDevice } from '../devices/device-session.plugin.ts'
import * as layouts from './layouts.service.ts'
import * as screens from './screens.service.ts'

/** Rows of a large hall with their aisles. */
const MAX_HALL_BYTES = 512 * 1024

/** Screens and the versions of their layouts. */
export const screensRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...officeRoute(calls.listScreens),
    handler: async () => ({
      screens: await screens.listScreens(ctx),
      openingHours: await readOpeningHours(ctx.reader),
    }),
  })

  app.route({
    ...officeRoute(calls.setOpeningHours),
    handler: async (request) => {
      const deviceId = requireDevice(request).id
      return {
        openingHours: await screens.changeOpeningHours(ctx, { ...request.body, deviceId }),
      }
    },
  })

  app.route({
    ...officeRoute(calls.addScreen),
    bodyLimit: MAX_HALL_BYTES,
    handler: async (request) => {
      const deviceId = requireDevice(request).id
      return { screen: await screens.addScreen(ctx, { ...request.body, deviceId }) }
    },
  })

  app.route({
    ...officeRoute(calls.changeScreen),
    handler: async (request) => {
      const { params, body } = request
      const deviceId = requireDevice(request).id
      return { screen: await screens.changeScreen(ctx, { ...params, ...body, deviceId }) }
    },
  })

  app.route({
    ...officeRoute(calls.retireScreen),
    handler: async (request) => {
      await screens.retireScreen(ctx, request.params.screenId, requireDevice(request).id)
      return { success: true as const }
    },
  })

  app.route({
    ...officeRoute(calls.listLayouts),
    handler: ({ params }) => layouts.listLayouts(ctx, params.screenId),
  })

  app.route({
    ...officeRoute(calls.planLayout),
    bodyLimit: MAX_HALL_BYTES,
    handler: ({ params, body }) => layouts.planLayout(ctx, { ...params, ...body }),
  })

  app.route({
    ...officeRoute(calls.applyLayout),
    handler: async (request) => {
      const { params, body } = request
      const deviceId = requireDevice(request).id
      const isApplied = await layouts.applyLayout(ctx, { ...params, ...body, deviceId })
      return { success: true as const, isApplied }
    },
  })
}
