import type { Page } from '@playwright/test'
import { findAccessibilityProblems } from './find-accessibility-problems.ts'
import { expect, sellSeats, test } from './office-fixtures.ts'

const PIN = '4815'

/** People lock the devices of their server. */
test.use({ ownServer: true })

async function addPerson(page: Page, name: string) {
  await page.getByRole('button', { name: 'Add a person' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('PIN', { exact: true }).fill(PIN)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
}

/** The only person of a device need not be chosen. */
async function unlock(page: Page, name: string) {
  const heading = page.getByRole('heading', { name: `PIN of ${name}` })
  await expect(heading).toBeVisible()
  await page.keyboard.type(PIN)
  await page.keyboard.press('Enter')
  await expect(heading).toBeHidden()
}

test('a person enters a PIN, takes cash in a shift, pays out a refund and signs the shift off [S-1030][S-1038][S-1041][S-1054]', async ({
  office,
}) => {
  const manager = await office.pair('manager')
  const { page, post } = manager
  await page.goto('/people')
  await addPerson(page, 'Meera')
  await unlock(page, 'Meera')
  await page.goto('/cash')
  await page.getByLabel('Cash in the drawer now, in rupees').fill('500')
  await page.getByRole('button', { name: 'Open the shift' }).click()
  await expect(page.getByText('Should be in the drawer')).toBeVisible()

  const show = await office.takeShow(manager)
  const { booking } = await sellSeats(manager, show._id)
  const cancel = `bookings/${booking.reference}`
  const { refund } = await post<{ refund: number }>(`${cancel}/preview-cancellation`, {
    terms: 'full',
  })
  await post(`${cancel}/cancel`, { terms: 'full', refund, reason: 'illness' })

  await page.goto('/refunds')
  await page.getByRole('button', { name: `for ${booking.reference}` }).click()
  await page.getByRole('button', { name: `₹${refund} is handed over` }).click()
  await expect(page.getByRole('dialog', { name: `₹${refund} is paid out` })).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()

  await page.goto('/cash')
  await page.getByLabel('Cash counted, in rupees').fill('490')
  await expect(page.getByText('−₹10')).toBeVisible()
  await page.getByRole('button', { name: 'Sign off the shift' }).click()
  await expect(page.getByText('The shift is signed off.')).toBeVisible()
  await expect(page.getByText('−₹10').first()).toBeVisible()
})

for (const width of [390, 1440]) {
  test(`the pages of people, refunds, shifts and vouchers are accessible at ${width} px`, async ({
    office,
  }) => {
    const manager = await office.pair('manager', { width })
    const { page } = manager
    const check = async (name: string) => {
      await expect(page.locator('main')).toBeVisible()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      expect.soft(await findAccessibilityProblems(page), name).toEqual([])
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect.soft(overflow, name).toBe(0)
    }
    await manager.post('vouchers', { amount: 250, reason: 'Goodwill' })
    const { booking } = await sellSeats(manager, (await office.takeShow(manager))._id)
    await page.goto(`/bookings/${booking.reference}`)
    await page.getByRole('button', { name: 'Change seats…' }).click()
    await expect(page.getByLabel('New seats')).toBeVisible()
    await check('the exchange of seats')
    await page.goto('/vouchers')
    await page.getByRole('button', { name: 'Issue a voucher' }).click()
    await check('the form of a voucher')
    await page.getByLabel('Amount in rupees').fill('250')
    await page.getByLabel('Reason').fill('Goodwill')
    await page.getByRole('button', { name: 'Issue', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Voucher' })).toBeVisible()
    await check('an issued voucher')
    for (const path of ['/refunds', '/cash', '/vouchers', '/people']) {
      await page.goto(path)
      await check(path)
    }
    await addPerson(page, 'Meera')
    await expect(page.getByRole('heading', { name: 'PIN of Meera' })).toBeVisible()
    await check('the lock screen')
  })
}
