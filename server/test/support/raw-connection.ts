import { request } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'

/** Says words over a bare line, and hears all that comes until it ends. */
export function sendRaw(port: number, words: string) {
  const line = connect(port, '127.0.0.1')
  line.on('error', () => undefined)
  line.write(words, 'latin1')
  return text(line)
}

export interface RawSocket {
  line: Duplex
  send: (text: string) => void
  /** All that came, once the words are in it. */
  heard: (words: RegExp) => Promise<string>
  closed: Promise<void>
}

/** A WebSocket by hand, let in as a newcomer. */
export async function openRawSocket(port: number) {
  const socket = await openSilentSocket(port)
  socket.send('40')
  await socket.heard(/40\{/)
  return socket
}

/** The same, that has not said a word yet. */
export function openSilentSocket(port: number): Promise<RawSocket> {
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': btoa('sixteen letters.'),
  }
  const path = '/socket.io/?EIO=4&transport=websocket'
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers })
      .on('upgrade', (_, line) => resolve(over(line)))
      .on('error', reject)
      .end()
  })
}

function over(line: Duplex): RawSocket {
  let all = ''
  const waiting = new Set<() => void>()
  const ended = Promise.withResolvers<void>()
  line.on('error', () => undefined)
  line.on('close', () => ended.resolve())
  line.on('end', () => line.destroy())
  line.on('data', (chunk: Buffer) => {
    const words = chunk.toString('latin1')
    // To a goodbye, a client answers by hanging up.
    if (words.includes(CLOSE_FRAME)) line.destroy()
    all += words
    for (const look of waiting) look()
  })
  const heard = (words: RegExp) =>
    new Promise<string>((found) => {
      const look = () => words.test(all) && found(all)
      waiting.add(look)
      look()
    })
  return { line, heard, closed: ended.promise, send: (words) => void line.write(frame(words)) }
}

/** No other byte of what a server sends in these tests is this one. */
const CLOSE_FRAME = '\x88'

const TEXT = 0x81
export const BINARY = 0x82

/** A message as a client frames it; the mask of zeros leaves it readable. */
export function frame(words: string | Buffer, kind = TEXT) {
  const content = Buffer.from(words)
  const long = Buffer.alloc(2)
  if (content.length > 125) long.writeUInt16BE(content.length)
  const length = content.length > 125 ? [0x80 | 126, ...long] : [0x80 | content.length]
  return Buffer.concat([Buffer.from([kind, ...length, 0, 0, 0, 0]), content])
}
