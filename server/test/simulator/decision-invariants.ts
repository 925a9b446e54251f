import type { BookingToChange } from '../../src/bookings/change/planners/booking-change.ts'
import type { DecidedChange } from '../../src/bookings/change/write-changes.ts'
import type { Claim, ShowtimeState } from '../../src/inventory/state.ts'
import { percentAt, refundAt } from './money.ts'
import type { NodeObserver } from './node.ts'
import type { Violation } from './violation.ts'

/** What must be true of each decision. */
export function findDecisionViolation({
  name,
  state,
  decision,
  moment,
  loaded,
}: Parameters<NodeObserver['decided']>[0]): Violation[] {
  const { outcome, changes = {} } = decision
  const change = name === 'decideChange' ? (decision.row as DecidedChange | undefined) : undefined
  const stored = (loaded as { booking?: BookingToChange } | undefined)?.booking
  if (change && stored) return findChangeViolations(change, { stored, state, now: moment.now })
  const late = [...state.selections.values()].find(({ deadline }) => deadline <= moment.now)
  if (late)
    return [
      { rule: 'expiry', detail: `${name} saw a selection of ${late.holder} whose time is over` },
    ]
  const over = [...state.coolDowns].find(([, { until }]) => until <= moment.now)
  if (over)
    return [{ rule: 'expiry', detail: `${name} saw a cool-down of ${over[0]} whose time is over` }]
  if (!('refusal' in outcome)) return []
  const { claims = [], ...rest } = changes
  const isOther = Object.values(rest).some((change) => change !== undefined && change !== false)
  const wrong = claims.find(([id, claim]) => !isAskedMark(state.claims.get(id), claim))
  if (!isOther && !wrong) return []
  return [
    {
      rule: 'refusal',
      detail: `${name} was refused and changed ${wrong?.[0] ?? Object.keys(rest)}`,
    },
  ]
}

/** A refusal records only that a held place was asked for. */
const isAskedMark = (before: Claim | undefined, after: Claim | null) =>
  before?.kind === 'held' &&
  after?.kind === 'held' &&
  JSON.stringify({ ...before, askedAt: null }) === JSON.stringify({ ...after, askedAt: null })

interface ChangedBooking {
  /** The booking as it is stored. */
  stored: BookingToChange
  state: ShowtimeState
  now: number
}

/** A change costs what the default policy says, and nothing is given back after people came in. */
function* changeViolations(
  { givenBack, taken, payments, by, audit }: DecidedChange,
  { stored, state, now }: ChangedBooking,
): Generator<Violation> {
  const isByStaff = by.deviceId !== null
  const prices = (places: readonly { price: number }[]) => places.map(({ price }) => price)
  const percent = isByStaff ? 100 : percentAt(state.show.startsAt, now, stored.refund_cap)
  const right = rightAmounts(audit.action, {
    given: prices(givenBack),
    taken: prices(taken),
    percent,
  })
  for (const kind of ['payment', 'refund'] as const) {
    const amount = payments.find((one) => one.kind === kind)?.amount ?? 0
    if (amount !== right[kind])
      yield {
        rule: 'money',
        detail: `${stored.id}: a ${kind} of ${amount} instead of ${right[kind]} rupees`,
      }
  }
  const seats = new Set(
    stored.places.flatMap(({ place_id, kind }) => (kind === 'seat' ? place_id : [])),
  )
  const isSeatGiven = givenBack.some(({ place_id }) => seats.has(place_id))
  if (!isByStaff && stored.admitted > 0 && isSeatGiven)
    yield {
      rule: 'admission',
      detail: `${stored.id} is changed after ${stored.admitted} people came in`,
    }
}

const findChangeViolations = (change: DecidedChange, given: ChangedBooking) => [
  ...changeViolations(change, given),
]

interface Amounts {
  given: readonly number[]
  taken: readonly number[]
  percent: number
}

/** Dearer seats are paid in full. Cheaper ones give back what a cancellation would give back more for the old ones than for the new ones. */
function rightAmounts(action: string, { given, taken, percent }: Amounts) {
  if (action !== 'booking.change-seats')
    return { payment: total(taken), refund: refundAt(given, percent) }
  const surplus = total(given) - total(taken)
  if (surplus <= 0) return { payment: -surplus, refund: 0 }
  return { payment: 0, refund: Math.max(0, refundAt(given, percent) - refundAt(taken, percent)) }
}

const total = (prices: readonly number[]) => prices.reduce((sum, price) => sum + price, 0)
