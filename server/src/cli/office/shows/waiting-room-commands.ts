import {
  endWaitingRoom,
  getWaitingRoom,
  type StaffWaitingRoom,
  setWaitingRoom,
} from '@marquee/contract/office/shows/waiting-rooms'
import { countOf } from '@marquee/contract/text/count'
import type { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { EXAMPLE_INSTANT, parseInstant } from '../instant-option.ts'
import type { FormatInstant } from '../output.ts'

interface WaitingRoomOptions {
  opensAt?: string
  end?: boolean
}

/** Adds `show waiting-room`. */
export function addWaitingRoomCommand(
  show: Command,
  { call, print, formatInstant }: CommandContext,
) {
  show
    .command('waiting-room <show>')
    .description('show who waits for a show, set when its booking opens, or end its waiting room')
    .option('--opens-at <time>', `when booking opens, such as ${EXAMPLE_INSTANT}`, parseInstant)
    .option('--end', 'end the waiting room: all visitors choose at once')
    .addHelpText(
      'after',
      `
Until booking opens no visitor can hold places. The order of all who are there by then is drawn by lot.

Examples:
  marquee office show waiting-room SHOW
  marquee office show waiting-room SHOW --opens-at ${EXAMPLE_INSTANT}
  marquee office show waiting-room SHOW --end`,
    )
    .action(async (showtimeId: string, { opensAt, end }: WaitingRoomOptions) => {
      const params = { showtimeId }
      const answer = end
        ? await call(endWaitingRoom, { params })
        : opensAt === undefined
          ? await call(getWaitingRoom, { params })
          : await call(setWaitingRoom, { params, body: { opensAt } })
      print(answer, ({ room }) => roomText(room, formatInstant))
    })
}

function roomText(room: StaffWaitingRoom | null, formatInstant: FormatInstant) {
  if (!room) return 'No waiting room: visitors choose at once.'
  const { opensAt, hasOpened, waiting, turns, servedPerMinute } = room
  if (!hasOpened && opensAt !== null)
    return `Booking opens on ${formatInstant(opensAt)}. ${countOf(waiting, 'visitor')} waiting.`
  return `${countOf(waiting, 'visitor')} waiting, ${turns} choosing, ${servedPerMinute} served a minute.`
}
