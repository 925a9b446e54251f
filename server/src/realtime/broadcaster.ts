import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { readRecordedSeatMap, readRevisions } from '../inventory/seat-map.ts'
import type { RecordedSeatMap } from '../inventory/seat-map.types.ts'
import { createSeatMapCache } from '../inventory/seat-map-cache.ts'
import { type Audience, broadcastDiff } from './broadcast-diff.ts'
import { holdersOf } from './room-snapshot.ts'
import { type Io, roomOf } from './rooms.ts'

/** At most twenty pushes a second to a room: the first change of a quiet room goes out at once. */
const GATHER_MS = 50

/** A reminder may be lost too. */
const SOON = 4
/** At the longest, so many comparisons from one reminder to the next. */
const REMIND_EVERY = 32

/** While pushes go out to everybody they say it themselves; then soon, and less and less often. */
const isReminder = (quiet: number) =>
  quiet > 1 && (quiet <= SOON || Number.isInteger(Math.log2(quiet)) || quiet % REMIND_EVERY === 0)

interface Room extends Audience {
  /** What the room was told last, as it was read; undefined as soon as something has changed. */
  fresh: RecordedSeatMap | undefined
  lastPush: number
  /** Comparisons that have found nothing new since everybody was told something; counted anew once a holder is told after a reminder. */
  quiet: number
  work: 'idle' | 'waiting' | 'reading'
  /** What is being read now, and what will be read after it because something changed meanwhile. */
  reading: Promise<RecordedSeatMap> | undefined
  next: PromiseWithResolvers<RecordedSeatMap> | undefined
}

export type Broadcaster = ReturnType<typeof createBroadcaster>

/**
 * Tells the rooms this node serves what has changed, by comparing the database with what they were told last.
 * A lost hint therefore heals itself with the next comparison.
 */
export function createBroadcaster(io: Io, ctx: Context) {
  const rooms = new Map<string, Room>()
  const latelyRead = createSeatMapCache(ctx)

  /** From now on, whatever changes at this showtime is told to its room, if anybody is in it. Throws NOT_FOUND. */
  async function open(showtimeId: string) {
    if (!rooms.has(showtimeId)) {
      const pushed = { seats: 0, slots: 0 }
      const unread = { board: undefined, fresh: undefined, reading: undefined, next: undefined }
      rooms.set(showtimeId, { ...unread, pushed, lastPush: -GATHER_MS, quiet: 0, work: 'idle' })
      publish(showtimeId)
    }
    try {
      await toldMap(showtimeId)
    } finally {
      // Whoever asked may have gone again while it was read.
      if (!io.sockets.adapter.rooms.has(roomOf(showtimeId))) close(showtimeId)
    }
  }

  const close = (showtimeId: string) => void rooms.delete(showtimeId)

  /** Says that something changed. Rooms that nobody here watches cost nothing. */
  function publish(showtimeId: string) {
    latelyRead.forget(showtimeId)
    const room = rooms.get(showtimeId)
    if (!room) return
    room.fresh = undefined
    room.next ??= Promise.withResolvers()
    if (room.work === 'idle') schedule(showtimeId, room)
  }

  function schedule(showtimeId: string, room: Room) {
    room.work = 'waiting'
    const wait = Math.max(0, room.lastPush + GATHER_MS - performance.now())
    setTimeout(() => void push(showtimeId, room), wait)
  }

  async function push(showtimeId: string, room: Room) {
    const { promise, resolve, reject } = room.next ?? Promise.withResolvers<RecordedSeatMap>()
    // Nobody may be waiting for it.
    promise.catch(() => undefined)
    room.work = 'reading'
    room.reading = promise
    room.next = undefined
    room.lastPush = performance.now()
    try {
      const map = await readRecordedSeatMap(ctx, showtimeId)
      const toldAll = broadcastDiff(io, room, map)
      // What only its holder is told keeps nobody else from being reminded.
      if (toldAll || room.quiet > 1) room.quiet = 0
      ctx.metrics.told((performance.now() - room.lastPush) / 1000)
      if (!room.next) room.fresh = map
      resolve(map)
    } catch (error) {
      // The next comparison finds the revision still different and tries again.
      room.reading = undefined
      if (!(error instanceof AppError)) {
        ctx.log.warn({ err: error, showtimeId }, 'push failed')
        ctx.metrics.notTold()
      }
      reject(error)
    }
    room.work = 'idle'
    if (room.next) schedule(showtimeId, room)
  }

  /**
   * The map as a room was told last, or will be told in a moment if something has changed: everybody who asks at that time
   * shares one reading. Of a showtime that nobody here watches, as it was read lately. Throws what the reading throws.
   */
  function toldMap(showtimeId: string) {
    const room = rooms.get(showtimeId)
    return room?.fresh ?? room?.next?.promise ?? room?.reading ?? latelyRead.read(showtimeId)
  }

  /**
   * Compares every served room's revision with the database's, and tells a room that has become quiet where it should be: a lost
   * hint heals with the first, a lost push with the second.
   */
  async function compare() {
    const showtimeIds = [...rooms.keys(), ...latelyRead.showtimeIds()]
    if (showtimeIds.length === 0) return
    const revs = await readRevisions(ctx, showtimeIds)
    latelyRead.compare(revs)
    for (const [showtimeId, room] of rooms) {
      const rev = revs.get(showtimeId)
      if (room.board === undefined || rev !== room.board.rev) publish(showtimeId)
      else remind(showtimeId, room, rev)
    }
  }

  function remind(showtimeId: string, room: Room, rev: number) {
    room.quiet += 1
    if (!isReminder(room.quiet)) return
    const newest = { showtimeId, ...room.pushed, rev }
    io.to(roomOf(showtimeId)).volatile.emit('mapRevision', newest)
  }

  /** Who holds something at the showtimes this node serves, as their rooms were told last. */
  const holding = () =>
    [...rooms].flatMap(([showtimeId, { board }]) =>
      (board ? holdersOf(board) : []).map((holder) => ({ showtimeId, holder })),
    )

  return { open, close, publish, toldMap, compare, holding }
}
