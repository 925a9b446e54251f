import type { IncomingMessage } from 'node:http'
import type { Socket } from 'socket.io'
import type { Config } from '../config/config.ts'
import { clientAddress, createProxyTrust } from './client-address.ts'

type Connection = Pick<Socket['conn'], 'request' | 'once'>

export const TOO_MANY_CONNECTIONS =
  'Too many tabs are open at once. Please close some and try again.'

/** Above this multiple of its limit, an address is refused at the handshake, before a connection exists. */
const HARD_LIMIT_FACTOR = 2

/** Limits the connections of each visitor and of each address on this node. */
export function createConnectionLimiter(
  config: Config,
  visitorOf: (request: IncomingMessage) => string,
) {
  const trust = createProxyTrust(config)
  const counts = new Map<string, number>()
  const refused = new Set<Connection>()
  const count = (key: string) => counts.get(key) ?? 0
  const addressKey = (request: IncomingMessage) => `address:${clientAddress(request, trust)}`

  function addToCount(key: string, by: number) {
    const total = count(key) + by
    if (total > 0) counts.set(key, total)
    else counts.delete(key)
  }

  function add(connection: Connection) {
    const limits = [
      { key: addressKey(connection.request), max: config.socketsPerAddress },
      { key: `visitor:${visitorOf(connection.request)}`, max: config.socketsPerVisitor },
    ]
    for (const { key } of limits) addToCount(key, 1)
    if (limits.some(({ key, max }) => count(key) > max)) refused.add(connection)
    connection.once('close', () => {
      for (const { key } of limits) addToCount(key, -1)
      refused.delete(connection)
    })
  }

  return {
    add,
    isAllowed: (connection: Connection) => !(config.rateLimits && refused.has(connection)),
    isOverHardLimit: (request: IncomingMessage) =>
      config.rateLimits &&
      count(addressKey(request)) >= HARD_LIMIT_FACTOR * config.socketsPerAddress,
  }
}
