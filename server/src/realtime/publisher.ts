import {
  isSeat,
  readRecordedMap,
  readRevs,
  type ShowtimeMap,
  seatView,
  slotView,
} from '../claims/showtime-map.ts'
import type { Context } from '../context.ts'
import { type Board, boardOf, type Change, changesSince } from './board.ts'
import { type Io, ownRoomOf, roomOf } from './rooms.ts'

/** At most twenty pushes a second to a room: the first change of a quiet room goes out at once. */
const GATHER_MS = 50

interface Room {
  board: Board
  /** The revision of the last push of each kind that went to everybody. */
  pushed: { seats: number; slots: number }
  lastPush: number
  work: 'idle' | 'waiting' | 'reading'
  /** Something changed while the map was being read. */
  again: boolean
}

export type Publisher = ReturnType<typeof createPublisher>

/**
 * Tells the rooms this node serves what has changed, by comparing the database with what they were told last.
 * A lost hint therefore heals itself with the next comparison.
 */
export function createPublisher(io: Io, ctx: Context) {
  const rooms = new Map<string, Room>()

  /** From now on, whatever changes at this showtime is told to its room, if anybody is in it. Throws NOT_FOUND. */
  async function open(showtimeId: string) {
    if (rooms.has(showtimeId)) return
    const board = boardOf(await readRecordedMap(ctx, showtimeId))
    const isWatched = io.sockets.adapter.rooms.has(roomOf(showtimeId))
    // Whoever asked may have gone again while it was read.
    if (rooms.has(showtimeId) || !isWatched) return
    const pushed = { seats: board.rev, slots: board.rev }
    rooms.set(showtimeId, { board, pushed, lastPush: 0, work: 'idle', again: false })
  }

  const close = (showtimeId: string) => void rooms.delete(showtimeId)

  /** Says that something changed. Rooms that nobody here watches cost nothing. */
  function publish(showtimeId: string) {
    const room = rooms.get(showtimeId)
    if (!room) return
    if (room.work === 'reading') room.again = true
    if (room.work !== 'idle') return
    room.work = 'waiting'
    const wait = Math.max(0, room.lastPush + GATHER_MS - performance.now())
    setTimeout(() => void push(showtimeId, room), wait)
  }

  async function push(showtimeId: string, room: Room) {
    room.work = 'reading'
    room.again = false
    room.lastPush = performance.now()
    try {
      tell(room, await readRecordedMap(ctx, showtimeId))
    } catch (error) {
      // The next comparison finds the revision still different and tries again.
      ctx.log.warn({ err: error, showtimeId }, 'push failed')
    }
    room.work = 'idle'
    if (room.again) publish(showtimeId)
  }

  function tell(room: Room, map: ShowtimeMap) {
    const after = boardOf(map)
    const changes = changesSince(room.board, after, map)
    room.board = after
    const holders = new Set(changes.flatMap(({ holders }) => holders))

    const ownRooms = [...holders].map((holder) => ownRoomOf(map.showtimeId, holder))
    const strangers = changes.filter((change) => change.public)
    send(room, map, { to: roomOf(map.showtimeId), except: ownRooms, changes: strangers })
    for (const holder of holders) {
      const theirs = changes.filter((change) => change.public || change.holders.includes(holder))
      send(room, map, { to: ownRoomOf(map.showtimeId, holder), holder, changes: theirs })
    }
    if (strangers.some(({ place }) => isSeat(place))) room.pushed.seats = map.rev
    if (strangers.some(({ place }) => !isSeat(place))) room.pushed.slots = map.rev
  }

  interface Letter {
    to: string
    except?: string[]
    holder?: string
    changes: Change[]
  }

  function send({ pushed }: Room, map: ShowtimeMap, { to, except = [], holder, changes }: Letter) {
    const places = changes.map(({ place }) => place)
    const { showtimeId, rev } = map
    const seats = places.filter(isSeat).map((place) => seatView(map, place, holder))
    const slots = places
      .filter((place) => !isSeat(place))
      .map((place) => slotView(map, place, holder))
    const target = io.to(to).except(except)
    if (seats.length > 0)
      target.emit('seatsUpdated', { seats, showtimeId, rev, since: pushed.seats })
    if (slots.length > 0) {
      target.emit('parkingUpdated', { parkingSlots: slots, showtimeId, rev, since: pushed.slots })
    }
  }

  /**
   * Compares every served room's revision with the database's, and tells every room where it should be: a lost
   * hint heals with the first, a lost push with the second.
   */
  async function compare() {
    if (rooms.size === 0) return
    const revs = await readRevs(ctx, [...rooms.keys()])
    for (const [showtimeId, { board, pushed }] of rooms) {
      if (revs.get(showtimeId) !== board.rev) publish(showtimeId)
      else io.to(roomOf(showtimeId)).volatile.emit('mapRevision', { showtimeId, ...pushed })
    }
  }

  return { open, close, publish, compare }
}
