import type { Ack } from '@marquee/contract/socket'
import { anOrder, holdOne, idsOf, isSeat, type Place } from '../contention.ts'
import * as books from '../database-assertions.ts'
import type { History } from '../history.ts'
import { wrongMaps } from '../maps.ts'
import type { Show } from '../showtimes.ts'
import type { House } from '../test-cluster.ts'
import { within } from '../timeouts.ts'
import type { Visitor } from '../visitor.ts'

/** A quiet show, two windows of one visitor and one of another, for a small play that can end in one way only. */
export interface Stage {
  house: House
  history: History
  show: Show
  asha: Visitor
  /** Asha's second window. */
  tab: Visitor
  ravi: Visitor
  /** How late the end of a hold or the truth on a map may come, in milliseconds. */
  lateMs: number
  /** When the programme was written, by which the shows that end are timed. */
  opened: number
  /** When nothing of an earlier play was left: one that an outage cut short may not have been able to tidy up. */
  clearAt: number
  /** The end of the first hold that a play takes for granted: what comes after it says nothing. */
  goodUntil: number
}

/** Thrown when an answer was lost: then nobody can say how the play would have ended. */
export class Lost extends Error {}

export type Words = 'ok' | string

/** What was answered, in one word. Throws Lost. */
export function word(ack: Ack | undefined): Words {
  if (!ack) throw new Lost()
  return ack.ok ? 'ok' : ack.code
}

/** Until when (epoch milliseconds) the speaker was promised what they hold. Throws Lost, and on a refusal. */
export function promised(ack: Ack | undefined) {
  const said = word(ack)
  if (ack?.ok) return Date.parse(ack.holdUntil ?? '')
  throw new Fault(`a first hold was answered with ${said}`)
}

/** Thrown at what must not be. */
export class Fault extends Error {}

export function must(isSo: boolean, otherwise: string) {
  if (!isSo) throw new Fault(otherwise)
}

export const mustBe = (said: string | undefined, wanted: string, what: string) =>
  must(said === wanted, `${what}: ${said} instead of ${wanted}`)

/** Free places of a kind. Throws Lost when there are not enough left to play. */
export function free({ asha }: Stage, most: number, type?: 'twoWheeler' | 'fourWheeler') {
  const isWanted = (place: Place) => (type ? 'type' in place && place.type === type : isSeat(place))
  const places = asha.view
    .places()
    .filter((place) => place.status === 'AVAILABLE' && isWanted(place))
    .slice(0, most)
  if (places.length < most) throw new Lost()
  return places as [Place, Place, Place, ...Place[]]
}

export const hold = ({ show }: Stage, who: Visitor, place: Place) =>
  holdOne(who, show.showtimeId, place)

/** Holds a free place, which the rest of the play takes for granted. */
export async function take(stage: Stage, who: Visitor, place: Place) {
  const end = promised(await hold(stage, who, place))
  stage.goodUntil = Math.min(stage.goodUntil, end)
}

export const checkout = ({ show: { showtimeId } }: Stage, who: Visitor, seats: Place[]) => {
  const seatIds = idsOf(seats)
  return who.act('checkout', seatIds, 'beginCheckout', { showtimeId, seatIds, slotIds: [] })
}

export const extend = ({ show: { showtimeId } }: Stage, who: Visitor) =>
  who.act('extend', [], 'extendHold', { showtimeId })

type Named = Pick<Place, '_id'>

export const release = ({ show: { showtimeId } }: Stage, who: Visitor, { _id }: Named) =>
  who.act('release', [_id], 'releaseSeat', { showtimeId, seatId: _id })

/** What a stranger tries; should it be granted, the place is its holder's no less. */
export const strangeRelease = ({ show: { showtimeId } }: Stage, who: Visitor, { _id }: Place) =>
  who.act('strange release', [_id], 'releaseSeat', { showtimeId, seatId: _id })

/** All windows say what the books say, and of each hold whose it is. Throws a Fault if they do not in time. */
export async function mustAllSee({ house, show, asha, tab, ravi, lateMs }: Stage) {
  const [fault] = await within(lateMs, () => wrongMaps(house, show.showtimeId, [asha, tab, ravi]))
  must(fault === undefined, fault ?? '')
}

/** Who has a place by the books: a holder, `sold`, or nobody. */
export async function owner({ house, show }: Stage, { _id }: Place) {
  const standings = await house.inBooks((db) => books.standings(db, show.showtimeId))
  const who = standings.get(_id)
  return who === null ? 'sold' : (who ?? 'nobody')
}

/** An order on record, and how to send it: each time as often and as changed as one likes. */
export function order({ history, show }: Stage, who: Visitor, places: Place[]) {
  const { order: made, body } = anOrder(who, show, places)
  history.orders.push(made)
  return {
    /** Resolves with what was answered. Throws Lost. */
    send: async (key?: string, changes: object = {}) => {
      const answer = await who.book(made, { ...body, ...changes }, key)
      if (!answer) throw new Lost()
      return answer
    },
    total: made.price,
  }
}

type Answer = Awaited<ReturnType<ReturnType<typeof order>['send']>>
export const codeOf = (answer: Answer) => ('booking' in answer ? 'booked' : answer.code)
