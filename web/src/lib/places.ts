import type { PlaceStatus } from '@marquee/contract/seats'

/** A seat or a parking slot, as far as claims go. */
export interface Place {
  _id: string
  status: PlaceStatus
  heldByMe?: true | undefined
  holdUntil?: string | undefined
}

/** What this browser knows about all places of one kind at one showtime. */
export interface PlaceMap<P extends Place = Place> {
  /** Everything up to this revision is in it. */
  rev: number
  /** Something was missed: the next answer of the server is to be believed whatever its revision. */
  behind: boolean
  places: P[]
}

export interface PlacePush<P extends Place = Place> {
  places: P[]
  rev: number
  since: number
  from: number
}

/**
 * The map after a push: an old one changes nothing, and one that follows a gap still tells what it can. Whoever has fetched
 * the map of a moment between two pushes may have seen what came and went, which no push will take back.
 */
export function afterPush<P extends Place>(map: PlaceMap<P>, push: PlacePush<P>): PlaceMap<P> {
  if (push.rev <= map.rev) return map
  const follows = map.rev === push.since || map.rev === push.from
  return {
    places: replaced(map.places, push.places),
    rev: follows ? push.rev : map.rev,
    behind: map.behind || !follows,
  }
}

/**
 * The map after hearing of the newest push, and of the revision until which nothing has changed since. A revision that went
 * back is one that a database which broke down has lost, with all that came after it.
 */
export const afterRevision = <M extends PlaceMap>(map: M, push: number, rev: number): M =>
  map.rev === push || map.rev === rev ? map : distrusted(map)

/** The map after the connection was gone, or when a visitor doubts it. */
export const distrusted = <M extends PlaceMap>(map: M): M =>
  map.behind ? map : { ...map, behind: true }

/** Of what is known and what has been fetched, that which knows more. */
export const newerOf = <M extends PlaceMap>(known: M | undefined, fetched: M): M =>
  known && !known.behind && known.rev > fetched.rev ? known : fetched

/** The map after the server agreed to a hold; all places of one holder share one clock. */
export const afterHold = <M extends PlaceMap>(
  map: M,
  placeId: string | null,
  holdUntil: string,
): M =>
  changed(map, (place) =>
    place._id === placeId || place.heldByMe
      ? { ...place, status: 'HELD', heldByMe: true, holdUntil }
      : place,
  )

/** The map after a hold of mine has ended. A push may have brought the place's next fate already. */
export const afterRelease = <M extends PlaceMap>(map: M, placeId: string): M =>
  changed(map, (place) => {
    if (place._id !== placeId || !place.heldByMe) return place
    const { heldByMe: _mine, holdUntil: _until, ...rest } = place
    return { ...rest, status: 'AVAILABLE' }
  })

const changed = <M extends PlaceMap>(map: M, change: (place: Place) => Place): M => ({
  ...map,
  places: map.places.map(change),
})

function replaced<P extends Place>(places: P[], changes: P[]) {
  const byId = new Map(changes.map((place) => [place._id, place]))
  return places.map((place) => byId.get(place._id) ?? place)
}
