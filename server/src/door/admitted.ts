import type { BookingAtDoor } from '@marquee/contract/office/door/decide-scan'
import { BOOKING_PASS } from '@marquee/contract/tickets/tickets'
import { formatInstant } from '@marquee/contract/time'
import { deviceOf } from '../audit/audit.service.ts'
import type { BookedTicket } from '../tickets/tickets.service.ts'
import type { AdmissionOfBooking } from './admissions.sql.ts'

/** The people of a booking who were let in. */
export const admittedOfBooking = (rows: readonly AdmissionOfBooking[]) =>
  rows.reduce((sum, { count }) => sum + count, 0)

/** A booking with its admissions, as the decision about a scan needs it. */
export function bookingAtDoor(
  { showtime_id, issue, seats }: Pick<BookedTicket, 'showtime_id' | 'issue' | 'seats'>,
  rows: readonly AdmissionOfBooking[],
): BookingAtDoor {
  const byPass = Map.groupBy(rows, ({ pass }) => pass)
  byPass.delete(BOOKING_PASS)
  return {
    showtimeId: showtime_id,
    issue,
    passes: seats.map(({ pass }) => pass),
    admitted: admittedOfBooking(rows),
    admittedPasses: [...byPass].flatMap(([pass, own]) => (admittedOfBooking(own) > 0 ? pass : [])),
  }
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
  scannedAt: formatInstant(row.scanned_at),
  device: deviceOf(row.device, row.device_name),
})
