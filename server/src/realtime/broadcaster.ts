import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { readRevisions } from '../inventory/seat-map.ts'
import { broadcastDiff, type RoomState } from './broadcast-diff.ts'
import { choosersIn } from './room-snapshot.ts'
import { holderRoomOf, type Io, roomOf } from './rooms.ts'

/**
 * A room without changes is sent `mapRevision` after 2, 3, 4, 8, 16 and 32 comparisons, and then after every 32nd. There are two
 * comparisons a second: after 1, 1.5, 2, 4, 8 and 16 seconds, and then every 16 seconds.
 */
const LAST_CONSECUTIVE_PUSH = 4
const REVISION_PUSH_INTERVAL = 32

const isRevisionPushDue = (unchangedComparisons: number) =>
  unchangedComparisons > 1 &&
  (unchangedComparisons <= LAST_CONSECUTIVE_PUSH ||
    Number.isInteger(Math.log2(unchangedComparisons)) ||
    unchangedComparisons % REVISION_PUSH_INTERVAL === 0)

interface Room extends RoomState {
  /** True if sockets have joined the room. An unwatched room is kept while a connected holder has holds there; only `compare` updates it. */
  isWatched: boolean
  /** Comparisons without a change since the last public push. */
  unchangedComparisons: number
  /** Resolves when the broadcasts in progress are done. */
  broadcasting: Promise<void> | undefined
  /** Whether something may have changed since the last map was requested. */
  isStale: boolean
}

export type Broadcaster = ReturnType<typeof createBroadcaster>

/**
 * Sends the rooms of this node what has changed. Each new seat map is compared with the room's last snapshot, so the next
 * comparison compensates for a lost `claimsChanged`. The seat map cache limits the broadcasts to 20 a second (`limitReadRate`).
 */
export function createBroadcaster(io: Io, ctx: Context) {
  const rooms = new Map<string, Room>()
  const hasSockets = (socketRoom: string) => io.sockets.adapter.rooms.has(socketRoom)

  /** Tracks a showtime at which a socket holds a place, so that the socket learns when the hold expires. */
  function trackHolds(showtimeId: string) {
    const room = rooms.get(showtimeId) ?? newRoom()
    rooms.set(showtimeId, room)
    return room
  }

  /** Tracks a showtime whose room a socket has joined. Returns its current revision, and whether the show is cancelled. Throws NOT_FOUND. */
  async function watchRoom(showtimeId: string) {
    const room = trackHolds(showtimeId)
    if (!room.isWatched) {
      room.isWatched = true
      ctx.seatMaps.limitReadRate(showtimeId)
      void refresh(showtimeId, room)
    }
    try {
      const { rev, isCancelled } = await ctx.seatMaps.get(showtimeId)
      return { rev, isCancelled }
    } finally {
      // The socket may have left in the meantime.
      if (!hasSockets(roomOf(showtimeId))) unwatch(showtimeId)
    }
  }

  function unwatch(showtimeId: string) {
    ctx.seatMaps.removeReadRateLimit(showtimeId)
    const room = rooms.get(showtimeId)
    if (!room) return
    room.isWatched = false
    closeIfUnused(showtimeId, room)
  }

  function closeIfUnused(showtimeId: string, { isWatched, snapshot }: Room) {
    const choosers = snapshot ? choosersIn(snapshot) : []
    const isUsed = isWatched || choosers.some((chooser) => hasSockets(holderRoomOf(chooser)))
    if (!isUsed) rooms.delete(showtimeId)
  }

  /** Broadcasts a room's changes, together with those that happen until then. Never rejects. */
  function refresh(showtimeId: string, room: Room) {
    room.isStale = true
    room.broadcasting ??= broadcastWhileStale(showtimeId, room)
    return room.broadcasting
  }

  async function broadcastWhileStale(showtimeId: string, room: Room) {
    await yieldToEventLoop()
    while (room.isStale && rooms.get(showtimeId) === room) {
      room.isStale = false
      await broadcast(showtimeId, room)
    }
    room.broadcasting = undefined
  }

  async function broadcast(showtimeId: string, room: Room) {
    const startedAt = performance.now()
    try {
      const hasPublicChange = broadcastDiff(io, room, await ctx.seatMaps.get(showtimeId))
      // A private change must not delay the first `mapRevision` after a public one. Later it starts the short intervals again, so that
      // its holder soon notices a lost push.
      if (hasPublicChange || room.unchangedComparisons > 1) room.unchangedComparisons = 0
      ctx.metrics.recordBroadcast((performance.now() - startedAt) / 1000)
      closeIfUnused(showtimeId, room)
    } catch (error) {
      if (error instanceof AppError) {
        rooms.delete(showtimeId)
        return
      }
      // The next comparison finds another revision and retries.
      ctx.log.warn({ err: error, showtimeId }, 'broadcast failed')
      ctx.metrics.broadcastFailed()
    }
  }

  /**
   * Compares the revision of each tracked showtime with the database. Broadcasts changes whose notification was lost, and sends
   * rooms without changes their revision, so that clients notice a lost push.
   */
  async function compare() {
    const showtimeIds = new Set([...rooms.keys(), ...ctx.seatMaps.showtimeIds()])
    if (showtimeIds.size === 0) return
    const revisions = await readRevisions(ctx, [...showtimeIds])
    ctx.seatMaps.invalidateChanged(revisions)
    const compareRoom = (showtimeId: string, room: Room) => {
      const rev = revisions.get(showtimeId)
      if (room.snapshot === undefined || room.snapshot.rev !== rev) return refresh(showtimeId, room)
      if (room.isWatched) return sendRevision(showtimeId, room, rev)
      closeIfUnused(showtimeId, room)
    }
    await Promise.all([...rooms].map(([showtimeId, room]) => compareRoom(showtimeId, room)))
  }

  function sendRevision(showtimeId: string, room: Room, rev: number) {
    room.unchangedComparisons += 1
    if (!isRevisionPushDue(room.unchangedComparisons)) return
    io.to(roomOf(showtimeId)).volatile.emit('mapRevision', { showtimeId, ...room.pushed, rev })
  }

  /** The visitors who have chosen held places at the tracked showtimes, as of the last broadcasts. */
  const listHolders = () =>
    [...rooms].flatMap(([showtimeId, { snapshot }]) =>
      (snapshot ? choosersIn(snapshot) : []).map((holder) => ({ showtimeId, holder })),
    )

  const onClaimsChanged = (showtimeId: string) => {
    const room = rooms.get(showtimeId)
    if (room?.isWatched) void refresh(showtimeId, room)
  }
  ctx.events.on('claimsChanged', onClaimsChanged).on('remoteClaimsChanged', onClaimsChanged)
  io.sockets.adapter.on('delete-room', (socketRoom: string) => {
    if (socketRoom.startsWith(roomOf(''))) unwatch(socketRoom.slice(roomOf('').length))
  })

  const close = () => {
    ctx.events.off('claimsChanged', onClaimsChanged).off('remoteClaimsChanged', onClaimsChanged)
  }
  return { trackHolds, watchRoom, compare, listHolders, close }
}

const newRoom = (): Room => ({
  snapshot: undefined,
  pushed: { seats: 0, slots: 0 },
  isWatched: false,
  unchangedComparisons: 0,
  broadcasting: undefined,
  isStale: false,
})
