import type { SlotType } from '@marquee/contract/parking'
import type { AccessType, PlaceStatus } from '@marquee/contract/seats/seats'

/** The part of a seat or a parking slot that holds and sales change. */
export interface MapPlace {
  _id: string
  /** Of a parking slot. */
  type?: SlotType | undefined
  status: PlaceStatus
  heldByMe?: true | undefined
  /** The name of the friend who has chosen the place in a shared selection. */
  friend?: string | undefined
  /** A friend's place in the selection that this visitor has started. */
  releasable?: true | undefined
  /** The visitor who has started the shared selection pays for this place of a friend. */
  friendPays?: true | undefined
  holdUntil?: string | undefined
  accessible?: AccessType | undefined
  /** Free, for requests that ask for an accessible place. */
  protected?: true | undefined
}

/** Slots of the two types can have the same id (specification §7). A seat has no type. */
export type PlaceIdentity = Pick<MapPlace, '_id' | 'type'>

export const placeKey = ({ _id, type }: PlaceIdentity) => `${type ?? 'seat'} ${_id}`
export const isSeatKey = (key: string) => key.startsWith('seat ')

/** All places of one kind at one showtime, as this browser knows them. */
export interface PlaceMap<P extends MapPlace = MapPlace> {
  /** The map contains every change up to this revision. */
  rev: number
  /**
   * Set while the map is stale, for example after a missed push. The next fetched map replaces it, even if that has a lower revision than
   * this map. A fetched map below `neededRev` stays stale: it comes from a node that has not seen the change yet.
   */
  neededRev?: number | undefined
  places: P[]
}

/** A server that sends only the fields of the specification sends no revisions. */
export interface PlacePush<P extends MapPlace = MapPlace> {
  places: P[]
  /** The revision after the push. */
  rev?: number
  /** The revision of the previous push. The push applies to a map of this revision or of `sinceRev`. */
  previousPushRev?: number
  /** The push contains all changes after this revision. */
  sinceRev?: number
}

/**
 * Applies a push. Ignores a push that is not newer than the map, and applies one without a revision. After missed pushes, the places of the push are
 * still applied, but the map keeps its revision and becomes stale. A map fetched between `previousPushRev` and `sinceRev` is also stale: it may contain a
 * change that was undone before the push, and undone changes are not broadcast.
 */
export function applyPush<P extends MapPlace>(map: PlaceMap<P>, push: PlacePush<P>): PlaceMap<P> {
  const { rev, previousPushRev, sinceRev } = push
  if (rev !== undefined && rev <= map.rev) return map
  const places = replacePlaces(map.places, push.places)
  if (rev === undefined) return { ...map, places }
  const isNext = map.rev === previousPushRev || map.rev === sinceRev
  return {
    places,
    rev: isNext ? rev : map.rev,
    neededRev: isNext ? map.neededRev : rev,
  }
}

/**
 * Marks the map stale unless its revision is one of a `mapRevision` push: that of the last push of places, or the current one. No place has
 * changed between these two. A higher revision is stale too: a restored database may have lost changes.
 */
export const checkRevision = <M extends PlaceMap>(map: M, lastPush: number, current: number): M =>
  !isStale(map) && (map.rev === lastPush || map.rev === current)
    ? map
    : { ...map, neededRev: lastPush }

/** Used after a reconnect, and when the visitor asks for a refresh. */
export const markStale = <M extends PlaceMap>(map: M): M => ({
  ...map,
  neededRev: map.neededRev ?? 0,
})

export const isStale = (map: PlaceMap) => map.neededRev !== undefined

/** Keeps the cached map only if it is newer than the fetched one and not stale. */
export function newerMap<M extends PlaceMap>(cached: M | undefined, fetched: M): M {
  if (cached?.neededRev === undefined) return cached && cached.rev > fetched.rev ? cached : fetched
  return fetched.rev < cached.neededRev ? { ...fetched, neededRev: cached.neededRev } : fetched
}

/** Sets the deadline of the selection, with new holds of the places with these keys. */
export const applyHold = <M extends PlaceMap>(
  map: M,
  holdUntil: string,
  newKeys: readonly string[] = [],
): M =>
  mapPlaces(map, (place) => {
    if (place.friend) return { ...place, holdUntil }
    return place.heldByMe || newKeys.includes(placeKey(place))
      ? { ...place, status: 'HELD', heldByMe: true, holdUntil, protected: undefined }
      : place
  })

/** Sets whether the visitor who has started the selection pays for the places of friends. */
export const applyPayer = <M extends PlaceMap>(map: M, paysForAll: boolean): M =>
  mapPlaces(map, (place) =>
    place.releasable ? { ...place, friendPays: paysForAll || undefined } : place,
  )

/** Frees the place if it still belongs to the selection. A push may already have given it to another visitor. */
export const applyRelease = <M extends PlaceMap>(map: M, key: string): M =>
  mapPlaces(map, (place) => {
    if (placeKey(place) !== key || !(place.heldByMe || place.releasable)) return place
    const { heldByMe, friend, releasable, friendPays, ...free } = place
    const { holdUntil: _holdUntil, ...rest } = free
    return { ...rest, status: 'AVAILABLE' }
  })

const mapPlaces = <M extends PlaceMap>(map: M, change: (place: MapPlace) => MapPlace): M => ({
  ...map,
  places: map.places.map(change),
})

/**
 * Places match by id, and slots by type too (specification §7). Places without a change stay the same objects, so that React does not render
 * them again.
 */
function replacePlaces<P extends MapPlace>(places: P[], changes: P[]) {
  const byKey = new Map(changes.map((place) => [placeKey(place), place]))
  return places.map((place) => byKey.get(placeKey(place)) ?? place)
}

/** What a push consists of besides its list. */
interface PushOrigin extends Omit<PlacePush, 'places'> {
  showtimeId?: string
}
export type ReceivedPush<List> = List & PushOrigin

/** A push without a showtime is for the room that this browser has joined. */
export const isForShowtime = (push: PushOrigin, showtimeId: string) =>
  push.showtimeId === undefined || push.showtimeId === showtimeId
