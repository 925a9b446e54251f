import type { Push } from '@marquee/contract/socket'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { socket } from '#lib/socket.ts'
import { movieQuery, showtimeQuery } from './showtime.queries.ts'

/**
 * Fetches the showtime and the other times of its movie again when the cinema cancels the show. Returns a function that does it, for refusals that say so.
 */
export function useShowCancellation(movieId: string, showtimeId: string) {
  const client = useQueryClient()
  const refetch = useCallback(() => {
    // Fetched also where no component has asked for them: the payment page shows them only then.
    void client.fetchQuery({ ...movieQuery(movieId), staleTime: 0 }).catch(() => undefined)
    void client.fetchQuery({ ...showtimeQuery(showtimeId), staleTime: 0 }).catch(() => undefined)
  }, [client, movieId, showtimeId])
  useEffect(() => {
    const receive = (push: Push<'showCancelled'>) => {
      if (push.showtimeId === showtimeId) refetch()
    }
    socket.on('showCancelled', receive)
    return () => void socket.off('showCancelled', receive)
  }, [refetch, showtimeId])
  return refetch
}
