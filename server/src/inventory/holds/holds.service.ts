import type { Context } from '#src/context.ts'
import { checkOut, extend } from '../commands/extend.ts'
import { findEndedRefusal, type HoldState, hold, holdStateOf } from '../commands/hold.ts'
import { holdBest } from '../commands/hold-best.ts'
import { release, releaseAll } from '../commands/release.ts'
import { hasLiveSelection } from '../draft.ts'
import {
  type HolderAtShowtime,
  type PlacesRequest,
  type RequestOrigin,
  recordReleased,
  withRequester,
} from '../requests/requests.ts'
import type { BestSeats } from '../rules/choice.ts'
import type { PlacesCommand, Requester } from '../rules/requester.ts'
import { listShowtimesOfVisitors } from '../selections/selections.service.ts'
import { holdCommand, type ShowtimeCommand, submitCommand } from '../showtimes.ts'
import { assertNoGap } from './gap-check.ts'

const holdKind = holdCommand(hold)
const holdBestKind = holdCommand(holdBest)
const checkOutKind = holdCommand(checkOut)
const extendKind = holdCommand(extend)
const releaseKind = holdCommand(release)
const releaseAllKind = holdCommand(releaseAll)

const commandOf = (requester: Requester, request: PlacesRequest): PlacesCommand => ({
  requester,
  placeIds: [...new Set(request.placeIds)],
  seatIds: request.seatIds,
  isAccessible: request.isAccessible,
})

/**
 * Holds all of the places for one holder, or none of them. The first hold at a showtime starts the deadline that all share.
 * Throws TAKEN with the lost places, LIMIT, CHALLENGE, CLOSED, NOT_FOUND.
 */
export const holdPlaces = (ctx: Context, request: PlacesRequest) =>
  submitPlaces(ctx, holdKind, request)

/**
 * Starts the checkout of a holder. Holds what is not held yet, all or none, and leaves at least the checkout time,
 * once. After the cutoff only held places are accepted, and their deadline does not change. Throws as `holdPlaces` does, and GAP.
 */
export async function beginCheckout(ctx: Context, request: PlacesRequest) {
  await assertNoGap(ctx, request)
  return submitPlaces(ctx, checkOutKind, request)
}

const submitPlaces = (
  ctx: Context,
  kind: ShowtimeCommand<PlacesCommand, HoldState>,
  request: PlacesRequest,
) =>
  withRequester(ctx, request, {
    places: request.placeIds.length,
    run: (requester) => submitCommand(ctx, kind, request.showtimeId, commandOf(requester, request)),
  })

type HoldBestRequest = Omit<PlacesRequest, 'placeIds'> &
  BestSeats & {
    /** Releases the holder's other seats at the showtime, in the same transaction. */
    isReplacing?: boolean | undefined
  }

/**
 * Holds the best free seats for a party. They are chosen in the transaction that holds them, so that they are free.
 * Throws TAKEN if there are none, LIMIT, CHALLENGE, CLOSED, NOT_FOUND.
 */
export const holdBestSeats = (ctx: Context, request: HoldBestRequest) => {
  const { size, category, categories, isTogether, isReplacing = false, ...visitor } = request
  return withRequester(ctx, visitor, {
    places: size,
    run: (requester) =>
      submitCommand(ctx, holdBestKind, request.showtimeId, {
        ...commandOf(requester, { ...visitor, placeIds: [] }),
        best: { size, category, categories, isTogether },
        isReplacing,
      }),
  })
}

/** Holds seats in place of all others of the holder, or leaves these unchanged. Throws as `holdPlaces` does. */
export const holdInstead = (ctx: Context, request: PlacesRequest) =>
  withRequester(ctx, request, {
    places: request.placeIds.length,
    run: (requester) =>
      submitCommand(ctx, holdBestKind, request.showtimeId, {
        ...commandOf(requester, request),
        isReplacing: true,
      }),
  })

/** Restarts the hold time, up to the longest hold. Throws NOT_OWNER, CLOSED, NOT_FOUND. */
export const extendHold = (
  ctx: Context,
  request: HolderAtShowtime & RequestOrigin & Pick<PlacesRequest, 'friend'>,
) =>
  withRequester(ctx, request, {
    places: 0,
    run: (requester) => submitCommand(ctx, extendKind, request.showtimeId, { requester }),
  })

/** Releases places. Does nothing for a place that is not held. Throws NOT_OWNER for a place of another holder, NOT_FOUND. */
export async function releasePlaces(
  ctx: Context,
  request: HolderAtShowtime & RequestOrigin & Pick<PlacesRequest, 'friend' | 'placeIds'>,
): Promise<HoldState> {
  const { showtimeId, holder, friend, placeIds } = request
  const { released, ...state } = await submitCommand(ctx, releaseKind, showtimeId, {
    requester: { holder, friend },
    placeIds: [...new Set(placeIds)],
  })
  recordReleased(ctx, request, released)
  return state
}

/** Releases all that a visitor has chosen, at all showtimes. Returns the number of places. */
export async function releaseAllHolds(ctx: Context, visitor: string) {
  const [showtimeIds = []] = await listShowtimesOfVisitors(ctx.reader, [visitor])
  const counts = await Promise.all(
    [...showtimeIds].map((showtimeId) =>
      submitCommand(ctx, releaseAllKind, showtimeId, { visitor }),
    ),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Until when a holder holds places at a showtime. Null for a friend whose shared selection has ended. Throws NOT_FOUND. */
export async function readHoldState(
  { showtimes, config: { holdMaxMs } }: Context,
  { showtimeId, holder, friend }: HolderAtShowtime & Pick<PlacesRequest, 'friend'>,
): Promise<HoldState> {
  const state = await showtimes.read(showtimeId)
  const now = showtimes.now()
  const isOver =
    !hasLiveSelection(state, holder, { now, holdMaxMs }) ||
    findEndedRefusal(state, { holder, friend })
  return isOver ? { holdUntil: null, now } : holdStateOf(state, holder, now)
}
