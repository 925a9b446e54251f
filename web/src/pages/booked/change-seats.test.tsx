import type { Booking } from '@marquee/contract/bookings/bookings'
import type { Showtime } from '@marquee/contract/movies/showtimes'
import { slotPrice } from '@marquee/contract/parking-slots'
import type { Seat } from '@marquee/contract/seats/seats'
import { formatRupees } from '@marquee/contract/text/money'
import { useNotifications } from '@marquee/ui-kit/ui/notify.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session } from '#features/session/session.store.ts'
import * as fake from '#test/fake-socket.ts'
import {
  asha,
  createBooking,
  createSeat,
  createShowtime,
  createSlot,
  HOLD_UNTIL,
  heldByMe,
  movie,
  showtime,
} from '#test/fixtures.ts'
import { errorResponse, recordPosts, serveShowtime, startMockApi } from '#test/mock-api.ts'
import { renderPages } from '#test/render-pages.tsx'
import { createSeats, findPlace, joined, sentEvents } from '#test/seat-screen.tsx'
import { ChangeSeatsPage } from './change-seats.tsx'

const mockApi = startMockApi()
beforeEach(() => {
  fake.setReply(() => fake.okAck(HOLD_UNTIL))
  fake.socket.connected = true
  session.setUser(asha)
})
afterEach(async () => {
  cleanup()
  if (sentEvents().includes('joinShowtime'))
    await waitFor(() => expect(sentEvents()).toContain('leaveShowtime'))
})

const CAR = {
  _id: 'F2',
  slotNumber: 'F2',
  type: 'fourWheeler',
  vehicleNumber: 'TN01AB1234',
} as const
const OWN_SEATS = ['C1', 'C2'].map((seatNumber) => createSeat(seatNumber, { status: 'SOLD' }))
const PREVIEW = { refund: 0, fee: 0, difference: 70, deadline: '2099-12-01T12:30:00Z' }
/** Booking closes half an hour before the start. */
const inMinutes = (minutes: number) => Date.now() + minutes * 60_000

interface Options {
  booking?: Booking
  seats?: Seat[]
  showtimes?: Showtime[]
  search?: string
}

/** Serves the booking and its showtime. The test may change the state later. */
function open(options: Options = {}) {
  const { booking = createBooking(), showtimes = [showtime], search = '' } = options
  const { seats = createSeats('D1', 'D2') } = options
  const places = serveShowtime(mockApi, {
    seats: [...OWN_SEATS, ...seats],
    slots: [createSlot('T4')],
  })
  const { startTime, screen: hall } = booking.showtimeId
  const state = {
    bookings: () => HttpResponse.json([booking]),
    showtime: { ...showtime, startTime, screen: hall },
  }
  const path = `*/api/bookings/${booking.bookingReference}`
  mockApi.use(
    http.get('*/api/movies/:id', () => HttpResponse.json({ ...movie, showtimes })),
    http.get('*/api/showtimes/:id', ({ params }) =>
      HttpResponse.json(
        showtimes.find(({ _id }) => _id === params.id && _id !== 's1') ?? state.showtime,
      ),
    ),
    http.get('*/api/bookings/user/u1', () => state.bookings()),
    http.get(`${path}/passes`, () => errorResponse(404, 'NOT_FOUND', 'Not found.')),
    http.get(`${path}/changes`, () => HttpResponse.json(PREVIEW)),
  )
  const changed = () => HttpResponse.json({ success: true, booking: { ...booking, payments: [] } })
  const user = renderPages({
    to: `/bookings/${booking.bookingReference}/seats${search}`,
    pages: { '/bookings/:reference/seats': <ChangeSeatsPage /> },
  })
  return { user, places, state, path, changed, reference: booking.bookingReference }
}

