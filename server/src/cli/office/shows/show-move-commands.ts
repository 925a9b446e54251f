import { type MovePlan, moveShow, planMove } from '@marquee/contract/office/shows/show-moves'
import { listShows } from '@marquee/contract/office/shows/shows'
import { countOf } from '@marquee/contract/text/count'
import type { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { findScreen } from '../find-by-name.ts'
import { EXAMPLE_INSTANT, parseInstant } from '../instant-option.ts'
import { missingOptions, type OfficeClient, unconfirmed } from '../office-client.ts'
import { type FormatInstant, table } from '../output.ts'
import { BOOKING_COLUMNS, bookingRow, countsText } from './planned-bookings.ts'

const REFUND_UNSEATED = '--refund-unseated'
const MOVE_WITH_REFUNDS = 'move the show, and refund the parties without seats in full'
const SHOW_IS_THERE = 'The show is already on that screen at that time.'

interface MoveOptions {
  reason: string
  screen?: string
  time?: string
  refundUntil?: string
  refundUnseated?: boolean
  dryRun?: boolean
  yes?: boolean
}

/** Adds `show move`. */
export function addShowMoveCommand(show: Command, { call, print, formatInstant }: CommandContext) {
  show
    .command('move <show>')
    .description('move a show with its bookings to another screen or time')
    .requiredOption('--reason <reason>', 'why, for the mails and the audit')
    .option('--screen <name>', 'the new screen')
    .option('--time <time>', `the new start, such as ${EXAMPLE_INSTANT}`, parseInstant)
    .option('--refund-until <time>', 'until when visitors can refuse the new time', parseInstant)
    .option(REFUND_UNSEATED, 'cancel and refund the parties without seats')
    .option('--dry-run', 'print what the move would do, and change nothing')
    .option('--yes', 'do it; without this option nothing is moved')
    .addHelpText(
      'after',
      `
Examples:
  marquee office show move SHOW --screen "Screen 2" --reason "projector repair" --dry-run
  marquee office show move SHOW --screen "Screen 2" --reason "projector repair" --yes`,
    )
    .action(async (showtimeId: string, options: MoveOptions) => {
      const { reason, screen, time, refundUntil, refundUnseated = false, dryRun, yes } = options
      const target = {
        ...(screen !== undefined && { screenId: await screenIdOf(call, screen) }),
        ...(time !== undefined && { startTime: time }),
        ...(refundUntil !== undefined && { refundUntil }),
      }
      const params = { showtimeId }
      const plan = await call(planMove, { params, body: target })
      const textOf = (shown: MovePlan) => planText(shown, formatInstant)
      if (plan.isUnchanged) return print({ isMoved: false, ...plan }, () => SHOW_IS_THERE)
      if (dryRun) return print(plan, textOf)
      const isAnyUnseated = plan.counts.unseatedBookings > 0
      const missing = missingOptions({
        '--yes': yes,
        ...(isAnyUnseated && { [REFUND_UNSEATED]: refundUnseated }),
      })
      if (missing.length > 0)
        throw unconfirmed(textOf(plan), {
          missing,
          action: isAnyUnseated ? MOVE_WITH_REFUNDS : 'move the show',
        })
      const body = { ...target, reason, refundUnseated, planHash: plan.planHash }
      const { isMoved } = await call(moveShow, { params, body })
      print({ isMoved, ...plan }, (done) =>
        isMoved ? `${textOf(done)}\n\nThe show was moved.` : SHOW_IS_THERE,
      )
    })
}

async function screenIdOf(call: OfficeClient, name: string) {
  const { screens } = await call(listShows, { querystring: {} })
  return findScreen(screens, name)
}

function planText(
  { from, to, counts, refundUntil, bookings }: MovePlan,
  formatInstant: FormatInstant,
) {
  return [
    `from ${from.screen.name}, ${formatInstant(from.startTime)}`,
    `to   ${to.screen.name}, ${formatInstant(to.startTime)}`,
    countsText(counts),
    `without seats: ${countOf(counts.unseatedPeople, 'person', 'people')}, split: ${countOf(counts.splitBookings, 'party', 'parties')}`,
    `holds that end: ${counts.held}, blocked places that are unblocked: ${counts.blocked}`,
    ...(refundUntil === null ? [] : [`full refund until ${formatInstant(refundUntil)}`]),
    table(BOOKING_COLUMNS, bookings.map(bookingRow)),
  ].join('\n')
}
