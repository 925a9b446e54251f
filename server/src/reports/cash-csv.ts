import { formatVoucherCode } from '@marquee/contract/bookings/voucher-code'
import type { Shift } from '@marquee/contract/office/counter/shifts'
import type { Voucher } from '@marquee/contract/office/counter/vouchers'
import type { DayClose } from '@marquee/contract/office/reports/day-close'
import { formatIsoDate, formatTimeInput } from '@marquee/contract/time'
import { toCsv } from './csv.ts'

// Tables of cash as CSV files: rupees as plain numbers, times of the cinema's time zone as spreadsheets read them.

/** `2026-12-01 18:30` */
function momentIn(timeZone: string, at: string | undefined) {
  if (at === undefined) return null
  const instant = Date.parse(at)
  return `${formatIsoDate(instant, timeZone)} ${formatTimeInput(instant, timeZone)}`
}

const CASH = ['float', 'sales', 'payouts', 'expected', 'counted', 'difference'] as const

/** The cash of a business day: a line for each device, and the sums last. */
export function dayCloseCsv({ date, devices }: DayClose) {
  const sumOf = (column: (typeof CASH)[number]) =>
    devices.every((device) => device[column] !== null)
      ? devices.reduce((sum, device) => sum + (device[column] ?? 0), 0)
      : null
  return toCsv([
    ['date', 'device', ...CASH],
    ...devices.map((row) => [date, row.device.name, ...CASH.map((column) => row[column])]),
    [date, 'Total', ...CASH.map(sumOf)],
  ])
}

const SHIFT_COLUMNS = [
  'device',
  'opened',
  'opened by',
  'float',
  'sales',
  'payouts',
  'expected',
  'signed off',
  'signed off by',
  'counted',
  'difference',
  'note',
]

export const shiftsCsv = (shifts: readonly Shift[], timeZone: string) =>
  toCsv([
    SHIFT_COLUMNS,
    ...shifts.map(({ device, openedAt, openedBy, signOff, ...cash }) => [
      device.name,
      momentIn(timeZone, openedAt),
      openedBy?.name,
      cash.openingFloat,
      cash.sales,
      cash.payouts,
      cash.expected,
      momentIn(timeZone, signOff?.at),
      signOff?.by?.name,
      signOff?.counted,
      signOff?.difference,
      signOff?.note,
    ]),
  ])

const VOUCHER_COLUMNS = ['code', 'amount', 'left', 'issued', 'valid until', 'reason', 'booking']

export const vouchersCsv = (vouchers: readonly Voucher[], timeZone: string) =>
  toCsv([
    VOUCHER_COLUMNS,
    ...vouchers.map(({ code, amount, balance, createdAt, validUntil, reason, reference }) => [
      formatVoucherCode(code),
      amount,
      balance,
      momentIn(timeZone, createdAt),
      momentIn(timeZone, validUntil),
      reason,
      reference,
    ]),
  ])
