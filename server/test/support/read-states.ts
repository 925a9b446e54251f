import { AppError, ProofNeeded } from '#src/errors.ts'
import { applyChanges, openDraft } from '#src/inventory/draft.ts'
import type { Changes, Chooser, Decision, Selection, ShowtimeState } from '#src/inventory/state.ts'
import { at, time } from './times.ts'

// Reads decisions and the states after them, for tests of commands.

/** The result of a decision that accepts. */
export function resultOf<Result>({ outcome }: Decision<Result>): Result {
  if ('refusal' in outcome) throw new Error(`refused: ${codeOf(outcome.refusal)}`)
  return outcome.result
}

/** The code, the text and the step of the proof of work of a refusal; `ok` and no text if the decision accepts. */
export function refusalOf(
  decision: Decision<unknown, unknown> | { refusal: Error } | { changes: Changes },
) {
  const outcome = 'outcome' in decision ? decision.outcome : decision
  const error = 'refusal' in outcome ? outcome.refusal : undefined
  if (!error) return { code: 'ok', message: '', details: {}, step: 0 }
  const details = error instanceof AppError ? error.details : {}
  const step = error instanceof ProofNeeded ? error.step : 0
  return { code: codeOf(error), message: error.message, details, step }
}

const codeOf = (error: Error) => (error instanceof AppError ? error.code : error.message)

/** The state after a decision, which was made `ms` from now. */
export function after(
  state: ShowtimeState,
  { changes }: { changes?: Changes },
  ms = 0,
): ShowtimeState {
  const draft = openDraft(state, time(ms))
  applyChanges(draft, changes ?? {})
  return draft.state
}

/** The state as a command meets it later: without selections and cool-downs whose time is over. */
export const later = (state: ShowtimeState, ms: number): ShowtimeState =>
  openDraft(state, time(ms), at(ms).holdMaxMs).state

/** The holder of each held place. */
export const holdersIn = ({ claims }: ShowtimeState) =>
  Object.fromEntries(
    [...claims].flatMap(([id, claim]) => (claim.kind === 'held' ? [[id, claim.holder]] : [])),
  )

/** The booking of each sold place. */
export const bookingsIn = ({ claims }: ShowtimeState) =>
  Object.fromEntries(
    [...claims].flatMap(([id, claim]) => (claim.kind === 'sold' ? [[id, claim.bookingId]] : [])),
  )

export function selectionIn({ selections }: ShowtimeState, holder: string): Selection {
  const found = selections.get(holder)
  if (!found) throw new Error(`${holder} has no selection`)
  return found
}

/** What a visitor counts under in the selection of a holder. */
export function chooserIn(state: ShowtimeState, holder: string, id = holder): Chooser {
  const found = selectionIn(state, holder).choosers.find((chooser) => chooser.id === id)
  if (!found) throw new Error(`${id} is not in the selection of ${holder}`)
  return found
}
