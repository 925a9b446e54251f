import { connect } from 'node:net'

const END_OF_HEAD = Buffer.from('\r\n\r\n')

/** One line over which a browser asks for the same address again and again. Nothing is unpacked or parsed: that is its own time. */
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
  let heard = 0
  let expected = 0
  let answered: (bytes: number) => void = () => undefined

  line.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    heard += chunk.length
    if (expected === 0) expected = lengthOf(Buffer.concat(chunks))
    if (expected === 0 || heard < expected) return
    chunks = []
    heard = 0
    const bytes = expected
    expected = 0
    answered(bytes)
  })
  return {
    read: () =>
      new Promise<number>((resolve) => {
        answered = resolve
        line.write(request)
      }),
    close: () => line.destroy(),
  }
}

/** Of the whole answer, as soon as its head is there. Throws for any answer but the expected one. */
function lengthOf(bytes: Buffer) {
  const end = bytes.indexOf(END_OF_HEAD)
  if (end < 0) return 0
  const head = bytes.subarray(0, end).toString('latin1')
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(head.split('\r\n')[0])
  return end + END_OF_HEAD.length + Number(/content-length: (\d+)/i.exec(head)?.[1])
}
