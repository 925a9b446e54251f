import { BOOKING_PASS } from '@marquee/contract/tickets/tickets'
import { deviceOf } from '../audit/audit.service.ts'
import type { AdmissionOfBooking } from './admissions.sql.ts'

const sumOf = (rows: readonly AdmissionOfBooking[]) =>
  rows.reduce((sum, { count }) => sum + count, 0)

/** The people of a booking who were let in. */
export const admittedOfBooking = sumOf

/** The people that a pass let in on its own. */
export const admittedOfPass = (rows: readonly AdmissionOfBooking[], pass: number) =>
  sumOf(rows.filter((row) => row.pass === pass))

/**
 * The people that a pass may still let in. A pass never admits more than its seats, and all passes of a booking together not more than
 * the seats of the booking.
 */
export function remainingOf(
  rows: readonly AdmissionOfBooking[],
  { pass, seats }: { pass: number; seats: number },
) {
  const left = seats - sumOf(rows)
  return pass === BOOKING_PASS ? left : Math.min(left, 1 - admittedOfPass(rows, pass))
}

/** The last admission that was not undone. */
export function lastAdmission(rows: readonly AdmissionOfBooking[]) {
  const undone = new Set(rows.flatMap(({ count, scan_id }) => (count < 0 ? scan_id : [])))
  return rows.findLast(({ count, scan_id }) => count > 0 && !undone.has(scan_id))
}

/** A scan with its device, as doors see it. */
export const scanRecord = (
  row: Pick<AdmissionOfBooking, 'scan_id' | 'scanned_at' | 'device' | 'device_name'>,
) => ({
  scanId: row.scan_id ?? '',
  scannedAt: new Date(row.scanned_at).toISOString(),
  device: deviceOf(row.device, row.device_name),
})
