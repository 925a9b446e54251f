import type { Context } from '../context.ts'
import { holderLockName } from '../database/locks.ts'
import { createWriteBatcher } from '../platform/write-batcher.ts'
import { type Placed, placeMany } from './bookings.batch.ts'
import type { BookingOrder } from './order.ts'

/** What one transaction takes: some hundred places, so that nobody waits long for the last. */
const MOST = 64

const tills = new WeakMap<Context, ReturnType<typeof openTill>>()

/** Places one order, written together with whatever else is bought of this process at the time. */
export function place(ctx: Context, order: BookingOrder): Promise<Placed> {
  const ask = tills.get(ctx) ?? openTill(ctx)
  tills.set(ctx, ask)
  const { showtimeId } = order.request
  return ask({ ...order, showtimeId })
}

type Queued = BookingOrder & { showtimeId: string }

const openTill = (ctx: Context) =>
  createWriteBatcher<Queued, Placed>(ctx, {
    alike: () => true,
    namesOf: ({ holder, userId }) => [holder, userId],
    // The key first: whoever waits for it may not keep the holder from anything else.
    locksOf: ({ userId, key, ...one }) => [
      ...(key === undefined ? [] : [`${userId} ${key}`]),
      holderLockName(one),
    ],
    most: MOST,
    durable: true,
    grant: (tx, ...asked) => placeMany(tx, ctx.config, ...asked),
  })
