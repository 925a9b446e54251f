import type { Config } from '#src/config/config.ts'
import type { SelectionCounts } from '#src/database/schema.ts'
import type { ShowtimeDraft } from '../draft.ts'
import type { Selection, ShowtimeState } from '../state.ts'

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
    /** Returns the counts, and sets them to zero. */
    take() {
      const taken = counts
      counts = {}
      return taken
    },
  }
}

type SelectionOutcome = keyof SelectionCounts

interface OutcomeTerms {
  /** So long after a visitor was last connected, the selection ends. Milliseconds. */
  holdGraceMs: number
}

type ChangedShow = Pick<ShowtimeDraft, 'before' | 'state' | 'now' | 'selections'>

/** What became of the selections that a transaction has changed: which were started, entered payment and ended, and why. */
const outcomesOf = (draft: ChangedShow, terms: OutcomeTerms): SelectionOutcome[] =>
  [...draft.selections].flatMap((holder) => outcomesOfHolder(draft, holder, terms))

function outcomesOfHolder(
  { before, state, now }: ChangedShow,
  holder: string,
  terms: OutcomeTerms,
): SelectionOutcome[] {
  const earlier = visitorsSelection(before, holder)
  const current = visitorsSelection(state, holder)
  const isSame = earlier !== undefined && current?.since === earlier.since
  const ended = earlier && !isSame ? [endOf(earlier, { before, state, now, holder }, terms)] : []
  if (!current) return ended
  const hasEntered = isInPayment(current) && !(isSame && isInPayment(earlier))
  return [
    ...ended,
    ...(isSame ? [] : (['selections'] as const)),
    ...(hasEntered ? (['checkouts'] as const) : []),
  ]
}

/** Undefined for one that is never abandoned: an offer of the waiting list, which its party may not have seen. */
function visitorsSelection(state: ShowtimeState, holder: string) {
  const selection = state.selections.get(holder)
  return selection?.choosers[0]?.seenAt === null ? undefined : selection
}

const isInPayment = ({ choosers }: Selection) => (choosers[0]?.checkoutAt ?? null) !== null

interface Ended extends Pick<ChangedShow, 'before' | 'state' | 'now'> {
  holder: string
}

function endOf(
  selection: Selection,
  { before, state, now, holder }: Ended,
  { holdGraceMs }: OutcomeTerms,
): SelectionOutcome {
  const places = before.heldPlaces.get(holder) ?? []
  if (places.some((id) => state.claims.get(id)?.kind === 'sold')) return 'bookings'
  const { show } = state
  const { startsAt, screenId } = before.show
  if (show.isCancelled || show.startsAt !== startsAt || show.screenId !== screenId)
    return 'ended_by_cinema'
  const isPayment = isInPayment(selection)
  if (selection.deadline <= now) return isPayment ? 'payment_expired' : 'expired'
  const seenAt = selection.choosers[0]?.seenAt ?? now
  if (seenAt <= now - holdGraceMs) return isPayment ? 'payment_abandoned' : 'abandoned'
  return isPayment ? 'payment_released' : 'released'
}
