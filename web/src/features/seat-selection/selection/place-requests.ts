import type { SlotType } from '@marquee/contract/parking'
import type { Ack, RefusalCode } from '@marquee/contract/socket'
import type { QueryClient } from '@tanstack/react-query'
import {
  applyHold,
  applyRelease,
  isSeatKey,
  placeKey,
} from '#features/seat-selection/places/place-map.ts'
import {
  cachedPlaces,
  PLACE_KINDS,
  type PlaceKind,
  refetchPlaces,
  repeatRunningFetches,
  updateAllPlaces,
  updatePlaces,
} from '#features/seat-selection/places/places.queries.ts'
import { emitWithProof } from '#lib/socket/emit-with-proof.ts'
import { emitWithAck } from '#lib/socket/socket.ts'
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

/** After these refusals the cached places are still correct. */
const REFUSALS_WITHOUT_REFETCH: RefusalCode[] = ['LIMIT', 'CLOSED', 'RATE', 'CHALLENGE']

/** Sends a hold or a release, and updates the cached places with the result. */
export async function sendPlaceRequest(
  client: QueryClient,
  showtimeId: string,
  request: PlaceRequest,
): Promise<Ack> {
  const ack = await emitPlaceRequest(showtimeId, request)
  if (!ack.ok) {
    if (!REFUSALS_WITHOUT_REFETCH.includes(ack.code)) void refetchPlaces(client, showtimeId)
    return ack
  }
  if (request.action === 'hold')
    updateHolds(client, showtimeId, { ack, newKeys: [requestKey(request)] })
  else {
    removeHold(client, showtimeId, request)
    repeatRunningFetches(client, showtimeId)
  }
  return ack
}

function emitPlaceRequest(
  showtimeId: string,
  { kind, placeId, action, isAccessible }: PlaceRequest,
) {
  if (kind === 'seats') {
    const event = action === 'hold' ? 'holdSeat' : 'releaseSeat'
    const accessible = action === 'hold' && isAccessible && { accessible: true }
    return emitWithProof(event, { showtimeId, seatId: placeId, ...accessible })
  }
  const event = action === 'hold' ? 'holdParkingSlot' : 'releaseParkingSlot'
  return emitWithProof(event, { showtimeId, slotId: placeId })
}

/** Holds several seats, and updates the cached seats with the result. */
export async function sendSeatsRequest(
  client: QueryClient,
  showtimeId: string,
  request: SeatsRequest,
): Promise<Ack> {
  const ack = await emitSeatsRequest(showtimeId, request)
  if (!ack.ok) {
    if (!REFUSALS_WITHOUT_REFETCH.includes(ack.code)) void refetchPlaces(client, showtimeId)
    return ack
  }
  const { seatIds = [] } = ack
  for (const placeId of heldPlaceIds(client, showtimeId, 'seats'))
    if (!seatIds.includes(placeId)) removeHold(client, showtimeId, { kind: 'seats', placeId })
  updateHolds(client, showtimeId, { ack, newKeys: seatIds.map((_id) => placeKey({ _id })) })
  return ack
}

function emitSeatsRequest(
  showtimeId: string,
  { seatIds, size = 1, category, isAccessible }: SeatsRequest,
) {
  const common = { showtimeId, replace: true, ...(isAccessible && { accessible: true }) }
  if (seatIds) return emitWithProof('holdBlock', { ...common, seatIds: [...seatIds] })
  return emitWithProof('holdBest', { ...common, seats: size, ...(category && { category }) })
}

/** Removes a hold of this visitor from the cached places. */
export function removeHold(
  client: QueryClient,
  showtimeId: string,
  hold: Omit<PlaceRequest, 'action'>,
) {
  updatePlaces(client, [showtimeId, hold.kind], (map) => applyRelease(map, requestKey(hold)))
}

const requestKey = ({ placeId, type }: Omit<PlaceRequest, 'action'>) =>
  placeKey({ _id: placeId, type })

/** Asks the server to extend the deadline of everything held. */
export async function extendHold(client: QueryClient, showtimeId: string) {
  const ack = await emitWithAck('extendHold', { showtimeId })
  updateHolds(client, showtimeId, { ack })
  return ack
}

export interface CheckoutOptions {
  /** Also what friends have chosen in the selection of this visitor. */
  isForAll: boolean
}

/** Starts the checkout of everything held, after every pending request is acknowledged. */
export async function beginCheckout(
  client: QueryClient,
  showtimeId: string,
  { isForAll }: CheckoutOptions,
) {
  await waitForPendingRequests(client, showtimeId)
  const placeIds = (kind: PlaceKind) => [
    ...heldPlaceIds(client, showtimeId, kind),
    ...(isForAll ? releasablePlaceIds(client, showtimeId, kind) : []),
  ]
  const places = { seatIds: placeIds('seats'), slotIds: placeIds('slots') }
  const ack = await emitWithProof('beginCheckout', { showtimeId, ...places })
  updateHolds(client, showtimeId, { ack })
  if (!ack.ok) void refetchPlaces(client, showtimeId)
  return ack
}

/** Stores the result of a request. Also if the map is being fetched, the result stays. */
function updateHolds(
  client: QueryClient,
  showtimeId: string,
  { ack, newKeys }: { ack: Ack; newKeys?: readonly string[] },
) {
  if (!ack.ok) return
  const { holdUntil } = ack
  if (holdUntil) updateAllPlaces(client, showtimeId, (map) => applyHold(map, holdUntil, newKeys))
  repeatRunningFetches(client, showtimeId)
}

/** Leaves the room. Releases all holds, including those of pending requests, unless the next page is payment. */
export async function leaveShowtime(
  client: QueryClient,
  showtimeId: string,
  { keepHolds }: { keepHolds: boolean },
) {
  if (!keepHolds) {
    await waitForPendingRequests(client, showtimeId)
    for (const request of releaseRequests(client, showtimeId)) {
      void sendPlaceRequest(client, showtimeId, request)
    }
  }
  await emitWithAck('leaveShowtime', showtimeId)
}

/** The requests that release everything held of these kinds. */
export const releaseRequests = (
  client: QueryClient,
  showtimeId: string,
  kinds: readonly PlaceKind[] = PLACE_KINDS,
): PlaceRequest[] =>
  kinds.flatMap((kind) =>
    heldPlaces(client, showtimeId, kind).map(({ _id: placeId, type }) => ({
      kind,
      placeId,
      type,
      action: 'release',
    })),
  )

const heldPlaces = (client: QueryClient, showtimeId: string, kind: PlaceKind) =>
  cachedPlaces(client, showtimeId, kind).filter(({ heldByMe }) => heldByMe)

const heldPlaceIds = (client: QueryClient, showtimeId: string, kind: PlaceKind) =>
  heldPlaces(client, showtimeId, kind).map(({ _id }) => _id)

const releasablePlaceIds = (client: QueryClient, showtimeId: string, kind: PlaceKind) =>
  cachedPlaces(client, showtimeId, kind).flatMap(({ _id, releasable }) => (releasable ? [_id] : []))

export const placeRequestKey = (showtimeId: string) => ['place-request', showtimeId] as const

export const pendingFilter = (showtimeId: string) => ({
  mutationKey: placeRequestKey(showtimeId),
  status: 'pending' as const,
})

export type PendingRequest = PlaceRequest | SeatsRequest

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
