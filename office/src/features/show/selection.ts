import type { StaffPlace } from '@marquee/contract/office/shows/shows'

/** The ids of the chosen places. They are all available, or all blocked. */
export type ChosenPlaceIds = ReadonlySet<string>

export const EMPTY_SELECTION: ChosenPlaceIds = new Set()

/** Adds or removes a place. A place of the other kind starts a new selection. */
export function togglePlace(
  selection: ChosenPlaceIds,
  place: StaffPlace,
  places: readonly StaffPlace[],
): ChosenPlaceIds {
  if (place.status !== 'AVAILABLE' && place.status !== 'BLOCKED') return selection
  const next = new Set(
    places
      .filter(({ _id, status }) => selection.has(_id) && status === place.status)
      .map(({ _id }) => _id),
  )
  if (!next.delete(place._id)) next.add(place._id)
  return next
}

/** The chosen places that are still available, or still blocked. */
export function chosenPlaces(selection: ChosenPlaceIds, places: readonly StaffPlace[]) {
  const selected = places.filter(
    ({ _id, status }) => selection.has(_id) && (status === 'AVAILABLE' || status === 'BLOCKED'),
  )
  const [first] = selected
  return selected.filter(({ status }) => status === first?.status)
}
