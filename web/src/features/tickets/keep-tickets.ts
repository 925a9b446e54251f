import { serverNow } from '#lib/clock.ts'
import { deviceWrites } from '#lib/device-storage.ts'
import { fetchBookings } from '#lib/fetch-bookings.ts'
import { type DeviceTicket, readDeviceTickets, writeDeviceTickets } from './device-tickets.ts'
import { fetchCinema, fetchPasses } from './ticket.queries.ts'
import { createTicket, showTimes, type Ticket } from './ticket.ts'

/**
 * Stores the upcoming tickets of the user on this device, so that they open without a network. Does nothing if that fails:
 * the tickets of the last time stay.
 */
export async function keepTickets(userId: string) {
  const signal = deviceWrites()
  try {
    const tickets = await fetchUpcomingTickets(userId, signal)
    if (!signal.aborted) await writeDeviceTickets(tickets)
  } catch {
    // No network, or a browser without storage.
  }
}

async function fetchUpcomingTickets(userId: string, signal: AbortSignal) {
  const [bookings, cinema, stored] = await Promise.all([
    fetchBookings(userId, signal),
    fetchCinema(signal),
    readDeviceTickets(userId),
  ])
  const upcoming = bookings
    .map((booking) => createTicket(booking, cinema))
    .filter((ticket) => showTimes(ticket).endsAt > serverNow())
  return Promise.all(upcoming.map((ticket) => withPasses(ticket, { userId, stored, signal })))
}

interface Options {
  userId: string
  stored: DeviceTicket[]
  signal: AbortSignal
}

/** The passes of a booking change only with its seats or showtime: fetches them only then. */
async function withPasses(ticket: Ticket, { userId, stored, signal }: Options) {
  const known = stored.find((other) => hasSamePasses(other.ticket, ticket))
  const passes = known?.passes ?? (await fetchPasses(userId, ticket.reference, signal))
  return { userId, ticket, passes }
}

const hasSamePasses = (stored: Ticket, current: Ticket) =>
  stored.reference === current.reference &&
  stored.startTime === current.startTime &&
  stored.screen === current.screen &&
  stored.seats.join() === current.seats.join()
