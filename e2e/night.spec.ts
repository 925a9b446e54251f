import { writeFileSync } from 'node:fs'
import type { Show } from '@marquee/contract/office/shows/shows'
import { addDays, formatDate } from '@marquee/contract/time'
import type { Locator, Page } from '@playwright/test'
import { expect, test as officeTest, type StaffDevice } from './office-fixtures.ts'
import { findSeat, openSeatScreen, proceedToPayment, seatScreenPath, selectSeat } from './steps.ts'
import { signInNewUser } from './test-data.ts'

const LATE_SHOW = 'The Late Show'
const MIDNIGHT_SHOW = 'The Midnight Show'
const MORNING_SHOW = 'The Morning Show'
const PHONE_WIDTH = 390
const PLATE = 'TN01AB1234'
const REFERENCE = /MQ-[2-9A-Z]{10}/

const createMovie = (name: string, duration: number, daily: object) => ({
  name,
  duration,
  daily: [daily],
  cast: ['Asha Raman'],
  genre: 'Drama',
  language: 'English',
  summary: 'A night.',
  ratings: 8,
  votes: 100,
  rating: 'U',
  imageUrl: 'amaran.jpg',
})

const CATALOGUE = {
  screens: ['Screen 1', 'Screen 2'].map((name) => ({
    name,
    rows: ['A', 'B'].map((row) => ({ row, seats: 10, category: 'Standard' })),
    parking: { twoWheeler: 4, fourWheeler: 4 },
  })),
  movies: [
    createMovie(LATE_SHOW, 180, { screen: 'Screen 1', at: '22:30', cutoffMinutes: 15 }),
    createMovie(MIDNIGHT_SHOW, 90, { screen: 'Screen 2', at: '00:30', cutoffMinutes: 10 }),
    createMovie(MORNING_SHOW, 90, { screen: 'Screen 2', at: '11:00', cutoffMinutes: 10 }),
  ],
}

const test = officeTest.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
  environment: async ({}, use, testInfo) => {
    const path = testInfo.outputPath('catalogue.json')
    writeFileSync(path, JSON.stringify(CATALOGUE))
    await use({ CATALOGUE: path })
  },
})

test.use({ startTime: '22:00' })

async function readReference(locator: Locator) {
  await expect(locator).toContainText(REFERENCE)
  return REFERENCE.exec((await locator.textContent()) ?? '')?.[0] ?? ''
}

/** A signed-in visitor books two seats and a slot for a car on the site. */
async function bookWithCar(page: Page, movie: string) {
  await page.goto('/')
  await openSeatScreen(page, movie)
  const seats = [await selectSeat(page, 'Standard'), await selectSeat(page, 'Standard')]
  await page.getByRole('button', { name: 'Add Parking' }).click()
  await page.getByRole('button', { name: /^Four Wheeler slot F1, .* available$/ }).click()
  await page.getByLabel('Vehicle number for Four Wheeler Slot F1').fill(PLATE)
  await proceedToPayment(page)
  await page.getByRole('button', { name: /^Complete Payment/ }).click()
  const success = page.getByRole('dialog', { name: 'Payment Successful!' })
  return { seats, reference: await readReference(success) }
}

/** Sells seats for cash on the page of a show, and returns the reference. */
async function sellAtCounter({ page }: StaffDevice, show: Show, seats: string[]) {
  await page.goto(`/shows/${show._id}`)
  for (const seat of seats) {
    await findSeat(page, seat, 'available').click()
    await expect(findSeat(page, seat, 'chosen')).toBeVisible()
  }
  await page.getByRole('button', { name: 'Sell', exact: true }).click()
  await page.getByLabel('Cash received').fill('1000')
  await page.getByRole('button', { name: /^Take .* and sell$/ }).click()
  return readReference(page.getByRole('region', { name: 'Sold', exact: true }))
}

/** The shows of Today, each with what its block says. */
async function expectToday({ page }: StaffDevice, day: string, shows: [string, ...string[]][]) {
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  await expect(page.getByLabel('Day', { exact: true })).toHaveValue(day)
  const blocks = page.getByRole('region', { name: 'Shows by screen' }).getByRole('link')
  await expect(blocks).toHaveCount(shows.length)
  for (const [movie, ...texts] of shows)
    for (const text of texts) await expect(blocks.filter({ hasText: movie })).toContainText(text)
}

