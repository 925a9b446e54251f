import type { Context } from '#src/context.ts'
import type { HoldState } from '#src/inventory/claim-requests.ts'
import * as cleanup from '#src/inventory/hold-cleanup.service.ts'
import * as holds from '#src/inventory/holds.service.ts'
import { readSeatMap } from '#src/inventory/seat-map.ts'
import type { CreatedShowtime } from './makers.ts'
import type { TestContext } from './test-context.ts'

type PlaceId = string | undefined

/** Calls of the hold service with short arguments. `node` is the context of another node, if there is one. */
export function createHoldCalls(context: () => TestContext, node = () => context().ctx) {
  const requestOf = (holder: string, { showtimeId }: CreatedShowtime, placeIds: PlaceId[]) => ({
    ...{ showtimeId, holder, placeIds: placeIds.filter((id) => id !== undefined) },
  })
  return {
    hold: (holder: string, showtime: CreatedShowtime, ...placeIds: PlaceId[]) =>
      holds.holdPlaces(node(), requestOf(holder, showtime, placeIds)),
    release: (holder: string, showtime: CreatedShowtime, ...placeIds: PlaceId[]) =>
      holds.releasePlaces(node(), requestOf(holder, showtime, placeIds)),
    checkout: (holder: string, showtime: CreatedShowtime, ...placeIds: PlaceId[]) =>
      holds.beginCheckout(node(), requestOf(holder, showtime, placeIds)),
    extend: (holder: string, showtime: CreatedShowtime) =>
      holds.extendHold(node(), requestOf(holder, showtime, [])),
    expire: () => cleanup.expireHolds(node()),
    releaseAbandoned: () => cleanup.releaseAbandonedHolds(node()),
    releaseAll: (holder: string) => cleanup.releaseAllHolds(node(), holder),
    /** The holder of each held place; null for a sold one. */
    holders: async ({ showtimeId }: CreatedShowtime) => {
      const { claims } = await readSeatMap(context().ctx, showtimeId)
      return Object.fromEntries([...claims].map(([id, { holder }]) => [id, holder]))
    },
  }
}

/** The stored claims of a showtime, expired or not. */
export const readClaims = ({ db }: Context, { showtimeId }: Pick<CreatedShowtime, 'showtimeId'>) =>
  db.selectFrom('claims').selectAll().where('showtime_id', '=', showtimeId).execute()

/** The outcome of each call: `ok`, or the code of the refusal. */
export async function codesOf(calls: Promise<unknown>[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(calls)
  return outcomes.map((one) => (one.status === 'fulfilled' ? 'ok' : (one.reason.code ?? 'error')))
}

/** How long a hold lasts. */
export async function secondsLeft(state: Promise<HoldState>) {
  const { holdUntil, now } = await state
  return holdUntil === null ? null : Math.round((holdUntil - now) / 1000)
}
