import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './fixtures.ts'
import { SCREENS } from './screens.ts'
import { openMore, waitUntilStable } from './steps.ts'

test('printing a ticket prints only this ticket, on one white page', async ({ server }) => {
  const page = await server.newPage()
  await SCREENS.bookings?.(page)
  await waitUntilStable(page)
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-print-called', '')
  })

  await openMore(page)
  await page
    .getByRole('button', { name: /^Print the ticket/ })
    .first()
    .click()
  await expect(page.locator('body')).toHaveAttribute('data-print-called')

  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.booking-card:visible')).toHaveCount(1)
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
    'rgba(0, 0, 0, 0)',
  )
  await page.setViewportSize({ width: 794, height: 1123 })
  await page.screenshot({ path: test.info().outputPath('ticket.png') })

  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
  await expect(page.locator('[data-printing]')).toHaveCount(0)
})

test('the FAQ prints its title and all answers, readable on white paper', {
  tag: '@test-all',
}, async ({ server }) => {
  const page = await server.openPage('/faq')
  await expect(page.getByText('a two-wheeler slot is always')).toBeHidden()

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'At Your Service' })).toBeVisible()
  await expect(page.getByText('a two-wheeler slot is always')).toBeVisible()
  await expect(page.getByText('No, you can choose any free slot.')).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).withRules('color-contrast').analyze()
  expect(violations).toEqual([])
})
