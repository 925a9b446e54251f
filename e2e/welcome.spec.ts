import { findAccessibilityProblems } from './find-accessibility-problems.ts'
import { expect, test as officeTest } from './office-fixtures.ts'
import { expectLive } from './steps.ts'

const test = officeTest.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
  environment: async ({}, use) => use({ CATALOGUE: 'none' }),
})

test('a manager sets up an empty cinema in three steps, and visitors can book its first show [S-932]', async ({
  office,
}) => {
  const { page } = await office.pair('manager')
  await page.goto('/')
  await page.getByLabel('Name of the cinema').fill('Lakshmi Talkies')
  expect(await findAccessibilityProblems(page, { within: 'main' })).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByLabel('Rows', { exact: true }).fill('A 1-6 Standard; B 1-8 Premium; C 1-8 VIP')
  expect(await findAccessibilityProblems(page, { within: 'main' })).toEqual([])
  await page.getByRole('button', { name: 'Next: the first movie' }).click()
  await page.getByLabel('Movie', { exact: true }).fill('Amaran')
  await page.getByLabel('Genre').fill('War drama')
  await page.getByLabel('Language').fill('Tamil')
  await page.getByLabel('Certificate').fill('UA')
  await page.getByLabel('Summary').fill('A soldier and his family.')
  expect(await findAccessibilityProblems(page, { within: 'main' })).toEqual([])
  await page.getByRole('button', { name: 'Open the cinema' }).click()
  await expect(page.getByText('Amaran can be booked')).toBeVisible()
  const link = await page.getByRole('link', { name: 'See it on the site' }).getAttribute('href')

  const visitor = await office.openSite()
  await visitor.goto(new URL(link ?? '').pathname)
  await expectLive(visitor)
  await visitor.getByRole('button', { name: /^Row C seat 4, VIP/ }).press('Enter')
  await expect(visitor.getByRole('button', { name: /^Row C seat 4, .*selected/ })).toBeVisible()

  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
})
