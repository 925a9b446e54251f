import type { Page } from '@playwright/test'
import { findAccessibilityProblems } from './find-accessibility-problems.ts'
import { expect, type TestServer, test } from './fixtures.ts'
import { expectLive, findSeat, openSeatScreen, proceedToPayment, selectSeat } from './steps.ts'

test.use({ environment: { HOLD_SECONDS: '8', CHECKOUT_SECONDS: '8' } })

const KEPT = 'Your time is up. Your seats stay yours as long as no one else asks for them.'
const stillThere = (page: Page) => page.getByRole('dialog', { name: 'Still There?' })
const keptText = (page: Page) => page.getByText(KEPT).locator('visible=true').first()

/** A user has selected a seat. Another user has opened the same showtime. */
async function openWithTwoUsers(server: TestServer) {
  const page = await server.openPage()
  await openSeatScreen(page, 'Amaran')
  const seat = await selectSeat(page, 'Premium')
  const other = await server.openPage(new URL(page.url()).pathname)
  await expectLive(other)
  return { page, other, seat }
}

test('a selection whose time is up stays, and is lost only when its holder does not answer [S-340][S-342]', async ({
  server,
}) => {
  test.slow()
  const { page, other, seat } = await openWithTwoUsers(server)
  await expect(keptText(page)).toBeVisible()
  await expect(findSeat(page, seat, 'selected')).toBeVisible()

  await findSeat(other, seat, 'available').click()
  await expect(stillThere(page)).toBeVisible()
  await expect(findSeat(other, seat, 'held')).toBeVisible()

  const expired = page.getByText('Your hold on a seat has expired.')
  await expect(expired).toBeVisible({ timeout: 30_000 })
  await expect(stillThere(page)).toBeHidden()
  await findSeat(other, seat, 'available').click()
  await expect(findSeat(other, seat, 'selected')).toBeVisible()
})

test('the question has no axe violations, and its focused button keeps the selection [S-343]', async ({
  server,
}) => {
  const { page, other, seat } = await openWithTwoUsers(server)
  await findSeat(other, seat, 'available').click()
  await expect(stillThere(page).getByRole('button', { name: 'Keep My Seats' })).toBeFocused()
  expect(await findAccessibilityProblems(page, { within: '[role=dialog]' })).toEqual([])

  await page.keyboard.press('Enter')

  await expect(stillThere(page)).toBeHidden()
  await expect(page.getByText(/^Held for 0:0/).locator('visible=true')).toBeVisible()
  await expect(findSeat(other, seat, 'held')).toBeVisible()
  await expect(findSeat(page, seat, 'selected')).toBeVisible()
})

test('the payment page asks too, and ends only when a place is lost [S-348]', async ({
  server,
}) => {
  test.slow()
  const { page, other, seat } = await openWithTwoUsers(server)
  await expect(keptText(page)).toBeVisible()
  await proceedToPayment(page)
  await expect(page).toHaveURL(/payment-new/)
  await expect(keptText(page)).toBeVisible({ timeout: 15_000 })
  await expect(page.getByRole('dialog', { name: 'Session Expired' })).toBeHidden()

  await findSeat(other, seat, 'available').click()
  await stillThere(page).getByRole('button', { name: 'Keep My Seats' }).click()
  await expect(page.getByText(/^Time remaining to complete payment/)).toBeVisible()

  await findSeat(other, seat, 'available').click({ timeout: 15_000 })
  await expect(page.getByRole('dialog', { name: 'Session Expired' })).toBeVisible({
    timeout: 30_000,
  })
})
