import {
  changeEnquiry,
  getEnquiry,
  listEnquiries,
  replyToEnquiry,
} from '@marquee/contract/office/enquiries/enquiries'
import {
  listReplyTemplates,
  putReplyTemplate,
  removeReplyTemplate,
} from '@marquee/contract/office/enquiries/reply-templates'
import type { Context } from '../context.ts'
import * as templates from '../enquiries/reply-templates.service.ts'
import * as enquiries from '../enquiries/staff-enquiries.service.ts'
import type { App } from '../http/route.ts'
import { officeRoute, requireDevice } from './devices/device-session.plugin.ts'

/** What visitors have asked, and the prepared answers. */
export const staffEnquiriesRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...officeRoute(listEnquiries),
    handler: ({ query }) => enquiries.listEnquiries(ctx, query),
  })

  app.route({
    ...officeRoute(getEnquiry),
    handler: async ({ params }) => ({ enquiry: await enquiries.getEnquiry(ctx, params.enquiryId) }),
  })

  app.route({
    ...officeRoute(replyToEnquiry),
    handler: async (request) => {
      const { params, body } = request
      const enquiry = await enquiries.replyToEnquiry(ctx, {
        ...params,
        deviceId: requireDevice(request).id,
        text: body.text,
        answers: body.answers ?? 0,
      })
      return { success: true as const, enquiry }
    },
  })

  app.route({
    ...officeRoute(changeEnquiry),
    handler: async (request) => {
      const { params, body } = request
      const changedBy = requireDevice(request).id
      return { enquiry: await enquiries.changeEnquiry(ctx, { ...params, ...body, changedBy }) }
    },
  })

  app.route({
    ...officeRoute(listReplyTemplates),
    handler: async () => ({ templates: await templates.listReplyTemplates(ctx) }),
  })

  app.route({
    ...officeRoute(putReplyTemplate),
    handler: async (request) => {
      const { params, body } = request
      const deviceId = requireDevice(request).id
      return { template: await templates.putReplyTemplate(ctx, { ...params, ...body, deviceId }) }
    },
  })

  app.route({
    ...officeRoute(removeReplyTemplate),
    handler: async (request) => {
      const { params } = request
      const deviceId = requireDevice(request).id
      await templates.removeReplyTemplate(ctx, { ...params, deviceId })
      return { success: true as const, message: 'The template is removed.' }
    },
  })
}
