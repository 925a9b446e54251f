import { once } from 'node:events'
import { connect } from 'node:net'

interface HttpResponse {
  statusCode: number
  text: string
}

/** A keep-alive HTTP connection that sends one request at a time. `fetch` would take much of the processor time that the measured server needs. */
export async function openHttpConnection(url: string, cookie: string) {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.setNoDelay(true)
  let received = ''
  let pending: PromiseWithResolvers<HttpResponse> | undefined

  // One character per byte, so that the text's length compares with content-length.
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    received += chunk
    const response = parseResponse(received)
    if (!response) return
    received = ''
    pending?.resolve(response)
  })
  socket.on('close', () => pending?.reject(new Error('The connection was closed')))

  return {
    post: (path: string, body: unknown) => {
      pending = Promise.withResolvers<HttpResponse>()
      const json = JSON.stringify(body)
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\n` +
          `Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
      )
      return pending.promise
    },
    close: () => socket.destroy(),
  }
}

function parseResponse(received: string): HttpResponse | undefined {
  const headEnd = received.indexOf('\r\n\r\n')
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1])
  const text = received.slice(headEnd + 4)
  if (headEnd < 0 || text.length < length) return undefined
  return { statusCode: Number(received.slice(9, 12)), text }
}
