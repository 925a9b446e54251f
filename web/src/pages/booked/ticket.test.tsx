import type { Booking } from '@marquee/contract/bookings/bookings'
import type { CinemaDetails } from '@marquee/contract/cinema/cinema-details'
import { useNotifications } from '@marquee/ui-kit/ui/notify.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { session } from '#features/session/session.store.ts'
import * as device from '#features/tickets/offline/device-tickets.ts'
import { createTicket, type Passes } from '#features/tickets/ticket.ts'
import { siteSettings } from '#lib/site-settings.ts'
import * as fake from '#test/fake-socket.ts'
import { asha, createBooking, createPasses } from '#test/fixtures.ts'
import { errorResponse, startMockApi } from '#test/mock-api.ts'
import { readFacts, renderPages } from '#test/render-pages.tsx'
import { TicketPage } from './ticket.tsx'

const mockApi = startMockApi()
beforeEach(() => session.setUser(asha))

function serveTicket(booking: Booking, passes: Passes = createPasses(booking)) {
  mockApi.use(
    http.get('*/api/bookings/user/u1', () => HttpResponse.json([createBooking(), booking])),
    http.get(`*/api/bookings/${booking.bookingReference}/passes`, () => HttpResponse.json(passes)),
  )
}

const open = (reference: string) =>
  renderPages({
    to: `/bookings/${reference}`,
    pages: { '/bookings/:reference': <TicketPage /> },
  })
const code = () => screen.getByRole('img', { name: /^QR code/ })

test('TicketPage shows the movie, seats, slots with vehicle numbers, times in the zone of the cinema and its address', async () => {
  const booking = createBooking({
    parkingSlots: [
      { _id: 'p1', slotNumber: 'F2', type: 'fourWheeler', vehicleNumber: 'TN01AB1234' },
    ],
  })
  serveTicket(booking)
  open(booking.bookingReference)

  const ticket = within(await screen.findByRole('article', { name: 'Ticket for Amaran' }))
  ticket.getByRole('heading', { name: 'Amaran', level: 1 })
  ticket.getByText('Admit 2')
  ticket.getByText('Screen 2')
  ticket.getByText(booking.bookingReference)
  ticket.getByText('Tue, 1 Dec 2099')
  ticket.getByText(/^Starts in \d+ days$/)
  expect(readFacts(screen.getByRole('article'))).toEqual({
    Time: '6:30 PM',
    Seats: 'C1 C2',
    'Arrive by': '6:10 PM',
    'Ends about': '9:19 PM',
    'Four Wheeler Slot': 'F2TN01AB1234',
  })
  ticket.getByText('1 Mount Road, Chennai')
  expect(ticket.getByRole('link', { name: 'Directions' }).getAttribute('href')).toContain('13.06')
})

test.each([
  ['of an upcoming show', {}, 0, true],
  ['of a show that has started', { startsAt: Date.now() - 60_000 }, 0, false],
  ['of a party that has been admitted', {}, 2, false],
  ['that was cancelled', { cancelled: true as const }, 0, false],
])('TicketPage of a booking %s links to the changes: %s, %i admitted, %s', async (...row) => {
  const [, changes, admitted, isLinked] = row
  const booking = createBooking(changes)
  serveTicket(booking, { ...createPasses(booking), admitted })
  open(booking.bookingReference)
  await screen.findByRole('article', { name: 'Ticket for Amaran' })

  const link = screen.queryByRole('link', { name: 'Change or cancel this booking' })
  expect(link?.getAttribute('href')).toBe(isLinked ? '/profile?tab=bookings' : undefined)
})

test('TicketPage shows another code for one seat', async () => {
  const booking = createBooking()
  serveTicket(booking)
  const user = open(booking.bookingReference)

  await screen.findByText('Admit 2')
  const whole = code().innerHTML
  await user.click(screen.getByRole('button', { name: 'C2' }))

  screen.getByText('Admit 1')
  expect(readFacts(screen.getByRole('region', { name: 'Pass: Admit 1' }))).toMatchObject({
    Seat: 'C2',
  })
  expect(code().innerHTML).not.toBe(whole)
  await user.click(screen.getByRole('button', { name: 'Everyone' }))
  expect(code().innerHTML).toBe(whole)
})

