import { useQueryClient } from '@tanstack/react-query'
import { useShowtimeEvent } from '#lib/use-showtime-event.ts'
import { useDialog } from '#ui/use-dialog.ts'
import { showtimeQuery } from './showtime.queries.ts'

/** Explains that the cinema has moved the show, and reads its screen and time again. The places follow by their revision. */
export function useShowMoved(showtimeId: string) {
  const client = useQueryClient()
  const openDialog = useDialog()

  useShowtimeEvent('showMoved', showtimeId, async () => {
    await client.invalidateQueries({ queryKey: showtimeQuery(showtimeId).queryKey })
    await openDialog({
      title: 'Show Moved',
      text: 'The cinema has moved this show to another screen or time, so nothing is selected any more. Please check the screen and time, and choose again.',
    })
  })
}
