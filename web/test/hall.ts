import type { Movie } from '@marquee/contract/movies'
import type { ParkingSlot } from '@marquee/contract/parking'
import { REV_HEADER, type Seat } from '@marquee/contract/seats'
import type { Showtime } from '@marquee/contract/showtimes'
import { HttpResponse, http } from 'msw'
import type { SetupServer } from 'msw/node'

export const HOLD_UNTIL = new Date(Date.now() + 600_000).toISOString()

export const movie: Movie = {
  _id: 'm1',
  name: 'Amaran',
  genre: 'Action, Drama',
  cast: [],
  summary: '',
  ratings: 8.4,
  votes: 120_345,
  screen: 'Screen 2',
  language: 'Tamil',
  timing: '6:30 PM',
  imageUrl: 'amaran.jpg',
  duration: 169,
  rating: 'UA',
  showtimes: [],
}

export const showtime: Showtime = {
  _id: 's1',
  movieId: 'm1',
  screen: 'Screen 2',
  startTime: '2099-12-01T13:00:00Z',
  date: '2099-12-01',
  cutoffMinutes: 30,
  seatsTotal: 4,
  seatsLeft: 4,
}

export const aSeat = (seatNumber: string, more: Partial<Seat> = {}): Seat => ({
  _id: seatNumber,
  seatNumber,
  category: 'Premium',
  status: 'AVAILABLE',
  price: 180,
  ...more,
})

export const aSlot = (slotNumber: string, more: Partial<ParkingSlot> = {}): ParkingSlot => ({
  _id: slotNumber,
  slotNumber,
  type: slotNumber.startsWith('F') ? 'fourWheeler' : 'twoWheeler',
  status: 'AVAILABLE',
  price: slotNumber.startsWith('F') ? 100 : 50,
  ...more,
})

export const mine = { status: 'HELD', heldByMe: true, holdUntil: HOLD_UNTIL } as const

/** A cinema with one film, one showtime and these places. What it keeps may be changed while it is open. */
export function openHall(
  boxOffice: SetupServer,
  places: { seats?: Seat[]; slots?: ParkingSlot[] } = {},
) {
  const hall = { rev: 1, seats: places.seats ?? [], slots: places.slots ?? [] }
  const headers = () => ({ [REV_HEADER]: String(hall.rev) })
  const slotsOf = (type: ParkingSlot['type']) => hall.slots.filter((slot) => slot.type === type)
  boxOffice.use(
    http.get('*/api/movies/:id', () => HttpResponse.json(movie)),
    http.get('*/api/showtimes/:id', () => HttpResponse.json(showtime)),
    http.get('*/api/seats/showtime/:id', () =>
      HttpResponse.json(hall.seats, { headers: headers() }),
    ),
    http.get('*/api/parking/showtime/:id', () =>
      HttpResponse.json(
        { twoWheelerSlots: slotsOf('twoWheeler'), fourWheelerSlots: slotsOf('fourWheeler') },
        { headers: headers() },
      ),
    ),
  )
  return hall
}
