import {
  type Ack,
  type ClientEvent,
  clientEvents,
  type Payload,
  RefusalCode,
} from '@marquee/contract/socket'
import { formatInstant } from '@marquee/contract/time'
import type { Context } from '../context.ts'
import { isForeignKeyViolation, isTransientError } from '../database/error-kinds.ts'
import {
  AppError,
  invalidRequest,
  TOO_MANY_REQUESTS,
  UNEXPECTED_ERROR,
  unavailable,
} from '../errors.ts'
import { adoptHolds } from '../inventory/selections/selections.service.ts'
import { EVENT_PRIORITIES } from '../limits/load-shedding/priorities.ts'
import type { SocketRateLimiter } from '../limits/socket-rate-limiter.ts'
import type { Log } from '../platform/log.ts'
import { tracedSocketEvents } from '../platform/traced.ts'
import type { createBroadcaster } from './broadcaster.ts'
import { type AcceptedState, createEventHandlers } from './event-handlers.ts'
import { createPresenceTracker } from './presence-tracker.ts'
import { type Io, type ServerSocket, visitorRoomOf, visitorShowtimeRoomOf } from './rooms.ts'
import { createStateReplies } from './state-replies.ts'
import { createWaitingRoomPushes } from './waiting-room-pushes.ts'

const TOO_FAST: Ack = { ok: false, code: 'RATE', message: TOO_MANY_REQUESTS }

interface GatewayDependencies {
  broadcaster: ReturnType<typeof createBroadcaster>
  rateLimiter: SocketRateLimiter
}

/** Receives the events of sockets, calls the service that a route would call, and acknowledges. */
export function createGateway(
  io: Io,
  ctx: Context,
  { broadcaster, rateLimiter }: GatewayDependencies,
) {
  const { sendState, sendStateLater } = createStateReplies(ctx, rateLimiter)
  const { rooms } = io.sockets.adapter
  const waitingRooms = createWaitingRoomPushes(io, ctx)
  const { loadShedder } = ctx
  const presence = createPresenceTracker(ctx, {
    listPresent: () =>
      broadcaster
        .listChoosers()
        .filter(({ visitorId }) => rooms.has(visitorRoomOf(visitorId)))
        .map(({ showtimeId, visitorId }) => {
          const isWatching = rooms.has(visitorShowtimeRoomOf(showtimeId, visitorId))
          return { showtimeId, visitorId, isWatching }
        }),
  })
  const { handlers, refreshJoinedSelections } = createEventHandlers(io, ctx, {
    broadcaster,
    waitingRooms,
    presence,
  })

  io.on('connection', (socket) => {
    void socket.join(visitorRoomOf(socket.data.visitorId))
    void resumeCheckouts(socket)
    socket.onAny((event: string, ...args: unknown[]) => void receive(socket, event, args))
    socket.on('disconnect', () => {
      const { visitorId, showtimes, checkouts } = socket.data
      for (const showtimeId of showtimes) waitingRooms.remove(showtimeId, visitorId)
      for (const showtimeId of showtimes.union(checkouts)) {
        const isWatching = showtimes.has(showtimeId)
        presence.recordDisconnect({ showtimeId, visitorId, isWatching })
      }
    })
  })

  /** Tracks the showtimes at which a visitor who has connected again holds places, so that a checkout is not abandoned. */
  async function resumeCheckouts({ data }: ServerSocket) {
    for (const showtimeId of data.checkouts) broadcaster.trackHolds(showtimeId)
    try {
      await adoptHolds(ctx, data, [...data.checkouts])
    } catch (error) {
      ctx.log.warn({ err: error }, 'holds could not be resumed')
    }
  }

  async function receive(socket: ServerSocket, event: string, args: unknown[]) {
    const [payload] = args
    const acknowledge = args.findLast((arg) => typeof arg === 'function')
    const early = refuseEarly(socket, event)
    const startedAt = performance.now()
    const ack =
      early ??
      (await tracedSocketEvents.tracePromise(() => createAck(socket, event, payload), { event }))
    const seconds = (performance.now() - startedAt) / 1000
    ctx.metrics.recordAcknowledgement(isKnownEvent(event) ? event : 'unknown', ack, seconds)
    if (acknowledge) acknowledge(ack)
    else if (!isKnownEvent(event)) return
    else if (early) sendStateLater(socket, event, payload)
    else if (!ack.ok || event === 'joinShowtime') await sendState(socket, event, payload)
  }

  /** The refusal of an event that arrives too soon after others, or while the node is overloaded. */
  function refuseEarly({ conn }: ServerSocket, event: string): Ack | undefined {
    const isTooFast =
      !rateLimiter.isEventAllowed(conn) ||
      (event === 'holdBest' && !rateLimiter.isChoiceAllowed(conn))
    if (isTooFast) return TOO_FAST
    const isRefused = isKnownEvent(event) && loadShedder.refuses(EVENT_PRIORITIES[event])
    return isRefused ? refusedAck(unavailable(), ctx.log) : undefined
  }

  const leaveEndedSelections = async (socket: ServerSocket, error: unknown) =>
    error instanceof AppError && error.code === 'NOT_OWNER' && refreshJoinedSelections(socket)

  async function createAck(socket: ServerSocket, event: string, payload: unknown): Promise<Ack> {
    try {
      if (!isKnownEvent(event)) throw invalidRequest()
      loadShedder.begin()
      try {
        return acceptedAck(await handle(socket, event, payload))
      } finally {
        loadShedder.end()
      }
    } catch (error) {
      await leaveEndedSelections(socket, error).catch(() => undefined)
      return refusedAck(error, ctx.log)
    }
  }

  async function handle<E extends ClientEvent>(socket: ServerSocket, event: E, payload: unknown) {
    const parsed = parsePayload(event, payload)
    const state = await handlers[event](socket, parsed)
    const showtimeId = state.showtimeId ?? showtimeOf(parsed)
    if (state.holdUntil !== null && showtimeId) broadcaster.trackHolds(showtimeId)
    return state
  }

  return { updatePresence: presence.update, waitingRooms }
}

const showtimeOf = (parsed: Payload<ClientEvent>) =>
  typeof parsed === 'string' ? parsed : 'showtimeId' in parsed ? parsed.showtimeId : undefined

const isKnownEvent = (event: string): event is ClientEvent => Object.hasOwn(clientEvents, event)

/** Throws INVALID if the payload does not match the event's schema. */
function parsePayload<E extends ClientEvent>(event: E, payload: unknown): Payload<E> {
  const parsed = clientEvents[event].safeParse(payload)
  if (!parsed.success) throw invalidRequest()
  return parsed.data as Payload<E>
}

const acceptedAck = ({ holdUntil, now, seatIds, ...result }: AcceptedState): Ack => ({
  ok: true,
  holdUntil: holdUntil === null ? null : formatInstant(holdUntil),
  serverNow: formatInstant(now),
  ...(seatIds && { seatIds: [...seatIds] }),
  ...result,
})

/** An unexpected error is logged and acknowledged as UNAVAILABLE. */
function refusedAck(error: unknown, log: Log): Ack {
  if (error instanceof AppError) {
    const code = RefusalCode.safeParse(error.code)
    return {
      ok: false,
      code: code.success ? code.data : 'INVALID',
      message: error.message,
      challenge: error.details.challenge,
      position: error.details.position,
    }
  }
  // A foreign key is violated when a row was deleted in the meantime.
  if (!isTransientError(error) && !isForeignKeyViolation(error)) {
    log.error({ err: error }, 'socket event failed')
  }
  return { ok: false, code: 'UNAVAILABLE', message: UNEXPECTED_ERROR }
}
