import * as claims from '../claims/claims.service.ts'
import type { Context } from '../context.ts'

/** Knows who has left a showtime without a window open on it, and ends their holds once the grace is over. */
export function createAbsences(
  ctx: Context,
  isPresent: (showtimeId: string, holder: string) => boolean,
) {
  const absent = new Map<string, { showtimeId: string; holder: string; since: number }>()
  const keyOf = (showtimeId: string, holder: string) => `${showtimeId}/${holder}`

  function begin(showtimeId: string, holder: string) {
    if (isPresent(showtimeId, holder)) return
    absent.set(keyOf(showtimeId, holder), { showtimeId, holder, since: ctx.now() })
  }

  const end = (showtimeId: string, holder: string) => void absent.delete(keyOf(showtimeId, holder))

  async function sweep() {
    const over = ctx.now() - ctx.config.holdGraceMs
    for (const [key, { showtimeId, holder, since }] of absent) {
      if (since > over) continue
      absent.delete(key)
      if (!isPresent(showtimeId, holder)) await claims.endAbandoned(ctx, { showtimeId, holder })
    }
  }

  return { begin, end, sweep }
}
