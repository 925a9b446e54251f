import type { Place } from '../state.ts'
import { isPaidByHolder } from './places.view.ts'
import { type PlaceClaim, type SeatMap, statusOf } from './seat-map.ts'

interface EndedHold {
  chooser: string
  /** The deadline of the selection. Null: the place was taken out of service before it. */
  deadline: number | null
}

export interface PlaceChange {
  place: Place
  /** Whether visitors who do not hold the place see a difference. */
  isPublic: boolean
  /** The holders before and after the change. */
  holders: string[]
  /** The hold of this place that has expired, or whose place was taken out of service. */
  ended: EndedHold | null
}

/** The show is on another screen or at another time. */
export const isMoved = (before: SeatMap, after: SeatMap) =>
  before.screenId !== after.screenId || before.startsAt !== after.startsAt

/** There are other places, or some have other names, categories or kinds: the screen has changed, or a place that is no longer offered was given back. */
export const hasOtherPlaces = ({ places: before }: SeatMap, { places: after }: SeatMap) =>
  before !== after &&
  (before.length !== after.length ||
    before.some((place, index) => !isSamePlace(place, after[index] as Place)))

const isSamePlace = (one: Place, other: Place) =>
  one.id === other.id &&
  one.kind === other.kind &&
  one.label === other.label &&
  one.category === other.category &&
  one.access === other.access

/** The visitors who have chosen the held places of a map. */
export const choosersIn = ({ claims }: SeatMap) =>
  new Set([...claims.values()].flatMap(({ chooser }) => chooser ?? []))

/** The places that two maps of a showtime show differently. Both have the selections as stored. */
export const diffSeatMaps = (before: SeatMap, after: SeatMap): PlaceChange[] =>
  after.places.flatMap((place) => {
    const [old, current] = [before.claims.get(place.id), after.claims.get(place.id)]
    const [oldStatus, status] = [statusOf(before, place), statusOf(after, place)]
    const isSame =
      oldStatus === status &&
      old?.holder === current?.holder &&
      old?.chooser === current?.chooser &&
      old?.deadline === current?.deadline &&
      isFriendsPaid(before, old) === isFriendsPaid(after, current)
    if (isSame) return []
    const hasExpired = old?.deadline != null && old.deadline <= after.now
    const holders = [old?.holder, current?.holder].flatMap((holder) => holder ?? [])
    return {
      place,
      // A visitor who read the map after the expiry saw the place as available, so its status is sent even if it is held again.
      isPublic: oldStatus !== status || old?.holder !== current?.holder || hasExpired,
      holders: [...new Set(holders)],
      ended:
        old?.chooser == null || old.holder === current?.holder
          ? null
          : endOf(old, { place, hasExpired }),
    }
  })

const isFriendsPaid = (map: SeatMap, claim: PlaceClaim | undefined) =>
  claim !== undefined && isPaidByHolder(map, claim)

/** A hold whose deadline has passed, or whose place was taken out of service. */
function endOf(
  { chooser, deadline }: PlaceClaim,
  { place, hasExpired }: { place: Place; hasExpired: boolean },
): EndedHold | null {
  if (chooser === null) return null
  if (hasExpired) return { chooser, deadline }
  return place.out_of_service === 1 ? { chooser, deadline: null } : null
}
