import type { ParkingSlot } from '@marquee/contract/parking'
import { slotPrice } from '@marquee/contract/parking-slots'
import { UNNAMED_FRIEND } from '@marquee/contract/seats/friend-names'
import { seatPrice } from '@marquee/contract/seats/seat-tiers'
import type { PlaceStatus, Seat } from '@marquee/contract/seats/seats'
import { formatInstant } from '@marquee/contract/time'
import type { Context } from '#src/context.ts'
import { openDraft } from '../draft.ts'
import { isSeat } from '../rules/places.ts'
import { isProtecting } from '../rules/times.ts'
import {
  findChooser,
  findJoined,
  type Held,
  type HoldMoment,
  type Place,
  type Selection,
  type ShowtimeState,
} from '../state.ts'

// What visitors see of a state. They see places out of service as sold, and places that are protected from them as held.

/** A state, and when it is shown. */
export interface View extends Pick<HoldMoment, 'now' | 'accessReleaseMs'> {
  state: ShowtimeState
}

/** The view of a state now, without selections whose time is over. */
export const viewOf = (
  state: ShowtimeState,
  { now, accessReleaseMs, holdMaxMs }: Pick<HoldMoment, 'now' | 'accessReleaseMs' | 'holdMaxMs'>,
): View => ({ state: openDraft(state, now, holdMaxMs).state, now, accessReleaseMs })

/** Returns what viewers get of a showtime, whose revision is that of a push. Throws NOT_FOUND. */
export async function viewShowtime(
  { showtimes, config }: Pick<Context, 'showtimes' | 'config'>,
  showtimeId: string,
): Promise<View> {
  const state = await showtimes.view(showtimeId)
  return viewOf(state, { ...config, now: showtimes.now() })
}

/** Leaves out retired places, except those with a claim. */
export const shownPlaces = ({ layout: { places }, claims }: ShowtimeState) =>
  places.every(({ retired }) => retired === 0)
    ? places
    : places.filter(({ id, retired }) => retired === 0 || claims.has(id))

/** The status of a place for visitors who do not ask for an accessible place. */
export function statusOf(
  view: View,
  place: Place,
  claim = view.state.claims.get(place.id),
): PlaceStatus {
  if (claim) return claim.kind === 'sold' ? 'SOLD' : 'HELD'
  if (place.out_of_service === 1) return 'SOLD'
  return place.access !== null && isProtecting(view.state.show, view) ? 'HELD' : 'AVAILABLE'
}

/** Any visitor can hold the place now, also one who does not ask for an accessible place. */
export const isFree = (view: View, place: Place) =>
  place.retired === 0 && statusOf(view, place) === 'AVAILABLE'

/** Seats and slots as a visitor may see them. Only the holds of the visitor's selection are marked. */
export function placeViews(view: View, places: readonly Place[], visitorId?: string) {
  const holder = visitorId === undefined ? undefined : holderFor(view.state, visitorId)
  const viewer = { visitorId, holder }
  return {
    seats: places.filter(isSeat).map((place) => seatView(view, place, viewer)),
    slots: places.filter((place) => !isSeat(place)).map((place) => slotView(view, place, viewer)),
  }
}

/** The holder of the selection in which a visitor chooses places: the visitor, or who shares a selection with them. */
export const holderFor = (state: ShowtimeState, visitorId: string) =>
  findJoined(state, visitorId)?.holder ?? visitorId

/** Undefined for those who hold nothing. */
interface Viewer {
  visitorId: string | undefined
  holder: string | undefined
}

const seatView = (view: View, place: Place, viewer: Viewer): Seat => ({
  _id: place.id,
  seatNumber: place.label,
  category: place.category ?? '',
  ...(place.x !== null && { x: place.x }),
  price: seatPrice(place.category ?? ''),
  ...stateView(view, place, viewer),
  ...(place.access && { accessible: place.access }),
})

const slotView = (view: View, place: Place, viewer: Viewer): ParkingSlot => {
  const type = place.kind === 'fourWheeler' ? 'fourWheeler' : 'twoWheeler'
  return {
    _id: place.id,
    slotNumber: place.label,
    type,
    price: slotPrice(type),
    ...stateView(view, place, viewer),
  }
}

function stateView(view: View, place: Place, { visitorId, holder }: Viewer) {
  const claim = view.state.claims.get(place.id)
  const status = statusOf(view, place, claim)
  if (claim?.kind !== 'held')
    return status === 'HELD' ? { status, protected: true as const } : { status }
  const selection = view.state.selections.get(claim.holder)
  if (claim.holder !== holder || !selection) return { status }
  return {
    status,
    ...(claim.chooserId === visitorId
      ? { heldByMe: true as const }
      : {
          friend: findChooser(selection, claim.chooserId)?.name ?? UNNAMED_FRIEND,
          ...(holder === visitorId && { releasable: true as const }),
        }),
    ...(isPaidByHolder(selection, claim) && { friendPays: true as const }),
    holdUntil: formatInstant(selection.deadline),
  }
}

/** A friend has chosen the place, and the visitor who started the selection pays for all. */
export const isPaidByHolder = (selection: Selection, { chooserId }: Held) =>
  selection.paysForAll && chooserId !== selection.holder
