import { listPasses, replacePasses } from '@marquee/contract/tickets/tickets'
import { ApiError, isTemporaryError } from '@marquee/ui-kit/lib/api.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { readDeviceTickets } from '#features/tickets/offline/device-tickets.ts'
import { callAsUser } from '#lib/api/api.ts'
import { useBooking } from '#lib/api/bookings.queries.ts'
import { cinemaQuery } from '#lib/api/cinema.queries.ts'
import { useAccountEvents } from '#lib/socket/use-account-events.ts'
import { createTicket, type TicketWithPasses } from './ticket.ts'

/** How often an open ticket asks whether it has been scanned. */
const PASSES_INTERVAL_MS = 15_000

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
  useAccountEvents(['passes', userId, reference])
  const device = useDeviceTickets(userId)
  const booking = useBooking({ userId, reference })
  const cinema = useQuery(cinemaQuery)
  const passes = usePasses(userId, reference)
  const queries = [booking, cinema, passes]

  const error = booking.error ?? passes.error ?? cinema.error
  const isRefused = error instanceof ApiError && !isTemporaryError(error)
  const stored = device.data?.find(({ ticket }) => ticket.reference === reference)
  const fetched = booking.data &&
    cinema.data &&
    passes.data && { ticket: createTicket(booking.data, cinema.data), passes: passes.data }
  return {
    ticket: isRefused ? undefined : (fetched ?? stored),
    error,
    isFetching: queries.some(({ isFetching }) => isFetching) || device.isPending,
    refetch: () => {
      for (const query of queries) void query.refetch()
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

/** Makes all passes of a booking void, and shows the new ones. */
export function useReplacePasses(userId: string, reference: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (issue: number) =>
      callAsUser(replacePasses, { params: { reference }, body: { issue } }, userId),
    onSuccess: (passes) => client.setQueryData(['passes', userId, reference], passes),
  })
}
