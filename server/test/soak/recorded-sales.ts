import type { BookingChange, Operation, OperationLog, Violation } from './operation-log.ts'

/** A period in which a place was certainly sold to a booking. */
interface SalePeriod {
  /** The phone number of an order, or the reference of a sale of the counter. */
  booking: string
  from: number
  to: number
}

type Log = Pick<OperationLog, 'operations' | 'orders' | 'changes' | 'showChanges' | 'counterSales'>

const TAKES_PLACES = new Set<Operation['kind']>([
  'hold',
  'checkout',
  'book',
  'exchange',
  'open offer',
])

/** Finds places that were granted while they were sold to another booking. */
export function findGrantsOfSoldPlaces(log: Log): Violation[] {
  const bookingOf = new Map(
    log.orders.flatMap(({ phone, references }) =>
      references.map((reference) => [reference, phone] as const),
    ),
  )
  const periods = findSalePeriods(log, bookingOf)
  return log.operations
    .filter(
      ({ outcome, kind, isRepeat }) => outcome === 'granted' && !isRepeat && TAKES_PLACES.has(kind),
    )
    .flatMap(({ kind, holder, showtimeId, placeIds, booking = '', sentAt, answeredAt }) =>
      placeIds.flatMap((placeId) =>
        (periods.get(`${showtimeId} ${placeId}`) ?? [])
          .filter(({ from, to }) => from < sentAt && answeredAt < to)
          .filter((period) => period.booking !== (bookingOf.get(booking) ?? booking))
          .map((period): Violation => {
            const sale = `it was sold to ${period.booking} ${sentAt - period.from} ms before, for at least ${period.to - sentAt} ms`
            const detail = `${kind} of ${placeId} at ${showtimeId} was granted to ${holder}: ${sale}`
            return { rule: 'a place is sold once', detail }
          }),
      ),
    )
}

interface Sale {
  showtimeId: string
  placeIds: readonly string[]
  reference: string
  sentAt: number
  answeredAt: number
}

function findSalePeriods(log: Log, bookingOf: ReadonlyMap<string, string>) {
  const periods = new Map<string, SalePeriod[]>()
  for (const sale of findSales(log)) {
    for (const placeId of sale.placeIds) {
      const key = `${sale.showtimeId} ${placeId}`
      const booking = bookingOf.get(sale.reference) ?? sale.reference
      const period = { booking, from: sale.answeredAt, to: endOf(log, sale, placeId) }
      periods.set(key, [...(periods.get(key) ?? []), period])
    }
  }
  return periods
}

/** All sales that were answered, by the first request and the first answer. */
function findSales({ operations, orders, counterSales }: Log): Sale[] {
  const granted = operations.filter(
    ({ kind, outcome }) => outcome === 'granted' && (kind === 'book' || kind === 'exchange'),
  )
  const byPhone = new Map(orders.map((order) => [order.phone, order]))
  const booked = granted.filter(({ isRepeat }) => !isRepeat)
  return [
    ...counterSales.map(({ placeId, ...sale }) => ({ ...sale, placeIds: [placeId] })),
    ...booked.map(({ kind, booking = '', ...sale }) => {
      const reference = kind === 'book' ? (byPhone.get(booking)?.references[0] ?? '') : booking
      return { ...sale, reference }
    }),
  ]
}

/** When the first request was sent that may have ended the sale. */
function endOf(
  { changes, showChanges }: Log,
  { reference, showtimeId, sentAt }: Sale,
  placeId: string,
) {
  const ends = (changes.get(reference) ?? []).filter((one) => mayEnd(one, placeId, sentAt))
  const ofShow = showChanges.filter(
    (one) =>
      one.showtimeIds.includes(showtimeId) &&
      one.kind !== 'move in time' &&
      one.answeredAt >= sentAt,
  )
  return Math.min(
    ...ends.flatMap(({ attempts }) => attempts.map((one) => one.sentAt)),
    ...ofShow.map((one) => one.sentAt),
  )
}

const mayEnd = ({ given, attempts }: BookingChange, placeId: string, since: number) =>
  (given === undefined || given.includes(placeId)) &&
  attempts.some(({ answeredAt, outcome }) => outcome !== 'refused' && answeredAt >= since)