const region = (name: string) => within(screen.getByRole('region', { name }))
/** At the bottom of a narrow screen. */
const changeBar = () => within(screen.getByRole('complementary', { name: 'Your new seats' }))
const refetchOnFocus = () => act(() => window.dispatchEvent(new Event('visibilitychange')))
const lastNotification = () => useNotifications.getState().visible.at(-1)?.text

test('ChangeSeatsPage keeps the choice when the booking cannot be fetched again', async () => {
  const { user, places, state } = open({ booking: createBooking({ parkingSlots: [CAR] }) })
  await user.click(await findPlace(/seat 1, .* your seat$/))
  await user.click(await findPlace(/Row D seat 1, .* available$/))
  await user.type(screen.getByLabelText(/^Vehicle number for Four Wheeler/), '9')

  places.seats = [...OWN_SEATS, createSeat('D1', heldByMe)]
  const failed = vi.fn(() => errorResponse(400, 'INVALID', 'Bad connection.'))
  state.bookings = failed
  refetchOnFocus()
  await waitFor(() => expect(failed).toHaveBeenCalled())

  await region('Your New Seats').findByText('D1')
  region('Your New Seats').getByText('C1')
  expect(screen.getByLabelText(/^Vehicle number/)).toHaveProperty('value', 'TN01AB12349')
})

