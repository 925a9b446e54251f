import { createHttpClient } from './http-client.ts'
import { connectSocketClient, type SocketClient } from './socket-client.ts'

interface Seat {
  _id: string
  seatNumber: string
  category: string
  status: 'AVAILABLE' | 'HELD' | 'SOLD'
}
interface Order {
  movieId: string
  showtimeId: string
  userId: string
  seatIds: string[]
}
interface Profile {
  username: string
  email: string
  phone: string
  password: string
}

/** Rupees (specification §9). */
const PRICES: Readonly<Record<string, number>> = { Standard: 150, Premium: 180, VIP: 250 }

const lastStatusOf = (socket: SocketClient, seatId: string) =>
  socket
    .all('seatsUpdated')
    .flatMap(({ seats }) => seats)
    .findLast(({ _id }) => _id === seatId)?.status

/**
 * A client that uses the calls, events and fields of the specification only. It ignores all other fields, asks for no acknowledgements and
 * knows no types of the contract. Each call returns the body of the answer.
 */
export function createSpecificationClient(url: string) {
  const http = createHttpClient(url)
  const get = async <Body>(path: string) => (await http.get(path)).json() as Body
  const post = async <Body>(path: string, body: object) =>
    (await http.post(path, body)).json() as Body

  const listSeats = (showtimeId: string) => {
    const query = `_t=${Date.now()}&_r=${Math.random()}&nocache=true`
    return get<Seat[]>(`/api/seats/showtime/${showtimeId}?${query}`)
  }

  /** Opens a socket in the room of a showtime. `close` is what a reload does. */
  async function openSeatScreen(showtimeId: string) {
    const socket = await connectSocketClient(url, http.cookies())
    socket.emit('joinShowtime', showtimeId)
    return {
      hold: (seatId: string) => socket.emit('holdSeat', { showtimeId, seatId }),
      release: (seatId: string) => socket.emit('releaseSeat', { showtimeId, seatId }),
      /** Waits until the last push with the seat gives it this status. */
      sees: (seatId: string, status: Seat['status']) =>
        socket.next('seatsUpdated', () => lastStatusOf(socket, seatId) === status),
      /** Waits until the seat is lost. */
      loses: (seatId: string) => socket.next('holdExpired', ({ itemId }) => itemId === seatId),
      close: socket.close,
    }
  }

  return {
    signUp: (account: object) => post<{ success: boolean }>('/api/auth/signup', account),
    signIn: (account: object) =>
      post<{ success: boolean; user?: { _id: string } }>('/api/auth/signin', account),
    signOut: () => http.get('/api/auth/signout'),
    listSeats,
    openSeatScreen,
    async book({ movieId, showtimeId, userId, seatIds }: Order) {
      const seats = await listSeats(showtimeId)
      const totalCost = seats
        .filter(({ _id }) => seatIds.includes(_id))
        .reduce((sum, { category }) => sum + (PRICES[category] ?? 150), 0)
      const order = { movieId, showtimeId, userId, seatIds, parkingSlotIds: [] }
      const response = await post<{ booking?: { bookingReference: string } }>('/api/bookings', {
        ...order,
        totalCost,
        phone: '+91 98765-43210',
      })
      return response.booking?.bookingReference
    },
    listBookings: (userId: string) =>
      get<{ bookingReference: string; paymentStatus: string }[]>(`/api/bookings/user/${userId}`),
    updateProfile: (userId: string, profile: Profile) =>
      post<{ _id?: string; success?: boolean }>(`/api/user/update/${userId}`, profile),
  }
}
