import type { Ack } from '@marquee/contract/socket'
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { PlaceIdentity } from '#features/seat-selection/places/place-map.ts'
import { findCachedPlace, kindOf } from '#features/seat-selection/places/places.queries.ts'
import {
  type PendingRequest,
  type PlaceRequest,
  pendingFilter,
  pendingRequests,
  placeRequestKey,
  type SeatsRequest,
  toPendingActions,
  waitForPendingRequests,
} from './pending-requests.ts'
import { releaseRequests, sendPlaceRequest, sendSeatsRequest } from './place-requests.ts'
import { getAction, type SelectOptions } from './selection.ts'

interface PlaceRefusal {
  placeId: string
  /** The server's message. */
  message: string
}

interface ToggleOptions extends SelectOptions {
  /** False: places can only be released. */
  canHold?: boolean
}

/**
 * The requests without an acknowledgement yet. Read them in the component that reads the places: after an acknowledgement, a component with
 * new requests and old places would show a held place as free for a moment.
 */
export const usePendingActions = (showtimeId: string) =>
  toPendingActions(
    useMutationState({
      filters: pendingFilter(showtimeId),
      select: ({ state }) => state.variables as PendingRequest,
    }),
  )

/** A visitor whose turn has not come sees the queue instead. */
const isRefusalToShow = (ack: Ack): ack is Extract<Ack, { ok: false }> =>
  !ack.ok && ack.code !== 'QUEUE'

/** Holds and releases places. A pending request shows its result at once; the acknowledgement confirms or reverts it. */
export function usePlaceRequests(showtimeId: string) {
  const client = useQueryClient()
  const [refusal, setRefusal] = useState<PlaceRefusal>()
  const { mutate: send } = useMutation({
    mutationKey: placeRequestKey(showtimeId),
    mutationFn: (request: PlaceRequest) => sendPlaceRequest(client, showtimeId, request),
    onSuccess: (ack, { placeId }) => {
      if (isRefusalToShow(ack)) setRefusal({ placeId, message: ack.message })
    },
  })
  const { mutateAsync: holdSeats, isPending: isHoldingSeats } = useMutation({
    mutationKey: placeRequestKey(showtimeId),
    mutationFn: (request: SeatsRequest) => sendSeatsRequest(client, showtimeId, request),
    onSuccess: (ack, { seatIds = [] }) => {
      if (isRefusalToShow(ack)) setRefusal({ placeId: seatIds[0] ?? '', message: ack.message })
    },
  })
  const toggle = useCallback(
    ({ _id: placeId, type }: PlaceIdentity, options: ToggleOptions = {}) => {
      const place = findCachedPlace(client, showtimeId, { _id: placeId, type })
      const action = place && getAction(place, pendingRequests(client, showtimeId), options)
      if (!action || (options.canHold === false && action === 'hold')) return
      const { isAccessible } = options
      const kind = kindOf(place)
      send({ kind, placeId, type, action, ...(isAccessible && { isAccessible }) })
    },
    [client, showtimeId, send],
  )
  const releaseSlots = useCallback(async () => {
    await waitForPendingRequests(client, showtimeId)
    for (const request of releaseRequests(client, showtimeId, ['slots'])) send(request)
  }, [client, showtimeId, send])

  return { refusal, toggle, releaseSlots, holdSeats, isHoldingSeats }
}
