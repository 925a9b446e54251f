import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { fetchPasses } from '#features/tickets/ticket.queries.ts'
import { createTicket, showTimes } from '#features/tickets/ticket.ts'
import { fetchBookings } from '#lib/api/bookings.queries.ts'
import { fetchCinema } from '#lib/api/cinema.queries.ts'
import { deviceWrites } from '#lib/device-data.ts'
import { type DeviceTicket, writeDeviceTickets } from './device-tickets.ts'

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

/** Fetches the passes each time: they change with the seats and with the key of the cinema. */
async function fetchUpcomingTickets(userId: string, signal: AbortSignal): Promise<DeviceTicket[]> {
  const [bookings, cinema] = await Promise.all([fetchBookings(userId, signal), fetchCinema(signal)])
  const upcoming = bookings
    .filter(({ cancelled }) => !cancelled)
    .map((booking) => createTicket(booking, cinema))
    .filter((ticket) => showTimes(ticket).endsAt > serverNow())
  return Promise.all(
    upcoming.map(async (ticket) => ({
      userId,
      ticket,
      passes: await fetchPasses(userId, ticket.reference, signal),
    })),
  )
}
