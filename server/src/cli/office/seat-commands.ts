import type { ResponseBody } from '@marquee/contract/endpoint'
import {
  getScreenSeats,
  listSeatOutages,
  type OutagePlan,
  planOutage,
  putBackInService,
  takeOutOfService,
} from '@marquee/contract/office/seat-outages'
import type { AddCommands } from './command-context.ts'
import { findByLabels, findScreen } from './find-by-name.ts'
import { type OfficeClient, unconfirmed } from './office-client.ts'
import { table } from './output.ts'
import { BOOKING_COLUMNS, bookingRow } from './planned-bookings.ts'

const SEATS_ARE_OUT = 'These seats are already out of service.'

interface OutOptions {
  reason: string
  refundLost?: boolean
  dryRun?: boolean
  yes?: boolean
}

/** Adds `seats`. */
export const addSeatCommands: AddCommands = (program, { call, print }) => {
  const seats = program.command('seats').description('take seats out of service, and back')

  seats
    .command('list')
    .description('list the seats that are out of service')
    .action(async () => print(await call(listSeatOutages, {}), ({ screens }) => listText(screens)))

  seats
    .command('out <screen> <seats...>')
    .description('take seats out of service at all shows that have not started')
    .requiredOption('--reason <reason>', 'why, for the mails and the audit')
    .option('--refund-lost', 'refund the seats that cannot be replaced')
    .option('--dry-run', 'print what would happen, and change nothing')
    .option('--yes', 'do it; without this option nothing is changed')
    .addHelpText(
      'after',
      `
The bookings of these seats get other ones, together and not worse if that is possible, with one mail each.

Examples:
  office seats out "Screen 1" H7 H8 --reason "broken hinge" --dry-run
  office seats out "Screen 1" H7 H8 --reason "broken hinge" --yes`,
    )
    .action(async (screen: string, labels: string[], options: OutOptions) => {
      const { reason, refundLost = false, dryRun, yes } = options
      const { params, seatIds } = await findSeats(call, screen, labels)
      const plan = await call(planOutage, { params, body: { seatIds } })
      if (plan.isUnchanged) return print({ taken: 0, ...plan }, () => SEATS_ARE_OUT)
      if (dryRun) return print(plan, planText)
      if (!yes) throw unconfirmed(planText(plan), 'take the seats out of service')
      const body = { seatIds, reason, refundLost, planId: plan.planId }
      const { taken } = await call(takeOutOfService, { params, body })
      print({ taken, ...plan }, (done) => `${planText(done)}\n\n${taken} seats are out of service.`)
    })

  seats
    .command('back <screen> <seats...>')
    .description('put seats back in service')
    .requiredOption('--reason <reason>', 'why, for the audit')
    .action(async (screen: string, labels: string[], { reason }: { reason: string }) => {
      const { params, seatIds } = await findSeats(call, screen, labels)
      const answer = await call(putBackInService, { params, body: { seatIds, reason } })
      print(answer, ({ returned }) => `${returned} seats are back in service.`)
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

const listText = (screens: OutagesOfScreen) =>
  table(
    ['screen', 'seat', 'since', 'by', 'reason'],
    screens.flatMap(({ name, outages }) =>
      outages.map(({ seatNumber, since, device, reason }) => [
        ...[name, seatNumber, since, device?.name ?? null, reason],
      ]),
    ),
  )

function planText({ screen, seats, counts, shows }: OutagePlan) {
  const labels = seats.map(({ seatNumber }) => seatNumber).join(' ')
  return [
    `${screen.name}: ${labels}, at ${counts.shows} shows`,
    `${counts.bookings} bookings, ${counts.people} people, ${counts.refund} rupees back, ${counts.mails} mails`,
    `${counts.lostPeople} people lose their seats, ${counts.splitBookings} parties split`,
    `${counts.held} holds end, ${counts.blocked} blocked places stay blocked`,
    ...shows.map(
      ({ movie, startTime, bookings }) =>
        `\n${movie}, ${startTime}\n${table(BOOKING_COLUMNS, bookings.map(bookingRow))}`,
    ),
  ].join('\n')
}
