import type { Context } from '#src/context.ts'
import type { HoldState } from '#src/inventory/commands/hold.ts'
import * as holds from '#src/inventory/holds/holds.service.ts'
import { expireHolds, releaseAbandonedHolds } from '#src/inventory/selections/selections.service.ts'
import { readSeatMap } from '#test/support/read-seat-map.ts'
import type { CreatedShowtime } from './makers.ts'
import type { TestContext } from './test-context.ts'

type PlaceId = string | undefined

/** Calls of the hold service with short arguments. `node` is the context of another node, if there is one. */
export function createHoldCalls(context: () => TestContext, node = () => context().ctx) {
  const requestOf = (holder: string, { showtimeId }: CreatedShowtime, placeIds: PlaceId[]) => ({
    showtimeId,
    holder,
    placeIds: placeIds.filter((id) => id !== undefined),
  })
  return {
    hold: (holder: string, showtime: CreatedShowtime, ...placeIds: PlaceId[]) =>
      holds.holdPlaces(node(), requestOf(holder, showtime, placeIds)),
    release: (holder: string, showtime: CreatedShowtime, ...placeIds: PlaceId[]) =>
      holds.releasePlaces(node(), requestOf(holder, showtime, placeIds)),
    checkout: (holder: string, showtime: CreatedShowtime, ...placeIds: PlaceId[]) =>
      holds.beginCheckout(node(), requestOf(holder, showtime, placeIds)),
    extend: (holder: string, { showtimeId }: CreatedShowtime) =>
      holds.extendHold(node(), { showtimeId, holder }),
    expire: () => expireHolds(node()),
    releaseAbandoned: () => releaseAbandonedHolds(node()),
    releaseAll: (holder: string) => holds.releaseAllHolds(node(), holder),
    /** The holder of each held place; null for a sold one. */
    holders: async ({ showtimeId }: CreatedShowtime) => {
      const { claims } = await readSeatMap(context().ctx, showtimeId)
      return Object.fromEntries([...claims].map(([id, { holder }]) => [id, holder]))
    },
  }
}

/** The stored claims of a showtime, expired or not, each with what its visitor counts under and with its deadline. */
export async function readClaims(
  { db }: Context,
  { showtimeId }: Pick<CreatedShowtime, 'showtimeId'>,
) {
  const [claims, selections, friends] = await Promise.all([
    db.selectFrom('claims').selectAll().where('showtime_id', '=', showtimeId).execute(),
    db.selectFrom('selections').selectAll().where('showtime_id', '=', showtimeId).execute(),
    db.selectFrom('selection_friends').selectAll().where('showtime_id', '=', showtimeId).execute(),
  ])
  return claims.map((claim) => {
    const selection = selections.find(({ holder }) => holder === claim.holder)
    const friend = friends.find((one) => one.friend === claim.chooser)
    const chooser = claim.chooser === claim.holder ? selection : friend
    if (!selection || !chooser)
      return { ...claim, held_since: null, held_until: null, seen_at: null, checkout_at: null }
    const { account, mailbox, address, confirmed_address, checkout_at, seen_at } = chooser
    return {
      ...claim,
      account,
      mailbox,
      address,
      confirmed_address,
      checkout_at,
      seen_at,
      held_since: selection.since,
      held_until: selection.deadline,
    }
  })
}

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
