/**
 * The bookings of moved shows that the visitor has decided to keep, on this device. A visitor who does nothing keeps the booking too, so the server does not store it.
 * Storage can be disabled, full or edited by the visitor: then the question is asked again.
 */
const KEY = 'kept-bookings'
const MAX_KEPT = 50

/** A booking at one start of its show: a second move asks again. */
const nameOf = (reference: string, startTime: string) => `${reference} ${startTime}`

function readKept(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : []
  } catch {
    return []
  }
}

export const isBookingKept = (reference: string, startTime: string) =>
  readKept().includes(nameOf(reference, startTime))

export function keepBooking(reference: string, startTime: string) {
  try {
    const kept = [...readKept(), nameOf(reference, startTime)].slice(-MAX_KEPT)
    localStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // Private windows and full disks throw.
  }
}

export function removeKeptBookings() {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Private windows throw.
  }
}
