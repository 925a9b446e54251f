import type { Claim } from '../../src/inventory/state.ts'
import type { NodeObserver } from './node.ts'
import type { Violation } from './violation.ts'

/** What must be true of each decision. */
export function findDecisionViolation({
  name,
  state,
  decision,
  moment,
}: Parameters<NodeObserver['decided']>[0]): Violation[] {
  const { outcome, changes = {} } = decision
  const late = [...state.selections.values()].find(({ deadline }) => deadline <= moment.now)
  if (late)
    return [
      { rule: 'expiry', detail: `${name} saw a selection of ${late.holder} whose time is over` },
    ]
  const over = [...state.coolDowns].find(([, { until }]) => until <= moment.now)
  if (over)
    return [{ rule: 'expiry', detail: `${name} saw a cool-down of ${over[0]} whose time is over` }]
  if (!('refusal' in outcome)) return []
  const { claims = [], ...rest } = changes
  const isOther = Object.values(rest).some((change) => change !== undefined && change !== false)
  const wrong = claims.find(([id, claim]) => !isAskedMark(state.claims.get(id), claim))
  if (!isOther && !wrong) return []
  return [
    {
      rule: 'refusal',
      detail: `${name} was refused and changed ${wrong?.[0] ?? Object.keys(rest)}`,
    },
  ]
}

/** A refusal records only that a held place was asked for. */
const isAskedMark = (before: Claim | undefined, after: Claim | null) =>
  before?.kind === 'held' &&
  after?.kind === 'held' &&
  JSON.stringify({ ...before, askedAt: null }) === JSON.stringify({ ...after, askedAt: null })
