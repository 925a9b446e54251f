import {
  cancelShow,
  previewShowCancellation,
  type RefundTotals,
  type ShowCancellation,
} from '@marquee/contract/office/cancellations'
import { sellPlaces } from '@marquee/contract/office/sales'
import {
  blockPlaces,
  getShow,
  listShows,
  type Show,
  type StaffPlace,
  unblockPlaces,
} from '@marquee/contract/office/shows'
import { type Command, Option } from 'commander'
import { USAGE } from '../../exit-codes.ts'
import type { AddCommands } from './command-context.ts'
import { findByLabel, findByLabels } from './find-by-name.ts'
import { CommandError, type OfficeClient, unconfirmed } from './office-client.ts'
import { table } from './output.ts'
import { addShowMoveCommand } from './show-move-commands.ts'

export const addShowCommands: AddCommands = (program, context) => {
  const { call, print } = context
  const show = program.command('show').description('list, view, move and cancel shows')
  addShowMoveCommand(show, context)

  show
    .command('list')
    .description('list the shows of a day')
    .option('--date <date>', 'a day such as 2026-12-01, today unless given')
    .addHelpText('after', '\nExample:\n  office show list --date 2026-12-01')
    .action(async ({ date }: { date?: string }) =>
      print(await call(listShows, { querystring: { date } }), ({ shows }) =>
        table(
          ['id', 'start', 'screen', 'movie', 'sold', 'held', 'blocked', 'admitted'],
          shows.map(showRow),
        ),
      ),
    )

  show
    .command('view <show>')
    .description('list the places of a show that are not available')
    .option('--all', 'list the available places too')
    .action(async (showtimeId: string, { all }: { all?: boolean }) =>
      print(await call(getShow, { params: { showtimeId } }), ({ places }) =>
        table(
          ['place', 'status', 'reference', 'until', 'reason'],
          places.filter(({ status }) => all || status !== 'AVAILABLE').map(placeRow),
        ),
      ),
    )

  show
    .command('cancel <show>')
    .description('cancel a show: refund every booking in full, and tell its visitors')
    .requiredOption('--reason <reason>', 'why; visitors read it in their mails and on the site')
    .option('--dry-run', 'show what would happen, and change nothing')
    .option('--yes', 'do it; without this option nothing is cancelled')
    .addHelpText(
      'after',
      `
The show is closed at once: nothing of it is held or sold any more. Then its bookings are refunded, each
with one mail. If that is interrupted, the server finishes it by itself, and so does the same command.
A show that has started cannot be cancelled: refund its bookings with "office booking cancel".

Examples:
  office show cancel SHOW --reason "Projector broken" --dry-run
  office show cancel SHOW --reason "Projector broken" --yes`,
    )
    .action(async (showtimeId: string, { reason, dryRun, yes }: CancelOptions) => {
      const params = { showtimeId }
      if (dryRun) return print(await call(previewShowCancellation, { params }), previewText)
      if (!yes)
        throw unconfirmed(
          previewText(await call(previewShowCancellation, { params })),
          'cancel the show',
        )
      const answer = await call(cancelShow, { params, body: { reason } })
      print(answer, ({ cancellation }) => previewText(cancellation))
    })

  const ofPlaces = (name: string, description: string) =>
    program
      .command(`${name} <show> [seats...]`)
      .description(description)
      .option('--slots <slots...>', 'parking slots, such as F3')

  ofPlaces('block', 'take seats and parking slots off sale')
    .requiredOption('--reason <reason>', 'why, for the audit')
    .option('--until <time>', 'when they are released by themselves')
    .addHelpText(
      'after',
      `
Examples:
  office block SHOW H7 H8 --reason "broken arm rest"
  office block SHOW --slots F3 F4 --reason "deliveries"`,
    )
    .action(async (showtimeId: string, seats: string[], options: BlockOptions) => {
      const { slots, reason, until } = options
      const placeIds = idsOf(await findPlaces(call, showtimeId, { seats, slots }))
      const body = { placeIds, reason, releaseAt: until ?? null }
      const answer = await call(blockPlaces, { params: { showtimeId }, body })
      print(answer, ({ blocked }) => `${blocked} blocked`)
    })

  ofPlaces('unblock', 'offer blocked seats and parking slots again')
    .option('--reason <reason>', 'why, for the audit')
    .action(async (showtimeId: string, seats: string[], options: Partial<BlockOptions>) => {
      const { slots, reason } = options
      const placeIds = idsOf(await findPlaces(call, showtimeId, { seats, slots }))
      const body = { placeIds, ...(reason !== undefined && { reason }) }
      const answer = await call(unblockPlaces, { params: { showtimeId }, body })
      print(answer, ({ unblocked }) => `${unblocked} released`)
    })

  addSell(ofPlaces('sell', 'sell seats and parking slots at the counter')).action(
    async (showtimeId: string, seats: string[], options: SellOptions) => {
      const { vehicle = [], slots, key, ...sale } = options
      const places = await findPlaces(call, showtimeId, { seats, slots })
      const vehicles = vehicle.map((text) => vehicleOf(text, places))
      const totalCost = places.reduce((sum, { price }) => sum + price, 0)
      const answer = await call(sellPlaces, {
        params: { showtimeId },
        headers: key === undefined ? {} : { 'idempotency-key': key },
        body: { placeIds: idsOf(places), totalCost, vehicles, ...sale },
      })
      print(answer, ({ booking, passes }) =>
        [
          `${booking.reference}  ${booking.totalCost} rupees`,
          ...passes.map(({ label, token }) => `${label}  ${token}`),
        ].join('\n'),
      )
    },
  )
}

