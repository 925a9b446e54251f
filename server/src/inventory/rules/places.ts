import { slotPrice } from '@marquee/contract/parking-slots'
import { PROTECTED_TEXTS } from '@marquee/contract/seats/access-texts'
import { seatPrice } from '@marquee/contract/seats/seat-tiers'
import { AppError, placeNotFound, taken } from '#src/errors.ts'
import type { HoldMoment, Place, ShowtimeState } from '../state.ts'
import type { PlacesCommand, Requester } from './requester.ts'
import { isProtecting } from './times.ts'

export const isSeat = ({ kind }: Pick<Place, 'kind'>) => kind === 'seat'

/** A seat that the screen has today, in service or not. */
export const isCurrentSeat = ({ kind, retired }: Pick<Place, 'kind' | 'retired'>) =>
  kind === 'seat' && retired === 0

/** The screen has the place today, in service. */
export const isForSale = ({ retired, out_of_service }: Pick<Place, 'retired' | 'out_of_service'>) =>
  retired === 0 && out_of_service === 0

/** The price of a place in rupees. */
export const priceOf = ({ kind, category }: Pick<Place, 'kind' | 'category'>) =>
  kind === 'seat' ? seatPrice(category ?? '') : slotPrice(kind)

/** Compares places for the order of the seat map. */
export const inMapOrder = (one: Place, other: Place) =>
  one.kind === other.kind ? one.position - other.position : one.kind < other.kind ? -1 : 1

/**
 * Returns the places of a screen with these ids, or the error NOT_FOUND unless it has all of them and each is of the kind that was asked for.
 * `seatIds`: the ids that were asked for as seats; undefined if the kinds are not known.
 */
export function findPlacesOfScreen(
  { layout }: Pick<ShowtimeState, 'layout'>,
  placeIds: readonly string[],
  seatIds?: readonly string[],
): Place[] | AppError {
  const places: Place[] = []
  for (const id of placeIds) {
    const place = layout.byId.get(id)
    const hasKind = seatIds === undefined || seatIds.includes(id) === (place?.kind === 'seat')
    if (!place || !hasKind) return placeNotFound()
    places.push(place)
  }
  return places
}

/** As `findPlacesOfScreen`, for a command. A retired place belongs to the show for its holder only. */
export function findPlaces(
  state: ShowtimeState,
  { placeIds, seatIds, requester }: Pick<PlacesCommand, 'placeIds' | 'seatIds' | 'requester'>,
): Place[] | AppError {
  const places = findPlacesOfScreen(state, placeIds, seatIds)
  if (!Array.isArray(places)) return places
  const isKnown = ({ id, retired }: Place) => retired === 0 || isHeldBy(state, requester.holder, id)
  return places.every(isKnown) ? places : placeNotFound()
}

export const isHeldBy = ({ claims }: ShowtimeState, holder: string, placeId: string) => {
  const claim = claims.get(placeId)
  return claim?.kind === 'held' && claim.holder === holder
}

/** The places that a visitor has chosen in the selection of a holder. */
export function placesChosenBy(
  { heldPlaces, claims, layout }: ShowtimeState,
  { holder, visitor }: { holder: string; visitor: string },
): Place[] {
  return (heldPlaces.get(holder) ?? []).flatMap((id) => {
    const claim = claims.get(id)
    const place = layout.byId.get(id)
    return place && claim?.kind === 'held' && claim.chooserId === visitor ? place : []
  })
}

/** The place is sold, out of service, held by another holder, or for a friend: chosen by another chooser. */
export function isTakenByOther(
  { claims }: ShowtimeState,
  { holder, friend }: Pick<Requester, 'holder' | 'friend'>,
  { id, out_of_service }: Place,
) {
  if (out_of_service === 1) return true
  const claim = claims.get(id)
  if (!claim) return false
  if (claim.kind === 'sold' || claim.holder !== holder) return true
  return friend !== undefined && claim.chooserId !== friend.id
}

/** A hold of the requester or of the same address has ended while another visitor asked for the place. */
const isCoolingDown = (
  { coolDowns }: ShowtimeState,
  { holder, address }: Pick<Requester, 'holder' | 'address'>,
  { id }: Place,
) => {
  const coolDown = coolDowns.get(id)
  if (!coolDown) return false
  return coolDown.holder === holder || (address !== null && coolDown.address === address)
}

/** An accessible place is protected from visitors who do not ask for one, unless they hold it. */
const isProtectedFrom = (
  state: ShowtimeState,
  {
    requester,
    isAccessible,
    isByStaff,
  }: Pick<PlacesCommand, 'requester' | 'isAccessible' | 'isByStaff'>,
  { place, moment }: { place: Place; moment: Pick<HoldMoment, 'now' | 'accessReleaseMs'> },
) =>
  place.access !== null &&
  !isAccessible &&
  !isByStaff &&
  isProtecting(state.show, moment) &&
  !isHeldBy(state, requester.holder, place.id)

/** The requester may hold or buy the place. */
export const isFreeFor = (
  state: ShowtimeState,
  command: Pick<PlacesCommand, 'requester' | 'isAccessible' | 'isByStaff'>,
  { place, moment }: { place: Place; moment: Pick<HoldMoment, 'now' | 'accessReleaseMs'> },
) =>
  !isTakenByOther(state, command.requester, place) &&
  !isCoolingDown(state, command.requester, place) &&
  !isProtectedFrom(state, command, { place, moment })

/** Returns TAKEN with the places that the requester cannot have, if there are any. */
export function findTakenRefusal(
  state: ShowtimeState,
  command: PlacesCommand,
  { places, moment }: { places: readonly Place[]; moment: HoldMoment },
) {
  const lost = places.filter((place) => !isFreeFor(state, command, { place, moment }))
  if (lost.length === 0) return undefined
  const { requester } = command
  const free = lost.filter(
    (place) => !isTakenByOther(state, requester, place) && !isCoolingDown(state, requester, place),
  )
  return free.length === 0 ? taken(namesOf(lost)) : protectedPlaces(lost, free)
}

/** Free places that are protected from the requester are not called taken. */
function protectedPlaces(lost: readonly Place[], free: readonly Place[]) {
  const gone = lost.filter((place) => !free.includes(place))
  const sentences = free.map(
    ({ label, access }) => `${label} is a ${PROTECTED_TEXTS[access ?? 'wheelchair']}.`,
  )
  if (gone.length > 0) sentences.unshift(taken(namesOf(gone)).message)
  return new AppError(409, 'TAKEN', sentences.join(' '), { places: namesOf(lost) })
}

const namesOf = (places: readonly Place[]) => places.map(({ id, label }) => ({ _id: id, label }))
