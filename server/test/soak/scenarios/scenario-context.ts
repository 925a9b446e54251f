import { setTimeout as delay } from 'node:timers/promises'
import type { Ack } from '@marquee/contract/socket'
import type { Account } from '../api-client.ts'
import type { SoakShowtime } from '../catalogue.ts'
import { ownersOf } from '../database-assertions.ts'
import { findWrongMaps, retryUntilEmpty } from '../map-assertions.ts'
import type { Place } from '../map-follower.ts'
import type { OperationLog, Rule, Violation } from '../operation-log.ts'
import type { Visitor, VisitorOptions } from '../simulated-visitor.ts'
import { HOLD_SECONDS, type TestCluster } from '../test-cluster.ts'
import * as actions from '../visitor-actions.ts'

/** A showtime of its own with two visitors. A scenario has one correct result. */
export interface ScenarioContext {
  cluster: TestCluster
  log: OperationLog
  showtime: SoakShowtime
  /** Another showtime of the same screen, if it has one. */
  otherShowtime: SoakShowtime
  asha: Visitor
  /** Asha's second tab. */
  secondTab: Visitor
  ravi: Visitor
  /** Connects asha, her second tab and ravi as new browsers from new addresses. */
  connectPeople: () => Promise<Record<'asha' | 'secondTab' | 'ravi', Visitor>>
  /** The accounts of the scenario: asha's, then ravi's, then others. */
  accounts: Account[]
  /** Connects a further visitor to the showtime until the repetition ends. Throws InconclusiveError if the server does not answer. */
  connect: (options?: Partial<VisitorOptions>) => Promise<Visitor>
  /** An address that no visitor has had. */
  newAddress: () => string
  /** The visitors that `connect` has connected in this repetition. */
  guests: Visitor[]
  /** When each place was last chosen for a repetition. */
  chosenAt: Map<string, number>
  /** How many places asha, ravi and the guests have released after repetitions. */
  released: number
  /** How late an expiry or a map update may be. */
  toleranceMs: number
  /** Ends the current repetition: waiting then throws. */
  signal: AbortSignal
  /** When the places were free of earlier holds. */
  clearAt: number
  /** The deadline of the first hold on which the scenario depends. Checks after it prove nothing. */
  validUntil: number
  /** Violations of the scenario's current repetition. */
  found: Violation[]
}

/** Thrown when an answer is missing or too late: the scenario proves nothing then. */
export class InconclusiveError extends Error {}

export function report({ found, validUntil }: ScenarioContext, rule: Rule, detail: string) {
  if (Date.now() <= validUntil) found.push({ rule, detail })
}

/** Waits. Throws when the run is over. */
export const pause = ({ signal }: ScenarioContext, ms: number) =>
  delay(Math.max(0, ms), undefined, { signal })

/** Waits until a time in epoch milliseconds. Throws when the run is over. */
export const waitUntil = (ctx: ScenarioContext, moment: number) => pause(ctx, moment - Date.now())

/** Reports a violation of the rule unless the condition holds. The scenario continues. */
export function check(ctx: ScenarioContext, rule: Rule, [actual, expected, what]: Comparison) {
  if (actual !== expected) report(ctx, rule, `${what}: ${actual} instead of ${expected}`)
}
type Comparison = [actual: unknown, expected: unknown, what: string]

/** Refusals that do not depend on what was asked for. Whether the server may be unavailable is checked for all answers of the run. */
const INCONCLUSIVE = ['RATE', 'UNAVAILABLE']

/** `ok` or the error code. Throws InconclusiveError if there was no answer, a request limit refused, or the server was unavailable. */
export function codeOf(ack: Ack | undefined) {
  if (!ack || (!ack.ok && INCONCLUSIVE.includes(ack.code))) throw new InconclusiveError()
  return ack.ok ? 'ok' : ack.code
}

