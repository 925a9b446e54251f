import type { Booking } from '@marquee/contract/bookings'

let booked = 0

interface Wish extends Partial<Omit<Booking, 'movieId' | 'showtimeId'>> {
  /** Epoch milliseconds. */
  startsAt?: number
  /** Minutes. */
  duration?: number
  screen?: string
}

/** A paid booking of two seats, unless wished otherwise. */
export function aBooking({
  startsAt = Date.parse('2099-12-01T13:00:00Z'),
  duration = 169,
  screen = 'Screen 2',
  ...rest
}: Wish = {}): Booking {
  booked += 1
  return {
    _id: `b${booked}`,
    movieId: {
      _id: 'm1',
      name: 'Amaran',
      genre: 'Action, Drama',
      duration,
      imageUrl: 'amaran.jpg',
    },
    showtimeId: {
      _id: 's1',
      date: '2099-12-01',
      startTime: new Date(startsAt).toISOString(),
      screen,
    },
    seats: ['C1', 'C2'].map((seatNumber) => ({ _id: seatNumber, seatNumber, category: 'Premium' })),
    parkingSlots: [],
    phone: null,
    bookingReference: `MQ-2345678${100 + booked}`,
    totalCost: 1360,
    paymentStatus: 'Paid',
    createdAt: '2026-11-20T20:00:00Z',
    ...rest,
  }
}
