import type { Movie } from '@marquee/contract/movies'
import type { Seat } from '@marquee/contract/seats'
import type { Showtime } from '@marquee/contract/showtimes'
import type { Page } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { delayResponse, mockError, mockResponse } from './mock-responses.ts'
import {
  bookPlaces,
  findLargestShowtime,
  findSmallestShowtime,
  seatScreenPath,
  selectNthSeat,
  signInNewUser,
} from './test-data.ts'

/** A screen of the product in one of its states. */
export interface Screen {
  name: string
  /** Brings a visitor's page there, and waits until it is. */
  open: (page: Page) => Promise<unknown>
  /** Where only some widths have it. */
  widths?: number[]
}

const MOVIES = '**/api/movies'
const SEATS = '**/api/seats/showtime/*'
const BOOKINGS = '**/api/bookings/user/*'
const text = (page: Page, words: string | RegExp) =>
  expect(page.getByText(words).first()).toBeVisible()
const dialog = (page: Page, name: string) =>
  expect(page.getByRole('dialog', { name })).toBeVisible()
const at = (path: string, words: string | RegExp) => async (page: Page) => {
  await page.goto(path)
  await text(page, words)
}

async function hall(page: Page, show?: Showtime) {
  await page.goto(seatScreenPath(show ?? (await findLargestShowtime(page.request))))
  await text(page, 'Real-time updates active')
}

async function selection(page: Page, show?: Showtime) {
  await hall(page, show)
  await selectNthSeat(page, 'VIP', 6)
  await selectNthSeat(page, 'VIP', 6)
  await page.getByRole('button', { name: 'Add Parking' }).click()
  await page
    .getByRole('button', { name: /^Two Wheeler slot .* available$/ })
    .first()
    .click()
  await page.getByLabel(/^Vehicle number/).fill('TN 01 AB 1234')
}

