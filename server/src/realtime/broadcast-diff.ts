import { isSeat } from '../inventory/rules/places.ts'
import type { Place } from '../inventory/state.ts'
import {
  isPaidByHolder,
  type PlaceClaim,
  placeViews,
  type SeatMap,
  selectionHolderOf,
  statusOf,
} from '../inventory/views/seat-map.ts'
import { type Io, roomOf, visitorRoomOf, visitorShowtimeRoomOf } from './rooms.ts'

/** What the room of a showtime was sent last. */
export interface RoomState {
  /** As it was sent. Undefined until it has been read for the first time. */
  map: SeatMap | undefined
  /** The revisions of the last pushes to the whole room. */
  pushed: { seats: number; slots: number }
}

/**
 * Sends a room what has changed since its last map: public changes to the whole room, private changes to their holders, and
 * `holdExpired` to the visitors concerned. Clients fetch the map again when the show was moved or the places are others. Returns whether there was a public change.
 */
export function broadcastDiff(io: Io, room: RoomState, map: SeatMap) {
  const before = room.map
  room.map = map
  if (!before) {
    room.pushed = { seats: map.rev, slots: map.rev }
    return false
  }
  if (map.isCancelled && !before.isCancelled) sendCancellation(io, map.showtimeId, before)
  if (isMoved(before, map)) {
    sendMove(io, before, map)
    room.pushed = { seats: map.rev, slots: map.rev }
    return true
  }
  const changes = diffSeatMaps(before, map)
  if (hasOtherPlaces(before, map)) {
    sendRevision(io, map)
    sendExpiredHolds(io, map.showtimeId, changes)
    room.pushed = { seats: map.rev, slots: map.rev }
    return true
  }
  const publicPlaces = placesOf(changes.filter(({ isPublic }) => isPublic))
  const context = { map, sinceRev: before.rev, previousPushRevs: room.pushed }
  const viewerRooms = localViewerRooms(io, map, changes)

  const others = io.to(roomOf(map.showtimeId)).except([...viewerRooms.values()])
  sendPlaces(others, context, publicPlaces)
  for (const [viewer, viewerRoom] of viewerRooms) {
    const holder = selectionHolderOf(map, viewer)
    const visible = changes.filter((change) => change.isPublic || change.holders.includes(holder))
    sendPlaces(io.to(viewerRoom), { ...context, viewer }, placesOf(visible))
  }
  sendExpiredHolds(io, map.showtimeId, changes)
  room.pushed = {
    seats: publicPlaces.some(isSeat) ? map.rev : room.pushed.seats,
    slots: publicPlaces.every(isSeat) ? room.pushed.slots : map.rev,
  }
  return publicPlaces.length > 0
}

function sendCancellation(io: Io, showtimeId: string, before: SeatMap) {
  io.to(roomsOf(showtimeId, before)).emit('showCancelled', { showtimeId })
}

/** To everyone who watches the showtime or has chosen places there: all holds have ended, and every client fetches the map again. */
function sendMove(io: Io, before: SeatMap, map: SeatMap) {
  io.to(roomsOf(map.showtimeId, before)).emit('showMoved', { showtimeId: map.showtimeId })
  sendRevision(io, map)
}

/** Every client that watches the showtime fetches the map again. */
const sendRevision = (io: Io, { showtimeId, rev }: SeatMap) =>
  io.to(roomOf(showtimeId)).emit('mapRevision', { showtimeId, seats: rev, slots: rev, rev })

/** The rooms of those who watch the showtime or have chosen places there. */
const roomsOf = (showtimeId: string, before: SeatMap) => [
  roomOf(showtimeId),
  ...[...chooserIdsIn(before)].map(visitorRoomOf),
]

const placesOf = (changes: PlaceChange[]) => changes.map(({ place }) => place)

/** The rooms of those holders of changed places, and of their friends, who watch the showtime on this node, by visitor. */
function localViewerRooms(io: Io, map: SeatMap, changes: PlaceChange[]) {
  const holders = new Set(changes.flatMap((change) => change.holders))
  const viewers = [...holders].flatMap((holder) => membersOf(map, holder))
  const ownRooms = viewers.map(
    (viewer) => [viewer, visitorShowtimeRoomOf(map.showtimeId, viewer)] as const,
  )
  return new Map(ownRooms.filter(([, ownRoom]) => io.sockets.adapter.rooms.has(ownRoom)))
}

