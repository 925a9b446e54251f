import type { Context } from '../context.ts'
import { nameOfHolder } from '../database/locks.ts'
import { changeMany, holdBeyondDoubt, isHoldOfOnePlace } from './claims.changes.ts'
import { type Change, isRelease, type Standing } from './claims.rules.ts'
import { createDesk } from './desk.ts'

/** What one transaction takes; with more, everybody in it would wait for the last. */
const MOST = 256

const desks = new WeakMap<Context, ReturnType<typeof openDesk>>()

/** One change of one holder at one showtime, written together with whatever else is asked of this process at the time. */
export function change(ctx: Context, one: Change): Promise<Standing> {
  const ask = desks.get(ctx) ?? openDesk(ctx)
  desks.set(ctx, ask)
  return ask(one)
}

const openDesk = (ctx: Context) =>
  createDesk<Change, Standing>(ctx, {
    // Reaching takes claims in order, and so does giving back; both in one transaction would not.
    alike: (one, other) => isRelease(one) === isRelease(other),
    namesOf: ({ holder }) => [holder],
    locksOf: (one) => [nameOfHolder(one)],
    most: MOST,
    durable: false,
    quick: {
      fits: isHoldOfOnePlace,
      grant: (tx, changes) => holdBeyondDoubt(tx, ctx.config, changes),
    },
    grant: (tx, ...asked) => changeMany(tx, ctx.config, ...asked),
  })
