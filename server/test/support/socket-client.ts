import type { Ack, ClientEvent, Payload, Push, ServerEvent } from '@marquee/contract/socket'
import { WebSocket } from 'ws'

export type SocketClient = Awaited<ReturnType<typeof connectSocketClient>>

interface Options {
  headers?: Record<string, string>
  /** Receives each push as raw text. Pushes are not recorded then. */
  onPush?: (text: string) => void
}

/**
 * Connects to the Socket.IO server over a plain WebSocket. The benchmark needs a client that costs less than the server it
 * measures. Rejects with the server's message and data if the server refuses the connection.
 */
export async function connectSocketClient(
  url: string,
  cookie?: string,
  { headers = {}, onPush }: Options = {},
) {
  const address = `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
  const webSocket = new WebSocket(address, {
    perMessageDeflate: false,
    headers: { ...(cookie && { cookie }), ...headers },
  })
  const opened = Promise.withResolvers<void>()
  const disconnected = Promise.withResolvers<'io server disconnect' | 'transport close'>()
  const acknowledgements = new Map<number, (ack: Ack) => void>()
  const received: { event: ServerEvent; push: Push<ServerEvent> }[] = []
  const waiting = new Set<() => void>()
  let lastId = 0

  // The first digit is Engine.IO's packet type, the second Socket.IO's.
  function receive(text: string) {
    if (text.startsWith('42')) return onPush ? onPush(text) : record(text.slice(2))
    if (text.startsWith('43')) return acknowledge(text)
    if (text === '2') return webSocket.send('3')
    if (text.startsWith('40')) return opened.resolve()
    if (text.startsWith('41')) return disconnected.resolve('io server disconnect')
    if (text.startsWith('44')) return refuse(text.slice(2))
    if (text.startsWith('0')) webSocket.send('40')
  }

  function record(json: string) {
    const [event, push] = JSON.parse(json) as [ServerEvent, Push<ServerEvent>]
    received.push({ event, push })
    for (const check of waiting) check()
  }

  function acknowledge(text: string) {
    const start = text.indexOf('[')
    const id = Number(text.slice(2, start))
    acknowledgements.get(id)?.((JSON.parse(text.slice(start)) as [Ack])[0])
    acknowledgements.delete(id)
  }

  function refuse(json: string) {
    const { message, data } = JSON.parse(json) as { message: string; data?: unknown }
    webSocket.terminate()
    opened.reject(Object.assign(new Error(message), { data }))
  }

  webSocket.on('message', (data) => receive(data.toString()))
  webSocket.on('error', opened.reject)
  webSocket.on('close', () => {
    opened.reject(new Error('The connection was closed'))
    disconnected.resolve('transport close')
  })
  await opened.promise

  const all = <E extends ServerEvent>(event: E) =>
    received.flatMap((one) => (one.event === event ? [one.push as Push<E>] : []))

  /** The first push of an event that matches, received already or later. */
  const next = <E extends ServerEvent>(
    event: E,
    matches: (push: Push<E>) => boolean = () => true,
  ) =>
    new Promise<Push<E>>((resolve) => {
      const check = () => {
        const found = all(event).find(matches)
        if (!found) return
        waiting.delete(check)
        resolve(found)
      }
      waiting.add(check)
      check()
    })

  /** Sends any arguments and resolves with the acknowledgement. */
  const emitWithAck = (event: string, ...args: unknown[]) =>
    new Promise<Ack>((resolve) => {
      acknowledgements.set(lastId, resolve)
      webSocket.send(`42${lastId}${JSON.stringify([event, ...args])}`)
      lastId += 1
    })

  return {
    ask: <E extends ClientEvent>(event: E, payload: Payload<E>) => emitWithAck(event, payload),
    emitWithAck,
    /** Sends an event without asking for an acknowledgement. */
    emit: (event: string, ...args: unknown[]) =>
      webSocket.send(`42${JSON.stringify([event, ...args])}`),
    next,
    all,
    /** The pushes of all events, in their order. */
    received: () => received,
    isConnected: () => webSocket.readyState === WebSocket.OPEN,
    /** Resolves with the reason when the connection ends. */
    disconnected: disconnected.promise,
    close: () => webSocket.close(),
  }
}
