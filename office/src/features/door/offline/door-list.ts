import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import type { getDoorList, Scan } from '@marquee/contract/office/door/admissions'
import { BOOKING_PASS } from '@marquee/contract/tickets/tickets'

export type DoorList = ResponseBody<typeof getDoorList>
export type DoorBooking = DoorList['bookings'][number]

/** The list of one show, as the server knew it when the request was sent. */
export interface FetchedList {
  list: DoorList
  /** The `deviceTime` before the request. */
  fetchedAt: number
}

/** What this device has done, in the order in which it did it. The server gets it in the same order. */
export type DoorEntry = {
  showtimeId: string
  reference: string
  pass: number
  /** People let in, or taken back. */
  count: number
  scanId: string
  /** The `deviceTime` at which the server has recorded it. Undefined while it waits. */
  sentAt?: number
} & ({ kind: 'scan'; scan: Scan } | { kind: 'undo'; undoneAt: string })

let origin = performance.timeOrigin

/**
 * Milliseconds that order what this device has sent and fetched. They never go back: neither when the clock of the device is set, nor when the server
 * tells another time.
 */
export const deviceTime = () => origin + performance.now()

/** Goes on after a time that an earlier page has stored, although the clock of the device may have been set back since. */
export function continueAfter(stored: number) {
  origin = Math.max(origin, stored - performance.now() + 1)
}

/**
 * The bookings of the list with what this device has done since. An entry that was sent before the list was fetched is in the list
 * already.
 */
export function applyEntries({ list, fetchedAt }: FetchedList, entries: readonly DoorEntry[]) {
  const bookings = new Map(list.bookings.map((booking) => [booking.reference, booking]))
  for (const entry of entries) {
    const booking = bookings.get(entry.reference)
    const isNewer = entry.sentAt === undefined || entry.sentAt > fetchedAt
    if (booking && isNewer && entry.showtimeId === list.showtimeId)
      bookings.set(entry.reference, applyEntry(booking, entry))
  }
  return bookings
}

function applyEntry(booking: DoorBooking, entry: DoorEntry): DoorBooking {
  const { pass, count, scanId } = entry
  if (entry.kind === 'undo') {
    return {
      ...booking,
      admitted: Math.max(0, booking.admitted - count),
      admittedPasses: booking.admittedPasses.filter((number) => number !== pass),
      lastAdmission: null,
    }
  }
  return {
    ...booking,
    admitted: booking.admitted + count,
    admittedPasses:
      pass === BOOKING_PASS ? booking.admittedPasses : [...booking.admittedPasses, pass],
    lastAdmission: { scanId, scannedAt: entry.scan.scannedAt, device: null },
  }
}

/** People who were let in, and people with a ticket. */
export function countPeople(bookings: Iterable<DoorBooking>) {
  let [admitted, sold] = [0, 0]
  for (const booking of bookings) {
    admitted += booking.admitted
    sold += booking.seats.length
  }
  return { admitted, sold }
}
