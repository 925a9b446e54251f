import type { Push } from '@marquee/contract/socket'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { socket } from '#lib/socket.ts'
import { useDialog } from '#ui/use-dialog.ts'
import { showtimeQuery } from './showtime.queries.ts'

/** Explains that the cinema has moved the show, and reads its screen and time again. The places follow by their revision. */
export function useShowMoved(showtimeId: string) {
  const client = useQueryClient()
  const openDialog = useDialog()

  const explain = useEffectEvent(async () => {
    await client.invalidateQueries({ queryKey: showtimeQuery(showtimeId).queryKey })
    await openDialog({
      title: 'Show Moved',
      text: 'The cinema has moved this show to another screen or time, so nothing is selected any more. Please check the screen and time, and choose again.',
    })
  })
  useEffect(() => {
    const receive = (push: Push<'showMoved'>) => {
      if (push.showtimeId === showtimeId) void explain()
    }
    socket.on('showMoved', receive)
    return () => void socket.off('showMoved', receive)
  }, [showtimeId])
}
