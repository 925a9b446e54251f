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
import { CommandError, type OfficeClient } from './office-client.ts'
import { table } from './output.ts'
import { BOOKING_COLUMNS, bookingRow } from './planned-bookings.ts'

const USAGE = 64
const SEATS_ARE_OUT = 'These seats are already out of service.'

interface OutOptions {
  reason: string
  refundLost?: boolean
  dryRun?: boolean
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
    .addHelpText(
      'after',
      `
The bookings of these seats get other ones, together and not worse if that is possible, with one mail each.

Example:
  office seats out "Screen 1" H7 H8 --reason "broken hinge" --dry-run`,
    )
    .action(async (screen: string, labels: string[], options: OutOptions) => {
      const { reason, refundLost = false, dryRun } = options
      const { params, seatIds } = await findSeats(call, screen, labels)
      const plan = await call(planOutage, { params, body: { seatIds } })
      if (plan.isUnchanged) return print({ taken: 0, ...plan }, () => SEATS_ARE_OUT)
      if (dryRun) return print(plan, planText)
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
  const screen = screens.find((one) => one.name === name)
  if (!screen) {
    const names = screens.map((one) => one.name).join(', ')
    throw new CommandError(USAGE, `There is no screen ${name}. There are: ${names}.`)
  }
  const params = { screenId: screen._id }
  const { seats, outages } = await call(getScreenSeats, { params })
  // The catalogue file may no longer have a seat that is out of service.
  const known = [
    ...seats,
    ...outages.map(({ seatId, seatNumber }) => ({ _id: seatId, seatNumber })),
  ]
  const seatIds = labels.map((label) => {
    const seat = known.find(({ seatNumber }) => seatNumber === label.toUpperCase())
    if (!seat) throw new CommandError(USAGE, `There is no seat ${label} on ${name}.`)
    return seat._id
  })
  return { params, seatIds }
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
