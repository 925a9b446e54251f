import {
  type MessageReach,
  previewShowMessage,
  sendShowMessage,
} from '@marquee/contract/office/shows/show-messages'
import { countOf } from '@marquee/contract/text/count'
import type { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { unconfirmed } from '../office-client.ts'
import { table } from '../output.ts'

interface MessageOptions {
  key?: string
  dryRun?: boolean
  yes?: boolean
}

/** Adds `show message`. */
export function addShowMessageCommand(show: Command, { call, print }: CommandContext) {
  show
    .command('message <show> <text>')
    .description('tell all visitors of a show something, by email and on the site')
    .option('--key <key>', 'a key of your choice: repeated with it, the command sends nothing more')
    .option('--dry-run', 'show whom it reaches, and send nothing')
    .option('--yes', 'do it; without this option nothing is sent')
    .addHelpText(
      'after',
      `
Examples:
  marquee office show message SHOW "Doors open at 7:15 PM today." --dry-run
  marquee office show message SHOW "Doors open at 7:15 PM today." --key doors-715 --yes`,
    )
    .action(async (showtimeId: string, text: string, { key, dryRun, yes }: MessageOptions) => {
      const params = { showtimeId }
      const { reach, subject } = await call(previewShowMessage, { params })
      const preview = `${subject}\n${text}\n\n${reachText(reach)}`
      if (dryRun) return print({ reach, subject }, () => preview)
      if (!yes) throw unconfirmed(preview, { action: 'send it' })
      const headers = key === undefined ? {} : { 'idempotency-key': key }
      print(await call(sendShowMessage, { params, headers, body: { text } }), (answer) =>
        reachText(answer.reach),
      )
    })
}

const reachText = ({ bookings, people, mails, notices, unreached }: MessageReach) =>
  [
    [
      ...[countOf(bookings, 'booking'), countOf(people, 'person', 'people')],
      ...[countOf(mails, 'email'), `${countOf(notices, 'notice')} on the site`],
    ].join(', '),
    ...(unreached.length === 0
      ? []
      : [
          `Tell ${countOf(unreached.length, 'booking')} yourself:`,
          table(
            ['reference', 'name', 'phone'],
            unreached.map(({ reference, name, phone }) => [reference, name, phone]),
          ),
        ]),
  ].join('\n')
