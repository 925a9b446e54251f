import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  request,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Duplex, pipeline } from 'node:stream'

const UNAVAILABLE = JSON.stringify({
  success: false,
  statusCode: 503,
  code: 'UNAVAILABLE',
  message: 'The cinema is not open yet. Please try again in a moment.',
})
/** Requests that change nothing may be sent again to another node. */
const SAFE_METHODS = ['GET', 'HEAD']
/** The local identity provider keeps its state in one process. */
const IDENTITY_PROVIDER_PATH = '/dev/openid/'
/** Headers that concern one connection only. */
const CONNECTION_HEADERS = ['connection', 'keep-alive', 'proxy-connection']

interface BackendNode {
  name: string
  url: string
  webSockets: number
}

/**
 * A small HTTP and WebSocket balancer. Requests go to the nodes in turn, each WebSocket to the node with the fewest.
 * Long polling needs several requests to the same node, so it is assigned by client address.
 */
export async function openBalancer({ host, port }: { host: string; port: number }) {
  const nodes = new Map<string, BackendNode>()
  let nextIndex = 0

  /** The only node that can answer the request, if there is one. */
  function stickyNode({ url = '', socket }: IncomingMessage) {
    const sorted = [...nodes.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1))
    if (url.startsWith(IDENTITY_PROVIDER_PATH)) return sorted[0]
    return isPolling(url) ? nodeForAddress(socket.remoteAddress ?? '', sorted) : undefined
  }

  function chooseNode(incoming: IncomingMessage, failed: BackendNode[]) {
    const sticky = stickyNode(incoming)
    if (sticky) return failed.includes(sticky) ? undefined : sticky
    const candidates = [...nodes.values()].filter((node) => !failed.includes(node))
    if (incoming.headers.upgrade)
      return candidates.toSorted((one, other) => one.webSockets - other.webSockets)[0]
    return candidates[nextIndex++ % candidates.length]
  }

  function forwardRequest(
    incoming: IncomingMessage,
    response: ServerResponse,
    failed: BackendNode[] = [],
  ) {
    const node = chooseNode(incoming, failed)
    if (!node) return sendUnavailable(response)
    const isSafe = SAFE_METHODS.includes(incoming.method ?? '')
    const outgoing = openRequest(node.url, incoming)
    outgoing.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, endToEndHeaders(answer.rawHeaders))
      // When the node ends during its response, the pipeline ends the response.
      pipeline(answer, response, () => undefined)
    })
    outgoing.on('error', () => {
      if (response.headersSent || response.destroyed) return response.destroy()
      if (isSafe) forwardRequest(incoming, response, [...failed, node])
      else sendUnavailable(response)
    })
    response.once('close', () => outgoing.destroy())
    if (isSafe) outgoing.end()
    else incoming.pipe(outgoing)
  }

  function forwardWebSocket(
    incoming: IncomingMessage,
    client: Duplex,
    head: Buffer,
    failed: BackendNode[] = [],
  ) {
    const node = chooseNode(incoming, failed)
    if (!node) return client.destroy()
    let hasAnswer = false
    const release = () => {
      node.webSockets -= 1
    }
    node.webSockets += 1
    const outgoing = openRequest(node.url, incoming)
    outgoing.once('upgrade', (answer, backend, firstBytes) => {
      hasAnswer = true
      backend.once('close', release)
      client.write(Buffer.concat([responseHead(answer), firstBytes]))
      backend.write(head)
      connectStreams(client, backend)
    })
    outgoing.once('response', (answer) => {
      hasAnswer = true
      release()
      client.write(responseHead(answer))
      pipeline(answer, client, () => undefined)
    })
    outgoing.on('error', () => {
      if (!hasAnswer) release()
      if (hasAnswer || client.destroyed) return client.destroy()
      forwardWebSocket(incoming, client, head, [...failed, node])
    })
    client.once('close', () => outgoing.destroy())
    outgoing.end()
  }

  const server = createServer((incoming, response) => forwardRequest(incoming, response))
  server.on('upgrade', (incoming, client, head) => {
    client.on('error', () => client.destroy())
    forwardWebSocket(incoming, client, head)
  })
  server.listen(port, host)
  await once(server, 'listening')

  return {
    port: (server.address() as AddressInfo).port,
    addNode: (name: string, url: string) => nodes.set(name, { name, url, webSockets: 0 }),
    removeNode: (name: string) => nodes.delete(name),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** A Socket.IO connection over long polling, or its upgrade to a WebSocket. */
const isPolling = (url: string) =>
  url.startsWith('/socket.io/') && /[?&](sid=|transport=polling)/.test(url)

/** Rendezvous hashing: when a node leaves, only its own addresses move to other nodes. */
function nodeForAddress(address: string, nodes: BackendNode[]) {
  const rank = ({ name }: BackendNode) =>
    createHash('sha1').update(`${address} ${name}`).digest('hex')
  return nodes.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1))[0]
}

/** The raw headers (name, value, name, value …) without those in `removed`. */
function removeHeaders(rawHeaders: string[], removed: string[]) {
  return rawHeaders.filter((_, index) => {
    const name = rawHeaders[index - (index % 2)] ?? ''
    return !removed.includes(name.toLowerCase())
  })
}

const endToEndHeaders = (rawHeaders: string[]) => removeHeaders(rawHeaders, CONNECTION_HEADERS)

/** The same request to a node, with the client's address added to X-Forwarded-For. The body is not sent yet. */
function openRequest(
  url: string,
  { method, url: path, headers, rawHeaders, socket }: IncomingMessage,
) {
  const upgrade = headers.upgrade ? ['connection', 'upgrade'] : []
  const addresses = [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', ')
  const kept = removeHeaders(rawHeaders, [...CONNECTION_HEADERS, 'x-forwarded-for'])
  const { hostname, port } = new URL(url)
  const sent = [...kept, 'x-forwarded-for', addresses, ...upgrade]
  return request({ hostname, port, method, path, headers: sent, agent: false })
}

/** The head of a response as bytes. */
function responseHead({ statusCode = 502, rawHeaders }: IncomingMessage) {
  const lines = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : [],
  )
  const status = `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`
  return Buffer.from([status, ...lines, '', ''].join('\r\n'))
}

function connectStreams(client: Duplex, backend: Duplex) {
  backend.on('error', () => backend.destroy())
  client.once('close', () => backend.destroy())
  backend.once('close', () => client.destroy())
  client.pipe(backend).pipe(client)
}

/** Sends 503, or ends the connection when the response has begun. */
function sendUnavailable(response: ServerResponse) {
  if (response.headersSent) return response.destroy()
  response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' })
  response.end(UNAVAILABLE)
}
