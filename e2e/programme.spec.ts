import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Movie } from '@marquee/contract/movies/movies'
import type { Page } from '@playwright/test'
import { findAccessibilityProblems } from './find-accessibility-problems.ts'
import { expect, test as officeTest } from './office-fixtures.ts'

const SCREENS = ['Screen 1', 'Screen 2', 'Screen 3']
/** Minutes. */
const MOVIES = { Amaran: 90, Brother: 100, Metropolis: 110, Pushpa: 120, Mission: 140 }

const createCatalogue = () => ({
  screens: SCREENS.map((name) => ({ name, rows: [{ row: 'A', seats: 8, category: 'VIP' }] })),
  movies: Object.entries(MOVIES).map(([name, duration]) => ({
    name,
    duration,
    genre: 'Drama',
    cast: ['Asha Rao'],
    summary: 'A movie.',
    language: 'Tamil',
    rating: 'UA',
    ratings: 8,
    votes: 100,
    imageUrl: 'default.jpg',
  })),
})

const test = officeTest.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
  environment: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'empty-programme-'))
    const path = join(folder, 'catalogue.json')
    writeFileSync(path, JSON.stringify(createCatalogue()))
    await use({ CATALOGUE: path })
    rmSync(folder, { recursive: true })
  },
})

/** Counts what a manager does: clicks, choices and filled fields. */
function countActions(page: Page) {
  let actions = 0
  const count = async (action: Promise<unknown>) => {
    await action
    actions += 1
  }
  const dialog = page.getByRole('dialog')
  return {
    actions: () => actions,
    click: (name: string | RegExp) =>
      count(page.getByRole('button', { name, exact: true }).click()),
    clickLink: (name: string) => count(page.getByRole('link', { name }).click()),
    clickInDialog: (name: string | RegExp) =>
      count(dialog.getByRole('button', { name, exact: true }).click()),
    choose: (label: string, value: string | RegExp) => count(chooseOption(page, label, value)),
    fill: (label: string, value: string) => count(dialog.getByLabel(label).fill(value)),
    toggleDay: (index: number) => count(dialog.locator('.day-choice').nth(index).click()),
  }
}

async function chooseOption(page: Page, label: string, value: string | RegExp) {
  const field = page.getByRole('dialog').getByLabel(label, { exact: true })
  const option = field.locator('option').filter({ hasText: value })
  await field.selectOption((await option.first().getAttribute('value')) ?? '')
}

const WEEK: [movie: string, screen: string, starts: string][] = [
  ['Amaran', 'Screen 1', '10:00, 12:00, 14:00'],
  ['Brother', 'Screen 1', '16:30, 19:00'],
  ['Metropolis', 'Screen 2', '10:00, 12:30, 15:00'],
  ['Pushpa', 'Screen 2', '18:00, 21:00'],
  ['Mission', 'Screen 3', '12:00, 16:00, 20:00'],
]
const LATE: typeof WEEK = [
  ['Amaran', 'Screen 1', '21:30'],
  ['Metropolis', 'Screen 2', '23:30'],
  ['Brother', 'Screen 3', '23:00'],
]
const [MONDAY, FRIDAY, SATURDAY] = [0, 4, 5]

test('a manager enters a week of 97 shows in at most 150 actions, and copies it in at most 5 [S-914]', async ({
  office,
}) => {
  const { page } = await office.pair('manager')
  await page.goto('/programme')
  const manager = countActions(page)
  await manager.click('Next week')
  for (const [movie, screen, starts] of WEEK) {
    await manager.click('Add a show')
    await manager.choose('Movie', movie)
    await manager.choose('Screen', screen)
    await manager.fill('Starts', starts)
    await manager.clickInDialog('Every day of this week')
    await manager.clickInDialog(/^Add \d+ shows$/)
  }
  for (const [movie, screen, starts] of LATE) {
    await manager.click('Add a show')
    await manager.choose('Movie', movie)
    await manager.choose('Screen', screen)
    await manager.fill('Starts', starts)
    for (const day of [MONDAY, FRIDAY, SATURDAY]) await manager.toggleDay(day)
    await manager.clickInDialog('Add 2 shows')
  }
  await expect(page.getByText('97 changes')).toBeVisible()
  expect(await findAccessibilityProblems(page, { within: 'main' })).toEqual([])
  await manager.clickLink('Show the plan')
  expect(await findAccessibilityProblems(page, { within: 'main' })).toEqual([])
  await manager.click('Apply 97 changes')
  await expect(page.getByText('The programme is changed.')).toBeVisible()
  expect(manager.actions()).toBeLessThanOrEqual(150)

  await manager.click('Next week')
  const before = manager.actions()
  await manager.click('Copy the week…')
  await manager.clickInDialog('Copy')
  await manager.clickLink('Show the plan')
  await manager.click('Apply 97 changes')
  expect(manager.actions() - before).toBeLessThanOrEqual(5)

  const visitor = await office.openSite()
  const countShows = async () => {
    const response = await visitor.request.get('/api/movies')
    const movies = (await response.json()) as Movie[]
    return movies.flatMap(({ showtimes = [] }) => showtimes).length
  }
  await expect.poll(countShows).toBe(2 * 97)
})
