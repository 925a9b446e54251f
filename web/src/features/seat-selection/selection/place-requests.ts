import type { Ack, RefusalCode } from '@marquee/contract/socket'
import type { QueryClient } from '@tanstack/react-query'
import { applyHold, applyRelease, placeKey } from '#features/seat-selection/places/place-map.ts'
import {
  cachedPlaces,
  PLACE_KINDS,
  type PlaceKind,
  refetchPlaces,
  repeatRunningFetches,
  updateAllPlaces,
  updatePlaces,
} from '#features/seat-selection/places/places.queries.ts'
import { storeQueueRefusal } from '#features/seat-selection/waiting-room/waiting-room.queries.ts'
import { emitWithProof } from '#lib/socket/emit-with-proof.ts'
import { emitWithAck } from '#lib/socket/socket.ts'
import {
  type PlaceRequest,
  requestKey,
  type SeatsRequest,
  waitForPendingRequests,
} from './pending-requests.ts'

type Refusal = Extract<Ack, { ok: false }>

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
    handleRefusal(client, showtimeId, ack)
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

/** Fetches what the refusal shows to be wrong here. */
function handleRefusal(client: QueryClient, showtimeId: string, ack: Refusal) {
  const isQueued = storeQueueRefusal(client, ack)
  if (!isQueued && !REFUSALS_WITHOUT_REFETCH.includes(ack.code))
    void refetchPlaces(client, showtimeId)
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
    handleRefusal(client, showtimeId, ack)
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
  if (!ack.ok) {
    storeQueueRefusal(client, ack)
    void refetchPlaces(client, showtimeId)
  }
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
