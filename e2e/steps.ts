import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export const PASSWORD = 'a row of one’s own'

/** Chooses the first showtime of a film on the listing. */
export async function openSeatScreen(page: Page, movie: string) {
  const card = page.getByRole('article', { name: movie })
  await card.getByRole('link', { name: 'Book Now' }).click()
  await expect(page.getByText('Real-time updates active')).toBeVisible()
}

/** A seat of the map by what a screen reader says of it: `A1`, `Standard`, `available`. */
export const findSeat = (page: Page, seat: string, appearance = '') => {
  const [, row, number] = /^([A-Z]+)(\d+)$/.exec(seat) ?? []
  return page.getByRole('button', {
    name: new RegExp(`^Row ${row} seat ${number}, .*${appearance}$`),
  })
}

/** Any seat of a tier that can still be chosen. */
const freeSeatOf = (page: Page, tier: string) =>
  page.getByRole('button', { name: new RegExp(`^Row .*, ${tier}, .* available$`) }).first()

/** Takes a seat and returns its number, once the server has confirmed it. */
export async function selectSeat(page: Page, tier: string) {
  const name = await freeSeatOf(page, tier).getAttribute('aria-label')
  const [, row, number] = /^Row (\w+) seat (\d+),/.exec(name ?? '') ?? []
  const seat = `${row}${number}`
  await findSeat(page, seat).click()
  await expect(findSeat(page, seat, 'selected')).toBeVisible()
  return seat
}

export async function signUp(page: Page, email: string) {
  await page.getByRole('link', { name: 'Sign up' }).click()
  await page.getByLabel('Username').fill('Asha')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL(/\/sign-in$/)
}

export async function signIn(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}
