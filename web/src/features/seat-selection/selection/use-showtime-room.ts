import { PAGES } from '@marquee/contract/pages'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { joinShowtime } from '#features/seat-selection/places/join-showtime.ts'
import { leaveShowtime } from './place-requests.ts'

/**
 * Joins the showtime while the component is mounted. Unmounting releases the selection, except on the way to payment. A reload
 * or a closed tab releases nothing here: the server does it when the visitor does not come back.
 */
export function useShowtimeRoom(showtimeId: string) {
  const client = useQueryClient()
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    clearTimeout(leaving.current)
    const stop = joinShowtime(client, showtimeId)
    return () => {
      stop()
      // Waits until the URL is that of the next page. StrictMode mounts again before that and cancels this.
      leaving.current = setTimeout(() => {
        const keepHolds = window.location.pathname === PAGES.payment
        void leaveShowtime(client, showtimeId, { keepHolds })
      })
    }
  }, [client, showtimeId])
}