test('ChangeSeatsPage tells in place that the cinema has cancelled the show, with the other showtimes [S-442]', async () => {
  const later = createShowtime(600, { _id: 's2', movieId: 'm1', date: showtime.date })
  const { state } = open({ showtimes: [showtime, later] })
  await findPlace(/seat 1, .* your seat$/)
  await joined()

  Object.assign(state.showtime, { cancelled: { reason: 'Projector broken' } })
  act(() => fake.push('showCancelled', { showtimeId: 's1' }))

  const heading = await screen.findByRole('heading', { name: 'This show has been cancelled.' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  screen.getByText('Reason: Projector broken')
  screen.getByText('Your booking is refunded in full.')
  const [other] = within(screen.getByRole('navigation', { name: 'Other showtimes' })).getAllByRole(
    'link',
  )
  expect(other?.getAttribute('href')).toBe('/tickets/m1/s2')
})

test('ChangeSeatsPage follows the seats of a booking that the cinema has moved [S-548]', async () => {
  const booking = createBooking()
  const { user, places, state } = open({ booking })
  await user.click(await findPlace(/seat 1, .* your seat$/))
  await findPlace(/seat 1, .* your seat, to change$/)

  places.seats = [
    ...createSeats('C1', 'C2', 'D2'),
    createSeat('D1', { status: 'SOLD' }),
    createSeat('D3', { status: 'SOLD' }),
  ]
  places.rev = 2
  const seats = ['D1', 'D3'].map((seatNumber) => ({
    _id: seatNumber,
    seatNumber,
    category: 'Premium',
  }))
  state.bookings = () => HttpResponse.json([{ ...booking, seats }])
  act(() => fake.push('mapRevision', { showtimeId: 's1', seats: 2, slots: 2, rev: 2 }))
  refetchOnFocus()

  await findPlace(/Row D seat 1, .* your seat$/)
  await findPlace(/Row C seat 1, .* available$/)
  region('Your New Seats').getByText('Select the seats you want to change.')
})

test('ChangeSeatsPage after the cutoff says why, and still changes vehicle numbers [S-423][S-426]', async () => {
  const booking = createBooking({ startsAt: inMinutes(20), parkingSlots: [CAR] })
  open({ booking })

  await screen.findByText('Booking cutoff time passed. Seats and parking can no longer be changed.')
  screen.getByLabelText('Vehicle number for Four Wheeler Slot F2')
  expect(screen.queryByRole('grid', { name: 'Seat map' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Your New Seats' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add Parking' })).toBeNull()
})

test('ChangeSeatsPage after the end of the show changes no vehicle number [S-426]', async () => {
  open({ booking: createBooking({ startsAt: inMinutes(-180), parkingSlots: [CAR] }) })

  await screen.findByText('Show has started. Seats and parking can no longer be changed.')
  expect(screen.queryByLabelText(/^Vehicle number/)).toBeNull()
})

/** Changes C1 for D1 while a slot is chosen. The page stays open. */
async function changeSeatBeforeSlot() {
  const booking = createBooking()
  const opened = open({ booking })
  const { user, path, state } = opened
  const newSeats = ['D1', 'C2'].map((_id) => ({ _id, seatNumber: _id, category: 'Premium' }))
  const changed = () => {
    const after = { ...booking, seats: newSeats }
    state.bookings = () => HttpResponse.json([after])
    return HttpResponse.json({ success: true, booking: { ...after, payments: [] } })
  }
  recordPosts(mockApi, `${path}/change-seats`, changed)
  recordPosts(mockApi, `${path}/parking`, changed)
  await user.click(await findPlace(/Row C seat 1, .* your seat$/))
  await user.click(await findPlace(/Row D seat 1, .* available$/))
  await user.click(screen.getByRole('button', { name: 'Add Parking' }))
  await user.click(await findPlace(/slot T4, .* available$/))
  await user.type(await screen.findByLabelText(/^Vehicle number for Two/), 'TN02CD5678')
  const summary = region('Your New Seats')
  await user.click(await summary.findByRole('button', { name: 'Pay ₹70 and Change' }))
  await waitFor(() =>
    expect(lastNotification()).toBe('Seats changed. Your ticket shows the new ones.'),
  )
  return { ...opened, changed }
}

const addParkingButton = () => screen.findByRole('button', { name: 'Pay ₹70 and Add' })

test('ChangeSeatsPage stays after the seats are changed while a parking slot is chosen, and goes to the ticket after both [S-420][S-425]', async () => {
  const { user, reference } = await changeSeatBeforeSlot()
  // The server sells the seat.
  act(() =>
    fake.push('seatsUpdated', {
      showtimeId: 's1',
      rev: 2,
      previousPushRev: 1,
      sinceRev: 1,
      seats: [createSeat('D1', { status: 'SOLD' })],
    }),
  )

  await user.click(await addParkingButton())

  await screen.findByText(`You are at /bookings/${reference} with null`)
  expect(lastNotification()).toBe('Parking added.')
})

test('ChangeSeatsPage goes to the ticket even if the map does not show the new seats as sold yet [S-425]', async () => {
  const { user, reference } = await changeSeatBeforeSlot()

  await user.click(await addParkingButton())

  await screen.findByText(`You are at /bookings/${reference} with null`)
})

test('ChangeSeatsPage stays if another seat is chosen while parking is being added [S-425]', async () => {
  const { user, path, changed } = await changeSeatBeforeSlot()
  const { promise: isChosen, resolve: choose } = Promise.withResolvers<void>()
  mockApi.use(http.post(`${path}/parking`, () => isChosen.then(changed)))
  await user.click(await addParkingButton())
  await user.click(await findPlace(/Row D seat 2, .* available$/))
  await findPlace(/Row D seat 2, .* selected/)

  choose()

  await waitFor(() => expect(lastNotification()).toBe('Parking added.'))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your New Seats' }))
})

test('ChangeSeatsPage shows the showtimes of one day, and of every other day when it is chosen [S-422]', async () => {
  const later = Array.from({ length: 20 }, (_, index) =>
    createShowtime((index + 2) * 1440, {
      _id: `day-${index}`,
      movieId: 'm1',
      date: `2026-12-${index + 10}`,
    }),
  )
  const { user, reference } = open({ showtimes: [showtime, ...later] })
  await user.click(await screen.findByText('Choose another showtime'))
  const days = within(screen.getByRole('list', { name: 'Days' })).getAllByRole('button')
  expect(days).toHaveLength(21)

  const last = later.at(-1)
  const [day] = days.slice(-2)
  if (day) await user.click(day)

  const links = within(screen.getByRole('navigation', { name: 'Showtimes' })).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    `/bookings/${reference}/seats?showtime=${last?._id}`,
  ])
})

