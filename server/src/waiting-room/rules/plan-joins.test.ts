import { expect, test } from 'vitest'
import type { QueuePositionRow } from '#src/database/schema.ts'
import { type JoinRequest, planJoins } from './plan-joins.ts'

const queue = {
  showtime_id: 'show',
  started_at: 0,
  opens_at: null,
  shuffled_at: null,
  seed: null,
  next_number: 9,
  sequence: 5,
  checked_at: 0,
  ended_at: null,
  now: 1000,
}
const position: QueuePositionRow = {
  id: 'position',
  showtime_id: 'show',
  visitor: 'phone',
  user_id: 'asha',
  mailbox: null,
  address: 'home',
  joined_at: 0,
  number: 1,
  turn_at: null,
  turn_until: null,
  has_held: 0,
  seen_at: null,
  mailed_at: null,
  ended_at: null,
  changed: 1,
}
const request: JoinRequest = {
  visitorId: 'phone',
  userId: 'asha',
  mailbox: null,
  address: 'home',
  provenStep: 0,
  newId: 'new',
}
const plan = (positions: QueuePositionRow[], ...requests: JoinRequest[]) =>
  planJoins({ queue, positions, unconfirmed: new Map([['home', positions.length]]), requests })

test('planJoins changes nothing when a visitor comes again, also from another network [S-1110]', () => {
  expect(plan([position], request, { ...request, address: 'cafe' })).toMatchObject({
    missingSteps: [0, 0],
    inserted: [],
    updated: [],
  })
})

test('planJoins keeps the address for which a position was taken when its account comes with another browser [S-1114]', () => {
  const { updated } = plan([position], { ...request, visitorId: 'laptop', address: 'cafe' })
  expect(updated).toEqual([{ ...position, visitor: 'laptop', changed: 5 }])
})
