import { readProgrammeVersion } from '#src/catalogue/programme.service.ts'
import type { Context } from '#src/context.ts'
import { newId } from '#src/database/rows/new-id.ts'
import type { Db, ProgrammePlanRow } from '#src/database/schema.ts'
import { inTransaction } from '#src/database/transaction.ts'
import { closed, notFound } from '#src/errors.ts'
import * as statements from './programme-plans.sql.ts'

// Plans of the programme and of layouts are kept for a day, and applied once.

const PROGRAMME_CHANGED = 'The programme has changed meanwhile. Please plan the change again.'
export const planNotFound = () =>
  notFound('There is no such plan. Plans are kept for a day: please plan again.')

type PlanToStore = Omit<ProgrammePlanRow, 'id' | 'planned_at' | 'applied_at'>

/** Returns the id of the plan. */
export async function storePlan(ctx: Context, plan: PlanToStore) {
  const id = newId()
  await inTransaction(ctx.db, { durable: true }, (tx) => statements.insertPlan(tx, { id, ...plan }))
  return id
}

/** A plan of this kind that is not older than a day. Throws NOT_FOUND. */
export async function readPlan(
  { db }: Context,
  { kind, planId }: { kind: ProgrammePlanRow['kind']; planId: string },
) {
  const plan = await statements.selectPlan(db, kind, planId)
  if (!plan) throw planNotFound()
  return plan
}

/** Marks the plan as applied, under the lock of the catalogue. `now` is in epoch milliseconds. */
type Begin = (tx: Db, now: number) => Promise<void>

/**
 * Applies a plan in a transaction that calls `begin` first. Returns false if the plan was applied already, also by another request meanwhile. Throws CLOSED if the
 * programme has changed since it was planned, and with the text `expired` if the plan has expired.
 */
export async function applyOnce(
  plan: ProgrammePlanRow,
  expired: string,
  apply: (begin: Begin) => Promise<unknown>,
) {
  if (plan.applied_at !== null) return false
  const appliedMeanwhile = new Error('The plan was applied meanwhile.')
  try {
    await apply(async (tx, now) => {
      const isFirst = (await statements.markApplied(tx, plan.id)).rows.length > 0
      if (!isFirst) throw appliedMeanwhile
      if ((await readProgrammeVersion(tx)) !== Number(plan.version)) throw closed(PROGRAMME_CHANGED)
      if (plan.expires_at !== null && Number(plan.expires_at) <= now) throw closed(expired)
    })
    return true
  } catch (error) {
    if (error === appliedMeanwhile) return false
    throw error
  }
}