test('ChangeSeatsPage names the time of another showtime, and the parking that is given back with the seats [S-420]', async () => {
  const later = createShowtime(600, { _id: 's2', movieId: 'm1', startTime: '2099-12-01T16:00:00Z' })
  const { path } = open({
    booking: createBooking({ parkingSlots: [CAR] }),
    showtimes: [showtime, later],
    seats: [createSeat('D1', heldByMe), createSeat('D2', heldByMe)],
    search: '?showtime=s2',
  })
  mockApi.use(
    http.get(`${path}/changes`, () => HttpResponse.json({ ...PREVIEW, difference: -250 })),
  )

  expect(await screen.findAllByText('You get ₹250 back.')).toHaveLength(2)
  for (const { getByText, getByRole } of [region('Your New Seats'), changeBar()]) {
    getByText(`Includes ${formatRupees(slotPrice('fourWheeler'))} back for your parking.`)
    getByText('Tue, 1 Dec 2099, 9:30 PM')
    getByRole('button', { name: 'Change to 9:30 PM' })
  }
})

test('ChangeSeatsPage takes the same seat numbers at another showtime on the same screen [S-620]', async () => {
  const later = createShowtime(600, { _id: 's2', movieId: 'm1', startTime: '2099-12-01T16:00:00Z' })
  const { user, path, places, changed } = open({
    showtimes: [showtime, later],
    search: '?showtime=s2',
  })
  places.seats = ['C1', 'C2'].map((seatNumber) => createSeat(seatNumber, heldByMe))
  const bodies = recordPosts(mockApi, `${path}/change-seats`, changed)

  await user.click(
    (await screen.findAllByRole('button', { name: 'Pay ₹70 and Change' }))[0] as Element,
  )

  await waitFor(() =>
    expect(bodies).toEqual([
      { showtimeId: 's2', giveBack: ['C1', 'C2'], take: ['C1', 'C2'], difference: 70 },
    ]),
  )
})

test('ChangeSeatsPage shows another showtime whose booking has closed with a way back', async () => {
  const closed = createShowtime(10, { _id: 's2', movieId: 'm1' })
  const { reference } = open({ showtimes: [showtime, closed], search: '?showtime=s2' })

  await screen.findByText('Booking cutoff time passed')
  expect(screen.getByRole('link', { name: 'Back to My Showtime' }).getAttribute('href')).toBe(
    `/bookings/${reference}/seats`,
  )
})

test('the list of ChangeSeatsPage gives back own seats and holds accessible places [S-420]', async () => {
  const place = { status: 'HELD', protected: true, accessible: 'wheelchair' } as const
  const { user } = open({ seats: [createSeat('D1', place)] })
  await findPlace(/Row C seat 1, .* your seat$/)
  await user.click(await screen.findByRole('button', { name: 'Accessible places' }))
  await user.click(screen.getByRole('button', { name: 'Choose from a list' }))

  await user.click(screen.getByRole('checkbox', { name: /^Seat 2, your seat/ }))
  await user.click(screen.getByRole('checkbox', { name: /^Seat 1wheelchair place/ }))

  expect(screen.getByRole('checkbox', { name: /^Seat 2, your seat, to change/ })).toHaveProperty(
    'checked',
    false,
  )
  expect(fake.sentMessages).toContainEqual([
    'holdSeat',
    expect.objectContaining({ seatId: 'D1', accessible: true }),
  ])
  region('Your New Seats').getByText('C2')
})

test('ChangeSeatsPage shows how long the new seats are held', async () => {
  const { user } = open()
  await user.click(await findPlace(/Row D seat 1, .* available$/))

  await region('Your New Seats').findByText(/^Yours for/)
})
