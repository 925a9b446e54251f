import { expect, test } from 'vitest'
import { groupBookings } from '#features/profile/booking-order.ts'
import { createBooking } from '#test/fixtures.ts'

const NOW = Date.parse('2026-12-01T18:00:00+05:30')
const MINUTE = 60_000

const showIn = (minutes: number) =>
  createBooking({ startsAt: NOW + minutes * MINUTE, duration: 120 })
const idsOf = (bookings: { _id: string }[]) => bookings.map(({ _id }) => _id)

test('groupBookings returns upcoming shows earliest first and past shows latest first', () => {
  const [later, next, longAgo, yesterday] = [2000, 100, -9000, -1500].map(showIn)
  const bookings = [later, next, longAgo, yesterday].flatMap((booking) => booking ?? [])

  const { upcoming, past } = groupBookings(bookings, NOW)

  expect(idsOf(upcoming)).toEqual([next?._id, later?._id])
  expect(idsOf(past)).toEqual([yesterday?._id, longAgo?._id])
})

test('groupBookings counts a show as past when the movie has ended', () => {
  expect(groupBookings([showIn(-119)], NOW).upcoming).toHaveLength(1)
  expect(groupBookings([showIn(-120)], NOW).past).toHaveLength(1)
})
