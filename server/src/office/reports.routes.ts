import * as attendance from '@marquee/contract/office/reports/attendance'
import { closeDay, getDayClose, getDayCloseCsv } from '@marquee/contract/office/reports/day-close'
import * as demand from '@marquee/contract/office/reports/demand'
import * as takings from '@marquee/contract/office/reports/takings'
import type { FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import type { App } from '../http/route.ts'
import { getOccupancy } from '../reports/attendance/occupancy.service.ts'
import { getSeatSales } from '../reports/attendance/seat-sales.service.ts'
import { getVisits } from '../reports/attendance/visits.service.ts'
import { dayCloseCsv } from '../reports/cash-csv.ts'
import { reportCsv } from '../reports/csv.ts'
import * as dayClose from '../reports/day-close.service.ts'
import { getConversion } from '../reports/demand/conversion.service.ts'
import { getSalesCurve } from '../reports/demand/sales-curve.service.ts'
import { getTakings } from '../reports/takings/takings.service.ts'
import { listTakingsBookings } from '../reports/takings/takings-bookings.service.ts'
import { officeRoute, requireDevice } from './devices/device-session.plugin.ts'
import { sendCsv } from './send-csv.ts'

/** The reports, each also as a CSV file, and the close of the day. */
export const reportsRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...officeRoute(takings.getTakings),
    handler: ({ query }) => getTakings(ctx, query),
  })
  app.route({
    ...officeRoute(takings.getTakingsCsv),
    handler: async ({ query }, reply) =>
      sendReport(reply, 'takings', await getTakings(ctx, query), takings.TakingsRow),
  })

  app.route({
    ...officeRoute(takings.listTakingsBookings),
    handler: ({ query }) => listTakingsBookings(ctx, query),
  })

  app.route({
    ...officeRoute(attendance.getOccupancy),
    handler: ({ query }) => getOccupancy(ctx, query),
  })
  app.route({
    ...officeRoute(attendance.getOccupancyCsv),
    handler: async ({ query }, reply) =>
      sendReport(reply, 'occupancy', await getOccupancy(ctx, query), attendance.OccupancyRow),
  })

  app.route({
    ...officeRoute(attendance.getSeatSales),
    handler: ({ query }) => getSeatSales(ctx, query),
  })
  app.route({
    ...officeRoute(attendance.getSeatSalesCsv),
    handler: async ({ query }, reply) =>
      sendReport(reply, 'seats', await getSeatSales(ctx, query), attendance.SeatSalesRow),
  })

  app.route({
    ...officeRoute(attendance.getVisits),
    handler: ({ query }) => getVisits(ctx, query),
  })
  app.route({
    ...officeRoute(attendance.getVisitsCsv),
    handler: async ({ query }, reply) =>
      sendReport(reply, 'visits', await getVisits(ctx, query), attendance.VisitsRow),
  })

  app.route({
    ...officeRoute(demand.getSalesCurve),
    handler: ({ query }) => getSalesCurve(ctx, query),
  })
  app.route({
    ...officeRoute(demand.getSalesCurveCsv),
    handler: async ({ query }, reply) =>
      sendReport(reply, 'sales', await getSalesCurve(ctx, query), demand.SalesRow),
  })

  app.route({
    ...officeRoute(demand.getConversion),
    handler: ({ query }) => getConversion(ctx, query),
  })
  app.route({
    ...officeRoute(demand.getConversionCsv),
    handler: async ({ query }, reply) =>
      sendReport(reply, 'conversion', await getConversion(ctx, query), demand.ConversionRow),
  })

  app.route({
    ...officeRoute(getDayClose),
    handler: ({ query }) => dayClose.getDayClose(ctx, query.date),
  })
  app.route({
    ...officeRoute(getDayCloseCsv),
    handler: async ({ query }, reply) => {
      const day = await dayClose.getDayClose(ctx, query.date)
      return sendCsv(reply, { name: `day-close-${day.date}`, text: dayCloseCsv(day) })
    },
  })
  app.route({
    ...officeRoute(closeDay),
    handler: (request) =>
      dayClose.closeDay(ctx, { ...request.body, deviceId: requireDevice(request).id }),
  })
}

interface Report {
  from: string
  to: string
  rows: readonly object[]
  totals: object
}

/** With a column for each field of the schema of a row. */
const sendReport = (
  reply: FastifyReply,
  name: string,
  report: Report,
  row: { shape: Record<string, unknown> },
) =>
  sendCsv(reply, {
    name: `${name}-${report.from}-${report.to}`,
    text: reportCsv(report, Object.keys(row.shape)),
  })
