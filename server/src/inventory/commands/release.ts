import { notOwner } from '#src/errors.ts'
import { isHeldBy, isTakenByOther } from '../rules/places.ts'
import type { Requester } from '../rules/requester.ts'
import { accept, type Decision, type HoldMoment, refuse, type ShowtimeState } from '../state.ts'
import { findEndedRefusal, type HoldState } from './hold.ts'

interface ReleaseCommand {
  requester: Pick<Requester, 'holder' | 'friend'>
  placeIds: readonly string[]
}

type Released = HoldState & {
  /** How many places were held and are free now. */
  released: number
}

/**
 * Releases places, also those that friends have chosen in the selection. Does nothing for a free place. Refuses with NOT_OWNER for a place
 * of another.
 */
export function release(
  state: ShowtimeState,
  { requester, placeIds }: ReleaseCommand,
  { now }: HoldMoment,
): Decision<Released> {
  const ended = findEndedRefusal(state, requester)
  if (ended) return refuse(ended)
  const { holder } = requester
  const places = placeIds.flatMap((id) => state.layout.byId.get(id) ?? [])
  if (places.some((place) => isTakenByOther(state, requester, place)))
    return refuse(notOwner('You can release only your own seats and parking slots.'))
  const released = placeIds.filter((id) => isHeldBy(state, holder, id))
  const held = state.heldPlaces.get(holder) ?? []
  const remains = held.some((id) => !released.includes(id))
  const holdUntil = remains ? (state.selections.get(holder)?.deadline ?? null) : null
  return accept(
    { holdUntil, now, released: released.length },
    { claims: released.map((id) => [id, null]) },
  )
}

/** Releases all that a visitor has chosen, also in the selection of another. Returns the number of places. */
export function releaseAll(
  state: ShowtimeState,
  { visitor }: { visitor: string },
): Decision<number> {
  const released = [...state.claims].flatMap(([id, claim]) =>
    claim.kind === 'held' && claim.chooserId === visitor ? id : [],
  )
  return accept(released.length, { claims: released.map((id) => [id, null]) })
}
