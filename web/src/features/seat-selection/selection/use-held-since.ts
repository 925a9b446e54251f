import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type Place, placeKey } from '#features/seat-selection/places/place-map.ts'
import { lastSettledRequest } from './pending-requests.ts'

/**
 * The last settled request when this browser first knew of the latest hold of each place, by the key of the place. Requests up to it were
 * about earlier holds. Released places stay in the map.
 */
export function useHeldSince(showtimeId: string, held: readonly Place[]) {
  const client = useQueryClient()
  const since = useRef(new Map<string, number>())
  const known = useRef(new Set<string>())
  useEffect(() => {
    const keys = new Set(held.map(placeKey))
    for (const key of keys) {
      if (!known.current.has(key)) since.current.set(key, lastSettledRequest(client, showtimeId))
    }
    known.current = keys
  }, [client, showtimeId, held])
  return since
}