test('TicketPage follows a move of its show, and says what has changed and what is refunded [S-542][S-543][S-571]', async () => {
  const booking = createBooking()
  serveTicket(booking)
  open(booking.bookingReference)
  await screen.findByText('Admit 2')
  expect(screen.queryByText(/now starts/)).toBeNull()

  const { startTime, screen: name } = booking.showtimeId
  const moved = { startTime, screen: name }
  const showtimeId = { ...booking.showtimeId, startTime: '2099-12-01T15:00:00Z' }
  serveTicket({ ...booking, showtimeId, moved, fullRefundUntil: '2099-12-01T14:30:00Z' })
  act(() => fake.push('noticesChanged', {}))

  await screen.findByText('This show now starts at 8:30 PM instead of 6:30 PM.')
  screen.getByRole('button', { name: 'Keep My Booking' })
  screen.getByText('You can cancel for a full refund until 8:00 PM on Tue, 1 Dec 2099.')
  expect(readFacts(screen.getByRole('article'))).toMatchObject({ Time: '8:30 PM' })
})

test('TicketPage says that the party has lost a seat [S-571]', async () => {
  const booking = createBooking({ lostSeats: true, fullRefundUntil: '2099-12-01T12:30:00Z' })
  serveTicket(booking)
  open(booking.bookingReference)

  await screen.findByText('Some of your seats are out of service, and no others were free.')
})

test('TicketPage says that the email about the booking was refused [S-661]', async () => {
  const booking = createBooking({ refusedEmail: 'asha@exmaple.com' })
  serveTicket(booking)
  open(booking.bookingReference)

  await screen.findByText('Our email to your address was refused.')
})

test('TicketPage describes the refund as long as booking is open at a show that closes early [S-411]', async () => {
  siteSettings.refundPolicy = [
    { percent: 100, until: 240 },
    { percent: 50, until: 'cutoff' },
  ]
  const booking = createBooking()
  serveTicket({ ...booking, showtimeId: { ...booking.showtimeId, cutoffMinutes: 360 } })
  open(booking.bookingReference)

  await screen.findByText('Full refund until 12:30 PM on Tue, 1 Dec 2099, then no refund.')
})

test('TicketPage of one seat offers no choice of passes', async () => {
  const booking = createBooking({
    seats: [{ _id: 'C1', seatNumber: 'C1', category: 'Premium' }],
  })
  serveTicket(booking)
  open(booking.bookingReference)

  await screen.findByText('Admit 1')
  expect(screen.queryByRole('button', { name: 'Everyone' })).toBeNull()
})

test.each([
  [1, '1 of 2 admitted at 6:42 PM'],
  [2, 'Admitted at 6:42 PM'],
])('TicketPage after %i scans shows “%s”', async (admitted, text) => {
  const booking = createBooking()
  serveTicket(booking, createPasses(booking, { admitted, admittedAt: '2099-12-01T13:12:00Z' }))
  open(booking.bookingReference)

  const pass = await screen.findByRole('region', { name: 'Pass: Admit 2' })
  expect(within(pass).getByRole('status').textContent).toBe(text)
})

test.each([429, 503])(
  'TicketPage shows the ticket on this device when a request fails with %i [S-770]',
  async (status) => {
    const booking = createBooking()
    const cinema = { name: 'Marquee', address: '1 Mount Road', arrival: 20 } as CinemaDetails
    vi.spyOn(device, 'readDeviceTickets').mockResolvedValue([
      { userId: asha._id, ticket: createTicket(booking, cinema), passes: createPasses(booking) },
    ])
    mockApi.use(
      http.get('*/api/bookings/user/u1', () => errorResponse(status, 'RATE', 'Not now.')),
      http.get('*/api/bookings/*/passes', () => errorResponse(status, 'RATE', 'Not now.')),
    )
    open(booking.bookingReference)

    await screen.findByText(/This ticket is saved on this device\.$/)
    screen.getByText('Admit 2')
  },
)

test('TicketPage keeps the screen on while it is open', async () => {
  const release = vi.fn(async () => undefined)
  const request = vi.fn(async () => ({ release }))
  Object.assign(navigator, { wakeLock: { request } })
  const booking = createBooking()
  serveTicket(booking)
  const user = open(booking.bookingReference)

  await screen.findByText('Admit 2')
  expect(request).toHaveBeenCalledExactlyOnceWith('screen')
  await user.click(screen.getByRole('button', { name: 'C2' }))
  expect(release).not.toHaveBeenCalled()
  session.clearUser()
  await waitFor(() => expect(release).toHaveBeenCalledOnce())
})

