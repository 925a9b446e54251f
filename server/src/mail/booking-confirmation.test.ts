import { expect, test } from 'vitest'
import { bookingConfirmation } from './booking-confirmation.ts'

const BOOKING = {
  to: 'asha@example.com',
  brandName: 'Marquee',
  movie: 'The General',
  screen: 'Screen 1',
  date: 'Tue, 1 Dec 2026',
  time: '6:30 PM',
  seats: ['A1', 'A2'],
  slots: ['T1'],
  reference: 'MQ-7KX2M9QRT4',
  total: 1250,
}

test('bookingConfirmation contains reference, movie, showtime, total, and parking if there is any', () => {
  expect(bookingConfirmation(BOOKING)).toEqual({
    to: 'asha@example.com',
    subject: 'Marquee: The General, MQ-7KX2M9QRT4',
    text: `Your booking reference is MQ-7KX2M9QRT4.

The General
Tue, 1 Dec 2026, 6:30 PM, Screen 1
Seats: A1, A2
Parking: T1
Paid: ₹1,250

Show the reference at the door. Enjoy the movie!
Marquee
`,
  })
  expect(bookingConfirmation({ ...BOOKING, slots: [] }).text).not.toContain('Parking')
})
