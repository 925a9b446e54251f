import type { Context } from '../context.ts'
import {
  inTransaction,
  isOrphan,
  isPassing,
  lockHolder,
  lockIdleHolders,
} from '../database/dialect.ts'
import type { Db } from '../database/schema.ts'
import { createGate, tooBusy } from '../gate.ts'
import { announce } from './announce.ts'
import { changeMany, OVERTAKEN } from './claims.changes.ts'
import { type Change, isRelease, type Standing } from './claims.rules.ts'
import { createGathering } from './gathering.ts'

/** After somebody was quicker, we look again; each time it takes another who is. */
const MOST_LOOKS = 5
/** Those who have to wait for themselves keep a connection meanwhile. */
const ALONE = { atOnce: 1, waiting: 1000 }

const desks = new WeakMap<Context, ReturnType<typeof createDesk>>()

/** One change of one holder at one showtime, written together with whatever else is asked of this process at the time. */
export function change(ctx: Context, one: Change): Promise<Standing> {
  const desk = desks.get(ctx) ?? createDesk(ctx)
  desks.set(ctx, desk)
  return desk(one)
}

function createDesk(ctx: Context) {
  const pass = createGate(ALONE)
  const changeAlone = (one: Change) =>
    pass(async () => {
      const outcomes = await commit(ctx, async (tx) => {
        await lockHolder(tx, one)
        return [one]
      })
      return (outcomes.get(one) as () => Standing)()
    })

  /** Whoever is busy on another node goes alone; and where one spoils it for all, each does. */
  async function changeTogether(changes: Change[]) {
    const outcomes = await commit(ctx, async (tx) => {
      const busy = await lockIdleHolders(tx, changes)
      return changes.filter((_, n) => !busy.has(n))
    }).catch((error: unknown) => {
      if (isPassing(error) && !isOrphan(error)) throw error
      return new Map<Change, () => Standing>()
    })
    return changes.map((one) => outcomes.get(one) ?? (() => changeAlone(one)))
  }

  return createGathering<Change, Standing>({
    // Reaching takes claims in order, and so does giving back; both in one transaction would not.
    alike: (one, other) => isRelease(one) === isRelease(other),
    together: changeTogether,
  })
}

/** One transaction for those whom `lock` lets in: committed first, told afterwards. Returns the outcome of each of them. */
async function commit(ctx: Context, lock: (tx: Db) => Promise<Change[]>) {
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    try {
      const { outcomes, ...news } = await inTransaction(ctx.db, { durable: false }, async (tx) =>
        changeMany(tx, ctx.config, await lock(tx)),
      )
      announce(ctx, news)
      return outcomes
    } catch (error) {
      if (error !== OVERTAKEN) throw error
    }
  }
  throw tooBusy()
}
