import type { Ack, ClientEvent, Payload, Push, ServerEvent } from '@marquee/contract/socket'
import { useSyncExternalStore } from 'react'

type Listener = (...args: unknown[]) => void
type Reply = (event: ClientEvent, payload: unknown) => Ack | Promise<Ack>
const listeners = new Map<string, Set<Listener>>()
const listenersOf = (event: string) =>
  listeners.get(event) ?? listeners.set(event, new Set()).get(event) ?? new Set()

export const okAck = (holdUntil: string | null = null): Ack => ({
  ok: true,
  holdUntil,
  serverNow: new Date().toISOString(),
})

let reply: Reply = () => okAck()
/** Every event that the page has sent, in order. */
export const sentMessages: [ClientEvent, unknown][] = []

/** The calls of `connect` and `disconnect`, in order. */
export const connectionCalls: ('connect' | 'disconnect')[] = []

/** A replacement for `#lib/socket/socket.ts`. It records what the page sends. `setReply` sets the replies. */
export const socket = {
  connected: false,
  connect: () => {
    connectionCalls.push('connect')
    return socket
  },
  disconnect: () => {
    connectionCalls.push('disconnect')
    return socket
  },
  on: (event: string, listener: Listener) => void listenersOf(event).add(listener),
  off: (event: string, listener: Listener) => void listenersOf(event).delete(listener),
  once: (event: string, listener: Listener) => {
    const callOnce = (...args: unknown[]) => {
      socket.off(event, callOnce)
      listener(...args)
    }
    socket.on(event, callOnce)
  },
}

export async function emitWithAck<E extends ClientEvent>(event: E, payload: Payload<E>) {
  sentMessages.push([event, payload])
  return reply(event, payload)
}

export const reconnectOnNetworkChange = () => () => undefined

const subscribe = (onChange: () => void) => {
  socket.on('connect', onChange)
  socket.on('disconnect', onChange)
  return () => {
    socket.off('connect', onChange)
    socket.off('disconnect', onChange)
  }
}
export const useIsConnected = () => useSyncExternalStore(subscribe, () => socket.connected)

export function setReply(next: Reply) {
  reply = next
}

const emit = (event: string, ...args: unknown[]) => {
  for (const listener of listenersOf(event)) listener(...args)
}
export const push = <E extends ServerEvent>(event: E, payload: Push<E>) => emit(event, payload)

export function disconnect() {
  socket.connected = false
  emit('disconnect')
}

/** As at the start, and after a lost connection. */
export function reconnect() {
  socket.connected = true
  emit('connect')
}

export function resetFakeSocket() {
  sentMessages.length = 0
  connectionCalls.length = 0
  listeners.clear()
  socket.connected = false
  reply = () => okAck()
}
