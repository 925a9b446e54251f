import { expect, test } from 'vitest'
import { groupBookings } from '#features/profile/booking-order.ts'
import { createBooking } from '#test/fixtures.ts'

const NOW = Date.parse('2026-12-01T18:00:00+05:30')
const MINUTE = 60_000

const showIn = (minutes: number) =>
  createBooking({ startsAt: NOW + minutes * MINUTE, duration: 120 })
const namesOf = (bookings: { _id: string }[]) => bookings.map(({ _id }) => _id)

test('the next show comes first, past ones apart with the latest first', () => {
  const [later, next, longAgo, yesterday] = [2000, 100, -9000, -1500].map(showIn)
  const bookings = [later, next, longAgo, yesterday].flatMap((booking) => booking ?? [])

  const { coming, past } = groupBookings(bookings, NOW)

  expect(namesOf(coming)).toEqual([next?._id, later?._id])
  expect(namesOf(past)).toEqual([yesterday?._id, longAgo?._id])
})

test('a show is past when its film has ended, not when it starts', () => {
  expect(groupBookings([showIn(-119)], NOW).coming).toHaveLength(1)
  expect(groupBookings([showIn(-120)], NOW).past).toHaveLength(1)
})
