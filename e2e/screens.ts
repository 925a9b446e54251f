import type { Notice } from '@marquee/contract/accounts/notices'
import type { Booking } from '@marquee/contract/bookings/bookings'
import type { WaitingEntry } from '@marquee/contract/bookings/waiting-list'
import type { Showtime } from '@marquee/contract/movies/showtimes'
import { groupByRow } from '@marquee/contract/seats/seat-rows'
import type { Seat } from '@marquee/contract/seats/seats'
import { MINUTE_MS } from '@marquee/contract/time'
import { expect, type Page } from '@playwright/test'
import { delayRequests, mockError, mockResponse } from './mock-responses.ts'
import {
  expectLive,
  openMore,
  proceedToPayment,
  seatScreenPath,
  selectParkingSlot,
  selectSeatByKeyboard,
} from './steps.ts'
import {
  bookPlaces,
  fetchBookings,
  fetchSeats,
  fetchSlots,
  findClosedShowtime,
  findLargestShowtime,
  findSmallestShowtime,
  signInNewUser,
} from './test-data.ts'

/** The server does not render a URL with a query, so that the browser calls the API and responses can be mocked. */
const HOME_IN_BROWSER = '/?q='

const MOVIES = '**/api/movies'
const SEATS = '**/api/seats/showtime/*'
const SHOWTIMES = '**/api/showtimes/*'
const BOOKINGS = '**/api/bookings/user/*'
const SESSIONS = '**/api/auth/sessions'
const WAITING_LIST = '**/api/waiting-list'
const NOTICES = '**/api/notices'
/** Its check character is right. */
const VOUCHER = '2345-6789-ABCD-EFGM'

/** Some texts are hidden in wide or in narrow windows, where another element has the same text. */
const expectText = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
const expectDialog = (page: Page, name: string) =>
  expect(page.getByRole('dialog', { name })).toBeVisible()
const pressButton = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()

/** Opens a path and waits for a text. `prepare` runs before, for example to mock a response. */
const openPage =
  (path: string, text: string | RegExp, prepare?: (page: Page) => Promise<unknown>) =>
  async (page: Page) => {
    await prepare?.(page)
    await page.goto(path)
    await expectText(page, text)
  }
/** Opens a path and then a dialog with a button. */
const openDialog =
  (path: string, button: string | RegExp, dialog: string) => async (page: Page) => {
    await page.goto(path)
    await pressButton(page, button)
    await expectDialog(page, dialog)
  }
/** The same for a new user who has signed in. */
const openPageSignedIn = (path: string, text: string, prepare?: (page: Page) => Promise<unknown>) =>
  openPage(path, text, async (page) => {
    await signInNewUser(page.request)
    await prepare?.(page)
  })

async function openSeats(page: Page, showtime?: Showtime) {
  await gotoShowtime(page, showtime)
  await expectLive(page)
}
const gotoShowtime = async (page: Page, showtime?: Showtime, query = '') =>
  page.goto(seatScreenPath(showtime ?? (await findLargestShowtime(page.request))) + query)

async function openSelection(page: Page, showtime?: Showtime) {
  await openSeats(page, showtime)
  await selectSeatByKeyboard(page, 'VIP', 6)
  await selectSeatByKeyboard(page, 'VIP', 6)
  await selectParkingSlot(page)
}

async function openMissingShowtime(page: Page) {
  await mockError(page, SHOWTIMES, 404, 'Not found.')
  await gotoShowtime(page, undefined, '?in=browser')
  await expectDialog(page, 'Booking Error')
}

