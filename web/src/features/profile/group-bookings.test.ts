import { MINUTE_MS } from '@marquee/contract/time'
import { expect, test } from 'vitest'
import { createBooking } from '#test/fixtures.ts'
import { groupBookings } from './group-bookings.ts'

const NOW = Date.parse('2026-12-01T18:00:00+05:30')

const showIn = (minutes: number) =>
  createBooking({ startsAt: NOW + minutes * MINUTE_MS, duration: 120 })

test('groupBookings counts a show as past when the movie has ended', () => {
  expect(groupBookings([showIn(-119)], NOW).upcoming).toHaveLength(1)
  expect(groupBookings([showIn(-120)], NOW).past).toHaveLength(1)
})
