import { type ParkingSlot, slotPrice } from '@marquee/contract/parking'
import { type Seat, seatPrice } from '@marquee/contract/seats/seats'
import { UNNAMED_FRIEND } from '@marquee/contract/seats/shared-selections'
import type { Context } from '#src/context.ts'
import { hasEnded } from '../draft.ts'
import { isSeat } from '../rules/places.ts'
import { isProtecting } from '../rules/times.ts'
import type { Place, ShowtimeState } from '../state.ts'

/** The claim of a place, as views need it. */
export interface PlaceClaim {
  /** Null: sold, or out of service. */
  holder: string | null
  /** The visitor who has chosen the held place: the holder, or a friend. */
  chooserId: string | null
  /** The deadline of the selection, epoch milliseconds by the database's clock. */
  deadline: number | null
  /** Null: held, or out of service. */
  bookingId: string | null
}

/** A snapshot of the places of a showtime and their claims, without selections whose time is over. */
export interface SeatMap {
  showtimeId: string
  rev: number
  /** Of the state, random with each change. */
  version: string
  screenId: string
  /** Epoch milliseconds. */
  startsAt: number
  /** The database's clock, epoch milliseconds. */
  now: number
  /** The show still protects its accessible places. */
  isProtecting: boolean
  /** The cinema has cancelled the show. */
  isCancelled: boolean
  places: readonly Place[]
  /** Visitors see places out of service as sold. */
  claims: ReadonlyMap<string, PlaceClaim>
  /** The friends in shared selections, by their visitor ids. */
  friends: ReadonlyMap<string, { holder: string; name: string }>
  /** The holders of shared selections who pay for all. */
  payersForAll: ReadonlySet<string>
}

/** The place is free, and HELD for visitors who do not ask for an accessible place. */
const isProtectedPlace = (
  { isProtecting, claims }: Pick<SeatMap, 'isProtecting' | 'claims'>,
  { id, access }: Place,
) => isProtecting && access !== null && !claims.has(id)

/** The status of a place for visitors who do not ask for an accessible place. */
export function statusOf(map: SeatMap, place: Place) {
  const claim = map.claims.get(place.id)
  if (claim) return claim.holder === null ? 'SOLD' : 'HELD'
  return isProtectedPlace(map, place) ? 'HELD' : 'AVAILABLE'
}

/** Returns the seat map as viewers get it, whose revision is that of a push. Throws NOT_FOUND. */
export async function viewSeatMap(
  { showtimes, config }: Pick<Context, 'showtimes' | 'config'>,
  showtimeId: string,
): Promise<SeatMap> {
  const state = await showtimes.view(showtimeId)
  return seatMapOf(state, { ...config, now: showtimes.now() })
}

interface MapMoment {
  /** The database's clock, epoch milliseconds. */
  now: number
  accessReleaseMs: number
  /** The longest hold. */
  holdMaxMs: number
  /** With expired selections that are not deleted yet, so that two maps of one revision are equal. */
  isAsStored?: boolean
}

/** The seat map of a state. */
export function seatMapOf(
  { id, rev, version, show, layout, selections, claims }: ShowtimeState,
  { isAsStored = false, ...moment }: MapMoment,
): SeatMap {
  const live = [...selections.values()].filter(
    (selection) => isAsStored || !hasEnded(selection, moment),
  )
  const deadlines = new Map(live.map(({ holder, deadline }) => [holder, deadline]))
  const byPlace = new Map<string, PlaceClaim>()
  for (const { id: placeId, retired, out_of_service } of layout.places)
    if (out_of_service === 1 && retired === 0) byPlace.set(placeId, UNAVAILABLE)
  for (const [placeId, claim] of claims) {
    if (claim.kind === 'sold') {
      byPlace.set(placeId, { ...UNAVAILABLE, bookingId: claim.bookingId })
      continue
    }
    const { holder, chooserId } = claim
    const deadline = deadlines.get(holder)
    if (deadline !== undefined)
      byPlace.set(placeId, { holder, chooserId, deadline, bookingId: null })
  }
  const friends = live.flatMap(({ holder, choosers }) =>
    choosers.flatMap(({ id: friend, name }) =>
      friend === holder ? [] : [[friend, { holder, name: name ?? '' }] as const],
    ),
  )
  return {
    showtimeId: id,
    rev,
    version,
    screenId: show.screenId,
    startsAt: show.startsAt,
    now: moment.now,
    isProtecting: isProtecting(show, moment),
    isCancelled: show.isCancelled,
    places: offeredPlaces(layout.places, byPlace),
    claims: byPlace,
    friends: new Map(friends),
    payersForAll: new Set(live.flatMap(({ holder, paysForAll }) => (paysForAll ? holder : []))),
  }
}

