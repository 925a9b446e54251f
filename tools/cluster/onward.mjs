import { request as callOver, STATUS_CODES } from 'node:http'

/** What concerns one line, and not those before or after it. */
const HOPS = new Set(['connection', 'keep-alive', 'proxy-connection'])

/** Raw headers in pairs, without those of the line they came on. */
function* pairsOf(rawHeaders) {
  for (let n = 0; n < rawHeaders.length; n += 2) yield [rawHeaders[n], rawHeaders[n + 1]]
}
export const withoutHops = (rawHeaders) =>
  [...pairsOf(rawHeaders)].filter(([name]) => !HOPS.has(name.toLowerCase())).flat()

/** The same request to a node, with one more word on where it comes from; its body is still to be sent. */
export function ask(url, request) {
  const { method, url: path, headers, rawHeaders, socket } = request
  const line = headers.upgrade ? ['connection', 'upgrade'] : []
  const from = [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', ')
  const kept = [...pairsOf(withoutHops(rawHeaders))]
    .filter(([name]) => name.toLowerCase() !== 'x-forwarded-for')
    .flat()
  const { hostname, port } = new URL(url)
  const told = [...kept, 'x-forwarded-for', from, ...line]
  return callOver({ hostname, port, method, path, headers: told, agent: false })
}

/** The head of an answer as it is written on a line. */
export function headOf({ statusCode, rawHeaders }) {
  const lines = [...pairsOf(rawHeaders)].map((pair) => pair.join(': '))
  return Buffer.from(
    [`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`, ...lines, '', ''].join('\r\n'),
  )
}
