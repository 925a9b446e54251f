import type { Push } from '@marquee/contract/socket'
import type { Context } from '../context.ts'
import { repeat } from '../ticker.ts'
import { createNews } from './news.ts'
import { createNotices } from './notices.service.ts'
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
export function joinOthers(ctx: Context, hall: Hall, { redis, lookEveryMs = SECOND_MS }: Ways) {
  const node = crypto.randomUUID()
  const notices = createNotices(ctx, node, {
    tell: hall.tellExpiredAt,
    hint: () => news?.tellNoticed(),
  })
  const lookNow = () =>
    void notices.look().catch((error) => ctx.log.warn({ err: error }, 'notices went unread'))
  const news = redis && createNews(redis, node, { changed: hall.publish, noticed: lookNow })

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
  ended.defer(repeat(notices.look, lookEveryMs, ctx.log))
  ended.defer(repeat(notices.forget, FORGET_EVERY_MS, ctx.log))
  return ended
}
