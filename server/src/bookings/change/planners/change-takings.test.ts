import fc from 'fast-check'
import { expect, test } from 'vitest'
import { booking } from '#test/support/given-bookings.ts'
import { apportion, takingsOfChange } from './change-takings.ts'

const [first, second] = booking().places
const at = (
  showtimeId: string,
  category: string,
  amounts: Partial<ReturnType<typeof takingsOfChange>[number]>,
) => ({
  showtimeId,
  category,
  method: 'online',
  gross: 0,
  refunds: 0,
  tickets: 0,
  refundedTickets: 0,
  prices: 0,
  ...amounts,
})
const given = (place = first, refund: number | null = null) => ({
  place_id: place?.place_id ?? '',
  price: place?.price ?? 0,
  refund,
})
const taken = (place_id: string, category: string | null, price: number) => ({
  place_id,
  category,
  price,
  vehicle_number: null,
})
const payment = (amount: number) => ({
  kind: 'payment' as const,
  amount,
  method: 'online' as const,
})
const refund = (amount: number) => ({ kind: 'refund' as const, amount, method: 'online' as const })

test('takingsOfChange counts the refunds of cancelled seats, and keeps their fee [S-1001]', () => {
  const change = {
    booking: booking(),
    showtimeId: 'show',
    taken: [],
    givenBack: [given(first, 75), given(second, 75)],
  }

  expect(takingsOfChange(change, [refund(150)])).toEqual([
    at('show', 'Standard', { refunds: 150, tickets: -2, refundedTickets: 2, prices: -300 }),
  ])
})

test('takingsOfChange carries what was paid for an exchanged seat to the new show and category [S-1001]', () => {
  const change = {
    booking: booking(),
    showtimeId: 'other',
    givenBack: [given()],
    taken: [taken('C1', 'VIP', 250)],
  }

  expect(takingsOfChange(change, [payment(100)])).toEqual([
    at('other', 'VIP', { gross: 250, tickets: 1, prices: 250 }),
    at('show', 'Standard', { gross: -150, tickets: -1, prices: -150 }),
  ])
})

test('takingsOfChange leaves the fee of an exchange with the old category [S-1001]', () => {
  const vip = booking({ places: ['C1'] })
  const change = {
    booking: vip,
    showtimeId: 'show',
    givenBack: [given(vip.places[0])],
    taken: [taken('A5', 'Standard', 150)],
  }

  expect(takingsOfChange(change, [refund(50)])).toEqual([
    at('show', 'Standard', { gross: 150, tickets: 1, prices: 150 }),
    at('show', 'VIP', { gross: -150, refunds: 50, tickets: -1, prices: -250 }),
  ])
})

test('takingsOfChange counts parking without tickets [S-1001]', () => {
  const change = {
    booking: booking(),
    showtimeId: 'show',
    givenBack: [],
    taken: [taken('F1', null, 100)],
  }

  expect(takingsOfChange(change, [payment(100)])).toEqual([
    at('show', 'Parking', { gross: 100, prices: 100 }),
  ])
})

const price = fc.constantFrom(50, 100, 150, 180, 250)
const CATEGORIES: Record<number, string | null> = { 50: null, 100: null, 150: 'Standard' }

test('takingsOfChange adds up to the payments of any change, to the rupee [S-1001]', () => {
  const places = fc.array(fc.record({ price, isCancelled: fc.boolean(), percent: fc.nat(100) }), {
    maxLength: 8,
  })
  fc.assert(
    fc.property(places, fc.array(price, { maxLength: 8 }), fc.nat(100), (old, prices, share) => {
      const before = booking({ places: [] })
      const owned = old.map((place, index) => ({
        ...(first as NonNullable<typeof first>),
        place_id: `old ${index}`,
        price: place.price,
        category: CATEGORIES[place.price] ?? 'Premium',
      }))
      const givenBack = owned.map((place, index) => {
        const { isCancelled = false, percent = 0 } = old[index] ?? {}
        return given(place, isCancelled ? Math.floor((place.price * percent) / 100) : null)
      })
      const exchanged = givenBack.filter(({ refund: part }) => part === null)
      const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
      const worth = sumOf(exchanged.map((place) => place.price))
      const cost = sumOf(prices)
      const surplus = worth - cost
      const back =
        sumOf(givenBack.map(({ refund: part }) => part ?? 0)) +
        (surplus > 0 ? Math.floor((surplus * share) / 100) : 0)
      const payments = [
        ...(surplus < 0 ? [payment(-surplus)] : []),
        ...(back > 0 ? [refund(back)] : []),
      ]
      const takings = takingsOfChange(
        {
          booking: { ...before, places: owned },
          showtimeId: 'show',
          givenBack,
          taken: prices.map((amount, index) =>
            taken(`new ${index}`, CATEGORIES[amount] ?? 'Premium', amount),
          ),
        },
        payments,
      )

      expect(sumOf(takings.map(({ gross }) => gross))).toBe(Math.max(0, -surplus))
      expect(sumOf(takings.map(({ refunds }) => refunds))).toBe(back)
      expect(sumOf(takings.map((row) => row.prices))).toBe(
        cost - sumOf(givenBack.map((place) => place.price)),
      )
    }),
  )
})

test('apportion divides a total into whole parts whose sum it is [S-1001]', () => {
  expect(apportion(100, [1, 1, 1])).toEqual([33, 34, 33])
  expect(apportion(0, [150, 250])).toEqual([0, 0])
  expect(apportion(7, [])).toEqual([])
})
