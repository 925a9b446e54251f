import type { Showtime } from '@marquee/contract/movies/showtimes'
import type { Page } from '@playwright/test'
import { findAccessibilityProblems } from './find-accessibility-problems.ts'
import { expect, sellSeats, setTheme, test } from './office-fixtures.ts'
import { expectLive, proceedToPayment, seatScreenPath, selectSeat } from './steps.ts'
import { bookPlaces, fetchSeats } from './test-data.ts'

const REASON = 'Projector broken'
const CANCELLED = 'This show has been cancelled.'

/** Books a free seat for a new user of this browser. */
async function bookSeat({ request }: Page, showtime: Showtime) {
  const free = (await fetchSeats(request, showtime)).filter(({ status }) => status === 'AVAILABLE')
  await bookPlaces(request, showtime, { seats: free.slice(0, 1) })
}

test('the cinema cancels a show while visitors choose and pay: both are told at once, and a booking is refunded [S-442][S-451][S-455]', async ({
  office,
}) => {
  const { page: officePage } = await office.pair('manager')
  const booked = await office.openSite()
  const showtime = await office.takeShowtime('twice a day')
  await bookSeat(booked, showtime)
  const paying = await office.openSite(390)
  await bookSeat(paying, showtime)
  await paying.goto(seatScreenPath(showtime))
  await expectLive(paying)
  await selectSeat(paying, 'Standard')
  await proceedToPayment(paying)
  await expect(paying.getByRole('button', { name: /^Complete Payment/ })).toBeVisible()
  const choosing = await office.openSite()
  await choosing.goto(seatScreenPath(showtime))
  await expectLive(choosing)
  await choosing.getByRole('button', { name: 'Add Parking' }).scrollIntoViewIfNeeded()

  await officePage.goto(`/shows/${showtime._id}`)
  await officePage.getByRole('button', { name: 'Cancel show…' }).click()
  const dialog = officePage.getByRole('dialog')
  await expect(dialog.getByText('1 visitor choosing or paying now')).toBeVisible()
  for (const theme of ['dark', 'light']) {
    await officePage.evaluate(setTheme, theme)
    expect(await findAccessibilityProblems(officePage, { within: '[role=dialog]' })).toEqual([])
  }
  await dialog.getByLabel('Reason').fill(REASON)
  await expect(dialog.getByRole('button', { name: 'Cancel show' })).toBeDisabled()
  await dialog.getByLabel('Type CANCEL to confirm').fill('cancel')
  await officePage.keyboard.press('Enter')
  await expect(dialog.getByText(/^The show is cancelled\. 2 bookings refunded\.$/)).toBeVisible()

  const notice = paying.getByRole('dialog', { name: CANCELLED })
  await expect(notice).toContainText('You have not paid anything.')
  await expect(notice).toContainText(REASON)
  expect(await findAccessibilityProblems(paying, { within: '[role=dialog]' })).toEqual([])
  await expect(choosing.getByRole('heading', { name: CANCELLED })).toBeFocused()
  await expect(choosing.getByRole('heading', { name: CANCELLED })).toBeInViewport()
  await expect(choosing.getByText(`Reason: ${REASON}`)).toBeVisible()
  expect(await findAccessibilityProblems(choosing, { within: 'main' })).toEqual([])
  await notice
    .getByRole('navigation', { name: 'Other showtimes' })
    .getByRole('link')
    .first()
    .click()
  await expectLive(paying)

  await booked.goto('/profile?tab=bookings')
  await expect(booked.getByText('Cancelled by the cinema')).toBeVisible()
  await expect(booked.getByText(REASON)).toBeVisible()
  await expect(booked.getByRole('definition').filter({ hasText: /^Refunded$/ })).toBeVisible()
})

test('staff cancels one seat of a booking with the refund shown first, by the keyboard, on a phone and in dark [S-455]', {
  tag: '@test-all',
}, async ({ office }) => {
  const { page, ...manager } = await office.pair('manager', { width: 390 })
  const show = await office.takeShow(manager)
  const { booking } = await sellSeats(manager, show._id, { count: 2 })
  await page.goto(`/bookings/${booking.reference}`)
  await page.evaluate(setTheme, 'dark')
  await page.getByRole('button', { name: 'Cancel booking…' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox').first().press('Space')
  await dialog.getByText('In full').click()
  await expect(dialog.getByRole('status')).toContainText('Give it back in cash.')
  expect(await findAccessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel these places' }).click()
  await expect(dialog.getByText('Please give a reason.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('illness')
  await page.keyboard.press('Enter')

  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Places cancelled')).toBeVisible()
})
