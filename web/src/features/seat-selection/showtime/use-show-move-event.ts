import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { socket } from '#lib/socket/socket.ts'
import { useShowtimeEvent } from '#lib/socket/use-showtime-event.ts'
import { showtimeQuery } from './showtime.queries.ts'

/**
 * Calls back when the cinema has moved the show, and reads its screen and time again. They are also compared after each connect: a push that
 * was sent before it has not arrived.
 */
export function useShowMoveEvent(showtimeId: string, onMoved: () => void) {
  const client = useQueryClient()
  const query = showtimeQuery(showtimeId)

  useShowtimeEvent('showMoved', showtimeId, () => {
    onMoved()
    void client.invalidateQueries({ queryKey: query.queryKey })
  })
  const compare = useEffectEvent(async () => {
    const before = client.getQueryData(query.queryKey)
    const after = await client.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined)
    if (!before || !after) return
    if (before.screen !== after.screen || before.startTime !== after.startTime) onMoved()
  })
  useEffect(() => {
    const compareAgain = () => void compare()
    socket.on('connect', compareAgain)
    return () => void socket.off('connect', compareAgain)
  }, [])
}
