import type { User } from '@marquee/contract/accounts/accounts'
import type { Booking } from '@marquee/contract/bookings/bookings'
import type { WaitingEntry } from '@marquee/contract/bookings/waiting-list'
import type { QueuePosition } from '@marquee/contract/bookings/waiting-room'
import type { CinemaDetails } from '@marquee/contract/cinema/cinema-details'
import type { Movie } from '@marquee/contract/movies/movies'
import type { Showtime } from '@marquee/contract/movies/showtimes'
import type { ParkingSlot } from '@marquee/contract/parking'
import type { Seat } from '@marquee/contract/seats/seats'
import { MINUTE_MS } from '@marquee/contract/time'
import type { PendingOrder } from '#features/checkout/pending-order.ts'
import type { Passes } from '#features/tickets/ticket.ts'

export const HOLD_UNTIL = new Date(Date.now() + 10 * MINUTE_MS).toISOString()

/** An account with a password. */
export const asha: User = {
  _id: 'u1',
  username: 'Asha',
  email: 'asha@example.com',
  emailConfirmed: true,
  phone: '+91 98765 43210',
  phoneVerified: false,
  profilePicture: '/profile.svg',
  hasPassword: true,
}

export const createMovie = (name: string, changes: Partial<Movie> = {}): Movie => ({
  _id: `id-of-${name}`,
  name,
  genre: 'War, Drama',
  cast: ['Anjali Rao', 'Dev Menon'],
  summary: 'A colonel keeps a promise.',
  ratings: 8.4,
  votes: 120_345,
  screen: 'Screen 1',
  language: 'Tamil',
  timing: '6:30 PM',
  imageUrl: 'amaran.jpg',
  duration: 169,
  rating: 'UA',
  showtimes: [],
  ...changes,
})

/** A showtime that starts this many minutes from now. */
export const createShowtime = (startsIn: number, changes: Partial<Showtime> = {}): Showtime => ({
  _id: `in-${startsIn}`,
  movieId: 'm1',
  screen: 'Screen 1',
  startTime: new Date(Date.now() + startsIn * MINUTE_MS).toISOString(),
  date: '2026-12-01',
  cutoffMinutes: 30,
  seatsTotal: 100,
  seatsLeft: 42,
  ...changes,
})

/** The movie and the showtime of the seat and payment screens. */
export const movie = createMovie('Amaran', {
  _id: 'm1',
  genre: 'Action, Drama',
  screen: 'Screen 2',
})
export const showtime = createShowtime(0, {
  _id: 's1',
  screen: 'Screen 2',
  startTime: '2099-12-01T13:00:00Z',
  date: '2099-12-01',
  seatsTotal: 4,
  seatsLeft: 4,
})

export const createSeat = (seatNumber: string, changes: Partial<Seat> = {}): Seat => ({
  _id: seatNumber,
  seatNumber,
  category: 'Premium',
  status: 'AVAILABLE',
  price: 180,
  ...changes,
})

export const createSlot = (
  slotNumber: string,
  changes: Partial<ParkingSlot> = {},
): ParkingSlot => ({
  _id: slotNumber,
  slotNumber,
  type: slotNumber.startsWith('F') ? 'fourWheeler' : 'twoWheeler',
  status: 'AVAILABLE',
  price: slotNumber.startsWith('F') ? 100 : 50,
  ...changes,
})

export const heldByMe = { status: 'HELD', heldByMe: true, holdUntil: HOLD_UNTIL } as const

interface BookingChanges extends Partial<Omit<Booking, 'movieId' | 'showtimeId'>> {
  /** Epoch milliseconds. */
  startsAt?: number
  /** Minutes. */
  duration?: number
  screen?: string
}

let bookings = 0

/** A paid booking of two seats. Each booking has its own id and reference. */
export function createBooking({
  startsAt = Date.parse('2099-12-01T13:00:00Z'),
  duration = 169,
  screen = 'Screen 2',
  ...changes
}: BookingChanges = {}): Booking {
  bookings += 1
  return {
    _id: `b${bookings}`,
    movieId: {
      _id: 'm1',
      name: 'Amaran',
      genre: 'Action, Drama',
      duration,
      imageUrl: 'amaran.jpg',
      image: '/posters/amaran.jpg',
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
    bookingReference: `MQ-2345678${100 + bookings}`,
    totalCost: 1360,
    paymentStatus: 'Paid',
    createdAt: '2026-11-20T20:00:00Z',
    ...changes,
  }
}

export const cinema: CinemaDetails = {
  name: 'Marquee Chennai',
  address: '1 Mount Road, Chennai',
  lat: 13.0604,
  lng: 80.2496,
  phone: '+91 44 5550 1234',
  arrival: 20,
}

/** The passes of a booking: one for the whole party, then one per seat. */
export const createPasses = (booking: Booking, changes: Partial<Passes> = {}): Passes => ({
  reference: booking.bookingReference,
  issue: 1,
  admitted: 0,
  admittedAt: null,
  passes: [`Admit ${booking.seats.length}`, ...booking.seats.map((seat) => seat.seatNumber)].map(
    (label, number) => ({ number, label, token: `TOKEN${'ABCDEFG'[number]}` }),
  ),
  ...changes,
})

/** An order of two seats and a parking slot that waits for payment. */
export const createPendingOrder = (
  changes: Partial<PendingOrder['bookingData']> = {},
): PendingOrder => ({
  bookingData: {
    showtimeId: 's1',
    movieId: 'm1',
    seats: ['A1', 'A2'],
    parkingSlots: [{ slotId: 'T1', vehicleNumber: 'TN01AB1234' }],
    phone: '98765 43210',
    phoneVerified: true,
    totalCost: 410,
    holdUntil: HOLD_UNTIL,
    ...changes,
  },
  movieDetails: movie,
  showtimeDetails: showtime,
  selectedSeats: [createSeat('A1'), createSeat('A2')],
  selectedParking: { twoWheeler: [createSlot('T1')], fourWheeler: [] },
  idempotencyKey: 'one key per order',
})

/** Waits for two seats of the show `s1`. */
export const WAITING_ENTRY: WaitingEntry = {
  _id: 'w1',
  showtimeId: 's1',
  movieId: 'm1',
  movie: 'Amaran',
  screen: 'Screen 1',
  startTime: HOLD_UNTIL,
  seats: 2,
  together: true,
  categories: [],
  until: HOLD_UNTIL,
}

/** The queue position at the show `s1`: four people are before the visitor. */
export const createQueuePosition = (changes: Partial<QueuePosition> = {}): QueuePosition => ({
  showtimeId: 's1',
  state: 'waiting',
  ahead: 4,
  waitSeconds: 150,
  opensAt: null,
  turnUntil: null,
  isMailed: false,
  ...changes,
})
