import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import * as accounts from '../accounts/accounts.ts'
import * as bookings from '../bookings/bookings.ts'
import * as enquiries from '../cinema/enquiries.ts'
import * as movies from '../movies/movies.ts'
import * as showtimes from '../movies/showtimes.ts'
import * as parking from '../parking.ts'
import * as seats from '../seats/seats.ts'
import { clientEvents, serverEvents } from '../socket.ts'
import type { Endpoint } from './endpoint.ts'

const fieldsOf = (shape: Endpoint['body']) => Object.keys(shape?.shape ?? {})
const optional = (shape: Endpoint['body']) => {
  const fields = Object.entries(shape?.shape ?? {})
  return fields.filter(([, field]) => z.safeParse(field, undefined).success).map(([name]) => name)
}

/** The calls of the specification §7, and the optional fields that this product adds. */
test.each<[Endpoint, string, string[], string[]]>([
  [movies.listMovies, 'GET /api/movies', [], []],
  [movies.getMovie, 'GET /api/movies/:movieId', [], []],
  [showtimes.getShowtime, 'GET /api/showtimes/:showtimeId', [], []],
  [seats.listSeats, 'GET /api/seats/showtime/:showtimeId', [], []],
  [parking.listParking, 'GET /api/parking/showtime/:showtimeId', [], []],
  [
    bookings.createBooking,
    'POST /api/bookings',
    ['movieId', 'showtimeId', 'userId', 'seatIds', 'parkingSlotIds', 'totalCost', 'phone'],
    ['parkingSlots', 'proof', 'voucher'],
  ],
  [accounts.signIn, 'POST /api/auth/signin', ['email', 'password'], ['linkGoogle']],
  [accounts.signUp, 'POST /api/auth/signup', ['username', 'email', 'password'], []],
  [accounts.googleSignIn, 'POST /api/auth/google', ['name', 'email', 'photo'], ['credential']],
  [accounts.signOut, 'GET /api/auth/signout', [], []],
  [
    accounts.updateUser,
    'POST /api/user/update/:userId',
    [],
    ['username', 'email', 'phone', 'password', 'profilePicture', 'currentPassword'],
  ],
  [accounts.deleteUser, 'DELETE /api/user/delete/:userId', [], []],
  [bookings.listBookings, 'GET /api/bookings/user/:userId', [], []],
  [accounts.refreshSession, 'POST /api/auth/refresh-token', ['userId'], []],
  [enquiries.askQuestion, 'POST /api/faq/ask', ['userQuestion', 'userEmail'], []],
  [enquiries.sendMessage, 'POST /api/contact/submit', ['name', 'email', 'message'], []],
])('$1 requires exactly the fields of the specification [R-3.14][R-7.1]', (...row) => {
  const [{ method, path, body }, call, required, additions] = row

  expect(`${method} ${path}`).toBe(call)
  expect(fieldsOf(body).toSorted()).toEqual([...required, ...additions].toSorted())
  expect(optional(body).toSorted()).toEqual(additions.toSorted())
})

test('clientEvents require the fields of the specification only, and all further fields are optional [R-7.17]', () => {
  const requiredFields = Object.entries(clientEvents).map(([name, payload]) => [
    name,
    'shape' in payload
      ? Object.entries(payload.shape).flatMap(([field, schema]) =>
          schema.safeParse(undefined).success ? [] : [field],
        )
      : 'showtime id',
  ])

  expect(Object.fromEntries(requiredFields)).toEqual({
    joinShowtime: 'showtime id',
    leaveShowtime: 'showtime id',
    holdSeat: ['showtimeId', 'seatId'],
    releaseSeat: ['showtimeId', 'seatId'],
    holdParkingSlot: ['showtimeId', 'slotId'],
    releaseParkingSlot: ['showtimeId', 'slotId'],
    // Not in the specification.
    extendHold: ['showtimeId'],
    beginCheckout: ['showtimeId', 'seatIds', 'slotIds'],
    holdBest: ['showtimeId', 'seats'],
    holdBlock: ['showtimeId', 'seatIds'],
    shareSelection: ['showtimeId'],
    setPayer: ['showtimeId', 'paysForAll'],
    joinSelection: ['token', 'name'],
  })
})

test.each([
  ['seatsUpdated', ['seats']],
  ['parkingUpdated', ['parkingSlots']],
  ['holdExpired', ['type', 'itemId']],
] as const)('%s has the fields of the specification [R-7.18]', (event, fields) => {
  expect(Object.keys(serverEvents[event].shape)).toEqual(expect.arrayContaining([...fields]))
})

test('holdExpired accepts seats and both types of slots only [R-7.18]', () => {
  const { type } = serverEvents.holdExpired.shape
  const kinds = ['seat', 'twoWheeler', 'fourWheeler', 'slot']

  expect(kinds.map((kind) => type.safeParse(kind).success)).toEqual([true, true, true, false])
})
