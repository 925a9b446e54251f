import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import {
  getScreenSeats,
  listSeatOutages,
  type OutagePlan,
  planOutage,
  putBackInService,
  takeOutOfService,
} from '@marquee/contract/office/shows/seat-outages'
import { countOf } from '@marquee/contract/text/count'
import type { AddCommands } from '../command-context.ts'
import { findByLabels, findScreen } from '../find-by-name.ts'
import { missingOptions, type OfficeClient, unconfirmed } from '../office-client.ts'
import { type FormatInstant, table } from '../output.ts'
import { BOOKING_COLUMNS, bookingRow, countsText } from './planned-bookings.ts'

const REFUND_LOST = '--refund-lost'
const OUT_WITH_REFUNDS = 'take the seats out of service, and refund those that people lose in full'
const SEATS_ARE_OUT = 'These seats are already out of service.'

interface OutOptions {
  reason: string
  refundLost?: boolean
  dryRun?: boolean
  yes?: boolean
}

/** Adds `seats`. */
export const addSeatCommands: AddCommands = (program, { call, print, formatInstant }) => {
  const seats = program.command('seats').description('take seats out of service, and back')

  seats
    .command('list')
    .description('list the seats that are out of service')
    .action(async () =>
      print(await call(listSeatOutages, {}), ({ screens }) => listText(screens, formatInstant)),
    )

  seats
    .command('out <screen> <seats...>')
    .description('take seats out of service at all shows that have not started')
    .requiredOption('--reason <reason>', 'why, for the mails and the audit')
    .option(REFUND_LOST, 'refund the seats that cannot be replaced')
    .option('--dry-run', 'print what would happen, and change nothing')
    .option('--yes', 'do it; without this option nothing is changed')
    .addHelpText(
      'after',
      `
The bookings of these seats get other ones, together and not worse if that is possible, with one mail each.

Examples:
  marquee office seats out "Screen 1" H7 H8 --reason "broken hinge" --dry-run
  marquee office seats out "Screen 1" H7 H8 --reason "broken hinge" --yes`,
    )
    .action(async (screen: string, labels: string[], options: OutOptions) => {
      const { reason, refundLost = false, dryRun, yes } = options
      const { params, seatIds } = await findSeats(call, screen, labels)
      const plan = await call(planOutage, { params, body: { seatIds } })
      const textOf = (shown: OutagePlan) => planText(shown, formatInstant)
      if (plan.isUnchanged) return print({ taken: 0, ...plan }, () => SEATS_ARE_OUT)
      if (dryRun) return print(plan, textOf)
      const isAnyLost = plan.counts.lostPeople > 0
      const missing = missingOptions({
        '--yes': yes,
        ...(isAnyLost && { [REFUND_LOST]: refundLost }),
      })
      if (missing.length > 0)
        throw unconfirmed(textOf(plan), {
          missing,
          action: isAnyLost ? OUT_WITH_REFUNDS : 'take the seats out of service',
        })
      const body = { seatIds, reason, refundLost, planHash: plan.planHash }
      const { taken } = await call(takeOutOfService, { params, body })
      print(
        { taken, ...plan },
        (done) => `${textOf(done)}\n\n${countOf(taken, 'seat')} out of service.`,
      )
    })

  seats
    .command('back <screen> <seats...>')
    .description('put seats back in service')
    .requiredOption('--reason <reason>', 'why, for the audit')
    .action(async (screen: string, labels: string[], { reason }: { reason: string }) => {
      const { params, seatIds } = await findSeats(call, screen, labels)
      const answer = await call(putBackInService, { params, body: { seatIds, reason } })
      print(answer, ({ returned }) => `${countOf(returned, 'seat')} back in service.`)
    })
}

/** Throws a `CommandError` for an unknown screen or seat. */
async function findSeats(call: OfficeClient, name: string, labels: readonly string[]) {
  const { screens } = await call(listSeatOutages, {})
  const params = { screenId: findScreen(screens, name) }
  const { seats, outages } = await call(getScreenSeats, { params })
  // The catalogue file may no longer have a seat that is out of service.
  const known = [
    ...seats.map(({ _id, seatNumber }) => ({ _id, label: seatNumber })),
    ...outages.map(({ seatId, seatNumber }) => ({ _id: seatId, label: seatNumber })),
  ]
  return { params, seatIds: findByLabels(known, labels, 'seat').map(({ _id }) => _id) }
}

type OutagesOfScreen = ResponseBody<typeof listSeatOutages>['screens']

const listText = (screens: OutagesOfScreen, formatInstant: FormatInstant) =>
  table(
    ['screen', 'seat', 'since', 'by', 'reason'],
    screens.flatMap(({ name, outages }) =>
      outages.map(({ seatNumber, since, device, reason }) => [
        ...[name, seatNumber, formatInstant(since), device.name, reason],
      ]),
    ),
  )

function planText({ screen, seats, counts, shows }: OutagePlan, formatInstant: FormatInstant) {
  const labels = seats.map(({ seatNumber }) => seatNumber).join(' ')
  return [
    `${screen.name}: ${labels}, at ${countOf(counts.shows, 'show')}`,
    countsText(counts),
    `lose their seats: ${countOf(counts.lostPeople, 'person', 'people')}, split: ${countOf(counts.splitBookings, 'party', 'parties')}`,
    `holds that end: ${counts.held}, blocked places that stay blocked: ${counts.blocked}`,
    ...shows.map(
      ({ movie, startTime, bookings }) =>
        `\n${movie}, ${formatInstant(startTime)}\n${table(BOOKING_COLUMNS, bookings.map(bookingRow))}`,
    ),
  ].join('\n')
}
