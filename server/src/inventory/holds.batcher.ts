import type { Context } from '../context.ts'
import { holderLockName } from '../database/locks.ts'
import { createWriteBatcher } from '../platform/write-batcher.ts'
import { changeMany, holdBeyondDoubt, isHoldOfOnePlace } from './holds.batch.ts'
import { type HoldCommand, type HoldState, isRelease } from './holds.rules.ts'

/** What one transaction takes; with more, everybody in it would wait for the last. */
const MOST = 256

const desks = new WeakMap<Context, ReturnType<typeof openDesk>>()

/** One change of one holder at one showtime, written together with whatever else is asked of this process at the time. */
export function change(ctx: Context, one: HoldCommand): Promise<HoldState> {
  const ask = desks.get(ctx) ?? openDesk(ctx)
  desks.set(ctx, ask)
  return ask(one)
}

const openDesk = (ctx: Context) =>
  createWriteBatcher<HoldCommand, HoldState>(ctx, {
    // Reaching takes claims in order, and so does giving back; both in one transaction would not.
    alike: (one, other) => isRelease(one) === isRelease(other),
    namesOf: ({ holder }) => [holder],
    locksOf: (one) => [holderLockName(one)],
    most: MOST,
    durable: false,
    quick: {
      fits: isHoldOfOnePlace,
      grant: (tx, changes) => holdBeyondDoubt(tx, ctx.config, changes),
    },
    grant: (tx, ...asked) => changeMany(tx, ctx.config, ...asked),
  })