test('TicketPage of another user shows that the booking was not found', async () => {
  const notFound = errorResponse(404, 'NOT_FOUND', 'We could not find that booking.')
  mockApi.use(
    http.get('*/api/bookings/user/u1', () => HttpResponse.json([createBooking()])),
    http.get('*/api/bookings/MQ-OTHER23456/passes', () => notFound),
  )
  open('MQ-OTHER23456')

  await screen.findByRole('heading', { name: 'We could not find that booking.', level: 1 })
  expect(screen.queryByRole('article')).toBeNull()
})

test('TicketPage finds a booking that is not among the first hundred [S-706]', async () => {
  const booking = createBooking()
  serveTicket(booking)
  const first = Array.from({ length: 100 }, (_, n) =>
    createBooking({ _id: `A${n}`, bookingReference: `MQ-A${n}` }),
  )
  mockApi.use(
    http.get('*/api/bookings/user/u1', ({ request }) => {
      const before = new URL(request.url).searchParams.get('before')
      return HttpResponse.json(before === 'A99' ? [booking] : first)
    }),
  )
  open(booking.bookingReference)

  await screen.findByRole('img', { name: /^QR code/ })
})

test('TicketPage leads to sign-in and back when signed out', async () => {
  session.clearUser()
  open('MQ-OTHER23456')

  screen.getByText('You are at /sign-in with {"from":"/bookings/MQ-OTHER23456"}')
})

test('TicketPage offers Sign In Again when the session has ended', async () => {
  const refused = () => errorResponse(401, 'UNAUTHENTICATED', 'Not signed in.')
  mockApi.use(
    http.get('*/api/bookings/user/u1', refused),
    http.get('*/api/bookings/*/passes', refused),
    http.post('*/api/auth/refresh-token', refused),
  )
  const user = open('MQ-OTHER23456')

  await screen.findByText('Your session has expired. Please log in again.')
  await user.click(screen.getByRole('button', { name: 'Sign In Again' }))
  screen.getByText('You are at /sign-in with {"from":"/bookings/MQ-OTHER23456"}')
})

test.each([
  ['Add to Calendar', 'ticket.ics'],
  ['Download PDF', 'ticket.pdf'],
])('%s downloads %s after the session was renewed', async (name, file) => {
  const booking = createBooking()
  serveTicket(booking)
  const downloads: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    downloads.push(new URL(this.href).pathname)
  })
  const user = open(booking.bookingReference)
  await screen.findByText('Admit 2')
  const renew = vi.fn(() => HttpResponse.json({ success: true }))
  mockApi.use(
    http.get(
      '*/api/bookings/*/passes',
      () => errorResponse(401, 'UNAUTHENTICATED', 'Not signed in.'),
      { once: true },
    ),
    http.post('*/api/auth/refresh-token', renew),
  )

  await user.click(screen.getByRole('button', { name }))

  await waitFor(() =>
    expect(downloads).toEqual([`/api/bookings/${booking.bookingReference}/${file}`]),
  )
  expect(renew).toHaveBeenCalledOnce()
})

test('Share opens the share sheet with the link of one seat', async () => {
  const share = vi.fn(async () => undefined)
  Object.assign(navigator, { share })
  const booking = createBooking()
  serveTicket(booking)
  const user = open(booking.bookingReference)

  await user.click(await screen.findByRole('button', { name: 'Share' }))
  const dialog = await screen.findByRole('dialog', { name: 'Share a seat' })
  await user.click(await within(dialog).findByRole('button', { name: 'Share seat C2' }))

  expect(share).toHaveBeenCalledExactlyOnceWith({
    title: 'Amaran',
    text: 'Amaran, Tue, 1 Dec 2099, 6:30 PM, Seat C2',
    url: `${window.location.origin}/pass/TOKENC`,
  })
  Reflect.deleteProperty(navigator, 'share')
})

