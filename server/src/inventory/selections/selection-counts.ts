import { businessDayAt } from '#src/catalogue/schedule/calendar.ts'
import type { Config } from '#src/config/config.ts'
import type { Context } from '#src/context.ts'
import type { SelectionCounts } from '#src/database/schema.ts'
import { inTransaction } from '#src/database/transaction.ts'
import { outcomesOf } from '../rules/selection-outcomes.ts'
import type { ShowtimeDraft } from '../state.ts'
import { addSelectionCounts } from './selection-counts.sql.ts'

export type SelectionCounter = ReturnType<typeof createSelectionCounts>

/** Counts what became of the selections of visitors at this node, until the counts are stored. A crash loses those of the last seconds. */
export function createSelectionCounts({ holdGraceMs }: Pick<Config, 'holdGraceMs'>) {
  let counts: Partial<SelectionCounts> = {}
  return {
    /** The transaction of the drafts is committed. */
    count(drafts: readonly ShowtimeDraft[]) {
      for (const draft of drafts)
        for (const outcome of outcomesOf(draft, { holdGraceMs }))
          counts[outcome] = (counts[outcome] ?? 0) + 1
    },
    /** Returns the counts, and begins again. */
    take() {
      const taken = counts
      counts = {}
      return taken
    },
  }
}

/** Adds the counts of this node to the business day that goes on. */
export async function storeSelectionCounts(ctx: Context) {
  const counts = ctx.selectionCounts.take()
  if (Object.keys(counts).length === 0) return
  const { date } = businessDayAt(ctx.now(), ctx.config)
  await inTransaction(ctx.db, { durable: false }, (tx) => addSelectionCounts(tx, date, counts))
}
