import { once } from 'node:events'
import { connect } from 'node:net'

interface HttpResponse {
  statusCode: number
  text: string
}

/**
 * A keep-alive HTTP connection that sends one request at a time. It is opened again if the server has closed it after a long pause. `fetch` would
 * take much of the processor time that the measured server needs.
 */
export async function openHttpConnection(url: string, cookie: string) {
  const { host } = new URL(url)
  let connection = await openConnection(url)
  return {
    post: async (path: string, body: unknown) => {
      if (connection.isClosed()) connection = await openConnection(url)
      const json = JSON.stringify(body)
      return connection.send(
        `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\n` +
          `Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
      )
    },
    close: () => connection.close(),
  }
}

async function openConnection(url: string) {
  const { hostname, port } = new URL(url)
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
    send: (request: string) => {
      pending = Promise.withResolvers<HttpResponse>()
      socket.write(request)
      return pending.promise
    },
    isClosed: () => socket.destroyed,
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