/** A holder and the friends in the holder's selection. */
const membersOf = ({ friends }: SeatMap, holder: string) => [
  holder,
  ...[...friends].flatMap(([friend, selection]) => (selection.holder === holder ? friend : [])),
]

interface PushContext {
  map: SeatMap
  /** The revision of the snapshot before. */
  sinceRev: number
  previousPushRevs: RoomState['pushed']
  /** The visitor who receives the push; their own holds are marked. */
  viewer?: string
}

function sendPlaces(
  to: ReturnType<Io['to']>,
  { map, sinceRev, previousPushRevs, viewer }: PushContext,
  places: Place[],
) {
  const { showtimeId, rev } = map
  const { seats, slots } = placeViews(map, places, viewer)
  const step = { showtimeId, rev, sinceRev }
  if (seats.length > 0)
    to.emit('seatsUpdated', { seats, ...step, previousPushRev: previousPushRevs.seats })
  if (slots.length > 0) {
    to.emit('parkingUpdated', {
      parkingSlots: slots,
      ...step,
      previousPushRev: previousPushRevs.slots,
    })
  }
}

/**
 * Each node does this for its own sockets, so no message between nodes is needed. A visitor who buys or releases the place in the
 * half second between its expiry and its deletion receives `holdExpired` too: the new state does not say who sold or released it.
 */
function sendExpiredHolds(io: Io, showtimeId: string, changes: PlaceChange[]) {
  for (const { place, ended } of changes) {
    if (ended === null) continue
    const { chooserId, deadline } = ended
    io.to(visitorRoomOf(chooserId)).emit('holdExpired', {
      type: place.kind,
      itemId: place.id,
      showtimeId,
      label: place.label,
      ...(deadline !== null && { holdUntil: new Date(deadline).toISOString() }),
    })
  }
}

interface EndedHold {
  chooserId: string
  /** The deadline of the selection. Null: the place was taken out of service before it. */
  deadline: number | null
}

interface PlaceChange {
  place: Place
  /** Whether visitors who do not hold the place see a difference. */
  isPublic: boolean
  /** The holders before and after the change. */
  holders: string[]
  /** The hold of this place that has expired, or whose place was taken out of service. */
  ended: EndedHold | null
}

/** The show is on another screen or at another time. */
const isMoved = (before: SeatMap, after: SeatMap) =>
  before.screenId !== after.screenId || before.startsAt !== after.startsAt

/** There are other places, or some have other names, categories or kinds: the screen has changed, or a place that is no longer offered was given back. */
const hasOtherPlaces = ({ places: before }: SeatMap, { places: after }: SeatMap) =>
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
export const chooserIdsIn = ({ claims }: SeatMap) =>
  new Set([...claims.values()].flatMap(({ chooserId }) => chooserId ?? []))

/** The places that two maps of a showtime show differently. Both have the selections as stored. */
const diffSeatMaps = (before: SeatMap, after: SeatMap): PlaceChange[] =>
  after.places.flatMap((place) => {
    const [old, current] = [before.claims.get(place.id), after.claims.get(place.id)]
    const [oldStatus, status] = [statusOf(before, place), statusOf(after, place)]
    const isSame =
      oldStatus === status &&
      old?.holder === current?.holder &&
      old?.chooserId === current?.chooserId &&
      old?.deadline === current?.deadline &&
      nameOf(before, old) === nameOf(after, current) &&
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
        old?.chooserId == null || old.holder === current?.holder
          ? null
          : endOf(old, { place, hasExpired }),
    }
  })

/** The name of the friend who has chosen a held place. */
const nameOf = ({ friends }: SeatMap, claim: PlaceClaim | undefined) =>
  friends.get(claim?.chooserId ?? '')?.name

const isFriendsPaid = (map: SeatMap, claim: PlaceClaim | undefined) =>
  claim !== undefined && isPaidByHolder(map, claim)

/** A hold whose deadline has passed, or whose place was taken out of service. */
function endOf(
  { chooserId, deadline }: PlaceClaim,
  { place, hasExpired }: { place: Place; hasExpired: boolean },
): EndedHold | null {
  if (chooserId === null) return null
  if (hasExpired) return { chooserId, deadline }
  return place.out_of_service === 1 ? { chooserId, deadline: null } : null
}
