import type {
  Ack,
  ClientEvent,
  ClientToServerEvents,
  Payload,
  ServerToClientEvents,
} from '@marquee/contract/socket'
import { useSyncExternalStore } from 'react'
import { io, type Socket } from 'socket.io-client'
import { learnServerTime } from '#lib/clock.ts'
import { logWarning } from '#lib/log.ts'

/** Opened when the app starts, closed when it ends (specification, sections 4 and 9). */
export const socket: Socket<ServerToClientEvents, ClientToServerEvents> = io({
  autoConnect: false,
  withCredentials: true,
  transports: ['websocket', 'polling'],
  timeout: 20_000,
  reconnectionDelay: 1_000,
  reconnectionDelayMax: 5_000,
  randomizationFactor: 0.5,
})

/**
 * Some networks let no websocket through. Whoever's line fails may poll from the next attempt on, after trying a websocket
 * first each time. Where there is no network at all, there is nothing to fetch polling from: then a later failure does it.
 */
async function allowPolling() {
  const polling = await import('#lib/polling.ts').catch(() => undefined)
  if (!polling) return
  polling.addPolling()
  socket.io.opts.tryAllTransports = true
}

const REFUSED_AGAIN_MS = 5_000
let refused: ReturnType<typeof setTimeout> | undefined

/**
 * Refused or sent away by the server itself, a socket does not try again on its own: other windows may close meanwhile. A whole
 * hall that was refused comes one by one.
 */
function comeAgain() {
  clearTimeout(refused)
  refused = setTimeout(() => socket.connect(), REFUSED_AGAIN_MS * (0.5 + Math.random() / 2))
}

socket.on('connect', () => clearTimeout(refused))
socket.on('connect_error', ({ message }) => {
  logWarning('No connection to the hall yet:', message)
  if (socket.active) void allowPolling()
  else comeAgain()
})
socket.on('disconnect', (reason) => {
  if (reason === 'io server disconnect') comeAgain()
})

/**
 * Opens the connection anew whenever the browser loses or finds its network: a socket notices by itself only
 * when its next heartbeat is missed, and waits between two attempts. Returns how to stop.
 */
export function followNetwork() {
  const startAgain = () => void socket.disconnect().connect()
  window.addEventListener('offline', startAgain)
  window.addEventListener('online', startAgain)
  return () => {
    window.removeEventListener('offline', startAgain)
    window.removeEventListener('online', startAgain)
  }
}

const ANSWER_WITHIN_MS = 8_000
const UNANSWERED: Ack = {
  ok: false,
  code: 'UNAVAILABLE',
  message: 'The cinema did not answer. Please try again in a moment.',
}

/**
 * Sends an event and resolves with its acknowledgement, never rejects. `UNAVAILABLE` may mean that the answer
 * was lost on the way, so whoever gets it reads the true state again. Unsent, the event is dropped.
 */
export async function ask<E extends ClientEvent>(event: E, payload: Payload<E>): Promise<Ack> {
  const sentAt = performance.now()
  const ack = await new Promise<Ack>((resolve) => {
    const answered = (error: Error | null, answer: Ack) => resolve(error ? UNANSWERED : answer)
    // The emitter's types cannot follow an event that is itself a type parameter.
    const emit = (socket.timeout(ANSWER_WITHIN_MS) as Socket).emit as (...args: unknown[]) => void
    emit.call(socket, event, payload, answered)
  })
  if (ack.ok) learnServerTime(Date.parse(ack.serverNow), performance.now() - sentAt)
  return ack
}

const watchConnection = (changed: () => void) => {
  socket.on('connect', changed)
  socket.on('disconnect', changed)
  return () => {
    socket.off('connect', changed)
    socket.off('disconnect', changed)
  }
}

export const useConnected = () => useSyncExternalStore(watchConnection, () => socket.connected)
