import type { Push } from '@marquee/contract/socket'
import type { Context } from '../context.ts'
import { startIntervalJob } from '../platform/interval-job.ts'
import { createClusterBus } from './cluster-bus.ts'
import { createNotices } from './expiry-outbox.service.ts'
import type { Redis } from './redis.ts'

const SECOND_MS = 1000
const FORGET_EVERY_MS = 60 * SECOND_MS

/** How this node tells those who are here. */
interface Hall {
  publish: (showtimeId: string) => void
  tellExpired: (holder: string, push: Push<'holdExpired'>) => void
  /** The same to those whose windows were open at a moment (epoch milliseconds of this process). */
  tellExpiredAt: (holder: string, push: Push<'holdExpired'>, at: number) => void
}

interface Ways {
  redis?: Redis | undefined
  /** How often to look for what nobody has hinted at. */
  lookEveryMs?: number
}

/**
 * Shares what happens here with whatever other nodes there are on the same database, and hears of theirs. What `ctx` tells from
 * now on is told here and everywhere. Ends when it is disposed of.
 */
export function joinCluster(ctx: Context, hall: Hall, { redis, lookEveryMs = SECOND_MS }: Ways) {
  const node = crypto.randomUUID()
  const notices = createNotices(ctx, node, {
    tell: hall.tellExpiredAt,
    hint: () => news?.tellNoticed(),
  })
  const lookNow = () =>
    void notices.look().catch((error) => ctx.log.warn({ err: error }, 'notices went unread'))
  const news = redis && createClusterBus(redis, node, { changed: hall.publish, noticed: lookNow })

  ctx.publish = (showtimeId) => {
    hall.publish(showtimeId)
    news?.tellChanged(showtimeId)
  }
  ctx.tellExpired = (holder, push) => {
    hall.tellExpired(holder, push)
    notices.leave(holder, push)
  }
  const ended = new AsyncDisposableStack()
  ended.defer(() => news?.close())
  ended.defer(startIntervalJob(notices.look, lookEveryMs, ctx.log))
  ended.defer(startIntervalJob(notices.forget, FORGET_EVERY_MS, ctx.log))
  return ended
}
