import type { Showtime } from '@marquee/contract/movies/showtimes'
import type { Seat } from '@marquee/contract/seats/seats'
import { findAccessibilityProblems } from './find-accessibility-problems.ts'
import { expect, test } from './office-fixtures.ts'
import { expectLive, findSeat, seatScreenPath } from './steps.ts'
import { bookPlaces, fetchBookings, fetchSeats } from './test-data.ts'

test.use({ ownServer: true })

test('the office takes a sold seat out of service: its visitor gets another one, and it is not offered until it is back [S-548]', async ({
  office,
}) => {
  const { page: officePage, ...manager } = await office.pair('manager')
  const show = await office.takeShow(manager)
  const showtime = { _id: show._id, movieId: show.movie._id } as Showtime
  const visitor = await office.openSite()
  const free = (await fetchSeats(visitor.request, showtime)).filter(
    ({ status }) => status === 'AVAILABLE',
  )
  const broken = free[0] as Seat
  const userId = await bookPlaces(visitor.request, showtime, { seats: [broken] })
  const bookingOf = async () => (await fetchBookings(visitor.request, userId))[0]
  const { bookingReference: reference } = await bookingOf()
  await visitor.goto(`/bookings/${reference}`)
  await expect(visitor.getByText('Admit 1')).toBeVisible()
  const other = await office.openSite()
  await other.goto(seatScreenPath(showtime))
  await expectLive(other)

  await officePage.goto(`/shows/${show._id}`)
  await officePage.getByRole('link', { name: 'Seats out of service…' }).click()
  await expect(officePage.getByLabel('Screen')).toHaveValue(show.screen._id)
  await findSeat(officePage, broken.seatNumber, 'in service').press('Enter')
  await officePage.getByRole('button', { name: 'Show the plan for 1 seat' }).click()
  const table = officePage.getByRole('table', { name: `Bookings of ${show.movie.name}` })
  await expect(table).toContainText(reference)
  expect(await findAccessibilityProblems(officePage, { within: 'main' })).toEqual([])
  await officePage.getByLabel('Reason').fill('broken hinge')
  await officePage
    .getByRole('button', { name: 'Take 1 seat out of service and send 1 email' })
    .press('Enter')

  const list = officePage.getByRole('table', { name: 'Seats out of service' })
  await expect(list).toContainText('broken hinge')
  expect(await findAccessibilityProblems(officePage, { within: 'main' })).toEqual([])
  const seatNow = async () => (await bookingOf()).seats[0].seatNumber as string
  await expect.poll(seatNow).not.toBe(broken.seatNumber)
  await expect(visitor.getByText(await seatNow(), { exact: true }).first()).toBeVisible()
  await expect(findSeat(other, await seatNow(), 'sold')).toBeVisible()
  await expect(findSeat(other, broken.seatNumber, 'sold')).toBeVisible()

  await list.getByRole('button', { name: `Back in service: ${broken.seatNumber}` }).click()
  const dialog = officePage.getByRole('dialog', { name: `${broken.seatNumber} back in service?` })
  expect(await findAccessibilityProblems(officePage, { within: '[role=dialog]' })).toEqual([])
  await dialog.getByLabel('Reason').fill('repaired')
  await dialog.getByRole('button', { name: 'Back in service' }).click()
  await expect(officePage.getByText('All seats are in service')).toBeVisible()
  await expect(findSeat(other, broken.seatNumber, 'available')).toBeVisible()
  await findSeat(other, broken.seatNumber, 'available').press('Enter')
  await expect(findSeat(other, broken.seatNumber, 'selected')).toBeVisible()
})
