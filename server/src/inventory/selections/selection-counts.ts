import type { Config } from '#src/config/config.ts'
import type { SelectionCounts } from '#src/database/schema.ts'
import { outcomesOf } from '../rules/selection-outcomes.ts'
import type { ShowtimeDraft } from '../state.ts'

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
