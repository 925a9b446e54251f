import { expect, test } from 'vitest'
import type { Operation } from './operation-log.ts'
import { findConflictingGrants, groupByShowtime } from './recorded-responses.ts'

const GRACE_MS = 3000
const KILLED_AT = 10_000

const operation = (changes: Partial<Operation>): Operation => ({
  holder: 'asha',
  showtimeId: 'show',
  kind: 'hold',
  placeIds: ['A1'],
  sentAt: 9000,
  answeredAt: 9100,
  outcome: 'granted',
  ...changes,
})

/** Asha holds a seat for a minute and loses her connection. Ravi releases the seat at `releasedAt`, as if it was free. */
function findRules({
  reconnectedAt,
  releasedAt,
  isKilled,
}: {
  reconnectedAt: number
  releasedAt: number
  isKilled: boolean
}) {
  const release = { holder: 'ravi', sentAt: releasedAt, answeredAt: releasedAt + 10 }
  const log = {
    operations: [
      operation({ holdUntil: 70_000 }),
      operation({ kind: 'foreign release', ...release }),
    ],
    disconnections: [{ holder: 'asha', showtimeId: 'show', from: KILLED_AT, to: reconnectedAt }],
    showChanges: [],
    identities: new Map(),
  }
  const outages = isKilled ? [{ from: KILLED_AT - 5, to: KILLED_AT + 2000 }] : []
  return groupByShowtime(log, GRACE_MS, outages)
    .flatMap(findConflictingGrants)
    .map(({ rule }) => rule)
}

test('findConflictingGrants counts the grace period of the visitors of a killed node from the last second in which the node recorded them', () => {
  const late = { reconnectedAt: KILLED_AT + 2600, releasedAt: KILLED_AT + 2300 }
  expect(findRules({ ...late, isKilled: true })).toEqual([])
  expect(findRules({ ...late, isKilled: false })).toEqual(['release by the owner only'])
})

test('findConflictingGrants reports a release by another visitor before a grace period of a killed node can be over', () => {
  const early = { reconnectedAt: KILLED_AT + 2600, releasedAt: KILLED_AT + 1500 }
  expect(findRules({ ...early, isKilled: true })).toEqual(['release by the owner only'])
  const inTime = { reconnectedAt: KILLED_AT + 1500, releasedAt: KILLED_AT + 2300 }
  expect(findRules({ ...inTime, isKilled: true })).toEqual(['release by the owner only'])
})
