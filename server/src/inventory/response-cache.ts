import { LRUCache } from 'lru-cache'
import type { Context } from '../context.ts'
import { type EncodedBody, encodeOnce } from '../http/encoded-body.ts'
import { withoutExpired } from './seat-map.ts'
import type { SeatMap, StoredSeatMap } from './seat-map.types.ts'

const MAX_RESPONSES = 200

type CreateBody = (map: SeatMap) => unknown

/** The response to visitors without a hold at the showtime. */
interface SharedResponse {
  stored: StoredSeatMap
  /** Holders get a separate response, with their holds marked. */
  holders: Set<string | null>
  /** When the first of the holds expires, by `ctx.monotonicNow`. */
  expiresAt: number
  bytes: EncodedBody
}

/** Creates each response once for all visitors without a hold, until the seat map changes or a hold in it expires. */
export function createResponseCache(ctx: Context, createBody: CreateBody) {
  const responses = new LRUCache<string, SharedResponse>({ max: MAX_RESPONSES })

  return function responseFor(stored: StoredSeatMap): SharedResponse {
    const last = responses.get(stored.showtimeId)
    if (last?.stored === stored && ctx.monotonicNow() < last.expiresAt) return last
    const response = createResponse(ctx, stored, createBody)
    responses.set(stored.showtimeId, response)
    return response
  }
}

function createResponse(
  ctx: Context,
  stored: StoredSeatMap,
  createBody: CreateBody,
): SharedResponse {
  const map = withoutExpired(ctx, stored)
  const claims = [...map.claims.values()]
  const expiries = claims.flatMap(({ held_until }) => held_until ?? [])
  return {
    stored,
    holders: new Set([...claims.map(({ holder }) => holder), ...map.friends.keys()]),
    expiresAt: Math.min(...expiries) - stored.now + stored.readAt,
    bytes: encodeOnce(() => JSON.stringify(createBody(map))),
  }
}
