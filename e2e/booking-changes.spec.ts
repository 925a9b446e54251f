import type { Seat } from '@marquee/contract/seats/seats'
import type { Page } from '@playwright/test'
import { findAccessibilityProblems } from './find-accessibility-problems.ts'
import { expect, type Office, test } from './office-fixtures.ts'
import { expectLive, findSeat, openMore, seatScreenPath } from './steps.ts'
import { bookPlaces, fetchBookings, fetchSeats } from './test-data.ts'

/** The tokens of the tickets of a booking: of the whole party, then one for each seat. */
async function fetchTokens({ request }: Page, reference: string) {
  const { passes } = await (await request.get(`/api/bookings/${reference}/passes`)).json()
  return (passes as { token: string }[]).map(({ token }) => token)
}

/** Books four free seats for a new user of this browser. */
async function bookFourSeats(office: Office, page: Page) {
  const { request } = page
  const showtime = await office.takeShowtime()
  const free = (await fetchSeats(request, showtime)).filter(({ status }) => status === 'AVAILABLE')
  const seats = free.slice(0, 4)
  const userId = await bookPlaces(request, showtime, { seats })
  const [booking] = await fetchBookings(request, userId)
  const reference = booking.bookingReference as string
  return { showtime, seats, reference, tokens: await fetchTokens(page, reference) }
}

const openDialog = async (page: Page) => {
  await page.goto('/profile?tab=bookings')
  await openMore(page)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  return page.getByRole('dialog', { name: 'Cancel Booking' })
}

test('two of four seats are cancelled: another browser sees them free and holds them, and the door admits the party and the others alone [S-411][S-412][S-413][S-640]', async ({
  office,
}) => {
  const page = await office.openSite()
  const { showtime, seats, reference, tokens } = await bookFourSeats(office, page)
  const [first, second, third] = seats as [Seat, Seat, Seat]
  const other = await office.openSite()
  await other.goto(seatScreenPath(showtime))
  await expectLive(other)
  await expect(findSeat(other, first.seatNumber, 'sold')).toBeVisible()

  const dialog = await openDialog(page)
  for (const { seatNumber } of seats.slice(2))
    await dialog.getByRole('checkbox', { name: `Seat ${seatNumber}` }).uncheck()
  await expect(dialog.getByText(/^You get ₹(\d+) of ₹\1 back\.$/)).toBeVisible()
  expect(await findAccessibilityProblems(page, { within: '[role=dialog]' })).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel Selected' }).click()

  await expect(page.getByText('Partly refunded')).toBeVisible()
  for (const { seatNumber } of [first, second])
    await expect(findSeat(other, seatNumber, 'available')).toBeVisible()
  await expect(findSeat(other, third.seatNumber, 'sold')).toBeVisible()
  for (const { seatNumber } of [first, second]) {
    await findSeat(other, seatNumber, 'available').press('Enter')
    await expect(findSeat(other, seatNumber, 'selected')).toBeVisible()
  }

  const door = await office.pair('door', { width: 390 })
  await door.page.goto(`/door?show=${showtime._id}`)
  await expect(door.page.getByText('Online')).toBeVisible()
  await door.page.keyboard.type(tokens[1] ?? '')
  await door.page.keyboard.press('Enter')
  await expect(door.page.getByRole('alert')).toContainText('Not valid any more')
  expect(await findAccessibilityProblems(door.page, { within: '[role=alert]' })).toEqual([])
  await door.page.keyboard.press('Enter')
  await expect(door.page.getByRole('alert')).toHaveCount(0)
  await door.page.keyboard.type(tokens[0] ?? '')
  await door.page.keyboard.press('Enter')
  await expect(door.page.getByRole('alert')).toContainText('Admit 2')
  await door.page.getByTitle('Within 60 seconds').click()
  await expect(door.page.getByRole('alert')).toHaveCount(0)

  const rest = await openDialog(page)
  await rest.getByRole('button', { name: 'Cancel Booking' }).click()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: /^Refunded$/ })).toBeVisible()
  await page.goto(`/bookings/${reference}`)
  await expect(page.getByText('This booking is cancelled')).toBeVisible()
  await door.page.reload()
  await expect(door.page.getByText('Online')).toBeVisible()
  await door.page.keyboard.type(reference)
  await door.page.keyboard.press('Enter')
  await expect(door.page.getByRole('alert')).toContainText('Cancelled')
})

test('a seat is changed on the map: another browser sees the old seat free and the new one sold [S-420]', async ({
  office,
}) => {
  const page = await office.openSite()
  const { showtime, seats, reference } = await bookFourSeats(office, page)
  const [old] = seats as [Seat]
  const free = (await fetchSeats(page.request, showtime)).find(
    ({ status, category }) => status === 'AVAILABLE' && category !== old.category,
  ) as Seat
  const other = await office.openSite()
  await other.goto(seatScreenPath(showtime))
  await expectLive(other)

  await page.goto('/profile?tab=bookings')
  await openMore(page)
  await page.getByRole('link', { name: 'Change', exact: true }).click()
  await expectLive(page)
  await findSeat(page, old.seatNumber, 'your seat').dispatchEvent('click')
  await findSeat(page, free.seatNumber, 'available').dispatchEvent('click')
  await expect(findSeat(other, free.seatNumber, 'held')).toBeVisible()
  await page.getByRole('button', { name: /^(Pay ₹\d+ and Change|Change Seats)$/ }).click()

  await expect(page).toHaveURL(`/bookings/${reference}`)
  await expect(page.getByText(free.seatNumber, { exact: true }).first()).toBeVisible()
  await expect(findSeat(other, old.seatNumber, 'available')).toBeVisible()
  await expect(findSeat(other, free.seatNumber, 'sold')).toBeVisible()
})

test('with the keyboard on a phone, a seat is changed from the list while a parking slot is chosen: the slot stays chosen, and the focus on the page [S-420][S-425]', {
  tag: '@test-all',
}, async ({ office }) => {
  const page = await office.openSite(390)
  const { seats, reference } = await bookFourSeats(office, page)
  const [old] = seats as [Seat]
  await page.goto(`/bookings/${reference}/seats`)
  await expectLive(page)
  await page.getByRole('button', { name: 'Add Parking' }).press('Enter')
  await page
    .getByRole('button', { name: /^Two Wheeler slot .* available$/ })
    .first()
    .press('Enter')
  await expect(page.getByLabel(/^Vehicle number/)).toBeFocused()
  await page.keyboard.type('TN 01 AB 1234')
  await page.getByRole('button', { name: 'Choose from a list' }).press('Enter')
  const row = page.getByRole('group', { name: `Row ${old.seatNumber.replace(/\d+$/, '')}` })
  await row
    .getByRole('checkbox', { name: /your seat/ })
    .first()
    .press('Space')
  await expect(row.getByRole('checkbox', { name: /your seat, to change/ })).toBeVisible()
  await row
    .getByRole('checkbox', { checked: false, name: /^Seat \d+\s*[A-Z]/ })
    .first()
    .press('Space')
  await expect(page.getByText('The price stays the same.').first()).toBeVisible()
  expect(await findAccessibilityProblems(page)).toEqual([])

  await page.getByRole('button', { name: 'Change Seats' }).press('Enter')

  await expect(
    page.getByText('Seats changed. Your ticket shows the new ones.').first(),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your New Seats' })).toBeFocused()
  await page.getByRole('button', { name: 'Pay ₹50 and Add' }).press('Enter')
  await expect(page).toHaveURL(`/bookings/${reference}`)
  await expect(page.getByText('TN01AB1234').first()).toBeVisible()
})
