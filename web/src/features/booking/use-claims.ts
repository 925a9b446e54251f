import { PAGES } from '@marquee/contract/pages'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { type Claims, createClaims } from './claims.ts'
import { joinRoom } from './room.ts'

const departures = new Map<string, ReturnType<typeof setTimeout>>()

/**
 * A visitor's presence at a showtime. Going anywhere but to payment gives everything back; a reload or a closed
 * window gives back nothing, for then no page is left to say so.
 */
export function useClaims(showtimeId: string) {
  const client = useQueryClient()
  const claims = useMemo(() => createClaims(client, showtimeId), [client, showtimeId])

  useEffect(() => {
    clearTimeout(departures.get(showtimeId))
    const stop = joinRoom(client, showtimeId)
    return () => {
      stop()
      departures.set(
        showtimeId,
        setTimeout(() => depart(claims)),
      )
    }
  }, [client, claims, showtimeId])

  return { claims, ...useStore(claims.store) }
}

/** A moment later, when it is known where to; and a page that is only drawn anew is back by then. */
const depart = (claims: Claims) =>
  claims.leave({ keeping: window.location.pathname === PAGES.payment })
