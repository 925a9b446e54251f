import type { Showtime } from '@marquee/contract/movies/showtimes'
import { expect, type Page } from '@playwright/test'

export const PASSWORD = 'seats in row seven'

/** The address of an account that no other test has. */
export const createEmail = () => `asha.${crypto.randomUUID()}@example.com`

export const seatScreenPath = ({ movieId, _id }: Pick<Showtime, 'movieId' | '_id'>) =>
  `/tickets/${movieId}/${_id}`

/** The server leaves a page to the browser when its data takes long, such as at the first request of a busy machine. */
export const untilRendered = (page: Page, path: string) =>
  expect.poll(async () => (await page.request.get(path)).text()).toContain('<h1')

/** Opens the seat map of a showtime. */
export async function openSeats(page: Page, showtime: Showtime) {
  await page.goto(seatScreenPath(showtime))
  await expectLive(page)
}

/** Opens the first showtime of a movie on the home page. */
export async function openSeatScreen(page: Page, movie: string) {
  const card = page.getByRole('article', { name: movie })
  await card.getByRole('link', { name: 'Book Now' }).click()
  await expectLive(page)
}

/** The seat map is connected and shows the state of the server. */
export const expectLive = (page: Page) =>
  expect(page.getByText('Real-time updates active')).toBeVisible()

/** Finds a seat by its accessible name. `status` is the end of the name, for example `available`. */
export function findSeat(page: Page, seat: string, status = '') {
  const [, row, number] = /^([A-Z]+)(\d+)$/.exec(seat) ?? []
  return page.getByRole('button', {
    name: new RegExp(`^Row ${row} seat ${number}, .*${status}$`),
  })
}

const freeSeats = (page: Page, category: string) =>
  page.getByRole('button', { name: new RegExp(`^Row .*, ${category}, .* available$`) })

/** Selects the first free seat of a category and returns its number when the server has confirmed it. */
export async function selectSeat(page: Page, category: string) {
  const name = await freeSeats(page, category).first().getAttribute('aria-label')
  const [, row, number] = /^Row (\w+) seat (\d+),/.exec(name ?? '') ?? []
  const seat = `${row}${number}`
  await findSeat(page, seat).click()
  await expect(findSeat(page, seat, 'selected')).toBeVisible()
  return seat
}

/** Selects a free seat with the keyboard, which also works when the seat is outside the visible part of the map. */
export async function selectSeatByKeyboard(page: Page, category: string, index: number) {
  const seat = freeSeats(page, category).nth(index)
  const name = await seat.getAttribute('aria-label')
  await seat.press('Enter')
  const selected = name?.replace('available', 'selected') ?? ''
  await expect(page.getByRole('button', { name: selected, exact: true })).toBeVisible()
}

export async function selectParkingSlot(page: Page) {
  await page.getByRole('button', { name: 'Add Parking' }).click()
  const free = page.getByRole('button', { name: /^Two Wheeler slot .* available$/ })
  await free.first().click()
  await page.getByLabel(/^Vehicle number/).fill('TN 01 AB 1234')
}

export async function proceedToPayment(page: Page) {
  await page.getByLabel('Phone Number').fill('98765 43210')
  await page.getByRole('button', { name: 'Proceed to Payment' }).first().dispatchEvent('click')
}

/** Shows what can be done with the first booking of My Bookings, besides its ticket. */
export const openMore = (page: Page) => page.getByText('More', { exact: true }).first().click()

export async function signUp(page: Page, email: string) {
  await page.getByRole('link', { name: 'Sign up' }).click()
  await page.getByLabel('Username').fill('Asha')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL(/\/sign-in$/)
}

export async function signIn(page: Page, email: string, password = PASSWORD) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

export async function signOut(page: Page) {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/\/sign-in$/)
}

export const expectSignedIn = (page: Page, email: string) =>
  expect(page.getByText(`Welcome, ${email}`)).toBeVisible()

/** Waits until the page is rendered, the page transition is over and the fonts are loaded. */
export async function waitUntilStable(page: Page) {
  await expect(page.locator('main:not(:empty), [role=dialog]').first()).toBeAttached()
  await expect(page.locator('[data-page-transition]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
}
