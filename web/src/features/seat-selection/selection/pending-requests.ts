import type { SlotType } from '@marquee/contract/parking'
import type { Ack } from '@marquee/contract/socket'
import type { QueryClient } from '@tanstack/react-query'
import { isSeatKey, placeKey } from '#features/seat-selection/places/place-map.ts'
import type { PlaceKind } from '#features/seat-selection/places/places.queries.ts'
import type { PendingActions, PlaceAction } from './selection.ts'

export interface PlaceRequest {
  kind: PlaceKind
  placeId: string
  /** Of a slot. */
  type?: SlotType | undefined
  action: PlaceAction
  isAccessible?: boolean
}

/** Holds several seats in place of those that are selected. */
export interface SeatsRequest {
  /** Undefined: the best seats. */
  seatIds?: readonly string[]
  /** The number of the best seats. */
  size?: number
  category?: string | undefined
  isAccessible?: boolean
}

export const placeRequestKey = (showtimeId: string) => ['place-request', showtimeId] as const

export const pendingFilter = (showtimeId: string) => ({
  mutationKey: placeRequestKey(showtimeId),
  status: 'pending' as const,
})

export type PendingRequest = PlaceRequest | SeatsRequest

export const requestKey = ({ placeId, type }: Omit<PlaceRequest, 'action'>) =>
  placeKey({ _id: placeId, type })

/** The selected seats that a request gives up stay selected until it is acknowledged. */
export const toPendingActions = (requests: readonly PendingRequest[]): PendingActions =>
  new Map(
    requests.flatMap((request): [string, PlaceAction][] =>
      'placeId' in request
        ? [[requestKey(request), request.action]]
        : (request.seatIds ?? []).map((_id) => [placeKey({ _id }), 'hold']),
    ),
  )

/**
 * Whether the last request about a place has released it, or has replaced it by other seats. Refused requests do not count.
 * `key`: of a place that this visitor has held.
 */
export const hasGivenUp = (client: QueryClient, showtimeId: string, key: string) =>
  client
    .getMutationCache()
    .findAll({ mutationKey: placeRequestKey(showtimeId) })
    .map(({ state }) =>
      givesUp(key, state.variables as PendingRequest, state.data as Ack | undefined),
    )
    .findLast((answer) => answer !== undefined) === true

/** Undefined if the request is not about the place. */
function givesUp(key: string, request: PendingRequest, ack: Ack | undefined) {
  if (ack?.ok === false) return
  if ('placeId' in request)
    return requestKey(request) === key ? request.action === 'release' : undefined
  // A request for several seats replaces the other seats of the selection, and no slots.
  const seatIds = ack?.seatIds ?? request.seatIds ?? []
  return isSeatKey(key) ? !seatIds.some((_id) => placeKey({ _id }) === key) : undefined
}

const findPending = (client: QueryClient, showtimeId: string) =>
  client
    .getMutationCache()
    .findAll(pendingFilter(showtimeId))
    .map(({ state }) => state.variables as PendingRequest)

/** The pending requests at this moment. A component uses `useMutationState` with the same filter instead. */
export const pendingRequests = (client: QueryClient, showtimeId: string): PendingActions =>
  toPendingActions(findPending(client, showtimeId))

/** Resolves when no hold or release of the showtime is pending. */
export function waitForPendingRequests(client: QueryClient, showtimeId: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const check = () => {
    if (findPending(client, showtimeId).length === 0) resolve()
  }
  const unsubscribe = client.getMutationCache().subscribe(check)
  check()
  return promise.finally(unsubscribe)
}
