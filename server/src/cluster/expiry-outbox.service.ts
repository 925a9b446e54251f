import type { Push } from '@marquee/contract/socket'
import type { Context } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import * as notices from './expiry-outbox.sql.ts'

type Expired = Push<'holdExpired'>

const KEPT_MS = 60_000
/** A statement may be on its way for so long after it read the clock. */
const LATEST_MS = 6000

interface Ways {
  /** Tells those windows here that were open at that moment (this process's clock, epoch milliseconds). */
  tell: (holder: string, push: Expired, saidAt: number) => void
  /** Says to other nodes that something has been left for them. */
  hint: () => void
}

/**
 * Reaches people whose windows are on other nodes. A notice lies in the database, so that it needs no messenger; each node
 * reads it once and tells whoever was there when it was said: a window that has moved here since was told where it was.
 */
export function createNotices(ctx: Context, node: string, { tell, hint }: Ways) {
  const told = new Map<string, number>()
  let unsaid: notices.Notice[] = []
  let readUntil = 0

  function leave(holder: string, { type, itemId, showtimeId }: Expired) {
    if (unsaid.length === 0) queueMicrotask(() => void say())
    const where = { kind: type, place_id: itemId, showtime_id: showtimeId }
    unsaid.push({ id: crypto.randomUUID(), node, holder, ...where })
  }

  async function say() {
    const saying = unsaid
    unsaid = []
    try {
      await inTransaction(ctx.db, { durable: false }, (tx) => notices.leave(tx, saying))
      hint()
    } catch (error) {
      ctx.log.warn({ err: error }, 'notices could not be left for other nodes')
    }
  }

  /** For the clock and for hints to call. */
  async function look() {
    const { rows } = await notices.since(ctx.reader, node, readUntil - LATEST_MS)
    const now = rows[0]?.now ?? 0
    const ahead = now - ctx.now()
    for (const { id, holder, kind, place_id, showtime_id, said_at } of rows) {
      if (id === null || told.has(id)) continue
      told.set(id, said_at ?? now)
      tell(
        holder ?? '',
        { type: kind ?? 'seat', itemId: place_id ?? '', showtimeId: showtime_id ?? '' },
        (said_at ?? now) - ahead,
      )
    }
    readUntil = now
    for (const [id, saidAt] of told) if (saidAt < now - 2 * LATEST_MS) told.delete(id)
  }

  /** For the clock to call. */
  const forget = () =>
    inTransaction(ctx.db, { durable: false }, (tx) => notices.forget(tx, KEPT_MS))

  return { leave, look, forget }
}
