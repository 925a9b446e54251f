import type {
  Ack,
  ClientEvent,
  ClientToServerEvents,
  Payload,
  ServerToClientEvents,
} from '@marquee/contract/socket'
import { syncServerClock } from '@marquee/ui-kit/lib/clock.ts'
import { logWarning } from '@marquee/ui-kit/lib/log.ts'
import { useConnected } from '@marquee/ui-kit/lib/use-connected.ts'
import { io, type Socket } from 'socket.io-client'

/** Connects on app start, disconnects on app end (specification §4 and §9). */
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
 * Some networks block websockets. After a failed connection the next attempts fall back to polling. Loading the polling code
 * fails without a network; a later failure tries again.
 */
async function enablePolling() {
  const polling = await import('./polling.ts').catch(() => undefined)
  if (!polling) return
  polling.addPolling()
  socket.io.opts.tryAllTransports = true
}

const RECONNECT_MS = 5_000
let reconnectTimer: ReturnType<typeof setTimeout> | undefined

/**
 * Socket.IO does not reconnect after the server refuses or closes a connection itself, for example because too many are open. A
 * random delay prevents all refused clients from reconnecting at once.
 */
function reconnectLater() {
  clearTimeout(reconnectTimer)
  reconnectTimer = setTimeout(() => socket.connect(), RECONNECT_MS * (0.5 + Math.random() / 2))
}

socket.on('connect', () => clearTimeout(reconnectTimer))
socket.on('connect_error', ({ message }) => {
  logWarning('socket connection failed:', message)
  if (socket.active) void enablePolling()
  else reconnectLater()
})
socket.on('disconnect', (reason) => {
  if (reason === 'io server disconnect') reconnectLater()
})

/**
 * Reconnects when the browser goes offline or online. Without this a lost network is only noticed at the next missed heartbeat.
 * Returns a function that stops it.
 */
export function reconnectOnNetworkChange() {
  const reconnect = () => void socket.disconnect().connect()
  window.addEventListener('offline', reconnect)
  window.addEventListener('online', reconnect)
  return () => {
    window.removeEventListener('offline', reconnect)
    window.removeEventListener('online', reconnect)
  }
}

const ACK_TIMEOUT_MS = 8_000
const NO_ACK: Ack = {
  ok: false,
  code: 'UNAVAILABLE',
  message: 'The cinema did not answer. Please try again in a moment.',
}

/**
 * Sends an event and resolves with its acknowledgement. Never rejects. After `UNAVAILABLE` the server may still have processed
 * the event, so the caller must fetch the current state. An event that was not sent in time is dropped.
 */
export async function emitWithAck<E extends ClientEvent>(
  event: E,
  payload: Payload<E>,
): Promise<Ack> {
  const sentAt = performance.now()
  const ack = await new Promise<Ack>((resolve) => {
    const onAck = (error: Error | null, ack: Ack) => resolve(error ? NO_ACK : ack)
    // Socket.IO's types cannot follow an event that is itself a type parameter.
    const emit = (socket.timeout(ACK_TIMEOUT_MS) as Socket).emit as (...args: unknown[]) => void
    emit.call(socket, event, payload, onAck)
  })
  if (ack.ok) syncServerClock(Date.parse(ack.serverNow), performance.now() - sentAt)
  return ack
}

/** Whether changes arrive at the moment. */
export const useIsConnected = () => useConnected(socket)
