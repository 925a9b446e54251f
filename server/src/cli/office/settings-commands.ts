import {
  listMails,
  type QueuedMail,
  retryMails,
} from '@marquee/contract/office/settings/mail-queue'
import { getSettings, type Setting } from '@marquee/contract/office/settings/settings'
import type { AddCommands } from './command-context.ts'
import { type FormatInstant, table } from './output.ts'

/** Adds `settings` and `mail`. `marquee backup` makes backups. */
export const addSettingsCommands: AddCommands = (program, { call, print, formatInstant }) => {
  program
    .command('settings')
    .description('show what is configured, the nodes, the schema and the free disk')
    .action(async () =>
      print(await call(getSettings, {}), ({ settings, nodes, migrations, freeDiskBytes }) =>
        [
          table(['setting', 'value', 'from'], settings.map(settingRow)),
          `nodes: ${nodes.map(({ name }) => name).join(', ')}`,
          `schema: ${migrations.at(-1) ?? 'none'}`,
          `free disk: ${Math.round(freeDiskBytes / MEGABYTE)} MB`,
        ].join('\n'),
      ),
    )

  const mail = program.command('mail').description('list and retry the emails that are not sent')

  mail
    .command('list')
    .description('list the emails that are not sent, those with problems first')
    .action(async () =>
      print(await call(listMails, {}), ({ mails }) =>
        table(
          ['id', 'kind', 'to', 'state', 'attempts', 'next attempt', 'reason'],
          mails.map((queued) => mailRow(queued, formatInstant)),
        ),
      ),
    )

  mail
    .command('retry [ids...]')
    .description('try delayed and refused emails again now: these, or all of them')
    .action(async (mailIds: string[]) =>
      print(
        await call(retryMails, { body: mailIds.length > 0 ? { mailIds } : {} }),
        ({ retried }) => `emails tried again: ${retried}`,
      ),
    )
}

const MEGABYTE = 1024 * 1024

const settingRow = ({ name, value, unset, isSecret, source }: Setting) => [
  name,
  isSecret && source === 'environment' ? 'set, and not shown' : (value ?? unset),
  source,
]

const mailRow = (
  { _id, kind, recipient, state, attempts, nextAttemptAt, reason }: QueuedMail,
  formatInstant: FormatInstant,
) => [
  ...[_id, kind, recipient, state, attempts],
  ...[nextAttemptAt && formatInstant(nextAttemptAt), reason],
]
