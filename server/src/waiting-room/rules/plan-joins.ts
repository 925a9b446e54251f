import type { QueuePositionRow } from '#src/database/schema.ts'
import { isProven } from '#src/inventory/rules/address-limits.ts'
import { hasOpened } from '../position-view.ts'
import type { PositionOwner } from '../queue-copy.ts'
import type { QueueWithTime } from '../waiting-room.sql.ts'
import { comparePositions, proofStepFor } from './queue-order.ts'

// Who gets which position in a queue. Pure.

export interface JoinRequest extends PositionOwner {
  /** The keyed hash of the network address. */
  address: string | null
  /** The step of the visitor's proof of work. 0: without a proof; Infinity: needs none. */
  provenStep: number
  /** The id of the position if a new one is taken. */
  newId: string
}

export interface JoinPlan {
  /** For each request, in their order: the step of the proof of work that it lacks for a new position. 0: it has its position. */
  missingSteps: number[]
  inserted: QueuePositionRow[]
  /** Positions with another visitor or account than before. */
  updated: QueuePositionRow[]
  /** Positions that were merged with a better one. */
  ended: QueuePositionRow[]
  nextNumber: number
}

interface Joins {
  queue: QueueWithTime
  /** The positions of the visitors, accounts and mailboxes of the requests. */
  positions: readonly QueuePositionRow[]
  /** How many positions without a confirmed email the addresses of the requests have. */
  unconfirmed: ReadonlyMap<string, number>
  requests: readonly JoinRequest[]
}

/**
 * Gives each request the position that its visitor or account has, or a new one at the end. Of several positions only the best one stays: a visitor and
 * an account have one position, and so one turn. The positions of an address are counted here, under the lock of the queue, so that visitors who come
 * at the same moment need proofs like those who come one after another.
 */
export function planJoins({ queue, positions, unconfirmed, requests }: Joins): JoinPlan {
  const { showtime_id, sequence, now } = queue
  const live = new Map(positions.map((position) => [position.id, position]))
  const ended: QueuePositionRow[] = []
  const counts = new Map(unconfirmed)
  const inserted = new Set<string>()
  const updated = new Set<string>()
  let nextNumber = queue.next_number

  /** Returns the step of the proof that is missing, 0 if the visitor has a position. */
  function join(request: JoinRequest): number {
    const own = [...live.values()].filter((position) => isPositionOf(position, request))
    const [best, ...others] = bestFirst(own)
    if (best) {
      for (const position of others) end(position)
      const changes = ownerOf(best, request)
      if (hasOtherOwner(best, changes)) {
        live.set(best.id, { ...best, ...changes, changed: sequence })
        updated.add(best.id)
      }
      return 0
    }
    const { newId, visitorId, userId, mailbox, address } = request
    if (mailbox === null && address !== null) {
      const count = counts.get(address) ?? 0
      const step = proofStepFor(count)
      if (!isProven(step, request.provenStep)) return step
      counts.set(address, count + 1)
    }
    live.set(newId, {
      ...NEW_POSITION,
      id: newId,
      showtime_id,
      visitor: visitorId,
      user_id: userId,
      mailbox,
      address,
      joined_at: now,
      number: hasOpened(queue) ? nextNumber : null,
      changed: sequence,
    })
    if (hasOpened(queue)) nextNumber += 1
    inserted.add(newId)
    return 0
  }

  /** Ends a position in favour of a better one. One of this transaction is not stored at all. */
  function end(position: QueuePositionRow) {
    live.delete(position.id)
    if (!inserted.delete(position.id)) ended.push({ ...position, ended_at: now, changed: sequence })
  }

  return {
    missingSteps: requests.map(join),
    inserted: [...inserted].flatMap((id) => live.get(id) ?? []),
    updated: [...updated].flatMap((id) => (inserted.has(id) ? [] : (live.get(id) ?? []))),
    ended,
    nextNumber,
  }
}

const NEW_POSITION = {
  turn_at: null,
  turn_until: null,
  has_held: 0,
  seen_at: null,
  mailed_at: null,
  ended_at: null,
}

type Owner = Pick<QueuePositionRow, 'visitor' | 'user_id' | 'mailbox'>

/**
 * A position follows its last visitor id. It keeps its account while that browser is not signed in. It counts under the address for which it was taken:
 * positions that move to other addresses would need no proof of work.
 */
const ownerOf = (position: Owner, { visitorId, userId, mailbox }: PositionOwner): Owner => ({
  visitor: visitorId,
  user_id: userId ?? position.user_id,
  mailbox: userId === null ? position.mailbox : mailbox,
})

const hasOtherOwner = (position: Owner, owner: Owner) =>
  position.visitor !== owner.visitor ||
  position.user_id !== owner.user_id ||
  position.mailbox !== owner.mailbox

const isPositionOf = ({ visitor, user_id, mailbox }: Owner, request: PositionOwner) =>
  visitor === request.visitorId ||
  (user_id !== null && user_id === request.userId) ||
  (mailbox !== null && mailbox === request.mailbox)

/** The positions of a visitor and account. The first one counts. */
export const bestFirst = <
  Position extends Pick<QueuePositionRow, 'number' | 'turn_at' | 'joined_at'>,
>(
  positions: readonly Position[],
) => positions.toSorted((one, other) => comparePositions(comparedOf(one), comparedOf(other)))

const comparedOf = ({
  number,
  turn_at,
  joined_at,
}: Pick<QueuePositionRow, 'number' | 'turn_at' | 'joined_at'>) => ({
  number,
  hasTurn: turn_at !== null,
  joinedAt: joined_at,
})

/** The position needs no change to be the one of the request. */
export const isCurrent = (position: Owner, request: PositionOwner) =>
  !hasOtherOwner(position, ownerOf(position, request))
