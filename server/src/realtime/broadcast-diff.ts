import type { PlaceRow } from '../database/schema.ts'
import { isSeat, viewsOf } from '../inventory/places.view.ts'
import type { RecordedSeatMap } from '../inventory/seat-map.types.ts'
import { type Change, changesSince, type RoomSnapshot, snapshotOf } from './room-snapshot.ts'
import { type Io, ownRoomOf, roomOf } from './rooms.ts'

/** Those who watch a showtime here, as far as telling them goes. */
export interface Audience {
  /** What they were told last; nothing before they have been told anything. */
  board: RoomSnapshot | undefined
  /** The revision of the last push of each kind that went to everybody. */
  pushed: { seats: number; slots: number }
}

/**
 * Tells an audience what is different from what they were told last: everybody what all may see, each holder what is theirs.
 * Returns whether there was anything for everybody.
 */
export function broadcastDiff(io: Io, audience: Audience, map: RecordedSeatMap) {
  const before = audience.board
  audience.board = snapshotOf(map)
  if (!before) {
    audience.pushed = { seats: map.rev, slots: map.rev }
    return false
  }
  const changes = changesSince(before, audience.board, map)
  const news = { map, from: before.rev, since: audience.pushed }
  const isHere = (holder: string) => io.sockets.adapter.rooms.has(ownRoomOf(map.showtimeId, holder))
  const holders = new Set(changes.flatMap(({ holders }) => holders).filter(isHere))

  const everybody = io.to(roomOf(map.showtimeId))
  const strangers = everybody.except([...holders].map((one) => ownRoomOf(map.showtimeId, one)))
  const forAll = changes.filter((change) => change.public)
  send(strangers, news, placesOf(forAll))
  for (const holder of holders) {
    const theirs = changes.filter((change) => change.public || change.holders.includes(holder))
    send(io.to(ownRoomOf(map.showtimeId, holder)), { ...news, holder }, placesOf(theirs))
  }
  audience.pushed = {
    seats: placesOf(forAll).some(isSeat) ? map.rev : news.since.seats,
    slots: placesOf(forAll).every(isSeat) ? news.since.slots : map.rev,
  }
  return forAll.length > 0
}

const placesOf = (changes: Change[]) => changes.map(({ place }) => place)

interface News {
  map: RecordedSeatMap
  /** The revision from which the changes lead on. */
  from: number
  since: Audience['pushed']
  /** As whom the hearers see the places. */
  holder?: string
}

function send(to: ReturnType<Io['to']>, { map, from, since, holder }: News, places: PlaceRow[]) {
  const { showtimeId, rev } = map
  const { seats, slots } = viewsOf(map, places, holder)
  const step = { showtimeId, rev, from }
  if (seats.length > 0) to.emit('seatsUpdated', { seats, ...step, since: since.seats })
  if (slots.length > 0) {
    to.emit('parkingUpdated', { parkingSlots: slots, ...step, since: since.slots })
  }
}
