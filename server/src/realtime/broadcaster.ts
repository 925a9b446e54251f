import { setImmediate as nextTick } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { readRevisions } from '../inventory/seat-map.ts'
import { broadcastDiff, type RoomState } from './broadcast-diff.ts'
import { holdersIn } from './room-snapshot.ts'
import { holderRoomOf, type Io, roomOf } from './rooms.ts'

/** A `mapRevision` push is sent after 2, 3 and 4 comparisons without a change, after 8, 16 and 32, and then after every 32nd. */
const FIRST_REMINDERS = 4
const REMINDER_INTERVAL = 32

const isReminderDue = (unchangedComparisons: number) =>
  unchangedComparisons > 1 &&
  (unchangedComparisons <= FIRST_REMINDERS ||
    Number.isInteger(Math.log2(unchangedComparisons)) ||
    unchangedComparisons % REMINDER_INTERVAL === 0)

interface Room extends RoomState {
  /** True if sockets have joined the room. A room that is only kept for its holders is updated by the comparisons. */
  isWatched: boolean
  /** Comparisons without a change since the last public push. */
  unchangedComparisons: number
  /** Resolves when the broadcasts in progress are done. */
  broadcasting: Promise<void> | undefined
  /** Whether something may have changed since the last map was requested. */
  isOutdated: boolean
}

export type Broadcaster = ReturnType<typeof createBroadcaster>

/**
 * Sends the rooms of this node what has changed. Each new seat map is compared with the room's last snapshot, so the next
 * comparison compensates for a lost `claimsChanged`.
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

  /** Tracks a showtime whose room a socket has joined. Throws NOT_FOUND. */
  async function watchRoom(showtimeId: string) {
    const room = trackHolds(showtimeId)
    if (!room.isWatched) {
      room.isWatched = true
      ctx.seatMaps.watch(showtimeId)
      void refresh(showtimeId, room)
    }
    try {
      await ctx.seatMaps.get(showtimeId)
    } finally {
      // The socket may have left in the meantime.
      if (!hasSockets(roomOf(showtimeId))) unwatch(showtimeId)
    }
  }

  function unwatch(showtimeId: string) {
    ctx.seatMaps.unwatch(showtimeId)
    const room = rooms.get(showtimeId)
    if (!room) return
    room.isWatched = false
    closeIfUnused(showtimeId, room)
  }

  function closeIfUnused(showtimeId: string, { isWatched, snapshot }: Room) {
    const holders = snapshot ? holdersIn(snapshot) : []
    const isUsed = isWatched || holders.some((holder) => hasSockets(holderRoomOf(holder)))
    if (!isUsed) rooms.delete(showtimeId)
  }

  /** Broadcasts a room's changes, together with those that happen until then. Never rejects. */
  function refresh(showtimeId: string, room: Room) {
    room.isOutdated = true
    room.broadcasting ??= broadcastWhileOutdated(showtimeId, room)
    return room.broadcasting
  }

  async function broadcastWhileOutdated(showtimeId: string, room: Room) {
    await nextTick()
    while (room.isOutdated && rooms.get(showtimeId) === room) {
      room.isOutdated = false
      await broadcast(showtimeId, room)
    }
    room.broadcasting = undefined
  }

  async function broadcast(showtimeId: string, room: Room) {
    const startedAt = performance.now()
    try {
      const hasPublicChange = broadcastDiff(io, room, await ctx.seatMaps.get(showtimeId))
      // A change that only its holder sees does not postpone the first reminder of the others.
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
    ctx.seatMaps.invalidateOutdated(revisions)
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
    if (!isReminderDue(room.unchangedComparisons)) return
    io.to(roomOf(showtimeId)).volatile.emit('mapRevision', { showtimeId, ...room.pushed, rev })
  }

  /** The holders at the tracked showtimes, as of the last broadcasts. */
  const listHolders = () =>
    [...rooms].flatMap(([showtimeId, { snapshot }]) =>
      (snapshot ? holdersIn(snapshot) : []).map((holder) => ({ showtimeId, holder })),
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
  isOutdated: false,
})