async function openPayment(page: Page) {
  await signInNewUser(page.request)
  await openSelection(page, await findSmallestShowtime(page.request))
  await proceedToPayment(page)
  await expect(page.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible()
}

async function pay(page: Page) {
  await openPayment(page)
  await page.getByRole('button', { name: /^Complete Payment/ }).dispatchEvent('click')
}

/** Books three seats and a parking slot for a new user of this browser. */
async function bookPlacesOfUser({ request }: Page): Promise<Booking> {
  const showtime = await findLargestShowtime(request)
  const isFree = ({ status }: { status: string }) => status === 'AVAILABLE'
  const seats = (await fetchSeats(request, showtime)).filter(isFree).slice(-3)
  const slots = (await fetchSlots(request, showtime)).filter(isFree).slice(-1)
  const userId = await bookPlaces(request, showtime, { seats, slots })
  const [booking] = await fetchBookings(request, userId)
  return booking
}

/** Opens the ticket of a new booking. `changes` are made to the response with its passes. */
const openTicket =
  (text: string | RegExp, changes: object = {}) =>
  async (page: Page) => {
    const { bookingReference } = await bookPlacesOfUser(page)
    const path = `/api/bookings/${bookingReference}/passes`
    const passes = await (await page.request.get(path)).json()
    await mockResponse(page, `**${path}`, { ...passes, ...changes })
    await openPage(`/bookings/${bookingReference}`, text)(page)
  }

async function openSharedPass(page: Page) {
  const { bookingReference } = await bookPlacesOfUser(page)
  const response = await page.request.get(`/api/bookings/${bookingReference}/passes`)
  const { passes } = await response.json()
  await openPage(`/pass/${passes[1].token}`, 'Admit 1')(page)
}

async function openBookings(page: Page) {
  const booking = await bookPlacesOfUser(page)
  const copy = (bookingReference: string, startTime: string, changes: Partial<Booking> = {}) => ({
    ...booking,
    _id: bookingReference,
    bookingReference,
    ...changes,
    showtimeId: { ...booking.showtimeId, startTime },
  })
  await mockResponse(page, BOOKINGS, [
    booking,
    copy('MQ-LATERSHW22', '2099-01-14T13:00:00.000Z', { paymentStatus: 'Pending' }),
    copy('MQ-CANCELED22', '2099-01-15T13:00:00.000Z', {
      cancelled: true,
      paymentStatus: 'Refunded',
      totalCost: 0,
      refunded: 300,
    }),
    copy('MQ-PASTSHOW22', '2026-01-14T13:00:00.000Z'),
  ])
  await page.goto('/profile?tab=bookings')
  await expectText(page, 'Past shows')
}

/** Opens the list of signed-in devices of a new user and waits for a text. `prepare` may mock the response. */
const openDevices =
  (text: string, prepare?: (page: Page) => Promise<unknown>) => async (page: Page) => {
    await openPageSignedIn('/profile', 'Update Profile', prepare)(page)
    await pressButton(page, 'Signed-In Devices')
    await expectText(page, text)
  }

const DEVICES = [
  { _id: '1', browser: 'Chrome on Linux', lastSeenAt: '2026-11-20T20:00:00Z', isCurrent: true },
  { _id: '2', browser: 'Samsung Internet on Android', lastSeenAt: '2099-01-14T13:00:00Z' },
  { _id: '3', browser: 'Safari on iOS', lastSeenAt: '2026-11-20T20:00:00Z' },
  { _id: '4', browser: null, lastSeenAt: '2026-11-20T20:00:00Z' },
].map((device) => ({ isCurrent: false, createdAt: '2026-11-14T13:00:00Z', ...device }))

const WAITING: WaitingEntry = {
  _id: '1',
  showtimeId: '1',
  movieId: '1',
  movie: 'Amaran',
  screen: 'Screen 1',
  startTime: '2099-01-14T13:00:00Z',
  until: '2099-01-14T12:30:00Z',
  seats: 4,
  together: true,
  categories: [],
}
const createOffer = () => ({
  seats: ['C4', 'C5', 'C6', 'C7'],
  until: new Date(Date.now() + 14 * MINUTE_MS).toISOString(),
})

const NOTICE_LIST: Notice[] = (
  [
    ['offer', 'Seats for Amaran: C4, C5, C6, C7', 'We hold them for you for 15 minutes.'],
    ['changed', 'Your booking has changed', 'Pushpa now starts at 9:30 PM on Screen 2.'],
    ['cancelled', 'Your booking is cancelled', 'You get ₹800 back.'],
    ['reminder', 'Metropolis starts soon', 'Screen 1, 2:00 PM. Seats H1, H2.'],
  ] as const
).map(([kind, title, text], index) => ({
  _id: String(index),
  kind,
  title,
  text,
  link: '/profile?tab=bookings',
  createdAt: '2026-11-20T20:00:00Z',
  readAt: index < 2 ? null : '2026-11-20T21:00:00Z',
}))

/** Opens a show whose seats are all sold, as a user with these entries in the waiting list. */
async function openSoldOut(page: Page, entry?: Partial<WaitingEntry>) {
  await signInNewUser(page.request)
  const showtime = await findSmallestShowtime(page.request)
  const entries = entry ? [{ ...WAITING, showtimeId: showtime._id, ...entry }] : []
  await mockResponse(page, WAITING_LIST, { entries })
  await page.route(SEATS, async (route) => {
    const response = await route.fetch()
    const seats: Seat[] = await response.json()
    await route.fulfill({ response, json: seats.map((seat) => ({ ...seat, status: 'SOLD' })) })
  })
  await gotoShowtime(page, showtime, '?in=browser')
  await expect(page.getByRole('region', { name: /^(Waiting List|Seats Are Held)/ })).toBeVisible()
}

/** Opens each screen in each of its states and waits until the state is visible. */
export const SCREENS: Record<string, (page: Page) => Promise<unknown>> = {
  home: openPage('/', / votes$/),
  'home-loading': openPage(HOME_IN_BROWSER, 'Loading your experience...', (page) =>
    delayRequests(page, MOVIES),
  ),
  'home-empty': openPage(HOME_IN_BROWSER, 'No movies are showing', (page) =>
    mockResponse(page, MOVIES, []),
  ),
  'home-error': openPage(HOME_IN_BROWSER, 'Failed to fetch movies', (page) =>
    mockError(page, MOVIES, 400, 'No.'),
  ),
  'home-nothing-found': openPage('/?q=zzz', 'No movies found for'),
  'home-signed-in': openPageSignedIn('/', 'Welcome, '),
  'home-day': async (page) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Tomorrow', exact: true }).click()
    await expect(page.getByRole('list', { name: /^Showtimes of / }).first()).toBeVisible()
  },
  'home-two-for-tonight': async (page) => {
    await page.goto('/')
    await pressButton(page, /^Two for /)
    await expect(page.getByRole('button', { name: /^Take / }).first()).toBeVisible()
  },
  'home-search-suggests': openPage('/?q=amarn', 'Did you mean:'),
  'home-details': openDialog('/', 'Details of Amaran', 'Amaran'),
  menu: openDialog('/about', 'Open menu', 'Marquee'),
  about: openPage('/about', 'Our Mission'),
  'faq-open': async (page) => {
    await page.goto('/faq')
    await pressButton(page, /^Do parking prices/)
    await pressButton(page, 'Submit Question')
    await expectText(page, 'Please enter your question.')
  },
  contact: openPage('/faq?tab=contact', 'Contact Us'),
  'sign-in-refused': async (page) => {
    await page.goto('/sign-in')
    await page.getByLabel('Email').fill('unknown@example.com')
    await page.getByLabel('Password').fill('a wrong password')
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page.getByRole('alert')).toBeVisible()
  },
  'sign-up': openPage('/sign-up', 'Register'),
  'forgot-password': openPage('/forgot-password', 'Forgot Password'),
  'reset-password': openPage('/reset-password#token', 'New Password'),
  'confirm-email-refused': openPage('/confirm-email#token', 'This link is not valid any more'),
  'local-provider': async (page) => {
    await page.goto('/sign-in')
    await pressButton(page, 'Continue with Google')
    await expectText(page, 'Choose an account')
  },
  'not-found': openPage('/nowhere', 'Page not found'),
  'legacy-other-showtimes': openPage('/tickets/Amaran/Screen 9/3:33 AM', 'Amaran'),
  'legacy-unknown': openPage('/tickets/Zz/Screen 1/6:30 PM', 'No movies found for'),
  'seats-chosen': (page) => openSelection(page),
  'seats-party': async (page) => {
    await openSeats(page)
    await page.getByLabel('How many people').selectOption('4')
    await pressButton(page, 'Best Seats for 4')
    await expect(page.getByRole('button', { name: / selected$/ })).toHaveCount(4)
    await pressButton(page, 'Accessible places')
    await expectText(page, /^View from /)
  },
  'seats-gap': async (page) => {
    const showtime = await findSmallestShowtime(page.request)
    // Other windows have held seats 5 and 6 of a row just before.
    const seats = await fetchSeats(page.request, showtime)
    const row = groupByRow(seats).find(
      (one) => one.seats.length === 12 && one.seats.every(({ status }) => status === 'AVAILABLE'),
    )?.letters
    // More than half of the hall is sold, and seat 9 of the row too.
    const isFree = ({ seatNumber }: Seat) =>
      seatNumber.startsWith(`${row}`) && seatNumber !== `${row}9`
    await page.route(SEATS, async (route) => {
      const response = await route.fetch()
      const now = (await response.json()) as Seat[]
      const json = now.map((seat) => (isFree(seat) ? seat : { ...seat, status: 'SOLD' }))
      await route.fulfill({ response, json })
    })
    await openSeats(page, showtime)
    for (const seat of [5, 6])
      await page.getByRole('button', { name: `Row ${row} seat ${seat},` }).dispatchEvent('click')
    await expect(page.getByRole('button', { name: / selected$/ })).toHaveCount(2)
    await proceedToPayment(page)
    await expectDialog(page, 'One Seat Left Alone')
  },
  'seats-list': async (page) => {
    await openSeats(page, await findSmallestShowtime(page.request))
    await pressButton(page, 'Choose from a list')
    await expect(page.getByRole('checkbox').first()).toBeVisible()
  },
  'seats-closed': async (page) => {
    await openSeats(page, await findClosedShowtime(page.request))
    await expectText(page, 'Booking Closed')
  },
  'seats-loading': async (page) => {
    await delayRequests(page, SEATS)
    await gotoShowtime(page)
    await expectText(page, 'Loading ticket information...')
  },
  'seats-missing': openMissingShowtime,
  'seats-missing-stay': async (page) => {
    await openMissingShowtime(page)
    await pressButton(page, 'Stay Here')
    await expectText(page, 'Error Loading Tickets')
  },
  'seats-phone-asked': async (page) => {
    await openSelection(page, await findSmallestShowtime(page.request))
    await page.getByRole('button', { name: 'Proceed to Payment' }).first().dispatchEvent('click')
    await expectDialog(page, 'Phone Number Required')
  },
  'seats-offline': async (page) => {
    await openSeats(page, await findSmallestShowtime(page.request))
    await page.context().setOffline(true)
    await expectText(page, 'Connecting to real-time server...')
    await pressButton(page, 'Force Refresh Seats')
    await expect(
      page.getByRole('status').filter({ hasText: 'check your connection' }),
    ).toBeVisible()
  },
  'seats-invite': async (page) => {
    await openSelection(page)
    await pressButton(page, 'Invite Friends')
    await expectDialog(page, 'Invite Friends')
  },
  'waiting-list': async (page) => {
    await openSoldOut(page)
    await pressButton(page, 'Tell Me When Seats Come Free')
    await expect(page.getByLabel('How long')).toBeVisible()
  },
  'waiting-list-waiting': async (page) => {
    await openSoldOut(page, {})
    await expectText(page, /^You are waiting for 4 seats side by side/)
  },
  'waiting-list-offer': async (page) => {
    await openSoldOut(page, { offer: createOffer() })
    await expectText(page, 'C4, C5, C6, C7')
  },
  notices: async (page) => {
    await signInNewUser(page.request)
    await mockResponse(page, NOTICES, { notices: NOTICE_LIST, unread: 2 })
    await page.goto('/faq')
    await pressButton(page, 'Notices, 2 unread')
    await expectText(page, 'Your booking has changed')
  },
  payment: openPayment,
  'payment-voucher': async (page) => {
    await openPayment(page)
    await mockResponse(page, '**/api/vouchers/check', {
      balance: 100_000,
      validUntil: '2099-01-01T00:00:00.000Z',
    })
    await page.getByLabel(/^Voucher code/).fill(VOUCHER)
    await pressButton(page, 'Use voucher')
    await expectText(page, /stay on it, valid until/)
  },
  'payment-voucher-refused': async (page) => {
    await openPayment(page)
    await page.getByLabel(/^Voucher code/).fill('2345')
    await pressButton(page, 'Use voucher')
    await expectText(page, 'This voucher cannot be used. Please check the code.')
  },
  'payment-done': async (page) => {
    await pay(page)
    await expectDialog(page, 'Payment Successful!')
  },
  'payment-failed': async (page) => {
    await openPayment(page)
    await mockError(page, '**/api/bookings', 400, 'The cinema is busy. Please try again.')
    await page.getByRole('button', { name: /^Complete Payment/ }).dispatchEvent('click')
    await expectDialog(page, 'Payment Failed')
  },
  'payment-nothing': openPage('/payment-new', 'No booking information found.'),
  profile: openPageSignedIn('/profile', 'Update Profile'),
  'profile-delete': async (page) => {
    await signInNewUser(page.request)
    await openDialog('/profile', 'Delete Account', 'Delete Account')(page)
  },
  'devices-several': openDevices('Safari on iOS', (page) => mockResponse(page, SESSIONS, DEVICES)),
  'devices-one': openDevices('No other device is signed in.'),
  'devices-loading': openDevices('Loading your devices...', (page) =>
    delayRequests(page, SESSIONS),
  ),
  'devices-error': openDevices('The list is not available.', (page) =>
    mockError(page, SESSIONS, 400, 'The list is not available.'),
  ),
  bookings: openBookings,
  'bookings-share': async (page) => {
    await openBookings(page)
    await openMore(page)
    await page.getByRole('button', { name: 'Share' }).first().click()
    await expectDialog(page, 'Share a seat')
    await expectText(page, 'WhatsApp')
  },
  'bookings-cancel': async (page) => {
    await bookPlacesOfUser(page)
    await page.goto('/profile?tab=bookings')
    await openMore(page)
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expectDialog(page, 'Cancel Booking')
    await expectText(page, /^You get ₹/)
  },
  'bookings-change-seats': async (page) => {
    const { bookingReference, seats } = await bookPlacesOfUser(page)
    await page.goto(`/bookings/${bookingReference}/seats`)
    await expectLive(page)
    const [seat] = seats
    const number = /\d+$/.exec(seat?.seatNumber ?? '')?.[0]
    await page
      .getByRole('button', { name: new RegExp(` seat ${number}, .*your seat$`) })
      .first()
      .dispatchEvent('click')
    await selectSeatByKeyboard(page, 'VIP', 6)
    await expectText(page, /^(You pay|You get|The price)/)
  },
  'bookings-waiting': openPageSignedIn('/profile?tab=bookings', 'Waiting for Seats', (page) =>
    mockResponse(page, WAITING_LIST, {
      entries: [
        { ...WAITING, offer: createOffer() },
        { ...WAITING, _id: '2', movie: 'Metropolis' },
      ],
    }),
  ),
  'bookings-empty': openPageSignedIn('/profile?tab=bookings', "You haven't made any bookings yet."),
  'bookings-loading': openPageSignedIn('/profile?tab=bookings', 'Loading bookings...', (page) =>
    delayRequests(page, BOOKINGS),
  ),
  ticket: openTicket('Admit 3'),
  'ticket-one-seat': async (page) => {
    await openTicket('Admit 3')(page)
    await page.getByRole('group').getByRole('button').last().click()
    await expectText(page, 'Admit 1')
  },
  'ticket-admitted': openTicket(/^2 of 3 admitted at/, {
    admitted: 2,
    admittedAt: '2026-11-20T13:12:00Z',
  }),
  'ticket-not-found': openPageSignedIn(
    '/bookings/MQ-2222222222',
    'We could not find that booking.',
  ),
  pass: openSharedPass,
  'pass-void': openPage('/pass/ABC', 'This ticket is not valid.'),
  'bookings-error': openPageSignedIn('/profile?tab=bookings', 'Failed to fetch bookings', (page) =>
    mockError(page, BOOKINGS, 400, 'Failed to fetch bookings'),
  ),
}

/** The window widths of a screen. The mobile menu exists only in narrow windows. */
export const getWidths = (name: string, widths: number[]) =>
  name === 'menu' ? widths.filter((width) => width < 768) : widths
