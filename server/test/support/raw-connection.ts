import { request } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'

/** Sends text over a TCP connection and resolves with all that the server sends until it closes the connection. */
export function sendRaw(port: number, content: string) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(content, 'latin1')
  return text(socket)
}

export interface RawSocket {
  stream: Duplex
  send: (text: string) => void
  /** Resolves with all received text when it matches. */
  waitForText: (pattern: RegExp) => Promise<string>
  closed: Promise<void>
}

/** Opens a WebSocket by hand and sends the Socket.IO connect packet. */
export async function openRawSocket(port: number) {
  const socket = await openSilentSocket(port)
  socket.send('40')
  await socket.waitForText(/40\{/)
  return socket
}

/** Opens a WebSocket by hand and sends no packet. */
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
      .on('upgrade', (_, stream) => resolve(createRawSocket(stream)))
      .on('error', reject)
      .end()
  })
}

function createRawSocket(stream: Duplex): RawSocket {
  let received = ''
  const waiting = new Set<() => void>()
  const closed = Promise.withResolvers<void>()
  stream.on('error', () => undefined)
  stream.on('close', () => closed.resolve())
  stream.on('end', () => stream.destroy())
  stream.on('data', (chunk: Buffer) => {
    const chunkText = chunk.toString('latin1')
    // A client answers a close frame by closing the connection.
    if (chunkText.includes(CLOSE_FRAME)) stream.destroy()
    received += chunkText
    for (const check of waiting) check()
  })
  const waitForText = (pattern: RegExp) =>
    new Promise<string>((resolve) => {
      const check = () => pattern.test(received) && resolve(received)
      waiting.add(check)
      check()
    })
  const send = (content: string) => void stream.write(frame(content))
  return { stream, waitForText, closed: closed.promise, send }
}

/** The servers of these tests send this byte in no other place. */
const CLOSE_FRAME = '\x88'

const TEXT = 0x81
export const BINARY = 0x82

/** Encodes a client's WebSocket frame. Its mask of zeros leaves the content readable. */
export function frame(text: string | Buffer, kind = TEXT) {
  const content = Buffer.from(text)
  const long = Buffer.alloc(2)
  if (content.length > 125) long.writeUInt16BE(content.length)
  const length = content.length > 125 ? [0x80 | 126, ...long] : [0x80 | content.length]
  return Buffer.concat([Buffer.from([kind, ...length, 0, 0, 0, 0]), content])
}
