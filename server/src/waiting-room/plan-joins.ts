import type { WaitingRoomPlaceRow } from '../database/schema.ts'
import { isBefore } from './place-view.ts'
import { compareStandings, proofStepFor } from './rules/order.ts'
import type { RoomWithTime } from './waiting-room.sql.ts'

// Who gets which place in a waiting room. Pure.

export interface JoinRequest {
  visitorId: string
  userId: string | null
  /** The key of the confirmed email of the account. */
  mailbox: string | null
  /** The keyed hash of the network address. */
  address: string | null
  /** The visitor has proven work up to this step. 0: without a proof; Infinity: needs none. */
  provenStep: number
  /** The id of the place if a new one is taken. */
  newId: string
}

export interface JoinPlan {
  /** For each request, in their order: the step of the proof of work that it lacks for a new place. 0: it has its place. */
  missingSteps: number[]
  inserted: WaitingRoomPlaceRow[]
  /** Places with another device, account or address than before. */
  updated: WaitingRoomPlaceRow[]
  /** Places that were merged with a better one. */
  ended: WaitingRoomPlaceRow[]
  nextNumber: number
}

interface Joins {
  room: RoomWithTime
  /** The places of the devices, accounts and mailboxes of the requests. */
  places: readonly WaitingRoomPlaceRow[]
  /** How many places without a confirmed email the addresses of the requests have. */
  unconfirmed: ReadonlyMap<string, number>
  requests: readonly JoinRequest[]
}

/**
 * Gives each request the place that its device or account has, or a new one at the end. Of several places only the best one stays: a device and
 * an account have one place, and so one turn. The places of an address are counted here, under the lock of the room, so that visitors who come
 * at the same moment need proofs like those who come one after another.
 */
export function planJoins({ room, places, unconfirmed, requests }: Joins): JoinPlan {
  const { showtime_id, sequence, now } = room
  const live = new Map(places.map((place) => [place.id, place]))
  const ended: WaitingRoomPlaceRow[] = []
  const counts = new Map(unconfirmed)
  const inserted = new Set<string>()
  const updated = new Set<string>()
  let nextNumber = room.next_number

  /** Returns the step of the proof that is missing, 0 if the visitor has a place. */
  function join(request: JoinRequest): number {
    const own = [...live.values()].filter((place) => isPlaceOf(place, request))
    const best = bestOf(own)
    if (best) {
      for (const place of own) if (place !== best) end(place)
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
      if (step > request.provenStep) return step
      counts.set(address, count + 1)
    }
    live.set(newId, {
      ...NEW_PLACE,
      id: newId,
      showtime_id,
      visitor: visitorId,
      user_id: userId,
      mailbox,
      address,
      joined_at: now,
      number: isBefore(room) ? null : nextNumber,
      changed: sequence,
    })
    if (!isBefore(room)) nextNumber += 1
    inserted.add(newId)
    return 0
  }

  /** Ends a place in favour of a better one. One of this transaction is not stored at all. */
  function end(place: WaitingRoomPlaceRow) {
    live.delete(place.id)
    if (!inserted.delete(place.id)) ended.push({ ...place, ended_at: now, changed: sequence })
  }

  return {
    missingSteps: requests.map(join),
    inserted: [...inserted].flatMap((id) => live.get(id) ?? []),
    updated: [...updated].flatMap((id) => (inserted.has(id) ? [] : (live.get(id) ?? []))),
    ended,
    nextNumber,
  }
}

const NEW_PLACE = {
  turn_at: null,
  turn_until: null,
  has_held: 0,
  seen_at: null,
  mailed_at: null,
  ended_at: null,
}

type Owner = Pick<WaitingRoomPlaceRow, 'visitor' | 'user_id' | 'mailbox' | 'address'>

/** A place follows its last device. It keeps its account while nobody is signed in there. */
const ownerOf = (
  place: WaitingRoomPlaceRow,
  { visitorId, userId, mailbox, address }: JoinRequest,
): Owner => ({
  visitor: visitorId,
  user_id: userId ?? place.user_id,
  mailbox: userId === null ? place.mailbox : mailbox,
  address: address ?? place.address,
})

const hasOtherOwner = (place: WaitingRoomPlaceRow, owner: Owner) =>
  place.visitor !== owner.visitor ||
  place.user_id !== owner.user_id ||
  place.mailbox !== owner.mailbox

const isPlaceOf = (
  { visitor, user_id, mailbox }: Pick<WaitingRoomPlaceRow, 'visitor' | 'user_id' | 'mailbox'>,
  request: Pick<JoinRequest, 'visitorId' | 'userId' | 'mailbox'>,
) =>
  visitor === request.visitorId ||
  (user_id !== null && user_id === request.userId) ||
  (mailbox !== null && mailbox === request.mailbox)

/** The best place of a device and account. */
export const bestOf = <Place extends Pick<WaitingRoomPlaceRow, 'number' | 'turn_at' | 'joined_at'>>(
  places: readonly Place[],
) => places.toSorted((one, other) => compareStandings(standingOf(one), standingOf(other)))[0]

const standingOf = ({
  number,
  turn_at,
  joined_at,
}: Pick<WaitingRoomPlaceRow, 'number' | 'turn_at' | 'joined_at'>) => ({
  number,
  hasTurn: turn_at !== null,
  joinedAt: joined_at,
})

/** The place needs no change to be the one of the request. */
export const isCurrent = (place: WaitingRoomPlaceRow, request: JoinRequest) =>
  isPlaceOf(place, request) && !hasOtherOwner(place, ownerOf(place, request))
