import type { Ack, ClientEvent, Payload, Push, ServerEvent } from '@marquee/contract/socket'
import { useSyncExternalStore } from 'react'

type Listener = (...heard: unknown[]) => void
type Answer = (event: ClientEvent, payload: unknown) => Ack | Promise<Ack>
const listeners = new Map<string, Set<Listener>>()
const listenersOf = (event: string) =>
  listeners.get(event) ?? listeners.set(event, new Set()).get(event) ?? new Set()

/** Agrees to everything, for ten minutes from a fixed moment of its clock. */
export const okAck = (holdUntil: string | null = null): Ack => ({
  ok: true,
  holdUntil,
  serverNow: new Date().toISOString(),
})

let answer: Answer = () => okAck()
/** All that the page has asked for, in order. */
export const sentMessages: [ClientEvent, unknown][] = []

/** Stands in for `#lib/socket.ts`: what the page asks is written down and answered by the test. */
export const socket = {
  connected: false,
  on: (event: string, heard: Listener) => void listenersOf(event).add(heard),
  off: (event: string, heard: Listener) => void listenersOf(event).delete(heard),
}

export async function emitWithAck<E extends ClientEvent>(event: E, payload: Payload<E>) {
  sentMessages.push([event, payload])
  return answer(event, payload)
}

const watch = (changed: () => void) => {
  socket.on('connect', changed)
  socket.on('disconnect', changed)
  return () => {
    socket.off('connect', changed)
    socket.off('disconnect', changed)
  }
}
export const useConnected = () => useSyncExternalStore(watch, () => socket.connected)

export function setReply(next: Answer) {
  answer = next
}

const tell = (event: string, ...heard: unknown[]) => {
  for (const listener of listenersOf(event)) listener(...heard)
}
export const push = <E extends ServerEvent>(event: E, pushed: Push<E>) => tell(event, pushed)

export function connect() {
  socket.connected = true
  tell('connect')
}
export function disconnect() {
  socket.connected = false
  tell('disconnect')
}

export function resetFakeSocket() {
  sentMessages.length = 0
  socket.connected = false
  answer = () => okAck()
}
