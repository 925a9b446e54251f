import type { Seat } from '@marquee/contract/seats/seats'
import { findAccessibilityProblems } from './find-accessibility-problems.ts'
import { expect, test } from './office-fixtures.ts'
import { expectLive } from './steps.ts'

test.use({ ownServer: true })

test('a manager draws an aisle into a hall: shows without sales have it, and the plan says so first [S-928]', async ({
  office,
}) => {
  const { page, ...manager } = await office.pair('manager')
  const show = await office.takeShow(manager)
  await page.goto('/halls')
  await page.getByRole('link', { name: show.screen.name }).click()
  const rows = page.getByLabel('Rows', { exact: true })
  const before = await rows.inputValue()
  await rows.fill(before.replace(/^A \S+/, 'A 1-4 _ 5-8'))
  await page.getByRole('button', { name: 'Show the plan' }).click()
  await expect(page.getByRole('table', { name: 'Shows to come' })).toContainText(
    'Gets the new layout',
  )
  expect(await findAccessibilityProblems(page, { within: 'main' })).toEqual([])
  await page.getByRole('button', { name: /^Apply the layout to \d+ shows/ }).click()
  await expect(page.getByText('The hall has its new layout.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Versions of the hall' })).toContainText('2')

  const visitor = await office.openSite()
  await visitor.goto(`/tickets/${show.movie._id}/${show._id}`)
  await expectLive(visitor)
  await expect(visitor.getByRole('button', { name: /^Row A seat 8,/ })).toBeVisible()
  const response = await visitor.request.get(`/api/seats/showtime/${show._id}`)
  const seats = (await response.json()) as Seat[]
  const xOf = (label: string) => seats.find(({ seatNumber }) => seatNumber === label)?.x ?? 0
  expect(xOf('A5') - xOf('A4')).toBe(2)
})
