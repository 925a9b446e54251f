import { Day } from '@marquee/contract/calls/ids'
import type { OfficeEndpoint } from '@marquee/contract/office/office-endpoint'
import { getOccupancy, getSeatSales, getVisits } from '@marquee/contract/office/reports/attendance'
import { closeDay, type DayClose, getDayClose } from '@marquee/contract/office/reports/day-close'
import { getConversion, getSalesCurve } from '@marquee/contract/office/reports/demand'
import { getTakings } from '@marquee/contract/office/reports/takings'
import { formatRupees } from '@marquee/contract/text/money'
import { InvalidArgumentError } from 'commander'
import { dayCloseCsv } from '#src/reports/cash-csv.ts'
import { reportCsv } from '#src/reports/csv.ts'
import { USAGE } from '#src/startup/exit-codes.ts'
import { exitCodeOf, reconcileData, reconciliationText } from '../data-checks.ts'
import type { AddCommands } from './command-context.ts'
import { CommandError, unconfirmed } from './office-client.ts'
import { table } from './output.ts'

interface ReportCall extends OfficeEndpoint {
  querystring: NonNullable<OfficeEndpoint['querystring']>
}

/** The reports, by the names of their commands. */
const REPORTS = {
  takings: { call: getTakings, description: 'what was paid and refunded' },
  occupancy: { call: getOccupancy, description: 'how full the shows are' },
  seats: { call: getSeatSales, description: 'which seats of a hall sell first' },
  visits: { call: getVisits, description: 'who came, and who did not' },
  sales: { call: getSalesCurve, description: 'how early tickets are sold' },
  conversion: { call: getConversion, description: 'how many selections become bookings' },
} as const satisfies Record<string, { call: ReportCall; description: string }>

interface ReportOptions {
  from?: string
  to?: string
  by?: string
  screen?: string
  show?: string
  csv?: boolean
}

interface ReportAnswer {
  rows: { label: string; key: string }[]
  totals: Record<string, string | number | null>
}

export const addReportCommands: AddCommands = (program, { config, call, print, ...context }) => {
  const report = program
    .command('report')
    .description('reports about sales, and the close of the day')

  for (const [name, { call: endpoint, description }] of Object.entries(REPORTS)) {
    const command = report
      .command(name)
      .description(description)
      .option('--from <day>', 'the first business day, such as 2026-12-01', parseDay)
      .option('--to <day>', 'the last business day', parseDay)
      .option('--by <division>', 'how to divide it, such as movie')
      .option('--csv', 'print a CSV file')
    if (name === 'seats') command.option('--screen <id>', 'the screen')
    if (name === 'sales') command.option('--show <id>', 'only this show')
    command.action(async ({ csv, ...querystring }: ReportOptions) => {
      const answer = (await call(
        endpoint as OfficeEndpoint,
        { querystring } as never,
      )) as ReportAnswer
      print(answer, csv ? csvText : tableText)
    })
  }

  report
    .command('day-close')
    .argument('<day>', 'the business day, such as 2026-12-01', parseDay)
    .description('close a business day with the counted cash of each device')
    .option('--cash <device=rupees...>', 'the cash that was counted at a device, by its id')
    .option('--note <note>', 'a note')
    .option('--yes', 'close it')
    .option('--csv', 'print the cash of the day as a CSV file, and close nothing')
    .addHelpText(
      'after',
      '\nExample:\n  marquee office report day-close 2026-12-01 --cash 4f2a=1250 --yes',
    )
    .action(async (date: string, { cash = [], note, yes, csv }: CloseOptions) => {
      const before = await call(getDayClose, { querystring: { date } })
      if (csv) return print(before, (day) => dayCloseCsv(day).trimEnd())
      if (!yes && before.closed === null)
        throw unconfirmed(closeText(before), { action: 'close the day' })
      if (!yes) return print(before, closeText)
      const counts = cash.map(parseCount)
      return print(await call(closeDay, { body: { date, counts, note } }), closeText)
    })

  report
    .command('reconcile')
    .description('compare payments, bookings, sold places and daily totals, in the database itself')
    .action(async () => {
      const reconciliation = await reconcileData(config)
      print(reconciliation, reconciliationText)
      context.setExitCode(exitCodeOf(reconciliation))
    })
}

interface CloseOptions {
  cash?: string[]
  note?: string
  yes?: boolean
  csv?: boolean
}

function parseDay(text: string) {
  if (Day.safeParse(text).success) return text
  throw new InvalidArgumentError('Write a day such as 2026-12-01.')
}

/** `4f2a=1250` */
function parseCount(text: string) {
  const [, device, cash] = /^(.+)=(\d{1,9})$/.exec(text) ?? []
  if (device === undefined)
    throw new CommandError(
      USAGE,
      `Write the id of a device and its rupees, such as 4f2a=1250: ${text}`,
    )
  return { device, cash: Number(cash) }
}

/** The figures of a report: all fields of its totals that its rows have too. */
const figuresOf = ({ rows: [row], totals }: ReportAnswer) =>
  Object.keys(row ?? totals).filter((name) => name !== 'key' && name !== 'label')

const csvText = (answer: ReportAnswer) =>
  reportCsv(answer, ['key', 'label', ...figuresOf(answer)]).trimEnd()

function tableText(answer: ReportAnswer) {
  const figures = figuresOf(answer)
  const cellsOf = (row: Record<string, unknown>) =>
    figures.map((name) => (row[name] ?? null) as string | number | null)
  return table(
    ['', ...figures],
    [
      ...answer.rows.map((row) => [row.label, ...cellsOf({ ...row })]),
      ['total', ...cellsOf(answer.totals)],
    ],
  )
}

function closeText({ date, closed, devices }: DayClose) {
  const rows = devices.map(({ device, expected, counted, difference }) => [
    ...[device.name, device._id, formatRupees(expected)],
    ...[counted === null ? null : formatRupees(counted), difference],
  ])
  return [
    `${date}: ${closed ? 'closed' : 'open'}`,
    table(['device', 'id', 'cash expected', 'counted', 'difference'], rows),
  ].join('\n')
}
