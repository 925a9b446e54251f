import type { QueuePosition } from '@marquee/contract/bookings/waiting-room'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { hasLiveSelection } from '../inventory/draft.ts'
import { positionWithoutQueue, type ViewedPosition } from '../waiting-room/position-view.ts'
import { findOwnPosition, markTurnsSeen } from '../waiting-room/positions.service.ts'
import type { PositionCopy, QueueCopy } from '../waiting-room/queue-copy.ts'
import { type Io, type ServerSocket, visitorShowtimeRoomOf } from './rooms.ts'

/** A visitor is sent a changed position at most so often. */
const MIN_INTERVAL_MS = 2000
/** Those with many before them are sent their position less often: pairs of how many are before them, and milliseconds. */
const INTERVALS = [
  [100, MIN_INTERVAL_MS],
  [1000, 5000],
  [Number.POSITIVE_INFINITY, 15_000],
] as const
/** One run sends to so many visitors at most: the others follow with the next one. */
const MAX_PUSHES = 5000

/** A visitor who watches a showtime on this node. All that is kept of one who waits, besides the sockets. */
interface Watcher {
  sockets: number
  position: PositionCopy | undefined
  pushedAt: number
  /** What was sent last, as text. */
  pushed: string
  /** The position has changed otherwise than by the visitors before it. */
  isChanged: boolean
}

const NOT_WAITING = ''

/** Counts the visitors who watch showtimes on this node, and sends them their position in the queue. */
export function createWaitingRoomPushes(io: Io, ctx: Context) {
  const showtimes = new Map<string, Map<string, Watcher>>()
  /** The watchers of positions, by their ids: an account may watch in several browsers. */
  const byPosition = new Map<string, Set<Watcher>>()

  function add(showtimeId: string, visitorId: string) {
    const watchers = showtimes.get(showtimeId) ?? new Map<string, Watcher>()
    showtimes.set(showtimeId, watchers)
    const known = watchers.get(visitorId)
    if (known) known.sockets += 1
    else watchers.set(visitorId, newWatcher())
  }

  function remove(showtimeId: string, visitorId: string) {
    const watchers = showtimes.get(showtimeId)
    const watcher = watchers?.get(visitorId)
    if (!watchers || !watcher) return
    watcher.sockets -= 1
    if (watcher.sockets > 0) return
    attach(watcher, undefined)
    watchers.delete(visitorId)
    if (watchers.size === 0) showtimes.delete(showtimeId)
  }

  function attach(watcher: Watcher, position: PositionCopy | undefined) {
    if (watcher.position && watcher.position.id !== position?.id) {
      const others = byPosition.get(watcher.position.id)
      others?.delete(watcher)
      if (others?.size === 0) byPosition.delete(watcher.position.id)
    }
    watcher.position = position
    watcher.isChanged = true
    if (position)
      byPosition.set(position.id, (byPosition.get(position.id) ?? new Set<Watcher>()).add(watcher))
  }

  const stopListening = ctx.queues.onChange((showtimeId, change) => {
    const { id, visitor, ended_at } = change
    const watcher = showtimes.get(showtimeId)?.get(visitor)
    // A position that was merged does not replace the better one.
    if (watcher && (ended_at === null || watcher.position?.id === id)) attach(watcher, change)
    for (const other of byPosition.get(id) ?? []) if (other !== watcher) attach(other, change)
  })

  /** Sends a socket that has joined a showtime with a queue its position there. */
  async function welcome(socket: ServerSocket, showtimeId: string) {
    if (!ctx.queues.has(showtimeId)) return
    const { visitorId } = socket.data
    const findWatcher = () => showtimes.get(showtimeId)?.get(visitorId)
    const known = findWatcher()?.position
    const read = await findOwnPosition(ctx, { ...socket.data, showtimeId })
    const watcher = findWatcher()
    if (!watcher) return
    // A change that has come meanwhile may be newer than what was read.
    const turn = read && ctx.queues.copies.get(showtimeId)?.turns.get(read.id)
    const position = turn && turn.changed > read.changed ? turn : read
    const { position: current } = watcher
    if (current === known || (position?.changed ?? 0) >= (current?.changed ?? 0))
      attach(watcher, position)
    await push(showtimeId, [[visitorId, watcher]])
  }

  /** Sends changed positions to those whose time has come. Logs errors. */
  async function pushAll() {
    const now = ctx.monotonicNow()
    for (const [showtimeId, watchers] of showtimes) {
      const copy = ctx.queues.copies.get(showtimeId)
      const due = [...watchers].filter(([, watcher]) => isDue(watcher, { copy, now }))
      try {
        await push(showtimeId, due.slice(0, MAX_PUSHES))
      } catch (error) {
        // The other showtimes must not wait for this one. One that was removed has no queue at the next run.
        if (!(error instanceof AppError))
          ctx.log.error({ err: error, showtimeId }, 'positions could not be pushed')
      }
    }
  }

  async function push(showtimeId: string, due: readonly (readonly [string, Watcher])[]) {
    if (due.length === 0) return
    const copy = ctx.queues.copies.get(showtimeId)
    // A showtime without a queue may have been removed.
    const state = copy && (await ctx.showtimes.read(showtimeId))
    const moment = { now: ctx.showtimes.now(), holdMaxMs: ctx.config.holdMaxMs }
    const pushedAt = ctx.monotonicNow()
    const seen: string[] = []
    for (const [visitorId, watcher] of due) {
      const position: QueuePosition =
        copy && state
          ? ctx.queues.view(copy, {
              position: watcher.position,
              isHolding: hasLiveSelection(state, visitorId, moment),
            })
          : positionWithoutQueue(showtimeId)
      if (position.state === 'turn' && watcher.position?.seen_at === null) {
        watcher.position = { ...watcher.position, seen_at: moment.now }
        seen.push(watcher.position.id)
      }
      // The estimate alone is no reason to send.
      const text = copy ? JSON.stringify({ ...position, waitSeconds: null }) : NOT_WAITING
      watcher.isChanged = false
      watcher.pushedAt = pushedAt
      if (text === watcher.pushed) continue
      watcher.pushed = text
      io.to(visitorShowtimeRoomOf(showtimeId, visitorId)).emit('waitingRoomChanged', position)
    }
    if (seen.length > 0) await markTurnsSeen(ctx, seen)
  }

  return {
    add,
    remove,
    welcome,
    push: pushAll,
    /** How many visitors watch each showtime on this node. */
    countWatchers: () =>
      new Map([...showtimes].map(([showtimeId, watchers]) => [showtimeId, watchers.size])),
    close: stopListening,
  }
}

const newWatcher = (): Watcher => ({
  sockets: 1,
  position: undefined,
  pushedAt: Number.NEGATIVE_INFINITY,
  pushed: NOT_WAITING,
  isChanged: false,
})

/** Without a queue, those who were sent a position are sent once that they choose at once. */
function isDue(watcher: Watcher, { copy, now }: { copy: QueueCopy | undefined; now: number }) {
  if (!copy) return watcher.pushed !== NOT_WAITING
  const sinceMs = now - watcher.pushedAt
  return sinceMs >= (watcher.isChanged ? MIN_INTERVAL_MS : intervalOf(watcher.position, copy))
}

function intervalOf(position: ViewedPosition | undefined, copy: QueueCopy) {
  const isWaiting =
    position?.turn_at === null && position.ended_at === null && position.number !== null
  if (!isWaiting) return MIN_INTERVAL_MS
  const ahead = copy.aheadOf(position.number ?? 0)
  return INTERVALS.find(([limit]) => ahead < limit)?.[1] ?? MIN_INTERVAL_MS
}
