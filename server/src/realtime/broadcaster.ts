import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import type { ShowtimeState } from '../inventory/state.ts'
import { broadcastDiff, chooserIdsIn, type RoomState } from './broadcast-diff.ts'
import { type Io, roomOf, sendToViewers, visitorRoomOf } from './rooms.ts'

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
  /** True if sockets have joined the room. An unwatched room is kept while a connected visitor has holds there; only `compare` updates it. */
  isWatched: boolean
  /** Comparisons without a change since the last public push. */
  unchangedComparisons: number
  /** A change is being sent. With its revision, those who are not sent it yet would fetch the map. */
  isSending: boolean
}

/**
 * Sends the rooms of this node what has changed. Each new state is compared with what the room was sent last, so the next
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

  /** Tracks a showtime whose room a socket has joined. Returns its current revision, and whether the show is cancelled. Throws NOT_FOUND. */
  async function watchRoom(showtimeId: string) {
    const room = trackHolds(showtimeId)
    if (!room.isWatched) {
      room.isWatched = true
      ctx.showtimes.watch(showtimeId, (state) => tryBroadcast(room, state))
    }
    try {
      const { rev, show } = await ctx.showtimes.view(showtimeId)
      return { rev, isCancelled: show.isCancelled }
    } finally {
      // The socket may have left in the meantime.
      if (!hasSockets(roomOf(showtimeId))) unwatch(showtimeId)
    }
  }

  function unwatch(showtimeId: string) {
    ctx.showtimes.unwatch(showtimeId)
    const room = rooms.get(showtimeId)
    if (!room) return
    room.isWatched = false
    closeIfUnused(showtimeId, room)
  }

  function closeIfUnused(showtimeId: string, { isWatched, view }: Room) {
    const chooserIds = view ? [...chooserIdsIn(view.state)] : []
    const isUsed = isWatched || chooserIds.some((id) => hasSockets(visitorRoomOf(id)))
    if (!isUsed) closeRoom(showtimeId)
  }

  function closeRoom(showtimeId: string) {
    ctx.showtimes.unwatch(showtimeId)
    rooms.delete(showtimeId)
  }

  /** Broadcasts what has changed in a room. Never rejects. */
  async function refresh(showtimeId: string, room: Room) {
    try {
      const state = await ctx.showtimes.view(showtimeId)
      // A watched room was sent the state before, unless that failed.
      if (!room.isWatched || !room.view) await tryBroadcast(room, state)
    } catch (error) {
      if (error instanceof AppError) {
        // A change of the programme has removed the show. Clients that fetch it again learn that.
        io.to(roomOf(showtimeId)).emit('showCancelled', { showtimeId })
        closeRoom(showtimeId)
        return
      }
      reportFailure(showtimeId, error)
    }
  }

  function reportFailure(showtimeId: string, err: unknown) {
    ctx.log.warn({ err, showtimeId }, 'broadcast failed')
    ctx.metrics.broadcastFailed()
  }

  /** Never rejects: viewers get the state anyway. After an error, the next `mapRevision` tells clients to fetch the map. */
  async function tryBroadcast(room: Room, state: ShowtimeState) {
    if (rooms.get(state.id) !== room) return
    room.isSending = true
    try {
      await broadcast(room, state)
    } catch (error) {
      room.view = undefined
      room.unchangedComparisons = 0
      reportFailure(state.id, error)
    } finally {
      room.isSending = false
    }
  }

  async function broadcast(room: Room, state: ShowtimeState) {
    const startedAt = performance.now()
    const { accessReleaseMs } = ctx.config
    const view = { state, now: ctx.showtimes.now(), accessReleaseMs }
    const hasPublicChange = await broadcastDiff(io, room, view)
    // A private change must not delay the first `mapRevision` after a public one. Later it starts the short intervals again, so that
    // its holder soon notices a lost push.
    if (hasPublicChange || room.unchangedComparisons > 1) room.unchangedComparisons = 0
    ctx.metrics.recordBroadcast((performance.now() - startedAt) / 1000)
    closeIfUnused(state.id, room)
  }

  /**
   * Compares the version of each tracked showtime with the database. Broadcasts changes whose message was lost, and sends
   * rooms without changes their revision, so that clients notice a lost push.
   */
  async function compare() {
    const current = await ctx.showtimes.compareVersions(rooms.keys())
    const compareRoom = (showtimeId: string, room: Room) => {
      const { version, rev = 0 } = current.get(showtimeId) ?? {}
      if (!room.view || room.view.state.version !== version) return refresh(showtimeId, room)
      if (room.isWatched) return sendRevision(showtimeId, room, rev)
      return closeIfUnused(showtimeId, room)
    }
    await Promise.all([...rooms].map(([showtimeId, room]) => compareRoom(showtimeId, room)))
  }

  async function sendRevision(showtimeId: string, room: Room, rev: number) {
    if (room.isSending) return
    room.unchangedComparisons += 1
    if (!isRevisionPushDue(room.unchangedComparisons)) return
    const { view } = room
    const revision = { showtimeId, ...room.pushed, rev }
    await sendToViewers(io, { showtimeId }, (to) => {
      // Those who were sent a newer change would fetch the map.
      if (room.view === view) to.volatile.emit('mapRevision', revision)
    })
  }

  /** The visitors who have chosen held places at the tracked showtimes, as of the last broadcasts. */
  const listChoosers = () =>
    [...rooms].flatMap(([showtimeId, { view }]) =>
      (view ? [...chooserIdsIn(view.state)] : []).map((visitorId) => ({ showtimeId, visitorId })),
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
    for (const showtimeId of rooms.keys()) ctx.showtimes.unwatch(showtimeId)
    ctx.events.off('claimsChanged', onClaimsChanged).off('remoteClaimsChanged', onClaimsChanged)
  }
  return { trackHolds, watchRoom, compare, listChoosers, close }
}

const newRoom = (): Room => ({
  view: undefined,
  pushed: { seats: 0, slots: 0 },
  isWatched: false,
  unchangedComparisons: 0,
  isSending: false,
})
