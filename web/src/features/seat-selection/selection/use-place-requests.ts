import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { cachedPlaces, type PlaceKind } from '#features/seat-selection/places/places.queries.ts'
import {
  type PlaceRequest,
  pendingFilter,
  pendingRequests,
  placeRequestKey,
  releaseRequests,
  sendPlaceRequest,
  toPendingActions,
  waitForPendingRequests,
} from './place-requests.ts'
import { getAction } from './selection.ts'

export interface PlaceRefusal {
  placeId: string
  /** The server's message. */
  message: string
}

/** Holds and releases places. A pending request shows its result at once; the acknowledgement confirms or reverts it. */
export function usePlaceRequests(showtimeId: string) {
  const client = useQueryClient()
  const [refusal, setRefusal] = useState<PlaceRefusal>()
  const { mutate: send } = useMutation({
    mutationKey: placeRequestKey(showtimeId),
    mutationFn: (request: PlaceRequest) => sendPlaceRequest(client, showtimeId, request),
    onSuccess: (ack, { placeId }) => {
      if (!ack.ok) setRefusal({ placeId, message: ack.message })
    },
  })
  const pending = toPendingActions(
    useMutationState({
      filters: pendingFilter(showtimeId),
      select: ({ state }) => state.variables as PlaceRequest,
    }),
  )

  const toggle = useCallback(
    (kind: PlaceKind, placeId: string, closed: boolean) => {
      const place = cachedPlaces(client, showtimeId, kind).find(({ _id }) => _id === placeId)
      const action = place && getAction(place, pendingRequests(client, showtimeId))
      if (action && !(closed && action === 'hold')) send({ kind, placeId, action })
    },
    [client, showtimeId, send],
  )
  const releaseSlots = useCallback(async () => {
    await waitForPendingRequests(client, showtimeId)
    for (const request of releaseRequests(client, showtimeId, ['slots'])) send(request)
  }, [client, showtimeId, send])

  return { pending, refusal, toggle, releaseSlots }
}
