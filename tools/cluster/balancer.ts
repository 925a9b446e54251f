import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { type Duplex, pipeline } from 'node:stream'

const UNAVAILABLE = JSON.stringify({
  success: false,
  statusCode: 503,
  code: 'UNAVAILABLE',
  message: 'The service is temporarily unavailable. Please try again in a moment.',
})
/** Requests that change nothing may be sent again to another node. */
const SAFE_METHODS = ['GET', 'HEAD']
/** The local identity provider keeps its state in one process. */
const IDENTITY_PROVIDER_PATH = '/dev/openid/'
/** Longer than clients keep an unused connection, so that a request is not sent over one that is being closed. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000
/** Connections that wait to be accepted. Beyond it a client tries again after one second, then three, seven and fifteen. */
const LISTEN_BACKLOG = 4096
/** Headers that concern one connection only. */
const CONNECTION_HEADERS = ['connection', 'keep-alive', 'proxy-connection']

interface BackendNode {
  name: string
  url: URL
  webSockets: number
}

/**
 * A small HTTP and WebSocket balancer. Requests go to the nodes in turn, each WebSocket to the node with the fewest.
 * Long polling needs several requests to the same node, so it is assigned by client address.
 */
export async function openBalancer({ host, port }: { host: string; port: number }) {
  const nodes = new Map<string, BackendNode>()
  // A busy node accepts one new connection per turn of its event loop, so requests share connections.
  const agent = new Agent({ keepAlive: true })
  let nextIndex = 0

  function chooseNode({ url = '', headers, socket }: IncomingMessage, failed: BackendNode[] = []) {
    const candidates = [...nodes.values()].filter((node) => !failed.includes(node))
    if (url.startsWith(IDENTITY_PROVIDER_PATH)) return minBy(candidates, ({ name }) => name)
    if (isPolling(url)) return minBy(candidates, ({ name }) => hash(socket.remoteAddress, name))
    if (headers.upgrade) return minBy(candidates, ({ webSockets }) => webSockets)
    return candidates[nextIndex++ % candidates.length]
  }

  function forwardRequest(
    incoming: IncomingMessage,
    response: ServerResponse,
    failed: BackendNode[] = [],
  ) {
    const node = chooseNode(incoming, failed)
    if (!node) return void sendUnavailable(response)
    const { hostname, port } = node.url
    const { method = '', url: path } = incoming
    const headers = forwardedHeaders(incoming)
    const outgoing = request({ hostname, port, method, path, headers, agent })
    const isSafe = SAFE_METHODS.includes(method)
    outgoing.once('response', (backendResponse) => {
      response.writeHead(
        backendResponse.statusCode ?? 502,
        withoutHeaders(backendResponse, CONNECTION_HEADERS),
      )
      // When the node ends during its response, the pipeline ends the response.
      pipeline(backendResponse, response, () => undefined)
    })
    outgoing.on('error', () => {
      if (response.headersSent || response.destroyed) response.destroy()
      else if (isSafe) forwardRequest(incoming, response, [...failed, node])
      else sendUnavailable(response)
    })
    response.once('close', () => outgoing.destroy())
    if (isSafe) outgoing.end()
    else incoming.pipe(outgoing)
  }

  /** Sends the request to a node and connects both sockets. A node that ends before it responds is skipped. */
  function forwardWebSocket(
    incoming: IncomingMessage,
    client: Duplex,
    firstBytes: Buffer,
    failed: BackendNode[] = [],
  ) {
    const node = chooseNode(incoming, failed)
    if (!node) return void client.destroy()
    const backend = connect(Number(node.url.port), node.url.hostname)
    let hasResponded = false
    node.webSockets += 1
    backend.write(requestHead(incoming))
    backend.write(firstBytes)
    client.once('close', () => backend.destroy())
    client.pipe(backend).pipe(client, { end: false })
    backend.once('data', () => {
      hasResponded = true
    })
    backend.on('error', () => backend.destroy())
    backend.once('close', () => {
      node.webSockets -= 1
      if (hasResponded || client.destroyed) client.destroy()
      else forwardWebSocket(incoming, client, firstBytes, [...failed, node])
    })
  }

  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS }, (incoming, response) =>
    forwardRequest(incoming, response),
  )
  server.on('upgrade', (incoming, client, firstBytes) => {
    client.on('error', () => client.destroy())
    forwardWebSocket(incoming, client, firstBytes)
  })
  server.listen({ port, host, backlog: LISTEN_BACKLOG })
  await once(server, 'listening')

  return {
    port: (server.address() as AddressInfo).port,
    addNode: (name: string, url: string) =>
      nodes.set(name, { name, url: new URL(url), webSockets: 0 }),
    removeNode: (name: string) => nodes.delete(name),
    close: () => {
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}

/** A Socket.IO connection over long polling, or its upgrade to a WebSocket. */
const isPolling = (url: string) =>
  url.startsWith('/socket.io/') && /[?&](sid=|transport=polling)/.test(url)

/** Rendezvous hashing: when a node leaves, only its own addresses move to other nodes. */
const hash = (address: string | undefined, name: string) =>
  createHash('sha1').update(`${address} ${name}`).digest('hex')

const minBy = <T>(items: T[], key: (item: T) => string | number) =>
  items.toSorted((one, other) => (key(one) < key(other) ? -1 : 1))[0]

/** The raw headers (name, value, name, value …) without those in `removed`. */
const withoutHeaders = ({ rawHeaders }: IncomingMessage, removed: string[]) =>
  rawHeaders.filter(
    (_, index) => !removed.includes(rawHeaders[index - (index % 2)]?.toLowerCase() ?? ''),
  )

/** The raw headers of a request, with the client's address added to X-Forwarded-For. */
function forwardedHeaders(incoming: IncomingMessage) {
  const { headers, socket } = incoming
  const addresses = [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', ')
  const kept = withoutHeaders(incoming, [...CONNECTION_HEADERS, 'x-forwarded-for'])
  return [...kept, 'x-forwarded-for', addresses]
}

/** The head of an upgrade request as text. */
function requestHead(incoming: IncomingMessage) {
  const headers = [...forwardedHeaders(incoming), 'connection', 'upgrade']
  const lines = headers.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`))
  return `${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** Sends 503, or ends the connection when the response has begun. */
function sendUnavailable(response: ServerResponse) {
  if (response.headersSent) return void response.destroy()
  response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' })
  response.end(UNAVAILABLE)
}
