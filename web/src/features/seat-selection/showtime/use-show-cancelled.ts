import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useShowtimeEvent } from '#lib/socket/use-showtime-event.ts'
import { movieQuery, showtimeQuery } from './showtime.queries.ts'

/**
 * Fetches the showtime and the other times of its movie again when the cinema cancels the show. Returns a function that does it, for refusals that say so.
 */
export function useShowCancelled(movieId: string, showtimeId: string) {
  const client = useQueryClient()
  const refetch = useCallback(() => {
    // Fetched also where no component has asked for them: the payment page shows them only then.
    void client.fetchQuery({ ...movieQuery(movieId), staleTime: 0 }).catch(() => undefined)
    void client.fetchQuery({ ...showtimeQuery(showtimeId), staleTime: 0 }).catch(() => undefined)
  }, [client, movieId, showtimeId])
  useShowtimeEvent('showCancelled', showtimeId, refetch)
  return refetch
}
