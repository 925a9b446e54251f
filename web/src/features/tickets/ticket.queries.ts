import { ApiError, call } from '@marquee/browser/api.ts'
import { BOOKING_NOT_FOUND } from '@marquee/contract/booking-reference'
import { getCinema } from '@marquee/contract/cinema-details'
import { getSharedPass, listPasses } from '@marquee/contract/tickets'
import { useQuery } from '@tanstack/react-query'
import { callAsUser } from '#lib/api.ts'
import { fetchBookings } from '#lib/fetch-bookings.ts'
import { useAccountEvents } from '#lib/use-account-events.ts'
import { readDeviceTickets } from './device-tickets.ts'
import { createTicket, type Ticket, type TicketWithPasses } from './ticket.ts'

/** How often an open ticket asks whether it has been scanned. */
const PASSES_INTERVAL_MS = 15_000

export const fetchCinema = (signal?: AbortSignal) => call(getCinema, {}, signal)

export const fetchPasses = (userId: string, reference: string, signal?: AbortSignal) =>
  callAsUser(listPasses, { params: { reference } }, userId, signal)

export const useDeviceTickets = (userId: string) =>
  useQuery({
    queryKey: ['device-tickets', userId],
    queryFn: () => readDeviceTickets(userId),
    staleTime: 0,
    // Nothing of a user stays in memory after the last page that shows it.
    gcTime: 0,
  })

interface TicketState {
  ticket: TicketWithPasses | undefined
  /** Why the ticket could not be fetched. `ticket` may still be there: from this device. */
  error: Error | null
  isFetching: boolean
  refetch: () => void
}

/** The ticket of a booking: from this device at once, then from the server. */
export function useTicket(userId: string, reference: string): TicketState {
  useAccountEvents(['ticket', userId, reference])
  useAccountEvents(['passes', userId, reference])
  const device = useDeviceTickets(userId)
  const details = useQuery({
    queryKey: ['ticket', userId, reference],
    queryFn: ({ signal }) => fetchTicket(userId, reference, signal),
    staleTime: 0,
  })
  const passes = usePasses(userId, reference)

  const error = details.error ?? passes.error
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
  const stored = device.data?.find(({ ticket }) => ticket.reference === reference)
  const fetched = details.data && passes.data && { ticket: details.data, passes: passes.data }
  return {
    ticket: isRefused ? undefined : (fetched ?? stored),
    error,
    isFetching: details.isFetching || passes.isFetching || device.isPending,
    refetch: () => {
      void details.refetch()
      void passes.refetch()
    },
  }
}

export const usePasses = (userId: string, reference: string) =>
  useQuery({
    queryKey: ['passes', userId, reference],
    queryFn: ({ signal }) => fetchPasses(userId, reference, signal),
    staleTime: 0,
    refetchInterval: PASSES_INTERVAL_MS,
  })

async function fetchTicket(
  userId: string,
  reference: string,
  signal: AbortSignal,
): Promise<Ticket> {
  const [bookings, cinema] = await Promise.all([fetchBookings(userId, signal), fetchCinema(signal)])
  const booking = bookings.find(({ bookingReference }) => bookingReference === reference)
  if (!booking) throw new ApiError(404, 'NOT_FOUND', BOOKING_NOT_FOUND)
  return createTicket(booking, cinema)
}

export const useSharedPass = (token: string) =>
  useQuery({
    queryKey: ['shared-pass', token],
    queryFn: ({ signal }) => call(getSharedPass, { params: { token } }, signal),
  })
