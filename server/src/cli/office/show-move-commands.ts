import { type MovePlan, moveShow, planMove } from '@marquee/contract/office/show-moves'
import { listShows } from '@marquee/contract/office/shows'
import type { Command } from 'commander'
import type { CommandContext } from './command-context.ts'
import { findScreen } from './find-by-name.ts'
import { type OfficeClient, unconfirmed } from './office-client.ts'
import { table } from './output.ts'
import { BOOKING_COLUMNS, bookingRow } from './planned-bookings.ts'

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
export function addShowMoveCommand(show: Command, { call, print }: CommandContext) {
  show
    .command('move <show>')
    .description('move a show with its bookings to another screen or time')
    .requiredOption('--reason <reason>', 'why, for the mails and the audit')
    .option('--screen <name>', 'the new screen')
    .option('--time <time>', 'the new start, such as 2026-12-01T19:00:00+05:30')
    .option('--refund-until <time>', 'until when visitors can refuse the new time')
    .option('--refund-unseated', 'cancel and refund the parties without seats')
    .option('--dry-run', 'print what the move would do, and change nothing')
    .option('--yes', 'do it; without this option nothing is moved')
    .addHelpText(
      'after',
      `
Examples:
  office show move SHOW --screen "Screen 2" --reason "projector repair" --dry-run
  office show move SHOW --screen "Screen 2" --reason "projector repair" --yes`,
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
      if (plan.isUnchanged) return print({ isMoved: false, ...plan }, () => SHOW_IS_THERE)
      if (dryRun) return print(plan, planText)
      if (!yes) throw unconfirmed(planText(plan), 'move the show')
      const body = { ...target, reason, refundUnseated, planId: plan.planId }
      const { isMoved } = await call(moveShow, { params, body })
      print({ isMoved, ...plan }, (done) =>
        isMoved ? `${planText(done)}\n\nThe show was moved.` : SHOW_IS_THERE,
      )
    })
}

async function screenIdOf(call: OfficeClient, name: string) {
  const { screens } = await call(listShows, { querystring: {} })
  return findScreen(screens, name)
}

function planText({ from, to, counts, refundUntil, bookings }: MovePlan) {
  return [
    `from ${from.screen.name}, ${from.startTime}`,
    `to   ${to.screen.name}, ${to.startTime}`,
    `${counts.bookings} bookings, ${counts.people} people, ${counts.refund} rupees back, ${counts.mails} mails`,
    `${counts.unseatedPeople} people without seats, ${counts.splitBookings} parties split`,
    `${counts.held} holds end, ${counts.blocked} blocked places are released`,
    ...(refundUntil === null ? [] : [`full refund until ${refundUntil}`]),
    table(BOOKING_COLUMNS, bookings.map(bookingRow)),
  ].join('\n')
}
