import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { hasLiveSelection } from '../inventory/draft.ts'
import { inSlices } from '../platform/slices.ts'
import type { ViewedPosition } from '../waiting-room/position-view.ts'
import {
  markTurnsSeen,
  ownerOf,
  refreshFor,
  type WaitingVisitor,
} from '../waiting-room/positions.service.ts'
import type { QueueCopy } from '../waiting-room/queue-copy.ts'
import type { OwnerAtShowtime } from '../waiting-room/queues.ts'
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

/** A visitor who watches a showtime on this node. All that is kept of one who waits, besides the sockets and the copy of the queue. */
interface Watcher {
  sockets: number
  owner: OwnerAtShowtime
  pushedAt: number
  /** What was sent last, as text. */
  pushed: string
  /** The last change of the position that was sent. */
  change: number | undefined
}

const NOT_WAITING = ''

/** Counts the visitors who watch showtimes on this node, and sends them their position in the queue. */
export function createWaitingRoomPushes(io: Io, ctx: Context) {
  const showtimes = new Map<string, Map<string, Watcher>>()
  /** The positions whose visitors were told of their turn, until that is stored. */
  const told = new Set<string>()

  function add(visitor: WaitingVisitor) {
    const { showtimeId, visitorId } = visitor
    const watchers = showtimes.get(showtimeId) ?? new Map<string, Watcher>()
    showtimes.set(showtimeId, watchers)
    const watcher = watchers.get(visitorId)
    const owner = ownerOf(ctx, visitor)
    if (watcher) Object.assign(watcher, { sockets: watcher.sockets + 1, owner })
    else watchers.set(visitorId, newWatcher(owner))
  }

  function remove(showtimeId: string, visitorId: string) {
    const watchers = showtimes.get(showtimeId)
    const watcher = watchers?.get(visitorId)
    if (!watchers || !watcher) return
    watcher.sockets -= 1
    if (watcher.sockets > 0) return
    watchers.delete(visitorId)
    if (watchers.size === 0) showtimes.delete(showtimeId)
  }

  /** Sends a socket that has joined a showtime with a queue its position there. */
  async function welcome({ data: { visitorId } }: ServerSocket, showtimeId: string) {
    const findWatcher = () => showtimes.get(showtimeId)?.get(visitorId)
    const watcher = findWatcher()
    if (!watcher || !ctx.queues.has(showtimeId)) return
    const isHolding = await refreshFor(ctx, watcher.owner)
    if (findWatcher() === watcher) push(watcher, isHolding)
  }

  /** Sends changed positions to those whose time has come. Logs errors. */
  async function pushAll() {
    const now = ctx.monotonicNow()
    for (const [showtimeId, watchers] of showtimes) {
      const due = [...watchers.values()].filter((watcher) => isDue(watcher, now))
      try {
        await pushDue(showtimeId, due.slice(0, MAX_PUSHES))
      } catch (error) {
        // The other showtimes must not wait for this one. One that was removed has no queue at the next run.
        if (!(error instanceof AppError))
          ctx.log.error({ err: error, showtimeId }, 'positions could not be pushed')
      }
    }
    const ids = [...told]
    if (ids.length > 0) await markTurnsSeen(ctx, ids)
    for (const id of ids) told.delete(id)
  }

  /** Without a queue, those who were sent a position are sent once that they choose at once. */
  function isDue({ owner, pushedAt, pushed, change }: Watcher, now: number) {
    const copy = ctx.queues.copies.get(owner.showtimeId)
    if (!copy) return pushed !== NOT_WAITING
    const sinceMs = now - pushedAt
    if (sinceMs < MIN_INTERVAL_MS) return false
    const [position] = ctx.queues.positionsOf(owner)
    return position?.changed !== change || sinceMs >= intervalOf(position, copy)
  }

  async function pushDue(showtimeId: string, due: readonly Watcher[]) {
    if (due.length === 0) return
    // A showtime without a queue may have been removed.
    const state = ctx.queues.has(showtimeId) && (await ctx.showtimes.read(showtimeId))
    const moment = { now: ctx.showtimes.now(), holdMaxMs: ctx.config.holdMaxMs }
    await inSlices(due, (watchers) => {
      for (const watcher of watchers)
        push(watcher, state !== false && hasLiveSelection(state, watcher.owner.visitorId, moment))
    })
  }

  function push(watcher: Watcher, isHolding: boolean) {
    const { owner } = watcher
    const { showtimeId, visitorId } = owner
    const position = ctx.queues.view(owner, isHolding)
    const [own] = ctx.queues.positionsOf(owner)
    // Who holds places keeps choosing, also before the turn comes.
    if (own && own.turn_at !== null && position.state === 'turn' && own.seen_at === null) {
      own.seen_at = ctx.showtimes.now()
      told.add(own.id)
    }
    // The estimate alone is no reason to send.
    const text = ctx.queues.has(showtimeId)
      ? JSON.stringify({ ...position, waitSeconds: null })
      : NOT_WAITING
    watcher.change = own?.changed
    watcher.pushedAt = ctx.monotonicNow()
    if (text === watcher.pushed) return
    watcher.pushed = text
    io.to(visitorShowtimeRoomOf(showtimeId, visitorId)).emit('waitingRoomChanged', position)
  }

  return {
    add,
    remove,
    welcome,
    push: pushAll,
    /** How many visitors watch each showtime on this node. */
    countWatchers: () =>
      new Map([...showtimes].map(([showtimeId, watchers]) => [showtimeId, watchers.size])),
  }
}

const newWatcher = (owner: OwnerAtShowtime): Watcher => ({
  sockets: 1,
  owner,
  pushedAt: Number.NEGATIVE_INFINITY,
  pushed: NOT_WAITING,
  change: undefined,
})

function intervalOf(position: ViewedPosition | undefined, copy: QueueCopy) {
  const isWaiting = position && position.turn_at === null && position.number !== null
  if (!isWaiting) return MIN_INTERVAL_MS
  const ahead = copy.aheadOf(position.number ?? 0)
  return INTERVALS.find(([limit]) => ahead < limit)?.[1] ?? MIN_INTERVAL_MS
}
