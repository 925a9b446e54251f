import { AppError } from '#src/errors.ts'
import { type BestSeats, chooseSeats } from '../rules/choice.ts'
import { findSizeRefusal } from '../rules/limits.ts'
import { placesChosenBy } from '../rules/places.ts'
import { type PlacesCommand, visitorOf } from '../rules/requester.ts'
import { accept, type Decision, type HoldMoment, refuse, type ShowtimeState } from '../state.ts'
import { findClosedRefusal, findEndedRefusal, grant, type HoldState } from './hold.ts'

export interface HoldBestCommand extends PlacesCommand {
  /** Undefined: the seats are `placeIds`. */
  best?: BestSeats
  /** Releases the other seats of the visitor. */
  isReplacing: boolean
}

type HeldChoice = HoldState & { seatIds: readonly string[] }

/**
 * Holds the best free seats for a party, or seats in place of the visitor's others. Refuses with TAKEN if there are none, and as `hold`
 * does; then nothing changes.
 */
export function holdBest(
  state: ShowtimeState,
  command: HoldBestCommand,
  moment: HoldMoment,
): Decision<HeldChoice> {
  const { requester, best, isReplacing } = command
  const refusal =
    findEndedRefusal(state, requester) ??
    findClosedRefusal(state, moment, { mayBeLate: false }) ??
    (best && !isReplacing ? findSizeRefusalWith(state, requester.holder, best.size) : undefined)
  if (refusal) return refuse(refusal)
  const placeIds = best ? chooseSeats(state, { ...command, best }, moment) : command.placeIds
  if (!placeIds) return refuse(noSeatsLeft(best as BestSeats))
  const leavingIds = isReplacing ? otherSeatsOf(state, { ...command, placeIds }) : []
  const granted = grant(state, { ...command, placeIds, leavingIds }, moment)
  if ('refusal' in granted) return refuse(granted.refusal, granted.changes)
  const { selection, changes } = granted
  return accept({ holdUntil: selection.deadline, now: moment.now, seatIds: placeIds }, changes)
}

/** The refusal of so many more seats, before they are searched for: there may be none. */
function findSizeRefusalWith(state: ShowtimeState, holder: string, size: number) {
  const held = (state.heldPlaces.get(holder) ?? []).flatMap((id) => state.layout.byId.get(id) ?? [])
  return findSizeRefusal([
    ...held,
    ...Array.from({ length: size }, () => ({ kind: 'seat' as const })),
  ])
}

/** A friend in a shared selection replaces only what the friend has chosen, and its holder what no friend has. */
const otherSeatsOf = (state: ShowtimeState, { requester, placeIds }: PlacesCommand) =>
  placesChosenBy(state, { holder: requester.holder, visitor: visitorOf(requester) }).flatMap(
    ({ id, kind }) => (kind === 'seat' && !placeIds.includes(id) ? id : []),
  )

const noSeatsLeft = ({ size, isTogether }: BestSeats) =>
  new AppError(
    409,
    'TAKEN',
    size === 1
      ? 'No such seat is free any more. Please choose on the map.'
      : `There are no ${size} such seats free${isTogether ? ' side by side' : ''} any more. Please choose on the map.`,
  )
