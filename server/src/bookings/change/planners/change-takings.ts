import { PARKING_CATEGORY } from '@marquee/contract/office/reports/takings'
import type { PaymentRow } from '#src/database/schema.ts'
import { type BookingChange, sumOf, sumPrices } from './booking-change.ts'

type Method = PaymentRow['method']

/** What a change of a booking adds to the takings of a show, in one category and by one method. Rupees and seats; negative if it takes away. */
interface ChangeTakings {
  showtimeId: string
  category: string
  method: Method
  gross: number
  refunds: number
  /** Without those that were cancelled. */
  tickets: number
  /** Seats that were cancelled. */
  refundedTickets: number
  /** The prices of the places that were taken, minus those of the places that were given back. */
  prices: number
}

interface Part {
  showtimeId: string
  category: string
  isSeat: boolean
  price: number
}

/**
 * Divides the payments of a change over the categories of its places. The sums are those of the payments, to the rupee. What was paid for exchanged
 * places is carried to the new ones: it leaves the gross of the old show and category, and joins that of the new one.
 */
export function takingsOfChange(
  change: Pick<BookingChange, 'booking' | 'showtimeId' | 'givenBack' | 'taken'>,
  payments: readonly Pick<PaymentRow, 'kind' | 'amount' | 'method'>[],
): ChangeTakings[] {
  const { booking, showtimeId } = change
  const totals = createTotals()
  const method = booking.payment_method
  const taken = change.taken.map((place) => partOf(showtimeId, place))
  const givenBack = change.givenBack.map(({ place_id, price, refund }) => {
    const category = booking.places.find((place) => place.place_id === place_id)?.category ?? null
    return { ...partOf(booking.showtime_id, { category, price }), refund }
  })
  const exchanged = givenBack.filter(({ refund }) => refund === null)
  const paid = payments.filter(({ kind }) => kind === 'payment')
  const refunded = payments.filter(({ kind }) => kind === 'refund')
  const carried = sumPrices(taken) - sumOf(paid.map(({ amount }) => amount))
  const cancelledRefunds = sumOf(givenBack.map(({ refund }) => refund ?? 0))
  const exchangeRefunds = sumOf(refunded.map(({ amount }) => amount)) - cancelledRefunds
  const weights = exchanged.map(({ price }) => price)
  const carriedShares = apportion(carried, weights)
  const refundShares = apportion(exchangeRefunds, weights)

  for (const part of taken) totals.add(part, method, { prices: part.price, tickets: seats(part) })
  for (const part of givenBack) {
    const left = { prices: -part.price, tickets: -seats(part) }
    totals.add(
      part,
      method,
      part.refund === null ? left : { ...left, refundedTickets: seats(part) },
    )
  }
  for (const [index, part] of exchanged.entries())
    totals.add(part, method, { gross: -(carriedShares[index] ?? 0) })
  const sources = [{ method, amount: carried }, ...paid]
  const prices = taken.map((part) => ({ part, amount: part.price }))
  for (const [{ part }, source, gross] of pairAmounts(prices, sources))
    totals.add(part, source.method, { gross })
  const refunds = givenBack.map((part) => ({
    part,
    amount: part.refund ?? refundShares[exchanged.indexOf(part)] ?? 0,
  }))
  for (const [{ part }, target, amount] of pairAmounts(refunds, refunded))
    totals.add(part, target.method, { refunds: amount })
  return totals.list()
}

const partOf = (
  showtimeId: string,
  { category, price }: { category: string | null; price: number },
): Part => ({
  showtimeId,
  category: category ?? PARKING_CATEGORY,
  isSeat: category !== null,
  price,
})

const seats = ({ isSeat }: Part) => Number(isSeat)

type Amounts = Pick<ChangeTakings, 'gross' | 'refunds' | 'tickets' | 'refundedTickets' | 'prices'>

const NOTHING: Amounts = { gross: 0, refunds: 0, tickets: 0, refundedTickets: 0, prices: 0 }

function createTotals() {
  const byKey = new Map<string, ChangeTakings>()
  return {
    add({ showtimeId, category }: Part, method: Method, amounts: Partial<Amounts>) {
      const key = JSON.stringify([showtimeId, category, method])
      const total = byKey.get(key) ?? { showtimeId, category, method, ...NOTHING }
      for (const name of Object.keys(NOTHING) as (keyof Amounts)[])
        total[name] += amounts[name] ?? 0
      byKey.set(key, total)
    },
    list: () =>
      [...byKey.values()].filter((total) =>
        (Object.keys(NOTHING) as (keyof Amounts)[]).some((name) => total[name] !== 0),
      ),
  }
}

/** Divides whole rupees in proportion to weights. The parts are whole and their sum is the total. */
export function apportion(total: number, weights: readonly number[]) {
  const sum = sumOf(weights)
  let given = 0
  let weighed = 0
  return weights.map((weight) => {
    weighed += weight
    const until = Math.round((total * weighed) / sum)
    const part = until - given
    given = until
    return part
  })
}

/** Pairs amounts with amounts of the same sum, in their order: each pair with the rupees that both have in common. */
export function* pairAmounts<One extends { amount: number }, Other extends { amount: number }>(
  ones: readonly One[],
  others: readonly Other[],
): Generator<[One, Other, number]> {
  const left = others.map(({ amount }) => amount)
  let index = 0
  for (const one of ones) {
    let open = one.amount
    while (open > 0 && index < others.length) {
      const other = others[index] as Other
      const common = Math.min(open, left[index] ?? 0)
      if (common > 0) yield [one, other, common]
      open -= common
      left[index] = (left[index] ?? 0) - common
      if (left[index] === 0) index += 1
    }
  }
}
