import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import type {
  ExcessAdmission,
  getDoorList as getDoorListCall,
} from '@marquee/contract/office/door/admissions'
import { BOOKING_PASS } from '@marquee/contract/tickets/tickets'
import { endOfShow, formatInstant } from '@marquee/contract/time'
import type { Context } from '../context.ts'
import { showtimeNotFound } from '../errors.ts'
import { type BookedTicket, findTickets, passLabel } from '../tickets/tickets.service.ts'
import * as admissions from './admissions.sql.ts'
import { bookingAtDoor, lastAdmission, scanRecord } from './admitted.ts'

/** What a door needs to decide without a network: passes, counts and keys, and no names. Throws NOT_FOUND. */
export async function getDoorList(
  ctx: Context,
  showtimeId: string,
): Promise<ResponseBody<typeof getDoorListCall>> {
  const { reader } = ctx
  const [show] = (await admissions.selectDoorShow(reader, showtimeId)).rows
  if (!show) throw showtimeNotFound()
  // Read first: a booking that is made meanwhile has no admissions.
  const { rows: recorded } = await admissions.selectAdmissionsOfShow(reader, showtimeId)
  const { rows: excessAdmissions } = await admissions.selectExcessOfShow(reader, showtimeId)
  const { rows: ids } = await admissions.selectBookingIds(reader, showtimeId)
  const tickets = await findTickets(
    ctx,
    ids.map(({ id }) => id),
  )
  const byBooking = Map.groupBy(recorded, ({ booking_id }) => booking_id)
  return {
    showtimeId,
    screen: show.screen,
    movie: show.movie,
    startTime: formatInstant(show.starts_at),
    endTime: formatInstant(endOfShow(show.starts_at, show.duration)),
    bookings: [...tickets.values()].map((ticket) =>
      bookingView(ticket, byBooking.get(ticket.id) ?? []),
    ),
    excessAdmissions: excessAdmissions.map((row): ExcessAdmission => {
      const ticket = tickets.get(row.booking_id)
      return {
        reference: ticket?.reference ?? '',
        label: ticket ? passLabel(ticket, row.pass) : String(BOOKING_PASS),
        count: row.count,
        first:
          row.first_scan_id === null || row.first_scanned_at === null
            ? null
            : scanRecord({
                scan_id: row.first_scan_id,
                scanned_at: row.first_scanned_at,
                device: row.first_device,
                device_name: row.first_device_name,
              }),
        second: scanRecord(row),
      }
    }),
    keys: ctx.passKeys.publicKeys,
  }
}

function bookingView(ticket: BookedTicket, rows: admissions.AdmissionOfBooking[]) {
  const last = lastAdmission(rows)
  const { passes, admitted, admittedPasses } = bookingAtDoor(ticket, rows)
  return {
    reference: ticket.reference,
    issue: ticket.issue,
    seats: ticket.seats.map(({ label }) => label),
    passes: [...passes],
    slots: ticket.slots.map(({ label }) => label),
    admitted,
    admittedPasses: passes.filter((pass) => admittedPasses.includes(pass)),
    lastAdmission: last ? scanRecord(last) : null,
  }
}
