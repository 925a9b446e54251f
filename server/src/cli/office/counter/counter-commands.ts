import { formatVoucherCode } from '@marquee/contract/bookings/voucher-code'
import { listRefunds, PayoutMethod, payRefund } from '@marquee/contract/office/counter/refunds'
import { listShifts, type Shift } from '@marquee/contract/office/counter/shifts'
import { issueVoucher, listVouchers } from '@marquee/contract/office/counter/vouchers'
import { countOf } from '@marquee/contract/text/count'
import { formatRupees } from '@marquee/contract/text/money'
import { InvalidArgumentError, Option } from 'commander'
import { shiftsCsv, vouchersCsv } from '#src/reports/cash-csv.ts'
import type { AddCommands } from '../command-context.ts'
import { type FormatInstant, table } from '../output.ts'

/** Adds `refund`, `shift` and `voucher`. */
export const addCounterCommands: AddCommands = (
  program,
  { config, call, print, formatInstant },
) => {
  const refund = program.command('refund').description('refunds that the counter owes')

  refund
    .command('list')
    .description('list the refunds that the counter owes, the oldest first')
    .option('--paid', 'those that it has paid out last')
    .action(async ({ paid }: { paid?: boolean }) =>
      print(
        await call(listRefunds, { querystring: { state: paid ? 'paid' : 'owed' } }),
        ({ refunds, owed }) =>
          [
            `Owed: ${owed.cash} rupees in cash, ${owed.card} to cards`,
            table(
              ['booking', 'number', 'reference', 'rupees', 'paid by', 'since', 'name'],
              refunds.map(({ bookingId, number, reference, amount, method, at, name }) => [
                ...[bookingId, number, reference, amount, method, formatInstant(at), name],
              ]),
            ),
          ].join('\n'),
      ),
    )

  refund
    .command('pay <booking> <number>')
    .description('record that a refund was paid out; booking and number as in the list')
    .addOption(
      new Option('--by <method>', 'how it was paid out')
        .choices(PayoutMethod.options)
        .makeOptionMandatory(),
    )
    .action(async (bookingId: string, number: string, { by: method }: { by: PayoutMethod }) =>
      print(
        await call(payRefund, { params: { bookingId, number }, body: { method } }),
        ({ voucher }) =>
          voucher ? `Paid out: voucher ${formatVoucherCode(voucher.code)}` : 'Paid out.',
      ),
    )

  program
    .command('shift')
    .description('shifts at cash drawers')
    .command('list')
    .description('list the shifts of all devices, the last opened first')
    .option('--csv', 'print a CSV file')
    .action(async ({ csv }: { csv?: boolean }) =>
      print(await call(listShifts, {}), ({ shifts }) =>
        csv
          ? shiftsCsv(shifts, config.timeZone).trimEnd()
          : table(
              ['device', 'opened', 'signed off', 'expected', 'counted', 'difference'],
              shifts.map((shift) => shiftRow(shift, formatInstant)),
            ),
      ),
    )

  const voucher = program.command('voucher').description('vouchers of the cinema')

  voucher
    .command('list')
    .description('list the vouchers that were issued last')
    .option('--csv', 'print a CSV file')
    .action(async ({ csv }: { csv?: boolean }) =>
      print(await call(listVouchers, {}), ({ vouchers, usable }) => {
        if (csv) return vouchersCsv(vouchers, config.timeZone).trimEnd()
        return [
          table(
            ['code', 'left', 'of', 'valid until', 'reason', 'booking'],
            vouchers.map(({ code, balance, amount, validUntil, reason, reference }) => [
              ...[formatVoucherCode(code), balance, amount, formatInstant(validUntil), reason],
              reference,
            ]),
          ),
          `${countOf(usable.count, 'voucher')} can still be used, for ${formatRupees(usable.balance)}`,
        ].join('\n')
      }),
    )

  voucher
    .command('issue')
    .argument('<rupees>', 'what it is worth', wholeRupees)
    .description('issue a voucher')
    .requiredOption('--reason <reason>', 'why; stays in the audit')
    .option('--email <email>', 'gets the code by mail')
    .action(async (amount: number, options: { reason: string; email?: string }) =>
      print(
        await call(issueVoucher, { body: { amount, ...options } }),
        (issued) => `${formatVoucherCode(issued.code)}  ${issued.amount} rupees`,
      ),
    )
}

function wholeRupees(text: string) {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('Give whole rupees.')
  return Number(text)
}

const shiftRow = ({ device, openedAt, expected, signOff }: Shift, formatInstant: FormatInstant) => [
  ...[device.name, formatInstant(openedAt), signOff ? formatInstant(signOff.at) : 'open', expected],
  ...[signOff?.counted ?? null, signOff?.difference ?? null],
]
