import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Socket } from 'socket.io'
import type { Context } from '../context.ts'
import { createTokenBuckets, type Rate } from '../platform/token-buckets.ts'
import { clientAddress, createProxyTrust } from './client-address.ts'

type Connection = Pick<Socket['conn'], 'request'>

/** Normal use stays below this: releasing a full selection takes at most 18 events. */
const EVENTS_PER_CONNECTION: Rate = { burst: 30, perSecond: 15 }
/** After a restart, all browsers behind an address join their showtimes at once. */
const EVENTS_PER_ADDRESS: Rate = { burst: 3000, perSecond: 300 }
/** Best seats: choosing them takes up to 2 ms. */
const CHOICES_PER_CONNECTION: Rate = { burst: 10, perSecond: 1 }
const CHOICES_PER_ADDRESS: Rate = { burst: 300, perSecond: 30 }
/** Whole maps, which are sent to clients that ask for no acknowledgement. */
const MAPS_PER_CONNECTION: Rate = { burst: 3, perSecond: 1 }
const MAPS_PER_ADDRESS: Rate = { burst: 40, perSecond: 20 }
const HANDSHAKES_PER_ADDRESS: Rate = { burst: 2000, perSecond: 50 }
/** A browser that polls sends each event by a request of its own, and fetches each push by another. */
const POLLING_REQUESTS_PER_ADDRESS: Rate = { burst: 6000, perSecond: 600 }
/** Packets of any kind. A browser sends its events, a few at the start and one answer to a ping every 25 seconds. */
const PACKETS_PER_CONNECTION: Rate = { burst: 300, perSecond: 50 }
const PACKETS_PER_ADDRESS: Rate = { burst: 10_000, perSecond: 1000 }

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
  const trust = createProxyTrust(config)
  /** Computed once: a closed connection has no address. */
  const addresses = new WeakMap<IncomingMessage, string>()
  const perConnection = (rate: Rate) =>
    createTokenBuckets<Connection>(new WeakMap(), rate, monotonicNow)
  const perAddress = (rate: Rate) =>
    createTokenBuckets<string>(new LRUCache({ max: MAX_ADDRESSES }), rate, monotonicNow)
  const events = [perConnection(EVENTS_PER_CONNECTION), perAddress(EVENTS_PER_ADDRESS)] as const
  const choices = [perConnection(CHOICES_PER_CONNECTION), perAddress(CHOICES_PER_ADDRESS)] as const
  const maps = [perConnection(MAPS_PER_CONNECTION), perAddress(MAPS_PER_ADDRESS)] as const
  const packets = [perConnection(PACKETS_PER_CONNECTION), perAddress(PACKETS_PER_ADDRESS)] as const
  const handshakes = perAddress(HANDSHAKES_PER_ADDRESS)
  const pollingRequests = perAddress(POLLING_REQUESTS_PER_ADDRESS)

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
