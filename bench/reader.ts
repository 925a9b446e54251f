import { connect } from 'node:net'

const OK = Buffer.from('HTTP/1.1 200 ')
const LENGTH = Buffer.from('content-length: ')
const END_OF_HEAD = Buffer.from('\r\n\r\n')
const END_OF_LINE = 13
/** What Node itself adds to every answer. */
const NODES_OWN = /^(date|connection|keep-alive|content-length)$/i

/**
 * One line over which a browser asks for the same address again and again. Nothing is unpacked, and of the head only its
 * length is read: whatever more a reader did would be measured as if it were the server's.
 */
export async function aReader(url: string, path: string) {
  const { hostname, port, host } = new URL(url)
  const line = connect(Number(port), hostname)
  line.setNoDelay(true)
  await new Promise((opened) => line.once('connect', opened))
  const head = 'accept-encoding: gzip, deflate, br\r\ncache-control: no-cache'
  // Cookies included, as every browser has them after its first answer.
  const { headers } = await fetch(`${url}${path}`, { method: 'HEAD' })
  const cookies = headers.getSetCookie().map((one) => `cookie: ${one.split(';')[0]}\r\n`)
  const request = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${cookies.join('')}${head}\r\n\r\n`
  let chunks: Buffer[] = []
  /** Of the answer that is coming; 0 before its head is there. */
  let length = 0
  let heard = 0
  let answered: () => void = () => undefined

  line.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    heard += chunk.length
    if (length === 0) length = lengthOf(chunks.length === 1 ? chunk : Buffer.concat(chunks))
    if (heard === length) answered()
  })

  /** Asks, and waits for the last byte of the answer. */
  async function read() {
    chunks = []
    length = 0
    heard = 0
    await new Promise<void>((resolve) => {
      answered = resolve
      line.write(request, 'latin1')
    })
  }

  /** One answer, its head as names and values. */
  async function whole() {
    await read()
    const bytes = Buffer.concat(chunks)
    const end = bytes.indexOf(END_OF_HEAD)
    const [, ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
    const pairs = lines.map((one) => [
      one.slice(0, one.indexOf(':')),
      one.slice(one.indexOf(':') + 2),
    ])
    const ours = pairs.filter(([name = '']) => !NODES_OWN.test(name))
    return {
      head: Object.fromEntries(ours) as Record<string, string>,
      body: bytes.subarray(end + END_OF_HEAD.length),
    }
  }

  return { read, whole, close: () => line.destroy() }
}

/** Of the whole answer; 0 before its head is there. Throws for any answer but the expected one. */
function lengthOf(bytes: Buffer) {
  const end = bytes.indexOf(END_OF_HEAD)
  if (end < 0) return 0
  if (bytes.compare(OK, 0, OK.length, 0, OK.length) !== 0) {
    throw new Error(bytes.subarray(0, end).toString('latin1'))
  }
  let body = 0
  let at = bytes.indexOf(LENGTH) + LENGTH.length
  for (; bytes[at] !== END_OF_LINE; at += 1) body = body * 10 + (bytes[at] ?? 0) - 48
  return end + END_OF_HEAD.length + body
}
