import type { Context } from '#src/context.ts'
import { hasEnded } from '../draft.ts'
import { isProtecting } from '../rules/times.ts'
import type { Place, ShowtimeState } from '../state.ts'
import { selectVersions } from '../store/showtime-store.sql.ts'

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
export const isProtectedPlace = (
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

/** Reads the versions and revisions of showtimes. States in memory that are outdated are read again when they are needed. */
export async function compareVersions(
  { reader, showtimes }: Context,
  showtimeIds: readonly string[],
) {
  const before = showtimes.versions()
  const { rows } = await selectVersions(reader, showtimeIds)
  showtimes.invalidateChanged(before, new Map(rows.map(({ id, version }) => [id, version])))
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}
