import { endHolds } from '../draft.ts'
import {
  accept,
  type Chooser,
  type Decision,
  type HoldMoment,
  type ShowtimeState,
} from '../state.ts'

/** Ends the selections whose time is over. `openDraft` has done it before, as for every command. */
export const expire = (): Decision<null> => accept(null)

/** A visitor, and when the row that the job has read says that they were last seen. */
export interface AbsentVisitor {
  id: string
  seenAt: number
}

/**
 * Visitors have been gone for longer than their grace period. Ends what each has chosen, unless the visitor has acted since, or is signed
 * in and at the checkout. Returns the number of places.
 */
export function abandon(
  state: ShowtimeState,
  { visitors }: { visitors: readonly AbsentVisitor[] },
  { now }: Pick<HoldMoment, 'now'>,
): Decision<number> {
  const lastSeen = new Map(visitors.map(({ id, seenAt }) => [id, seenAt]))
  const isGone = ({ id, checkoutAt, account, seenAt }: Chooser) =>
    (seenAt ?? Number.POSITIVE_INFINITY) <= (lastSeen.get(id) ?? Number.NEGATIVE_INFINITY) &&
    (checkoutAt === null || account === null)
  const gone = new Set(
    [...state.selections.values()].flatMap(({ choosers }) =>
      choosers.filter(isGone).map(({ id }) => id),
    ),
  )
  const ended = [...state.claims].flatMap(([id, claim]) =>
    claim.kind === 'held' && gone.has(claim.chooserId) ? id : [],
  )
  return accept(ended.length, endHolds(state, ended, now))
}

/** Ends all selections: the show is cancelled or moves. Returns the number of places. */
export function endAllSelections(state: ShowtimeState): Decision<number> {
  const places = [...state.heldPlaces.values()].flat()
  return accept(places.length, { claims: places.map((id) => [id, null]) })
}