/** Of a sold place, and of one out of service without a claim. */
const UNAVAILABLE: PlaceClaim = { holder: null, chooserId: null, deadline: null, bookingId: null }

/** Leaves out retired places, except those with a claim. */
const offeredPlaces = (places: readonly Place[], claims: ReadonlyMap<string, PlaceClaim>) =>
  places.every(({ retired }) => retired === 0)
    ? places
    : places.filter(({ id, retired }) => retired === 0 || claims.has(id))

/** Seats and slots as a visitor may see them. Only the holds of the visitor's selection are marked. */
export const placeViews = (map: SeatMap, places: readonly Place[], viewer?: string) => ({
  seats: places.filter(isSeat).map((place) => seatView(map, place, viewer)),
  slots: places.filter((place) => !isSeat(place)).map((place) => slotView(map, place, viewer)),
})

const seatView = (map: SeatMap, place: Place, viewer?: string): Seat => ({
  _id: place.id,
  seatNumber: place.label,
  category: place.category ?? '',
  ...(place.x !== null && { x: place.x }),
  price: seatPrice(place.category ?? ''),
  ...(isProtectedPlace(map, place) ? PROTECTED : stateView(map, place.id, viewer)),
  ...(place.access && { accessible: place.access }),
})

const PROTECTED = { status: 'HELD', protected: true } as const

const slotView = (map: SeatMap, place: Place, viewer?: string): ParkingSlot => {
  const type = place.kind === 'fourWheeler' ? 'fourWheeler' : 'twoWheeler'
  return {
    _id: place.id,
    slotNumber: place.label,
    type,
    price: slotPrice(type),
    ...stateView(map, place.id, viewer),
  }
}

function stateView(map: SeatMap, placeId: string, viewer?: string) {
  const claim = map.claims.get(placeId)
  if (!claim) return { status: 'AVAILABLE' as const }
  const { holder, chooserId, deadline } = claim
  if (holder === null || deadline === null) return { status: 'SOLD' as const }
  const isOfViewer = viewer !== undefined && holder === selectionHolderOf(map, viewer)
  if (!isOfViewer) return { status: 'HELD' as const }
  return {
    status: 'HELD' as const,
    ...(chooserId === viewer
      ? { heldByMe: true as const }
      : {
          friend: map.friends.get(chooserId ?? '')?.name ?? UNNAMED_FRIEND,
          ...(holder === viewer && { releasable: true as const }),
        }),
    ...(isPaidByHolder(map, claim) && { friendPays: true as const }),
    holdUntil: new Date(deadline).toISOString(),
  }
}

/** The holder of the selection in which a visitor chooses places: their own, or a shared one. */
export const selectionHolderOf = ({ friends }: SeatMap, visitor: string) =>
  friends.get(visitor)?.holder ?? visitor

/** A friend has chosen the place, and the visitor who started the selection pays for all. */
export const isPaidByHolder = (
  { payersForAll }: Pick<SeatMap, 'payersForAll'>,
  { holder, chooserId }: Pick<PlaceClaim, 'holder' | 'chooserId'>,
) => holder !== null && chooserId !== holder && payersForAll.has(holder)
