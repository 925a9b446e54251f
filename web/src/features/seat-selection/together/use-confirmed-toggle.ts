import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { PlaceIdentity } from '#features/seat-selection/places/place-map.ts'
import {
  findCachedPlace,
  kindOf,
  type PlaceKind,
} from '#features/seat-selection/places/places.queries.ts'
import { useDialog } from '#ui/dialogs/use-dialog.ts'

type Toggle<Options> = (place: PlaceIdentity, options: Options) => void

/** Asks the visitor who has started a selection before a place of a friend is released. */
export function useConfirmedToggle<Options>(showtimeId: string, toggle: Toggle<Options>) {
  const client = useQueryClient()
  const openDialog = useDialog()

  return useCallback(
    async (toggled: PlaceIdentity, options: Options) => {
      const place = findCachedPlace(client, showtimeId, toggled)
      const asks = place?.releasable && place.friend
      if (asks && (await openDialog(releaseQuestion(asks, kindOf(toggled)))) !== 'release') return
      toggle(toggled, options)
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
