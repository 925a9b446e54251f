import { placeName } from '@marquee/contract/office/shows/place-names'
import {
  cancelShow,
  type FollowUp,
  previewShowCancellation,
  RefundAs,
  RefundFor,
  type RefundTotals,
  type ShowCancellation,
} from '@marquee/contract/office/shows/show-cancellations'
import {
  getShow,
  listShows,
  type Show,
  type StaffPlace,
} from '@marquee/contract/office/shows/shows'
import { ACCESS_NAMES } from '@marquee/contract/seats/access-texts'
import { countOf } from '@marquee/contract/text/count'
import { Option } from 'commander'
import type { AddCommands } from '../command-context.ts'
import { unconfirmed } from '../office-client.ts'
import { type FormatInstant, table } from '../output.ts'
import { addShowMessageCommand } from './show-message-command.ts'
import { addShowMoveCommand } from './show-move-commands.ts'
import { addWaitingRoomCommand } from './waiting-room-commands.ts'

/** Adds `show`. */
export const addShowCommands: AddCommands = (program, context) => {
  const { call, print, formatInstant } = context
  const show = program
    .command('show')
    .description('list, view, move and cancel shows, and tell their visitors')
  addShowMoveCommand(show, context)
  addShowMessageCommand(show, context)
  addWaitingRoomCommand(show, context)

  show
    .command('list')
    .description('list the shows of a day')
    .option('--date <date>', 'a day such as 2026-12-01, today unless given')
    .addHelpText('after', '\nExample:\n  marquee office show list --date 2026-12-01')
    .action(async ({ date }: { date?: string }) =>
      print(await call(listShows, { querystring: { date } }), ({ shows }) =>
        table(
          ['id', 'start', 'screen', 'movie', 'sold', 'held', 'blocked', 'admitted'],
          shows.map((found) => showRow(found, formatInstant)),
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
          places
            .filter(({ status }) => all || status !== 'AVAILABLE')
            .map((place) => placeRow(place, formatInstant)),
        ),
      ),
    )

  show
    .command('cancel <show>')
    .description('cancel a show: refund every booking in full, and tell its visitors')
    .requiredOption('--reason <reason>', 'why; visitors read it in their mails and on the site')
    .addOption(
      new Option('--for <whom>', 'whose bookings are refunded')
        .choices(RefundFor.options)
        .default('all'),
    )
    .addOption(
      new Option('--as <kind>', 'how they are refunded').choices(RefundAs.options).default('money'),
    )
    .option('--dry-run', 'show what would happen, and change nothing')
    .option('--yes', 'do it; without this option nothing is cancelled')
    .addHelpText(
      'after',
      `
The show is closed at once: nothing of it is held or sold any more. Then its bookings are refunded, each
with one mail. If that is interrupted, the server finishes it by itself, and so does the same command.
A running show can be cancelled too, until its end; --for admitted refunds only bookings of which people
were let in. With --as voucher the refunds are vouchers.

Examples:
  marquee office show cancel SHOW --reason "Projector broken" --dry-run
  marquee office show cancel SHOW --reason "Projector broken" --yes`,
    )
    .action(async (showtimeId: string, { reason, dryRun, yes, ...options }: CancelOptions) => {
      const params = { showtimeId }
      const terms = { refundFor: options.for, refundAs: options.as }
      const before = await call(previewShowCancellation, { params, querystring: terms })
      const textOf = (shown: ShowCancellation) =>
        before.cancelled
          ? `${alreadyText(before.cancelled, formatInstant)}\n${cancellationText(shown)}`
          : cancellationText(shown)
      if (dryRun || (before.cancelled && !yes)) return print(before, textOf)
      if (!yes) throw unconfirmed(textOf(before), { action: 'cancel the show' })
      const answer = await call(cancelShow, { params, body: { reason, ...terms } })
      print(answer, ({ cancellation }) =>
        before.cancelled ? textOf(cancellation) : `Cancelled.\n${textOf(cancellation)}`,
      )
    })
}

interface CancelOptions {
  reason: string
  for: RefundFor
  as: RefundAs
  dryRun?: boolean
  yes?: boolean
}

const alreadyText = (
  { at, reason }: NonNullable<ShowCancellation['cancelled']>,
  formatInstant: FormatInstant,
) => `The show was cancelled already, on ${formatInstant(at)}: ${reason}`

/** What cancelling would do, or has done. */
const cancellationText = ({ cancelled, toRefund, refunded, ...rest }: ShowCancellation) =>
  [
    ...(cancelled ? [`Refunded: ${totalsText(refunded)}`] : []),
    ...(cancelled?.isFinished
      ? []
      : [`${cancelled ? 'Still to refund' : 'To refund'}: ${totalsText(toRefund)}`]),
    ...(cancelled ? [] : [presentText(rest)]),
    ...followUpLines(rest.followUps),
  ].join('\n')

const totalsText = ({ bookings, seats, slots, refund, methods, mails }: RefundTotals) =>
  [
    ...[countOf(bookings, 'booking'), countOf(seats, 'person', 'people')],
    ...[
      countOf(slots, 'vehicle'),
      `${refund} rupees (${methodsText(methods)})`,
      countOf(mails, 'email'),
    ],
  ].join(', ')

const methodsText = (methods: RefundTotals['methods']) =>
  Object.entries(methods)
    .map(([method, amount]) => `${method} ${amount}`)
    .join(', ')

const presentText = ({
  holders,
  admitted,
  parked,
}: Pick<ShowCancellation, 'holders' | 'admitted' | 'parked'>) =>
  [
    `${countOf(holders, 'visitor')} choosing or paying`,
    ...[`${countOf(admitted, 'person', 'people')} let in`, `${countOf(parked, 'vehicle')} parked`],
  ].join(', ')

/** The bookings that the emails and refunds of the server do not reach. */
const followUpLines = (followUps: FollowUp[]) =>
  followUps.length === 0
    ? []
    : [
        `Tell or pay ${countOf(followUps.length, 'booking')} yourself:`,
        table(
          ['reference', 'name', 'phone', 'email', 'rupees in cash'],
          followUps.map(({ reference, name, phone, hasEmail, cash }) => [
            ...[reference, name, phone, hasEmail ? 'yes' : 'none', cash],
          ]),
        ),
      ]

const showRow = (
  { _id, startTime, screen, movie, seats, admitted, cancelled }: Show,
  formatInstant: FormatInstant,
) => [
  ...[_id, formatInstant(startTime), screen.name, movie.name],
  cancelled ? 'cancelled' : `${seats.sold}/${seats.capacity}`,
  ...[seats.held, seats.blocked, admitted],
]

const placeRow = (
  { status, reference, until, reason, ...place }: StaffPlace,
  formatInstant: FormatInstant,
) => [
  ...[
    place.accessible ? `${placeName(place)}, ${ACCESS_NAMES[place.accessible]}` : placeName(place),
    status,
    reference ?? null,
    until ? formatInstant(until) : null,
    reason ?? null,
  ],
]
