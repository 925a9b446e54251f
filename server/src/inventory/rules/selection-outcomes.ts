import type { SelectionCounts } from '#src/database/schema.ts'
import type { Selection, ShowtimeDraft, ShowtimeState } from '../state.ts'

type SelectionOutcome = keyof SelectionCounts

interface OutcomeTerms {
  /** So long after a visitor was last connected, the selection ends. Milliseconds. */
  holdGraceMs: number
}

type ChangedShow = Pick<ShowtimeDraft, 'before' | 'state' | 'now' | 'selections'>

/** What became of the selections that a transaction has changed: which were started, entered payment and ended, and why. */
export const outcomesOf = (draft: ChangedShow, terms: OutcomeTerms): SelectionOutcome[] =>
  [...draft.selections].flatMap((holder) => outcomesOfHolder(draft, holder, terms))

function outcomesOfHolder(
  { before, state, now }: ChangedShow,
  holder: string,
  terms: OutcomeTerms,
): SelectionOutcome[] {
  const was = visitorsSelection(before, holder)
  const is = visitorsSelection(state, holder)
  const isSame = was !== undefined && is?.since === was.since
  const ended = was && !isSame ? [endOf(was, { before, state, now, holder }, terms)] : []
  if (!is) return ended
  const hasEntered = isInPayment(is) && !(isSame && isInPayment(was))
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
