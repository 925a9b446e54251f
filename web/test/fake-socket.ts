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

/** A replacement for `#lib/socket.ts`. It records what the page sends. `setReply` sets the replies. */
export const socket = {
  connected: false,
  on: (event: string, listener: Listener) => void listenersOf(event).add(listener),
  off: (event: string, listener: Listener) => void listenersOf(event).delete(listener),
}

export async function emitWithAck<E extends ClientEvent>(event: E, payload: Payload<E>) {
  sentMessages.push([event, payload])
  return reply(event, payload)
}

const subscribe = (onChange: () => void) => {
  socket.on('connect', onChange)
  socket.on('disconnect', onChange)
  return () => {
    socket.off('connect', onChange)
    socket.off('disconnect', onChange)
  }
}
export const useConnected = () => useSyncExternalStore(subscribe, () => socket.connected)

export function setReply(next: Reply) {
  reply = next
}

const emit = (event: string, ...args: unknown[]) => {
  for (const listener of listenersOf(event)) listener(...args)
}
export const push = <E extends ServerEvent>(event: E, payload: Push<E>) => emit(event, payload)

/** As after a lost connection. */
export function reconnect() {
  socket.connected = true
  emit('connect')
}

export function resetFakeSocket() {
  sentMessages.length = 0
  socket.connected = false
  reply = () => okAck()
}
