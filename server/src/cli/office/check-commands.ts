import { actorName, listAudit, shownAction } from '@marquee/contract/office/audit'
import { getDoorList } from '@marquee/contract/office/door/admissions'
import { getHealth } from '@marquee/contract/office/settings/health'
import { parseToken } from '@marquee/contract/tickets/passes'
import { BOOKING_PASS } from '@marquee/contract/tickets/tickets'
import { verifyPass } from '@marquee/contract/tickets/verify-pass'
import { FAILURE } from '#src/startup/exit-codes.ts'
import type { AddCommands } from './command-context.ts'
import { CommandError, type OfficeClient } from './office-client.ts'
import { table } from './output.ts'

interface AuditOptions {
  subject?: string
  device?: string
  date?: string
  before?: string
}

export const addCheckCommands: AddCommands = (program, { call, print, formatInstant }) => {
  program
    .command('verify <token>')
    .description('check a ticket as a door does, without admitting anyone')
    .action(async (token: string) =>
      print(
        await verify(call, token),
        ({ reference, admitted, seats }) =>
          `genuine: ${reference}, ${admitted} of ${seats} admitted`,
      ),
    )

  program
    .command('audit')
    .description('list what staff, visitors and the server have done, the latest first')
    .option('--subject <id>', 'only about this device, show or booking (by id or reference)')
    .option('--device <id>', 'only by this device')
    .option('--date <date>', 'only of this day, such as 2026-12-01')
    .option('--before <position>', 'the next page')
    .action(async (querystring: AuditOptions) =>
      print(await call(listAudit, { querystring }), ({ entries, names, next }) =>
        [
          table(
            ['when', 'by', 'action', 'subject', 'reason'],
            entries.map((entry) => [
              ...[formatInstant(entry.at), actorName(entry), shownAction(entry)],
              ...[names[entry.subject] ?? entry.subject, entry.reason],
            ]),
          ),
          ...(next === null ? [] : [`more: --before ${next}`]),
        ].join('\n'),
      ),
    )

  program
    .command('health')
    .description('show whether server, database, mails and the catalogue file work')
    .action(async () =>
      print(await call(getHealth, {}), ({ version, isReady, database, mails, ...health }) =>
        [
          table(
            [
              ...['version', 'ready', 'database', 'mails waiting', 'mails failed'],
              ...['mails refused', 'unfinished cancellations', 'last backup'],
            ],
            [
              [
                ...[version, isReady ? 'yes' : 'no', database.problem ?? database.kind],
                ...[mails.waiting, mails.failed, mails.refused, health.unfinishedCancellations],
                health.lastBackupAt && formatInstant(health.lastBackupAt),
              ],
            ],
          ),
          ...(health.catalogueProblems.length > 0
            ? ['The catalogue file is not applied:', ...health.catalogueProblems]
            : []),
        ].join('\n'),
      ),
    )
}

async function verify(call: OfficeClient, token: string) {
  const showtimeId = parseToken(token)?.pass.showtimeId
  if (showtimeId === undefined) throw notValid('not a ticket')
  const { keys, bookings } = await call(getDoorList, { params: { showtimeId } })
  const check = await verifyPass(token, keys)
  if (!check.genuine) throw notValid('not genuine')
  const { reference, issue, number } = check.pass
  const booking = bookings.find((one) => one.reference === reference)
  if (!booking) throw notValid('no such booking')
  const isValid = number === BOOKING_PASS || booking.passes.includes(number)
  if (booking.issue !== issue || !isValid) throw notValid('void')
  return {
    reference,
    number,
    issue,
    showtimeId,
    seats: booking.seats.length,
    admitted: booking.admitted,
  }
}

const notValid = (reason: string) =>
  new CommandError(FAILURE, `This ticket is not valid: ${reason}.`)
