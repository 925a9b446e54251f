import type { EventEmitter } from 'node:events'
import type { ContextEvents } from '../context-events.ts'
import { type Database, inTransaction } from '../database/transaction.ts'
import { type JoinRequest, planJoins } from './rules/plan-joins.ts'
import * as statements from './waiting-room.sql.ts'

/** One transaction stores so many positions at most. */
const MAX_BATCH = 500

interface Store {
  db: Database
  events: EventEmitter<ContextEvents>
}

interface Waiting extends PromiseWithResolvers<number> {
  request: JoinRequest
}

/** Stores the positions of visitors who come at the same time in one transaction. */
export function createJoinBatches() {
  const waitingByShow = new Map<string, Waiting[]>()

  /** Resolves with the missing step of the proof of work; with 0 once the position is on disk or the queue has ended. */
  function join(store: Store, showtimeId: string, request: JoinRequest) {
    const entry: Waiting = {
      request,
      ...Promise.withResolvers<number>(),
    }
    const waiting = waitingByShow.get(showtimeId)
    if (waiting) waiting.push(entry)
    else {
      waitingByShow.set(showtimeId, [entry])
      void storeAll(store, showtimeId)
    }
    return entry.promise
  }

  async function storeAll(store: Store, showtimeId: string) {
    const waiting = waitingByShow.get(showtimeId) ?? []
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_BATCH)
      try {
        const requests = batch.map(({ request }) => request)
        const missingSteps = await storeJoins(store, showtimeId, requests)
        for (const [index, { resolve }] of batch.entries()) resolve(missingSteps[index] ?? 0)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    waitingByShow.delete(showtimeId)
  }

  return { join }
}

async function storeJoins(store: Store, showtimeId: string, requests: readonly JoinRequest[]) {
  const missingSteps = await inTransaction(store.db, { durable: true }, async (tx) => {
    const [queue] = (await statements.lockQueue(tx, showtimeId)).rows
    if (!queue) return []
    const owners = {
      visitors: requests.map(({ visitorId }) => visitorId),
      userIds: requests.flatMap(({ userId }) => userId ?? []),
      mailboxes: requests.flatMap(({ mailbox }) => mailbox ?? []),
    }
    const { rows: positions } = await statements.selectPositionsOf(tx, showtimeId, owners)
    const addresses = new Set(requests.flatMap(({ address }) => address ?? []))
    const { rows: counts } = await statements.countUnconfirmed(tx, showtimeId, [...addresses])
    const unconfirmed = new Map(counts.map(({ address, positions: n }) => [address, Number(n)]))
    const plan = planJoins({ queue, positions, unconfirmed, requests })
    // Before the others: a visitor and an account have one position that has not ended.
    await statements.updateProgress(tx, plan.ended)
    await statements.updateOwners(tx, plan.updated)
    await statements.insertPositions(tx, plan.inserted)
    await statements.updateQueue(tx, { ...queue, next_number: plan.nextNumber })
    return plan.missingSteps
  })
  store.events.emit('queueChanged', showtimeId)
  return missingSteps
}