const showPicker = ({ page }: StaffDevice) => page.getByRole('combobox', { name: 'Show' })

const expectShows = (device: StaffDevice, shows: string[]) =>
  expect(showPicker(device).getByRole('option')).toHaveText(shows)

/** Types a reference at the door and reads the whole answer. */
async function scan({ page }: StaffDevice, reference: string, texts: string[]) {
  const field = page.getByLabel('Reference or scanned code')
  await field.pressSequentially(reference)
  await field.press('Enter')
  const answer = page.getByRole('alert')
  for (const text of texts) await expect(answer).toContainText(text)
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(answer).toHaveCount(0)
}

const expectLetIn = ({ page }: StaffDevice, people: string) =>
  expect(page.getByText(`${people} let in`)).toBeVisible()

const carOf = ({ page }: StaffDevice) => page.getByRole('listitem').filter({ hasText: PLATE })

test(
  'in a night from 22:00 to 5:00, with a crash, site and office show its shows, bookings and cars [S-626][S-666]',
  {
    tag: '@test-all',
  },
  async ({ server, site, office }, testInfo) => {
    // Seven steps on up to five pages.
    test.setTimeout(900_000)
    const manager = await office.pair('manager')
    // It stays open all night.
    const wall = await office.pair('reports')
    const door = await office.pair('door', { width: PHONE_WIDTH })
    const valet = await office.pair('valet', { width: PHONE_WIDTH })
    const visitor = await server.newPage()
    await signInNewUser(visitor.request)

    const today = await manager.get<{ date: string; shows: Show[] }>('shows')
    const [late, midnight] = today.shows as [Show, Show]
    const [day, nextDay] = [today.date, addDays(today.date, 1)]
    const [dateOfDay, dateOfNextDay] = [day, nextDay].map((one) =>
      formatDate(Date.parse(one), 'UTC'),
    ) as [string, string]
    const showsOfNight = [
      `10:30 PM · ${LATE_SHOW} · Screen 1`,
      `${dateOfNextDay}, 12:30 AM · ${MIDNIGHT_SHOW} · Screen 2`,
    ]
    const tickets = { site: '', counter: '', refunded: '' }
    let seats: string[] = []

    await test.step('22:00: the last shows are sold on the site and at the counter', async () => {
      await wall.page.goto('/')
      await expectToday(wall, day, [
        [LATE_SHOW, '10:30 PM', '0/20', '0 in'],
        [MIDNIGHT_SHOW, '12:30 AM', '0/20', '0 in'],
      ])
      const booking = await bookWithCar(visitor, LATE_SHOW)
      tickets.site = booking.reference
      seats = booking.seats
      tickets.counter = await sellAtCounter(manager, late, ['B1', 'B2'])
      await expectToday(wall, day, [[LATE_SHOW, '4/20', '0 in'], [MIDNIGHT_SHOW]])

      await visitor.goto('/profile?tab=bookings')
      const next = visitor.getByRole('region', { name: 'Your next show' })
      for (const text of [tickets.site, 'Today', '10:30 PM', PLATE])
        await expect(next).toContainText(text)
    })

    await test.step('22:45: late-comers buy at the counter and are let in, the car is taken in', async () => {
      await server.advanceClockTo('22:45')
      await visitor.goto(seatScreenPath({ movieId: late.movie._id, _id: late._id }))
      await expect(visitor.getByText('Show has started')).toBeVisible()
      tickets.refunded = await sellAtCounter(manager, late, ['B3'])

      await door.page.goto('/door')
      await expect(showPicker(door)).toHaveValue(late._id)
      await expectShows(door, showsOfNight)
      await expectLetIn(door, '0/5')
      await scan(door, tickets.site, ['Admit 2', seats.join(' '), 'Parking F1'])
      await scan(door, tickets.counter, ['Admit 2', 'B1 B2'])
      await expectLetIn(door, '4/5')

      await valet.page.goto('/valet')
      await expect(showPicker(valet)).toHaveValue(late._id)
      await expect(carOf(valet)).toContainText('Expected')
      for (const step of ['Arrived', 'Parked'])
        await carOf(valet).getByRole('button', { name: step, exact: true }).click()
      await expect(carOf(valet)).toContainText(/Parked since 10:\d\d PM/)

      await expectToday(wall, day, [[LATE_SHOW, '5/20', '4 in'], [MIDNIGHT_SHOW]])
      await visitor.goto(`/bookings/${tickets.site}`)
      await expect(visitor.getByText(/^Admitted at 10:\d\d PM$/)).toBeVisible()
      await expect(visitor.getByRole('timer')).toHaveText('The show has started')
    })

    await test.step('23:50: the office gives the money back for a ticket that was not used', async () => {
      await server.advanceClockTo('23:50')
      const { page } = manager
      await page.goto('/bookings')
      await page.getByRole('searchbox').fill(tickets.refunded)
      await page.getByRole('link', { name: tickets.refunded }).click()
      await page.getByRole('button', { name: 'Cancel booking…' }).click()
      const dialog = page.getByRole('dialog', { name: `Cancel ${tickets.refunded}?` })
      await expect(dialog.getByRole('status')).toHaveText('Refund ₹0. The cinema keeps ₹150.')
      await dialog.getByText('In full').click()
      await expect(dialog.getByRole('status')).toHaveText('Refund ₹150. Give it back in cash.')
      await dialog.getByLabel('Reason').fill('Felt ill')
      await dialog.getByRole('button', { name: 'Cancel booking', exact: true }).click()
      const booking = page.getByRole('article', { name: `Booking ${tickets.refunded}` })
      await expect(booking.getByText('Cancelled', { exact: true })).toBeVisible()

      await expectLetIn(door, '4/4')
      await scan(door, tickets.refunded, ['Cancelled'])
      await expectToday(wall, day, [[LATE_SHOW, '4/20', '4 in'], [MIDNIGHT_SHOW]])
    })

    await test.step('00:10: the office still has the evening, the site has the new day', async () => {
      await server.advanceClockTo('00:10')
      await expectToday(wall, day, [
        [LATE_SHOW, '10:30 PM', '4/20', '4 in'],
        [MIDNIGHT_SHOW, '12:30 AM', '0/20'],
      ])
      await door.page.goto('/door')
      await expect(showPicker(door)).toHaveValue(midnight._id)
      await expectShows(door, showsOfNight)
      await scan(door, tickets.site, ['Wrong show', `${dateOfDay}, 10:30 PM · Screen 1`, LATE_SHOW])
      await showPicker(door).selectOption(late._id)
      await expectLetIn(door, '4/4')
      await scan(door, tickets.site, ['Already admitted', '2 of 2 are in'])
      await valet.page.goto('/valet')
      await expectShows(valet, showsOfNight)
      await showPicker(valet).selectOption(late._id)
      await expect(carOf(valet)).toContainText(`Parked since ${dateOfDay}, 10:`)
      await manager.page.goto(`/bookings?q=${seats[0]}`)
      await expect(manager.page.getByRole('link', { name: tickets.site })).toBeVisible()

      await visitor.goto('/')
      const card = visitor.getByRole('article', { name: MIDNIGHT_SHOW })
      await expect(card.getByRole('link', { name: 'Book Now' })).toBeVisible()
      const days = visitor.getByRole('navigation', { name: 'Showtimes by day' })
      await days.getByRole('link', { name: 'Today' }).click()
      await expect(visitor).toHaveURL(`/?date=${nextDay}`)
      for (const [movie, time] of [
        [LATE_SHOW, '10:30 PM'],
        [MIDNIGHT_SHOW, '12:30 AM'],
        [MORNING_SHOW, '11:00 AM'],
      ]) {
        const showtimes = visitor.getByRole('list', { name: `Showtimes of ${movie}` })
        await expect(showtimes.getByRole('link')).toHaveCount(1)
        await expect(showtimes).toContainText(`${time}`)
      }
      await visitor.goto('/profile?tab=bookings')
      const next = visitor.getByRole('region', { name: 'Your next show' })
      for (const text of [tickets.site, dateOfDay, '10:30 PM'])
        await expect(next).toContainText(text)
      await visitor.goto(`/bookings/${tickets.site}`)
      await expect(visitor.getByRole('timer')).toHaveText('The show has started')
      await expect(visitor.getByText('1:30 AM', { exact: true })).toBeVisible()
    })

    await test.step('00:40: a backup is made, and after a crash nothing is missing', async () => {
      const backup = await site.runCommand('backup', testInfo.outputPath('night.db'))
      expect(backup, backup.output).toMatchObject({ code: 0 })
      await server.advanceClockTo('00:40')
      await server.crashAndRestart()

      await wall.page.reload()
      await expectToday(wall, day, [[LATE_SHOW, '4/20', '4 in'], [MIDNIGHT_SHOW]])
      await manager.page.goto(`/shows/${late._id}`)
      for (const seat of seats) {
        const state = `sold, ${tickets.site}, on the site, let in`
        await expect(findSeat(manager.page, seat, state)).toBeVisible()
      }
      await door.page.reload()
      await expectLetIn(door, '4/4')
      await scan(door, tickets.counter, ['Already admitted', '2 of 2 are in'])
      await valet.page.reload()
      await expect(carOf(valet)).toContainText(`Parked since ${dateOfDay}, 10:`)
      await visitor.goto('/profile?tab=bookings')
      await expect(visitor.getByRole('region', { name: 'Your next show' })).toContainText(
        tickets.site,
      )
    })

    await test.step('01:25: the visitor calls the car, and has it at the end of the show', async () => {
      await server.advanceClockTo('01:25')
      await visitor.goto(`/bookings/${tickets.site}`)
      await visitor.getByRole('button', { name: 'Bring My Car' }).click()
      await expect(visitor.getByText('We are bringing your vehicle to the entrance.')).toBeVisible()
      await expect(valet.page.getByText('1 waiting for a vehicle')).toBeVisible()
      await expect(carOf(valet)).toContainText(/Called since 1:\d\d AM/)

      await server.advanceClockTo('01:30')
      await carOf(valet).getByRole('button', { name: 'Returned', exact: true }).click()
      await expect(carOf(valet)).toContainText(/Returned since 1:\d\d AM/)
      await expect(valet.page.getByText('Nobody is waiting for a vehicle.')).toBeVisible()
      await expect(visitor.getByRole('timer')).toHaveText('This show has ended')
      await visitor.goto('/profile?tab=bookings')
      await expect(visitor.getByRole('region', { name: 'Past shows' })).toContainText(tickets.site)
    })

    await test.step('03:00: all shows are over, and it is still the same day of the cinema', async () => {
      await server.advanceClockTo('03:00')
      await expectToday(wall, day, [
        [LATE_SHOW, '4/20', '4 in'],
        [MIDNIGHT_SHOW, '0/20', '0 in'],
      ])
      const report = await site.runCommand('office', 'report', 'reconcile')
      expect(report, report.output).toMatchObject({ code: 0 })
    })

    await test.step('05:00: the next day of the cinema begins, on open pages too', async () => {
      await server.advanceClockTo('05:00')
      await expectToday(wall, nextDay, [
        [MORNING_SHOW, '11:00 AM', '0/20'],
        [LATE_SHOW, '10:30 PM', '0/20'],
        [MIDNIGHT_SHOW, '12:30 AM', '0/20'],
      ])
      await manager.page.goto(`/bookings?q=${seats[0]}`)
      await expect(manager.page.getByText(`No booking for “${seats[0]}”`)).toBeVisible()
      await valet.page.goto('/valet')
      await expectShows(valet, [
        `11:00 AM · ${MORNING_SHOW} · Screen 2`,
        `10:30 PM · ${LATE_SHOW} · Screen 1`,
        `${formatDate(Date.parse(addDays(day, 2)), 'UTC')}, 12:30 AM · ${MIDNIGHT_SHOW} · Screen 2`,
      ])
    })
  },
)
