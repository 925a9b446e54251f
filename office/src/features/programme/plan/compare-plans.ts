import type { Plan } from './plan.queries.ts'

export interface PlanDifference {
  /** What only the new plan says. */
  added: string[]
  /** What only the old plan said. */
  gone: string[]
}

/** What a plan says, one line each. */
const linesOf = ({ changes, conflicts, consequences }: Plan) => [
  ...conflicts.map(({ message }) => message),
  ...changes,
  `${consequences.bookings} bookings, ${consequences.people} people, ₹${consequences.refunds} of refunds, ${consequences.mails} emails`,
]

/** What two plans for the same changes say differently. */
export function comparePlans(before: Plan, after: Plan): PlanDifference {
  const [old, next] = [linesOf(before), linesOf(after)]
  return {
    added: next.filter((line) => !old.includes(line)),
    gone: old.filter((line) => !next.includes(line)),
  }
}
