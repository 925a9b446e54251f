import type { IncomingMessage } from 'node:http'
import type { Socket } from 'socket.io'
import type { Context } from '../context.ts'
import { createLruCache } from '../platform/lru-cache.ts'
import { createTokenBuckets, type Rate } from '../platform/token-buckets.ts'
import { clientAddress, createProxyTrust } from './client-address.ts'

type Connection = Pick<Socket['conn'], 'request'>

const MAX_ADDRESSES = 10_000

export type SocketRateLimiter = ReturnType<typeof createSocketRateLimiter>

/**
 * Limits handshakes, polling requests, packets, events and whole maps. A connection has its own limits, not a socket, because a client may open many sockets over
 * one connection.
 */
export function createSocketRateLimiter({
  config,
  monotonicNow,
}: Pick<Context, 'config' | 'monotonicNow'>) {
  const { limits } = config
  const trust = createProxyTrust(config)
  /** Computed once: a closed connection has no address. */
  const addresses = new WeakMap<IncomingMessage, string>()
  const perConnection = (rate: Rate) =>
    createTokenBuckets<Connection>(new WeakMap(), rate, monotonicNow)
  const perAddress = (rate: Rate) =>
    createTokenBuckets<string>(createLruCache(MAX_ADDRESSES), rate, monotonicNow)
  const events = [
    perConnection(limits.eventsPerConnection),
    perAddress(limits.eventsPerAddress),
  ] as const
  const choices = [
    perConnection(limits.choicesPerConnection),
    perAddress(limits.choicesPerAddress),
  ] as const
  const maps = [perConnection(limits.mapsPerConnection), perAddress(limits.mapsPerAddress)] as const
  const packets = [
    perConnection(limits.packetsPerConnection),
    perAddress(limits.packetsPerAddress),
  ] as const
  const handshakes = perAddress(limits.handshakesPerAddress)
  const pollingRequests = perAddress(limits.pollingRequestsPerAddress)

  function addressOf(request: IncomingMessage) {
    const address = addresses.get(request) ?? clientAddress(request, trust)
    addresses.set(request, address)
    return address
  }

  const take = ([ofConnection, ofAddress]: typeof events, connection: Connection) =>
    !config.rateLimits || (ofConnection(connection) && ofAddress(addressOf(connection.request)))

  return {
    isHandshakeAllowed: (request: IncomingMessage) =>
      !config.rateLimits || handshakes(addressOf(request)),
    isPollingRequestAllowed: (request: IncomingMessage) =>
      !config.rateLimits || pollingRequests(addressOf(request)),
    isPacketAllowed: (connection: Connection) => take(packets, connection),
    isEventAllowed: (connection: Connection) => take(events, connection),
    isChoiceAllowed: (connection: Connection) => take(choices, connection),
    isMapAllowed: (connection: Connection) => take(maps, connection),
  }
}
