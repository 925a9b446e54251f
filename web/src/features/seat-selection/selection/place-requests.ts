import type { Proof } from '@marquee/contract/proof-of-work'
import type { Ack, RefusalCode } from '@marquee/contract/socket'
import type { QueryClient } from '@tanstack/react-query'
import { applyHold, applyRelease } from '#features/seat-selection/places/place-map.ts'
import {
  cachedPlaces,
  PLACE_KINDS,
  type PlaceKind,
  refetchPlaces,
  updateAllPlaces,
  updatePlaces,
} from '#features/seat-selection/places/places.queries.ts'
import { emitWithAck } from '#lib/socket.ts'
import { withProof } from '#lib/with-proof.ts'
import type { PendingActions, PlaceAction } from './selection.ts'

export interface PlaceRequest {
  kind: PlaceKind
  placeId: string
  action: PlaceAction
}

/** After these refusals the cached places are still correct. */
const REFUSALS_WITHOUT_REFETCH: RefusalCode[] = ['LIMIT', 'CLOSED', 'RATE', 'CHALLENGE']

/** Sends a hold or a release, and updates the cached places with the result. */
export async function sendPlaceRequest(
  client: QueryClient,
  showtimeId: string,
  request: PlaceRequest,
): Promise<Ack> {
  const { kind, placeId, action } = request
  const ack = await withProof((proof) => emitPlaceRequest(showtimeId, request, proof), challengeOf)
  if (!ack.ok) {
    if (!REFUSALS_WITHOUT_REFETCH.includes(ack.code)) void refetchPlaces(client, showtimeId)
    return ack
  }
  if (action === 'release') removeHold(client, showtimeId, { kind, placeId })
  else updateHolds(client, showtimeId, { ack, placeId })
  return ack
}

const challengeOf = (ack: Ack) => (ack.ok ? undefined : ack.challenge)

function emitPlaceRequest(
  showtimeId: string,
  { kind, placeId, action }: PlaceRequest,
  proof?: Proof,
) {
  if (kind === 'seats') {
    const event = action === 'hold' ? 'holdSeat' : 'releaseSeat'
    return emitWithAck(event, { showtimeId, seatId: placeId, ...(proof && { proof }) })
  }
  const event = action === 'hold' ? 'holdParkingSlot' : 'releaseParkingSlot'
  return emitWithAck(event, { showtimeId, slotId: placeId, ...(proof && { proof }) })
}

/** Removes a hold of this visitor from the cached places. */
export function removeHold(
  client: QueryClient,
  showtimeId: string,
  { kind, placeId }: Omit<PlaceRequest, 'action'>,
) {
  updatePlaces(client, [showtimeId, kind], (map) => applyRelease(map, placeId))
}

/** Asks the server to extend the deadline of everything held. */
export async function extendHold(client: QueryClient, showtimeId: string) {
  const ack = await emitWithAck('extendHold', { showtimeId })
  updateHolds(client, showtimeId, { ack })
  return ack
}

/** Starts the checkout of everything held, after every pending request is acknowledged. */
export async function beginCheckout(client: QueryClient, showtimeId: string) {
  await waitForPendingRequests(client, showtimeId)
  const places = {
    seatIds: heldPlaceIds(client, showtimeId, 'seats'),
    slotIds: heldPlaceIds(client, showtimeId, 'slots'),
  }
  const ack = await withProof(
    (proof) => emitWithAck('beginCheckout', { showtimeId, ...places, ...(proof && { proof }) }),
    challengeOf,
  )
  updateHolds(client, showtimeId, { ack })
  if (!ack.ok) void refetchPlaces(client, showtimeId)
  return ack
}

function updateHolds(
  client: QueryClient,
  showtimeId: string,
  { ack, placeId }: { ack: Ack; placeId?: string },
) {
  const holdUntil = ack.ok ? ack.holdUntil : null
  if (holdUntil) updateAllPlaces(client, showtimeId, (map) => applyHold(map, holdUntil, placeId))
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
    heldPlaceIds(client, showtimeId, kind).map((placeId) => ({ kind, placeId, action: 'release' })),
  )

const heldPlaceIds = (client: QueryClient, showtimeId: string, kind: PlaceKind) =>
  cachedPlaces(client, showtimeId, kind).flatMap(({ _id, heldByMe }) => (heldByMe ? [_id] : []))

export const placeRequestKey = (showtimeId: string) => ['place-request', showtimeId] as const

export const pendingFilter = (showtimeId: string) => ({
  mutationKey: placeRequestKey(showtimeId),
  status: 'pending' as const,
})

export const toPendingActions = (requests: readonly PlaceRequest[]): PendingActions =>
  new Map(requests.map(({ placeId, action }) => [placeId, action]))

/** The pending requests at this moment. A component uses `useMutationState` with the same filter instead. */
export const pendingRequests = (client: QueryClient, showtimeId: string): PendingActions =>
  toPendingActions(
    client
      .getMutationCache()
      .findAll(pendingFilter(showtimeId))
      .map(({ state }) => state.variables as PlaceRequest),
  )

/** Resolves when no hold or release of the showtime is pending. */
export function waitForPendingRequests(client: QueryClient, showtimeId: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const check = () => {
    if (pendingRequests(client, showtimeId).size === 0) resolve()
  }
  const unsubscribe = client.getMutationCache().subscribe(check)
  check()
  return promise.finally(unsubscribe)
}
