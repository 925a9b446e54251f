import type { StaffPlace } from '@marquee/contract/office/shows/shows'
import type { Page } from '@playwright/test'
import { expect, test } from './office-fixtures.ts'

/** The keyboard of a counter. Counts the keys. */
function countActions(page: Page) {
  let actions = 0
  return {
    press: async (key: string) => {
      actions += 1
      await page.keyboard.press(key)
    },
    type: async (text: string) => {
      actions += text.length
      await page.keyboard.type(text)
    },
    count: () => actions,
  }
}

test('ten sales of the two best seats in cash, with their slips, take eight keys each at most, by keyboard alone [S-1082][S-1084]', async ({
  office,
}) => {
  const { page, get } = await office.pair('counter')
  const show = await office.takeShow({ get, post: async () => ({}) as never })
  await page.addInitScript(() => {
    Object.assign(window, { printed: [] as number[] })
    window.print = () => {
      const { printed } = window as unknown as { printed: number[] }
      printed.push(document.querySelectorAll('body > .slip').length)
    }
  })
  await page.goto(`/shows/${show._id}`)
  const field = page.getByRole('searchbox', { name: 'Seats, or how many' })

  for (let sale = 1; sale <= 10; sale += 1) {
    const keyboard = countActions(page)
    await expect(field).toBeFocused()
    await keyboard.type('2')
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: '2 places chosen' })).toBeVisible()
    await keyboard.press('Enter')
    await expect(page.getByLabel('Cash received')).toBeFocused()
    await keyboard.type('500')
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: /^Sold: / })).toBeFocused()
    await keyboard.press('r')
    expect(keyboard.count()).toBeLessThanOrEqual(8)
  }

  const { places } = await get<{ places: StaffPlace[] }>(`shows/${show._id}`)
  const sold = places.filter(({ status, channel }) => status === 'SOLD' && channel === 'counter')
  expect(sold).toHaveLength(20)
  for (const ofBooking of Map.groupBy(sold, ({ reference }) => reference).values()) {
    const [one, two] = ofBooking.map(({ label }) => Number(label.replace(/\D+/, '')))
    expect(Math.abs(Number(one) - Number(two)), 'side by side').toBe(1)
  }
  const printed = await page.evaluate(() => (window as unknown as { printed: number[] }).printed)
  // One job for each sale, with a slip for each seat.
  expect(printed).toEqual(Array.from({ length: 10 }, () => 2))
})

test('the counter has targets of 44 pixels at 1024 pixels, and chooses the best seats by one key [S-1081][S-1085]', async ({
  office,
}) => {
  const { page, get } = await office.pair('counter', { width: 1024 })
  const show = await office.takeShow({ get, post: async () => ({}) as never })
  await page.goto(`/shows/${show._id}`)
  await page.getByRole('searchbox').press('Escape')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('3')
  await expect(page.getByRole('heading', { name: '3 places chosen' })).toBeVisible()
  await page.keyboard.press('s')
  await expect(page.getByLabel('Cash received')).toBeFocused()

  const controls = page
    .getByRole('complementary', { name: 'Actions' })
    .locator('button, input:not(.sr-only), summary, label:has(.sr-only)')
  for (const control of await controls.all()) {
    if (!(await control.isVisible())) continue
    const box = await control.boundingBox()
    expect.soft(box?.height, await control.innerText()).toBeGreaterThanOrEqual(44)
  }
})
