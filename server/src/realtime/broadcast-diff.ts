import type { PlaceRow } from '../database/schema.ts'
import { isSeat, placeViews } from '../inventory/places.view.ts'
import type { StoredSeatMap } from '../inventory/seat-map.types.ts'
import {
  createSnapshot,
  diffSnapshots,
  type PlaceChange,
  type RoomSnapshot,
} from './room-snapshot.ts'
import { holderRoomOf, holderShowtimeRoomOf, type Io, roomOf } from './rooms.ts'

/** What the room of a showtime was sent last. */
export interface RoomState {
  /** Undefined until the map has been read for the first time. */
  snapshot: RoomSnapshot | undefined
  /** The revisions of the last pushes to the whole room. */
  pushed: { seats: number; slots: number }
}

/**
 * Sends a room what has changed since its last snapshot: public changes to the whole room, private changes to their holders, and
 * `holdExpired` to the holders of expired holds. Returns whether there was a public change.
 */
export function broadcastDiff(io: Io, room: RoomState, map: StoredSeatMap) {
  const before = room.snapshot
  room.snapshot = createSnapshot(map)
  if (!before) {
    room.pushed = { seats: map.rev, slots: map.rev }
    return false
  }
  const changes = diffSnapshots(before, room.snapshot, map)
  const publicPlaces = placesOf(changes.filter(({ isPublic }) => isPublic))
  const context = { map, sinceRev: before.rev, previousPushRevs: room.pushed }
  const holderRooms = localHolderRooms(io, map.showtimeId, changes)

  const others = io.to(roomOf(map.showtimeId)).except([...holderRooms.values()])
  sendPlaces(others, context, publicPlaces)
  for (const [holder, holderRoom] of holderRooms) {
    const visible = changes.filter((change) => change.isPublic || change.holders.includes(holder))
    sendPlaces(io.to(holderRoom), { ...context, holder }, placesOf(visible))
  }
  sendExpiredHolds(io, map.showtimeId, changes)
  room.pushed = {
    seats: publicPlaces.some(isSeat) ? map.rev : room.pushed.seats,
    slots: publicPlaces.every(isSeat) ? room.pushed.slots : map.rev,
  }
  return publicPlaces.length > 0
}

const placesOf = (changes: PlaceChange[]) => changes.map(({ place }) => place)

/** The rooms of those holders of changed places who watch the showtime on this node, by holder. */
function localHolderRooms(io: Io, showtimeId: string, changes: PlaceChange[]) {
  const holders = new Set(changes.flatMap((change) => change.holders))
  const ownRooms = [...holders].map(
    (holder) => [holder, holderShowtimeRoomOf(showtimeId, holder)] as const,
  )
  return new Map(ownRooms.filter(([, ownRoom]) => io.sockets.adapter.rooms.has(ownRoom)))
}

interface PushContext {
  map: StoredSeatMap
  /** The revision of the snapshot before. */
  sinceRev: number
  previousPushRevs: RoomState['pushed']
  /** The holder who receives the push; their own holds are marked. */
  holder?: string
}

function sendPlaces(
  to: ReturnType<Io['to']>,
  { map, sinceRev, previousPushRevs, holder }: PushContext,
  places: PlaceRow[],
) {
  const { showtimeId, rev } = map
  const { seats, slots } = placeViews(map, places, holder)
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
 * Each node does this for its own sockets, so no message between nodes is needed. A holder who buys or releases the place in the
 * half second between its expiry and its deletion receives `holdExpired` too: the new state does not say who sold or released it.
 */
function sendExpiredHolds(io: Io, showtimeId: string, changes: PlaceChange[]) {
  for (const { place, expiredHolder } of changes) {
    if (expiredHolder === null) continue
    const push = { type: place.kind, itemId: place.id, showtimeId }
    io.to(holderRoomOf(expiredHolder)).emit('holdExpired', push)
  }
}
