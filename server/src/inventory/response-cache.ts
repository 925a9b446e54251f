import type { Context } from '../context.ts'
import { compress, type Encoding } from '../http/encoding.ts'
import { withoutExpired } from './seat-map.ts'
import type { RecordedSeatMap, SeatMap } from './seat-map.types.ts'

type Say = (map: SeatMap) => unknown

interface Shared {
  /** Whoever holds something here gets an answer of their own. */
  holders: Set<string | null>
  /** Our clock, epoch milliseconds: then the first of these holds runs out. */
  until: number
  /** What `say` says of the map, packed. */
  bytes: (say: Say, encoding: Encoding) => Promise<Buffer>
}

/** With the map go its bytes: whatever changes is another map. */
const known = new WeakMap<RecordedSeatMap, Shared>()

/** What all can be told who hold nothing of a map: made once for all of them, until a hold in it runs out. */
export function sharedOf(ctx: Context, recorded: RecordedSeatMap): Shared {
  const last = known.get(recorded)
  if (last && ctx.now() < last.until) return last
  const shared = shareOf(ctx, recorded)
  known.set(recorded, shared)
  return shared
}

function shareOf(ctx: Context, recorded: RecordedSeatMap): Shared {
  const map = withoutExpired(ctx, recorded)
  const claims = [...map.claims.values()]
  const ends = claims.flatMap(({ held_until }) => held_until ?? [])
  const made = new Map<Say, Map<Encoding, Promise<Buffer>>>()
  return {
    holders: new Set(claims.map(({ holder }) => holder)),
    until: Math.min(...ends) - recorded.ahead,
    bytes: (say, encoding) => {
      const packed = made.get(say) ?? new Map<Encoding, Promise<Buffer>>()
      made.set(say, packed)
      const bytes = packed.get(encoding) ?? compress(JSON.stringify(say(map)), encoding)
      packed.set(encoding, bytes)
      return bytes
    },
  }
}