async function checkout(page: Page) {
  await signInNewUser(page.request)
  await selection(page, await findSmallestShowtime(page.request))
  await page.getByLabel('Phone number').fill('98765 43210')
  await page.getByRole('button', { name: 'Proceed to Payment' }).first().dispatchEvent('click')
  await expect(page.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible()
}

async function pay(page: Page) {
  await checkout(page)
  await page.getByRole('button', { name: /^Complete Payment/ }).dispatchEvent('click')
}

async function tickets(page: Page) {
  const show = await findLargestShowtime(page.request)
  const seats: Seat[] = await (await page.request.get(`/api/seats/showtime/${show._id}`)).json()
  const free = seats.filter(({ status }) => status === 'AVAILABLE').slice(-3)
  await bookPlaces(page.request, show, free)
  const answered = await page.request.get('/api/auth/session')
  const { user } = await answered.json()
  const made = await (await page.request.get(`/api/bookings/user/${user._id}`)).json()
  const past = { ...made[0], _id: crypto.randomUUID(), bookingReference: 'MQ-PASTSHOW22' }
  past.showtimeId = { ...past.showtimeId, startTime: '2026-01-14T13:00:00.000Z' }
  const later = { ...made[0], _id: crypto.randomUUID(), bookingReference: 'MQ-LATERSHW22' }
  later.showtimeId = { ...later.showtimeId, startTime: '2027-01-14T13:00:00.000Z' }
  later.paymentStatus = 'Pending'
  await mockResponse(page, BOOKINGS, [...made, later, past])
  await page.goto('/profile?tab=bookings')
  await text(page, 'Past shows')
}

const signedInAt = (path: string, words: string) => async (page: Page) => {
  await signInNewUser(page.request)
  await page.goto(path)
  await text(page, words)
}

/** A closed show, wherever the sample programme has one. */
async function closedHall(page: Page) {
  const movies: Movie[] = await (await page.request.get('/api/movies')).json()
  const shows = movies.flatMap(({ showtimes }) => showtimes as Showtime[])
  const show = shows.find(
    ({ startTime, cutoffMinutes = 30 }) =>
      Date.parse(startTime) - cutoffMinutes * 60_000 < Date.now(),
  )
  if (!show) throw new Error('The sample programme has no closed show')
  await hall(page, show)
  await text(page, 'Booking Closed')
}

export const SCREENS: Screen[] = [
  { name: 'home', open: at('/', / votes$/) },
  {
    name: 'home-loading',
    open: async (page) => {
      await delayResponse(page, MOVIES)
      await page.goto('/')
      await text(page, 'Loading your experience...')
    },
  },
  {
    name: 'home-empty',
    open: async (page) => {
      await mockResponse(page, MOVIES, [])
      await page.goto('/')
      await text(page, 'No movies are showing')
    },
  },
  {
    name: 'home-error',
    open: async (page) => {
      await mockError(page, MOVIES, 400, 'No.')
      await page.goto('/')
      await text(page, 'Failed to fetch movies')
    },
  },
  { name: 'home-found', open: at('/?q=ama', 'Amaran') },
  { name: 'home-nothing-found', open: at('/?q=zzz', 'No movies found for') },
  { name: 'home-signed-in', open: signedInAt('/', 'Welcome, ') },
  {
    name: 'home-details',
    open: async (page) => {
      await page.goto('/')
      await page.getByRole('button', { name: 'Details of Amaran' }).click()
      await dialog(page, 'Amaran')
    },
  },
  {
    name: 'menu',
    widths: [320, 390],
    open: async (page) => {
      await page.goto('/about')
      await page.getByRole('button', { name: 'Open menu' }).click()
      await dialog(page, 'Marquee')
    },
  },
  { name: 'about', open: at('/about', 'Our Mission') },
  { name: 'faq', open: at('/faq', 'Ask a Question') },
  {
    name: 'faq-open',
    open: async (page) => {
      await page.goto('/faq')
      await page.getByRole('button', { name: /^Do parking prices/ }).click()
      await page.getByRole('button', { name: 'Submit Question' }).click()
      await text(page, 'Please enter your question.')
    },
  },
  { name: 'contact', open: at('/faq?tab=contact', 'Contact Us') },
  {
    name: 'contact-sent',
    open: async (page) => {
      await page.goto('/faq?tab=contact')
      await page.getByLabel('Name').fill('Asha')
      await page.getByLabel('Email').fill('asha@example.com')
      await page.getByLabel('Message').fill('Is there a step-free way in?')
      await page.getByRole('button', { name: 'Send Message' }).click()
      await dialog(page, 'Message Received')
    },
  },
  { name: 'sign-in', open: at('/sign-in', 'Welcome back.') },
  {
    name: 'sign-in-refused',
    open: async (page) => {
      await page.goto('/sign-in')
      await page.getByLabel('Email').fill('nobody@example.com')
      await page.getByLabel('Password').fill('not the right one')
      await page.getByRole('button', { name: 'Sign In', exact: true }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  { name: 'sign-up', open: at('/sign-up', 'Register') },
  { name: 'not-found', open: at('/nowhere', 'Page not found') },
  { name: 'legacy-other-showtimes', open: at('/tickets/Amaran/Screen 9/3:33 AM', 'Amaran') },
  { name: 'legacy-unknown', open: at('/tickets/Nobody/Screen 1/6:30 PM', 'No movies found for') },
  { name: 'seats', open: (page) => hall(page) },
  { name: 'seats-chosen', open: (page) => selection(page) },
  {
    name: 'seats-list',
    open: async (page) => {
      await hall(page, await findSmallestShowtime(page.request))
      await page.getByRole('button', { name: 'Choose from a list' }).click()
      await expect(page.getByRole('checkbox').first()).toBeVisible()
    },
  },
  { name: 'seats-closed', open: closedHall },
  {
    name: 'seats-loading',
    open: async (page) => {
      await delayResponse(page, SEATS)
      await page.goto(seatScreenPath(await findLargestShowtime(page.request)))
      await text(page, 'Loading ticket information...')
    },
  },
  {
    name: 'seats-missing',
    open: async (page) => {
      await mockError(page, '**/api/showtimes/*', 404, 'Not found.')
      await page.goto(seatScreenPath(await findLargestShowtime(page.request)))
      await dialog(page, 'Booking Error')
    },
  },
  {
    name: 'seats-missing-stay',
    open: async (page) => {
      await mockError(page, '**/api/showtimes/*', 404, 'Not found.')
      await page.goto(seatScreenPath(await findLargestShowtime(page.request)))
      await page.getByRole('button', { name: 'Stay Here' }).click()
      await text(page, 'Error Loading Tickets')
    },
  },
  {
    name: 'seats-phone-asked',
    open: async (page) => {
      await selection(page, await findSmallestShowtime(page.request))
      await page.getByRole('button', { name: 'Proceed to Payment' }).first().dispatchEvent('click')
      await dialog(page, 'Phone Number Required')
    },
  },
  {
    name: 'seats-offline',
    open: async (page) => {
      await hall(page, await findSmallestShowtime(page.request))
      await page.context().setOffline(true)
      await text(page, 'Connecting to real-time server...')
      await page.getByRole('button', { name: 'Force Refresh Seats' }).click()
      await text(page, 'We cannot reach the cinema')
    },
  },
  { name: 'payment', open: checkout },
  {
    name: 'payment-failed',
    open: async (page) => {
      await mockError(page, '**/api/bookings', 400, 'There was an error processing your payment')
      await pay(page)
      await dialog(page, 'Payment Failed')
    },
  },
  {
    name: 'payment-done',
    open: async (page) => {
      await pay(page)
      await dialog(page, 'Payment Successful!')
    },
  },
  { name: 'payment-nothing', open: at('/payment-new', 'No booking information found.') },
  { name: 'profile', open: signedInAt('/profile', 'Update Profile') },
  {
    name: 'profile-delete',
    open: async (page) => {
      await signedInAt('/profile', 'Update Profile')(page)
      await page.getByRole('button', { name: 'Delete Account' }).click()
      await dialog(page, 'Delete Account')
    },
  },
  { name: 'bookings', open: tickets },
  {
    name: 'bookings-empty',
    open: signedInAt('/profile?tab=bookings', "You haven't made any bookings yet."),
  },
  {
    name: 'bookings-loading',
    open: async (page) => {
      await delayResponse(page, BOOKINGS)
      await signedInAt('/profile?tab=bookings', 'Loading bookings...')(page)
    },
  },
  {
    name: 'bookings-error',
    open: async (page) => {
      await mockError(page, BOOKINGS, 400, 'Failed to fetch bookings')
      await signedInAt('/profile?tab=bookings', 'Failed to fetch bookings')(page)
    },
  },
]

/**
 * The page itself is there (header and footer come before it), the curtain has opened, pictures and faces are there: nothing
 * on it will move by itself any more.
 */
export async function waitUntilStable(page: Page) {
  await expect(page.locator('main:not(:empty), [role=dialog]').first()).toBeAttached()
  await expect(page.locator('[data-page-transition]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
}
