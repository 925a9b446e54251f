import * as refundCalls from '@marquee/contract/office/counter/refunds'
import * as shiftCalls from '@marquee/contract/office/counter/shifts'
import * as voucherCalls from '@marquee/contract/office/counter/vouchers'
import type { Context } from '../context.ts'
import * as refunds from '../counter/refunds.service.ts'
import * as shifts from '../counter/shifts.service.ts'
import type { App } from '../http/route.ts'
import { shiftsCsv, vouchersCsv } from '../reports/cash-csv.ts'
import * as vouchers from '../vouchers/vouchers.service.ts'
import { officeRoute, requireDevice } from './devices/device-session.plugin.ts'
import { sendCsv } from './send-csv.ts'

/** Refunds that the counter owes, shifts at cash drawers, and vouchers. */
export const counterRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...officeRoute(refundCalls.listRefunds),
    handler: ({ query }) => refunds.listRefunds(ctx, query),
  })

  app.route({
    ...officeRoute(refundCalls.payRefund),
    handler: async (request) => {
      const { bookingId, number } = request.params
      const payout = { bookingId, number: Number(number), ...request.body }
      const deviceId = requireDevice(request).id
      return {
        success: true as const,
        voucher: await refunds.payRefund(ctx, { ...payout, deviceId }),
      }
    },
  })

  app.route({
    ...officeRoute(shiftCalls.listOwnShifts),
    handler: (request) => shifts.listShiftsOfDevice(ctx, requireDevice(request).id),
  })

  app.route({
    ...officeRoute(shiftCalls.openShift),
    handler: (request) =>
      shifts.openShift(ctx, { ...request.body, deviceId: requireDevice(request).id }),
  })

  app.route({
    ...officeRoute(shiftCalls.signOffShift),
    handler: (request) =>
      shifts.signOffShift(ctx, { ...request.body, deviceId: requireDevice(request).id }),
  })

  app.route({
    ...officeRoute(shiftCalls.listShifts),
    handler: async () => ({ shifts: await shifts.listShifts(ctx) }),
  })

  app.route({
    ...officeRoute(shiftCalls.listShiftsCsv),
    handler: async (_request, reply) => {
      const text = shiftsCsv(await shifts.listShifts(ctx), ctx.config.timeZone)
      return sendCsv(reply, { name: 'shifts', text })
    },
  })

  app.route({
    ...officeRoute(voucherCalls.listVouchers),
    handler: () => vouchers.listVouchers(ctx),
  })

  app.route({
    ...officeRoute(voucherCalls.listVouchersCsv),
    handler: async (_request, reply) => {
      const list = await vouchers.listVouchers(ctx)
      const text = vouchersCsv(list.vouchers, ctx.config.timeZone)
      return sendCsv(reply, { name: 'vouchers', text })
    },
  })

  app.route({
    ...officeRoute(voucherCalls.issueVoucher),
    handler: (request) =>
      vouchers.issueVoucher(ctx, { ...request.body, deviceId: requireDevice(request).id }),
  })

  app.route({
    ...officeRoute(voucherCalls.findVoucher),
    handler: ({ body }) => vouchers.findVoucher(ctx, body.code),
  })
}
