import { expect, test } from 'vitest'
import { bookingConfirmation } from './booking-confirmation.ts'

const CINEMA = { brandName: 'Marquee', timeZone: 'Asia/Kolkata' }
const BOOKING = {
  _id: 'b1',
  movieId: { _id: 'm1', name: 'The General', genre: 'War', duration: 79, imageUrl: 'general.jpg' },
  showtimeId: {
    ...{ _id: 's1', date: '2026-12-01', startTime: '2026-12-01T13:00:00.000Z' },
    screen: 'Screen 1',
  },
  seats: ['A1', 'A2'].map((seatNumber) => ({ _id: seatNumber, seatNumber, category: 'Standard' })),
  parkingSlots: [
    { _id: 'T1', slotNumber: 'T1', type: 'twoWheeler' as const, vehicleNumber: 'TN01AB1234' },
  ],
  phone: null,
  bookingReference: 'MQ-7KX2M9QRT4',
  totalCost: 1250,
  paymentStatus: 'Paid',
  createdAt: '2026-11-01T13:00:00.000Z',
}
const mailOf = (booking: typeof BOOKING) =>
  bookingConfirmation(CINEMA, { booking, email: 'asha@example.com', userId: 'u1' })

test('bookingConfirmation contains reference, movie, showtime, total, and parking if there is any', () => {
  expect(mailOf(BOOKING)).toEqual({
    kind: 'booking',
    userId: 'u1',
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
  expect(mailOf({ ...BOOKING, parkingSlots: [] }).text).not.toContain('Parking')
})
