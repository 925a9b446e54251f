import { LRUCache } from 'lru-cache'
import type { Context } from '../context.ts'
import { compress, type Encoding } from '../http/encoding.ts'
import { withoutExpired } from './seat-map.ts'
import type { RecordedSeatMap, SeatMap } from './seat-map.types.ts'

const MAX_RESPONSES = 200

type CreateBody = (map: SeatMap) => unknown

/** The response to visitors without a hold at the showtime. */
interface SharedResponse {
  recorded: RecordedSeatMap
  /** Holders get a separate response, with their holds marked. */
  holders: Set<string | null>
  /** When the first of the holds expires, by the clock of this process (epoch milliseconds). */
  expiresAt: number
  bytes: (encoding: Encoding) => Promise<Buffer>
}

/** Creates each response once for all visitors without a hold, until the seat map changes or a hold in it expires. */
export function createResponseCache(ctx: Context, createBody: CreateBody) {
  const responses = new LRUCache<string, SharedResponse>({ max: MAX_RESPONSES })

  return function responseFor(recorded: RecordedSeatMap): SharedResponse {
    const last = responses.get(recorded.showtimeId)
    if (last?.recorded === recorded && ctx.now() < last.expiresAt) return last
    const response = createResponse(ctx, recorded, createBody)
    responses.set(recorded.showtimeId, response)
    return response
  }
}

function createResponse(
  ctx: Context,
  recorded: RecordedSeatMap,
  createBody: CreateBody,
): SharedResponse {
  const map = withoutExpired(ctx, recorded)
  const claims = [...map.claims.values()]
  const expiries = claims.flatMap(({ held_until }) => held_until ?? [])
  const encoded = new Map<Encoding, Promise<Buffer>>()
  return {
    recorded,
    holders: new Set(claims.map(({ holder }) => holder)),
    expiresAt: Math.min(...expiries) - recorded.ahead,
    bytes: (encoding) => {
      const bytes = encoded.get(encoding) ?? compress(JSON.stringify(createBody(map)), encoding)
      encoded.set(encoding, bytes)
      return bytes
    },
  }
}
