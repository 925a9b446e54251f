import { randomInt } from 'node:crypto'
import {
  toVoucherCode,
  VOUCHER_CODE_BASE,
  VOUCHER_CODE_LENGTH,
} from '@marquee/contract/bookings/voucher-code'
import { addDays, formatIsoDate, startOfDay } from '@marquee/contract/time'
import type { Config } from '../config/config.ts'
import { newId } from '../database/rows/new-id.ts'

/** A voucher before it is written. */
export interface NewVoucher {
  id: string
  code: string
  /** When it ends, epoch milliseconds: with the last one of its days. */
  validUntil: number
}

/** A voucher that is issued now, epoch milliseconds. */
export const newVoucher = (
  { voucherMonths, timeZone }: Pick<Config, 'voucherMonths' | 'timeZone'>,
  now: number,
): NewVoucher => ({
  id: newId(),
  code: toVoucherCode(
    Array.from({ length: VOUCHER_CODE_LENGTH }, () => randomInt(VOUCHER_CODE_BASE)),
  ),
  validUntil: startOfDay(
    addDays(addMonths(formatIsoDate(now, timeZone), voucherMonths), 1),
    timeZone,
  ),
})

/** The day (2026-12-01) that is so many months later. Of a month without that day its last one. */
function addMonths(day: string, months: number) {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastDate = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastDate)))
    .toISOString()
    .slice(0, 10)
}
