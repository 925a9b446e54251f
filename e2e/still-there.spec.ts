import type { Page } from '@playwright/test'
import { findAccessibilityProblems } from './find-accessibility-problems.ts'
import { expect, type TestServer, test } from './fixtures.ts'
import { expectLive, findSeat, openSeats, proceedToPayment, selectSeat } from './steps.ts'

test.use({ ownServer: true })

const MINUTE_MS = 60_000
const HOLD_MS = 10 * MINUTE_MS
/** For the answer to the question. */
const ANSWER_MS = 30_000

const KEPT = 'Your time is up. Your seats stay yours as long as no one else asks for them.'
const stillThere = (page: Page) => page.getByRole('dialog', { name: 'Still There?' })
const keptText = (page: Page) => page.getByText(KEPT).locator('visible=true').first()

/** A user has selected a seat. Another user has opened the same showtime. */
async function openWithTwoUsers(server: TestServer) {
  const page = await server.newPage()
  await openSeats(page, await server.takeShowtime())
  const seat = await selectSeat(page, 'Premium')
  const other = await server.openPage(new URL(page.url()).pathname)
  await expectLive(other)
  return { page, other, seat }
}

test('a selection whose time is up stays; its holder keeps it with one key, and loses it only without an answer [S-340][S-342][S-343]', async ({
  server,
}) => {
  const { page, other, seat } = await openWithTwoUsers(server)
  await server.advanceClock(HOLD_MS)
  await expect(keptText(page)).toBeVisible()
  await expect(findSeat(page, seat, 'selected')).toBeVisible()

  await findSeat(other, seat, 'available').click()
  await expect(stillThere(page).getByRole('button', { name: 'Keep My Seats' })).toBeFocused()
  await expect(findSeat(other, seat, 'held')).toBeVisible()
  expect(await findAccessibilityProblems(page, { within: '[role=dialog]' })).toEqual([])
  await page.keyboard.press('Enter')
  await expect(stillThere(page)).toBeHidden()
  await expect(page.getByText(/^Held for (10:00|9:\d\d)/).locator('visible=true')).toBeVisible()
  await expect(findSeat(page, seat, 'selected')).toBeVisible()

  await server.advanceClock(HOLD_MS)
  await findSeat(other, seat, 'available').click()
  await expect(stillThere(page)).toBeVisible()
  await server.advanceClock(ANSWER_MS)
  await expect(page.getByText('Your hold on a seat has expired.')).toBeVisible()
  await expect(stillThere(page)).toBeHidden()
  await findSeat(other, seat, 'available').click()
  await expect(findSeat(other, seat, 'selected')).toBeVisible()
})

test('the payment page asks too, and ends only when a place is lost [S-348]', async ({
  server,
}) => {
  const { page, other, seat } = await openWithTwoUsers(server)
  await proceedToPayment(page)
  await expect(page).toHaveURL(/payment-new/)
  await expect(page.getByText(/^Time remaining to complete payment/)).toBeVisible()
  await server.advanceClock(HOLD_MS)
  await expect(keptText(page)).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Session Expired' })).toBeHidden()

  await findSeat(other, seat, 'available').click()
  await stillThere(page).getByRole('button', { name: 'Keep My Seats' }).click()
  await expect(page.getByText(/^Time remaining to complete payment/)).toBeVisible()

  await server.advanceClock(HOLD_MS)
  await findSeat(other, seat, 'available').click()
  await expect(stillThere(page)).toBeVisible()
  await server.advanceClock(ANSWER_MS)
  await expect(page.getByRole('dialog', { name: 'Session Expired' })).toBeVisible()
})