interface CancelOptions {
  reason: string
  dryRun?: boolean
  yes?: boolean
}

const previewText = ({ cancelled, toRefund, refunded, ...present }: ShowCancellation) => {
  if (cancelled?.isFinished) return `Cancelled. Refunded: ${totalsText(refunded)}`
  if (cancelled)
    return `Cancelled. Refunded: ${totalsText(refunded)}\nStill to refund: ${totalsText(toRefund)}`
  const { admitted, parked, holders } = present
  return [
    `To refund: ${totalsText(toRefund)}`,
    `${toRefund.bookings - toRefund.mails} bookings without an email`,
    `${holders} visitors choosing or paying, ${admitted} people let in, ${parked} vehicles parked`,
  ].join('\n')
}

const totalsText = ({ bookings, seats, slots, refund, cash, mails }: RefundTotals) =>
  `${bookings} bookings, ${seats} people, ${slots} vehicles, ${refund} rupees (${cash} in cash), ${mails} mails`

interface BlockOptions {
  slots?: string[]
  reason: string
  until?: string
}

interface SellOptions {
  slots?: string[]
  payment: 'cash' | 'card' | 'complimentary'
  reason?: string
  name?: string
  email?: string
  phone?: string
  vehicle?: string[]
  key?: string
}

const addSell = (command: Command) =>
  command
    .addOption(
      new Option('--payment <kind>', 'how it is paid')
        .choices(['cash', 'card', 'complimentary'])
        .makeOptionMandatory(),
    )
    .option('--reason <reason>', 'why, for complimentary tickets')
    .option('--name <name>', 'the name of the buyer')
    .option('--email <email>', 'where to send the tickets')
    .option('--phone <phone>', 'the phone number of the buyer')
    .option('--vehicle <slot=plate...>', 'the vehicles for parking slots, such as F3=TN01AB1234')
    .option('--key <key>', 'an idempotency key: the same key sells once')
    .addHelpText(
      'after',
      `
Examples:
  office sell SHOW H7 H8 --payment cash
  office sell SHOW H7 --slots F3 --vehicle F3=TN01AB1234 --payment cash`,
    )

interface NamedPlaces {
  seats: string[]
  slots: string[] | undefined
}

/** Labels of seats and slots can be the same. Throws a `CommandError` for an unknown label, and if there is none. */
async function findPlaces(
  call: OfficeClient,
  showtimeId: string,
  { seats, slots = [] }: NamedPlaces,
) {
  if (seats.length + slots.length === 0)
    throw new CommandError(USAGE, 'Please name seats, or parking slots with --slots.')
  const { places } = await call(getShow, { params: { showtimeId } })
  return [
    ...findByLabels(seatsOf(places), seats, 'seat'),
    ...findByLabels(slotsOf(places), slots, 'parking slot'),
  ]
}

const seatsOf = (places: StaffPlace[]) => places.filter(({ kind }) => kind === 'seat')
const slotsOf = (places: StaffPlace[]) => places.filter(({ kind }) => kind !== 'seat')

function vehicleOf(text: string, places: StaffPlace[]) {
  const [label = '', vehicleNumber = ''] = text.split('=')
  return { placeId: findByLabel(slotsOf(places), label, 'parking slot')._id, vehicleNumber }
}

const idsOf = (places: StaffPlace[]) => places.map(({ _id }) => _id)

const showRow = ({ _id, startTime, screen, movie, seats, admitted }: Show) => [
  ...[_id, startTime, screen.name, movie.name, `${seats.sold}/${seats.capacity}`],
  ...[seats.held, seats.blocked, admitted],
]

const placeRow = ({ label, status, reference, until, reason }: StaffPlace) => [
  ...[label, status, reference ?? null, until ?? null, reason ?? null],
]