/** The deadline in epoch milliseconds. Reports a refusal and ends the scenario. */
export function deadlineOf(ctx: ScenarioContext, ack: Ack | undefined) {
  const code = codeOf(ack)
  if (ack?.ok && ack.holdUntil) return Date.parse(ack.holdUntil)
  report(ctx, 'expected answers only', `a hold of a free place was answered with ${code}`)
  throw new InconclusiveError()
}

/**
 * Free places of a kind. First those that were not chosen for a long time: a place whose hold has ended is kept for others for 30 s.
 * Throws InconclusiveError if there are too few.
 */
export function freePlaces({ asha, chosenAt }: ScenarioContext, count: number, type = 'seat') {
  const lastChosen = ({ _id }: Place) => chosenAt.get(_id) ?? 0
  const places = asha.map
    .places()
    .filter((place) => place.status === 'AVAILABLE' && kindOf(place) === type)
    .toSorted((one, other) => lastChosen(one) - lastChosen(other))
    .slice(0, count)
  if (places.length < count) throw new InconclusiveError()
  for (const { _id } of places) chosenAt.set(_id, Date.now())
  return places as [Place, Place, Place, ...Place[]]
}

/** In a hall with fewer free seats, holds may be shorter (`inventory/rules/times.ts`): one is almost full with 10 %. */
const FREE_SHARE_OF_USUAL_TIMES = 0.2

/** Ends the scenario if the hall is so full that the times of holds are not the usual ones. */
export function expectUsualTimes({ asha }: ScenarioContext) {
  const seats = asha.map.places().filter((place) => kindOf(place) === 'seat')
  const free = seats.filter(({ status }) => status === 'AVAILABLE')
  if (free.length < FREE_SHARE_OF_USUAL_TIMES * seats.length) throw new InconclusiveError()
}

const kindOf = (place: Place) => ('type' in place ? place.type : 'seat')

/** All holds on which the rest of the scenario depends are made from now on. Checks after the first of them has ended prove nothing. */
export const startHolds = (ctx: ScenarioContext) => {
  ctx.validUntil = Date.now() + HOLD_SECONDS * 1000
}

/** Holds a free place on which the rest of the scenario depends. */
export async function holdFirst(ctx: ScenarioContext, visitor: Visitor, place: Place) {
  const deadline = deadlineOf(ctx, await actions.hold(visitor, place))
  ctx.validUntil = Math.min(ctx.validUntil, deadline)
}

export const findMapViolations = ({ cluster, showtime, asha, secondTab, ravi }: ScenarioContext) =>
  findWrongMaps(cluster, showtime.showtimeId, [asha, secondTab, ravi])

/** Waits until all maps show the database. Reports the maps that do not in time. */
export async function checkMaps(ctx: ScenarioContext) {
  const wrong = await retryUntilEmpty(ctx.toleranceMs, () => findMapViolations(ctx), ctx.signal)
  for (const { rule, detail } of wrong) report(ctx, rule, detail)
}

/** The holder in the database, `sold` or `none`. */
export async function ownerOf({ cluster, showtime }: ScenarioContext, { _id }: Place) {
  const owners = await cluster.query((db) => ownersOf(db, showtime.showtimeId))
  const owner = owners.get(_id)
  return owner === null ? 'sold' : (owner ?? 'none')
}

/** Creates a logged order that can be sent several times, with changes. */
export function createOrder({ log }: ScenarioContext, visitor: Visitor, places: Place[]) {
  const { order, body } = actions.createOrder(visitor, places)
  log.orders.push(order)
  return {
    total: order.price,
    /** Throws InconclusiveError if there is no answer. */
    send: async (key?: string, changes: object = {}) => {
      const answer = await visitor.book(order, { ...body, ...changes }, { key })
      if (!answer || ('code' in answer && answer.code === 'RATE')) throw new InconclusiveError()
      return answer
    },
  }
}

type OrderAnswer = Awaited<ReturnType<ReturnType<typeof createOrder>['send']>>
export const orderCodeOf = (answer: OrderAnswer) => ('booking' in answer ? 'booked' : answer.code)