test('Share without a share sheet copies the link or opens WhatsApp', async () => {
  const booking = createBooking()
  serveTicket(booking)
  const user = open(booking.bookingReference)

  await user.click(await screen.findByRole('button', { name: 'Share' }))
  await user.click(await screen.findByRole('button', { name: 'Copy Link of seat C1' }))

  expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/pass/TOKENB`)
  expect(useNotifications.getState().visible.map(({ text }) => text)).toContain('Link copied.')
  const whatsApp = screen.getByRole('link', { name: 'WhatsApp: share seat C1' })
  expect(whatsApp.getAttribute('href')).toContain('https://wa.me/?text=Amaran')
})

test.each([
  ['near the end of the show', 95],
  ['hours after the show, while the valet has the vehicle [S-719]', 600],
])('TicketPage %s offers to bring the vehicle and says when it comes', async (_, minutes) => {
  const startsAt = Date.now() - minutes * 60 * 1000
  const booking = createBooking({
    startsAt,
    duration: 100,
    parkingSlots: [
      { _id: 'p1', slotNumber: 'F2', type: 'fourWheeler', vehicleNumber: 'TN01AB1234' },
    ],
  })
  serveTicket(booking)
  const vehicles = (state: string) => ({
    callableFrom: new Date(startsAt).toISOString(),
    vehicles: [{ slotNumber: 'F2', vehicleNumber: 'TN01AB1234', state }],
  })
  const path = `*/api/bookings/${booking.bookingReference}`
  mockApi.use(
    http.get(`${path}/vehicles`, () => HttpResponse.json(vehicles('parked'))),
    http.post(`${path}/bring-car`, () => HttpResponse.json(vehicles('called'))),
  )
  const user = open(booking.bookingReference)

  await user.click(await screen.findByRole('button', { name: 'Bring My Car' }))
  await screen.findByText('We are bringing your vehicle to the entrance.')
})

test.each([
  [{ refunded: 360 }, ['You have been refunded ₹360.']],
  [{}, ['There is no refund.']],
  [
    { refunded: 360, cancelledByCinema: { reason: 'Power cut' } },
    ['The cinema has cancelled this show.', 'Reason: Power cut', 'You have been refunded ₹360.'],
  ],
  [{ cancelledByCinema: { reason: null } }, ['The cinema has cancelled this booking.']],
])(
  'TicketPage of a cancelled booking with %j has no code and no times, and says why and what was refunded [S-413][S-574]',
  async (changes, texts) => {
    const booking = createBooking({ cancelled: true, paymentStatus: 'Refunded', ...changes })
    serveTicket(booking, { ...createPasses(booking), passes: [] })
    open(booking.bookingReference)

    await screen.findByText('This booking is cancelled')
    screen.getByText('Tue, 1 Dec 2099, 6:30 PM · C1, C2')
    for (const text of texts) screen.getByText(text)
    expect(screen.queryByRole('img', { name: /^QR code/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Print' })).toBeNull()
    expect(screen.queryByRole('timer')).toBeNull()
    expect(screen.queryByText('Arrive by')).toBeNull()
  },
)

test('TicketPage replaces the passes after a question, and shows the new code [S-642]', async () => {
  const booking = createBooking()
  const passes = createPasses(booking)
  serveTicket(booking, passes)
  const replaced = { ...passes, issue: 2, passes: [{ number: 0, label: 'Admit 2', token: 'NEW' }] }
  const bodies: unknown[] = []
  mockApi.use(
    http.post('*/api/bookings/*/replace-passes', async ({ request }) => {
      bodies.push(await request.json())
      serveTicket(booking, replaced)
      return HttpResponse.json(replaced)
    }),
  )
  open(booking.bookingReference)
  const button = await screen.findByRole('button', { name: 'Replace Passes' })
  act(() => button.click())
  const dialog = within(await screen.findByRole('dialog', { name: 'Replace Passes?' }))
  expect(document.activeElement?.textContent).toBe('Keep')
  const labels = dialog.getAllByRole('button').map(({ textContent }) => textContent)
  expect(labels).toEqual(['Replace Passes', 'Keep'])
  act(() => dialog.getByRole('button', { name: 'Replace Passes' }).click())

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodies).toEqual([{ issue: 1 }])
  expect(useNotifications.getState().visible.map(({ text }) => text)).toContain(
    'Passes replaced. The old codes no longer work.',
  )
})
