import type { Ack } from '@marquee/contract/socket'
import { WebSocket } from 'ws'

export type Window = Awaited<ReturnType<typeof aWindow>>

/**
 * A browser's window as the protocol has it, by hand: with a client library the generator of the load would be what is measured.
 * `hear` gets every push as it came.
 */
export async function aWindow(url: string, hear: (push: string) => void = () => undefined) {
  const address = `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
  const line = new WebSocket(address, { perMessageDeflate: false })
  const opened = Promise.withResolvers<void>()
  const waiting = new Map<number, (ack: Ack) => void>()
  let asked = 0

  function take(text: string) {
    if (text.startsWith('42')) return hear(text)
    if (text.startsWith('43')) return acknowledge(text)
    if (text === '2') return line.send('3')
    if (text.startsWith('40')) return opened.resolve()
    if (text.startsWith('0')) return line.send('40')
    opened.reject(new Error(`Not let in: ${text}`))
  }

  function acknowledge(text: string) {
    const list = text.indexOf('[')
    const number = Number(text.slice(2, list))
    const [ack] = JSON.parse(text.slice(list)) as [Ack]
    waiting.get(number)?.(ack)
    waiting.delete(number)
  }

  line.on('message', (words) => take(words.toString()))
  line.on('error', opened.reject)
  await opened.promise
  return {
    ask: (event: string, payload: unknown) =>
      new Promise<Ack>((resolve) => {
        waiting.set(asked, resolve)
        line.send(`42${asked}${JSON.stringify([event, payload])}`)
        asked += 1
      }),
    close: () => line.terminate(),
  }
}

/** So many windows, opened a few at a time. */
export async function manyWindows(
  url: string,
  count: number,
  hear?: (n: number) => (push: string) => void,
) {
  const windows: Window[] = []
  while (windows.length < count) {
    const some = Math.min(50, count - windows.length)
    const first = windows.length
    const opening = Array.from({ length: some }, (_, n) => aWindow(url, hear?.(first + n)))
    windows.push(...(await Promise.all(opening)))
  }
  return windows
}
