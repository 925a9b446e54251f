import { StatementSync } from 'node:sqlite'
import pg from 'pg'
import { vi } from 'vitest'

/** What calls cost the database. */
export interface Cost {
  statements: number
  /** How often a statement was sent while none was waiting for its answer. On SQLite each statement is answered at once. */
  roundTrips: number
}

let cost: Cost = { statements: 0, roundTrips: 0 }
let unanswered = 0

function countStatement() {
  cost.statements += 1
  if (unanswered === 0) cost.roundTrips += 1
}

/** PostgreSQL: the statements of transactions. What is read before them depends on how the calls arrive. */
const inTransaction = new WeakSet<pg.Client>()
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
  this: pg.Client,
  ...args: unknown[]
) {
  const [text] = args
  if (typeof text === 'string' && text.startsWith('begin')) inTransaction.add(this)
  if (!inTransaction.has(this)) return query.apply(this, args) as never
  if (text === 'commit') inTransaction.delete(this)
  countStatement()
  unanswered += 1
  const answer = query.apply(this, args)
  const answered = () => {
    unanswered -= 1
  }
  Promise.resolve(answer).then(answered, answered)
  return answer as never
})
/**
 * SQLite executes a statement for several rows once for each of them. They count as one. A statement that is needlessly repeated is found on
 * PostgreSQL, where each one counts.
 */
let last: StatementSync | undefined
for (const method of ['all', 'run'] as const) {
  const execute = StatementSync.prototype[method] as (...args: unknown[]) => never
  vi.spyOn(StatementSync.prototype, method).mockImplementation(function (
    this: StatementSync,
    ...args: unknown[]
  ) {
    if (last !== this) countStatement()
    last = this
    return execute.apply(this, args)
  })
}

/** Counts what a call costs. Nothing else may use the database meanwhile. */
export async function costOf(call: () => Promise<unknown>): Promise<Cost> {
  cost = { statements: 0, roundTrips: 0 }
  last = undefined
  await call()
  return { ...cost }
}

/** Statements that were sent and have no answer yet. */
export const unansweredStatements = () => unanswered
