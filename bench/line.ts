import { once } from 'node:events'
import { connect } from 'node:net'

export type Line = Awaited<ReturnType<typeof aLine>>

interface Answer {
  statusCode: number
  text: string
}

/** A browser's line, one call after another, by hand: `fetch` costs as much as a good part of what is measured. */
export async function aLine(url: string, cookie: string) {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.setNoDelay(true)
  let heard = ''
  let waiting: PromiseWithResolvers<Answer> | undefined

  // One letter a byte, as the length in the head counts.
  socket.setEncoding('latin1')
  socket.on('data', (some: string) => {
    heard += some
    const answer = wholeIn(heard)
    if (!answer) return
    heard = ''
    waiting?.resolve(answer)
  })
  socket.on('close', () => waiting?.reject(new Error('The line was closed')))

  return {
    post: (path: string, body: unknown) => {
      waiting = Promise.withResolvers<Answer>()
      const json = JSON.stringify(body)
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\n` +
          `Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
      )
      return waiting.promise
    },
    close: () => socket.destroy(),
  }
}

function wholeIn(heard: string): Answer | undefined {
  const end = heard.indexOf('\r\n\r\n')
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(heard)?.[1])
  const text = heard.slice(end + 4)
  if (end < 0 || text.length < length) return undefined
  return { statusCode: Number(heard.slice(9, 12)), text }
}
