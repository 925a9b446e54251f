import type { StoredBooking, StoredPayment } from './bookings.ts'

// What the default refund policy gives back, written a second time and as simply as possible.

const MINUTE_MS = 60_000
const FULL_UNTIL_MINUTES = 240
const CUTOFF_MINUTES = 30

/** In percent. */
export function percentAt(startsAt: number, now: number, cap: number | null) {
  const minutes = (startsAt - now) / MINUTE_MS
  const percent = minutes > FULL_UNTIL_MINUTES ? 100 : minutes > CUTOFF_MINUTES ? 50 : 0
  return Math.min(percent, cap ?? 100)
}

export const refundAt = (prices: readonly number[], percent: number) =>
  prices.reduce((sum, price) => sum + Math.ceil((price * percent) / 100), 0)

export const priceOf = (places: StoredBooking['places']) =>
  places.reduce((sum, { price }) => sum + price, 0)

/** What was paid and not given back is the price of the places and what the visitor has lost. */
export function isBalanced({ ledger, places, fees }: StoredBooking) {
  const sumOf = (wanted: StoredPayment['kind']) =>
    ledger.reduce((sum, { kind, amount }) => sum + (kind === wanted ? amount : 0), 0)
  const [paid, refunded] = [sumOf('payment'), sumOf('refund')]
  return (
    paid - refunded === priceOf(places) + fees && refunded >= 0 && refunded <= paid && fees >= 0
  )
}
