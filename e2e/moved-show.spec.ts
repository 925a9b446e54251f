import type { Showtime } from '@marquee/contract/movies/showtimes'
import type { Show } from '@marquee/contract/office/shows/shows'
import { findAccessibilityProblems } from './find-accessibility-problems.ts'
import { expect, type Office, type StaffDevice, test } from './office-fixtures.ts'
import { expectLive, proceedToPayment, seatScreenPath, selectSeatByKeyboard } from './steps.ts'
import { bookPlaces, fetchBookings, fetchSeats } from './test-data.ts'

const DAY = 24 * 60 * 60 * 1000
const REASON = 'Projector broken'
/** No show of the sample catalogue runs then. */
const NIGHT = '03:30'

/** A show, another screen, and the next day. */
async function findMove(office: Office, manager: StaffDevice) {
  const show = await office.takeShow(manager)
  const { screens } = await manager.get<{ screens: Show['screen'][] }>('shows')
  const screen = screens.find(({ _id }) => _id !== show.screen._id)
  if (!screen) throw new Error('The sample catalogue has no other screen')
  const day = new Date(Date.parse(show.date) + DAY).toISOString().slice(0, 10)
  return { show, screen, day }
}

test('the cinema moves a show: the plan comes first, and open bookings, maps and payments follow [S-476][S-542][S-543][S-544]', async ({
  office,
}) => {
  const manager = await office.pair('manager')
  const { page: officePage } = manager
  const { show, screen, day } = await findMove(office, manager)
  const showtime = { _id: show._id, movieId: show.movie._id } as Showtime
  const booked = await office.openSite(390)
  const seats = (await fetchSeats(booked.request, showtime)).filter(
    ({ status }) => status === 'AVAILABLE',
  )
  const userId = await bookPlaces(booked.request, showtime, { seats: seats.slice(0, 2) })
  const [{ bookingReference: reference }] = await fetchBookings(booked.request, userId)
  await booked.goto(`/bookings/${reference}`)
  await expect(booked.getByText('Admit 2')).toBeVisible()
  const paying = await office.openSite(390)
  await bookPlaces(paying.request, showtime, { seats: seats.slice(2, 3) })
  await paying.goto(seatScreenPath(showtime))
  await expectLive(paying)
  await selectSeatByKeyboard(paying, 'Standard', 0)
  await proceedToPayment(paying)
  await expect(paying.getByRole('button', { name: /^Complete Payment/ })).toBeVisible()
  const choosing = await office.openSite()
  await choosing.goto(seatScreenPath(showtime))
  await expectLive(choosing)

  await officePage.goto(`/shows/${show._id}`)
  await officePage.getByRole('link', { name: 'Move show…' }).click()
  await officePage.getByLabel('Screen').selectOption(screen.name)
  await officePage.getByLabel('Day').fill(day)
  await officePage.getByLabel('Start').fill(NIGHT)
  await officePage.getByRole('button', { name: 'Show the plan' }).click()
  await expect(officePage.getByRole('table', { name: 'Bookings of the show' })).toContainText(
    reference,
  )
  await expect(officePage.getByRole('region', { name: `Now: ${show.screen.name}` })).toBeVisible()
  await expect(officePage.getByRole('region', { name: `Then: ${screen.name}` })).toBeVisible()
  await expect(officePage.getByText(/^Visitors can cancel for a full refund until/)).toBeVisible()
  expect(await findAccessibilityProblems(officePage, { within: 'main' })).toEqual([])
  await officePage.getByLabel('Reason').fill(REASON)
  await officePage.getByRole('button', { name: 'Move the show and send 2 emails' }).click()
  await expect(officePage.getByText('The show was moved.')).toBeVisible()

  const notice = booked.getByRole('region', { name: 'This show has moved' })
  await expect(notice).toContainText(`It is on ${screen.name} instead of ${show.screen.name}.`)
  await expect(booked.getByText('3:30 AM').first()).toBeVisible()
  expect(await findAccessibilityProblems(booked, { within: 'main' })).toEqual([])
  await notice.getByRole('button', { name: 'Keep My Booking' }).click()
  await expect(notice.getByRole('button')).toHaveCount(0)
  await booked.goto('/profile?tab=bookings')
  await expect(booked.getByText(/^This show now starts/)).toBeVisible()
  await expect(booked.getByRole('button', { name: 'Keep My Booking' })).toHaveCount(0)
  await booked.getByRole('button', { name: /^Notices/ }).click()
  await booked.getByRole('link', { name: `Booking ${reference} has changed` }).click()
  await expect(booked).toHaveURL(`/bookings/${reference}`)

  const moved = paying.getByRole('dialog', { name: 'Show Moved' })
  await expect(moved).toContainText('You have not paid anything.')
  expect(await findAccessibilityProblems(paying, { within: '[role=dialog]' })).toEqual([])
  await moved.getByRole('button', { name: 'Choose Seats' }).click()
  await expectLive(paying)
  const explained = choosing.getByRole('dialog', { name: 'Show Moved' })
  expect(await findAccessibilityProblems(choosing, { within: '[role=dialog]' })).toEqual([])
  await explained.getByRole('button', { name: 'OK' }).click()
  for (const page of [paying, choosing])
    await expect(page.getByText(screen.name).first()).toBeVisible()

  await paying.goto('/profile?tab=bookings')
  await paying.getByRole('button', { name: 'Cancel for a Full Refund' }).click()
  const dialog = paying.getByRole('dialog', { name: 'Cancel Booking' })
  await expect(dialog.getByText(/^You get ₹(\d+) of ₹\1 back\.$/)).toBeVisible()
  expect(await findAccessibilityProblems(paying, { within: '[role=dialog]' })).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel Booking' }).click()
  await expect(paying.getByRole('definition').filter({ hasText: /^Refunded$/ })).toBeVisible()
  await expect(paying.getByText(/^This show now starts/)).toHaveCount(0)
})
