import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { cachedPlaces, type PlaceKind } from '#features/seat-selection/places/places.queries.ts'
import { useDialog } from '#ui/use-dialog.ts'

type Toggle<Options> = (kind: PlaceKind, placeId: string, options: Options) => void

/** Asks the visitor who has started a selection before a place of a friend is released. */
export function useConfirmedToggle<Options>(showtimeId: string, toggle: Toggle<Options>) {
  const client = useQueryClient()
  const openDialog = useDialog()

  return useCallback(
    async (kind: PlaceKind, placeId: string, options: Options) => {
      const place = cachedPlaces(client, showtimeId, kind).find(({ _id }) => _id === placeId)
      const asks = place?.releasable && place.friend
      if (asks && (await openDialog(releaseQuestion(asks, kind))) !== 'release') return
      toggle(kind, placeId, options)
    },
    [client, showtimeId, openDialog, toggle],
  )
}

const releaseQuestion = (friend: string, kind: PlaceKind) => ({
  title: `Release ${friend}'s ${kind === 'seats' ? 'Seat' : 'Slot'}?`,
  text: 'Then everyone can choose it.',
  actions: [
    { label: 'Release', value: 'release' as const, variant: 'danger' as const },
    { label: 'Keep It', value: 'keep' as const },
  ],
})
