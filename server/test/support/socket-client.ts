import type {
  Ack,
  ClientEvent,
  ClientToServerEvents,
  Payload,
  Push,
  ServerEvent,
  ServerToClientEvents,
} from '@marquee/contract/socket'
import { io, type Socket } from 'socket.io-client'

export type SocketClient = Awaited<ReturnType<typeof connectSocketClient>>

/** A browser's socket: keeps all it was sent, and waits for what is still to come. */
export async function connectSocketClient(
  url: string,
  cookie?: string,
  headers: Record<string, string> = {},
) {
  const socket: Socket<ServerToClientEvents, ClientToServerEvents> = io(url, {
    forceNew: true,
    reconnection: false,
    transports: ['websocket'],
    extraHeaders: { ...(cookie && { cookie }), ...headers },
  })
  const received: { event: ServerEvent; push: Push<ServerEvent> }[] = []
  const waiting = new Set<() => void>()
  socket.onAny((event: ServerEvent, push: Push<ServerEvent>) => {
    received.push({ event, push })
    for (const look of waiting) look()
  })
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve)
    socket.on('connect_error', reject)
  })

  const all = <E extends ServerEvent>(event: E) =>
    received.flatMap((one) => (one.event === event ? [one.push as Push<E>] : []))

  /** The first push of an event that fits, sent already or yet to come. */
  const next = <E extends ServerEvent>(event: E, fits: (push: Push<E>) => boolean = () => true) =>
    new Promise<Push<E>>((resolve) => {
      const look = () => {
        const found = all(event).find(fits)
        if (!found) return
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
    })

  const ask = <E extends ClientEvent>(event: E, payload: Payload<E>) =>
    new Promise<Ack>((resolve) => {
      const send = socket.emit as (
        event: E,
        payload: Payload<E>,
        answered: (ack: Ack) => void,
      ) => void
      send.call(socket, event, payload, resolve)
    })

  return { socket, ask, next, all, close: () => socket.close() }
}
