import { expect, test } from 'vitest'
import { bookingConfirmation } from './booking-confirmation.ts'

const CINEMA = { brandName: 'Marquee', timeZone: 'Asia/Kolkata' }
const BOOKING = {
  ...{ booking_id: 'b1', reference: 'MQ-7KX2M9QRT4', total_cost: 1250 },
  ...{ movie: 'The General', screen: 'Screen 1' },
  starts_at: Date.parse('2026-12-01T13:00:00.000Z'),
}
const SEATS = ['A1', 'A2'].map((label) => ({
  ...BOOKING,
  kind: 'seat' as const,
  label,
  vehicle_number: null,
}))
const SLOTS = [
  { ...BOOKING, kind: 'twoWheeler' as const, label: 'T1', vehicle_number: 'TN01AB1234' },
  { ...BOOKING, kind: 'fourWheeler' as const, label: 'F2', vehicle_number: null },
]

test('bookingConfirmation contains reference, movie, showtime, total, and parking with vehicle numbers if there is any', () => {
  expect(bookingConfirmation(CINEMA, [...SEATS, ...SLOTS])).toEqual({
    subject: 'Marquee: The General, MQ-7KX2M9QRT4',
    text: `Your booking reference is MQ-7KX2M9QRT4.

The General
Tue, 1 Dec 2026, 6:30 PM, Screen 1
Seats: A1, A2
Parking: T1 (Two Wheeler, TN01AB1234), F2 (Four Wheeler)
Paid: ₹1,250

Show the reference at the door. Enjoy the movie!
Marquee
`,
  })
  expect(bookingConfirmation(CINEMA, SEATS).text).not.toContain('Parking')
})
