import type { WaitingEntry } from '@marquee/contract/bookings/waiting-list'
import type { Seat } from '@marquee/contract/seats/seats'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { getShifts, MAX_SHIFT, observeShifts, observeShiftsFromNow } from './layout-shifts.ts'
import { listStored } from './list-stored.ts'
import { delayRequests, mockError, mockResponse } from './mock-responses.ts'
import {
  openSeats,
  proceedToPayment,
  seatScreenPath,
  selectSeatByKeyboard,
  waitUntilStable,
} from './steps.ts'
import {
  bookPlaces,
  fetchSeats,
  findEveningShowtime,
  findLargestShowtime,
  findSmallestShowtime,
  signInNewUser,
} from './test-data.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/**
 * Opens a path and expects that nothing moves. The responses of the API are delayed until the loading state is visible, the fonts until the page is
 * loaded.
 */
async function expectNoShift(page: Page, path: string, loadedText: string | RegExp) {
  const releaseApi = await delayRequests(page, '**/api/**')
  const releaseFonts = await delayRequests(page, '**/*.woff2')
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.locator('footer')).toBeAttached()
  await expect(page.locator('main:not(:empty)')).toBeAttached()
  releaseApi()
  await expect(page.getByText(loadedText).first()).toBeVisible()
  releaseFonts()
  await page.unrouteAll()
  await waitUntilStable(page)
  const { total, list } = await getShifts(page)
  expect.soft(total, `${path} ${JSON.stringify(list)}`).toBeLessThan(MAX_SHIFT)
}

for (const width of [390, 1440]) {
  test(`pages do not shift while they are loaded, ${width} pixels wide`, {
    tag: '@test-all',
  }, async ({ server }) => {
    const page = await server.newPage()
    await page.setViewportSize({ width, height: 844 })
    await observeShifts(page)
    await expectNoShift(page, '/profile', 'Welcome back.')
    await expectNoShift(page, '/tickets/Pushpa/Screen 1/10:00', 'Next showtimes:')
    await signInNewUser(page.request)
    await expectNoShift(page, '/', 'Welcome, ')
    await expectNoShift(page, '/about', 'Our Mission')
    await expectNoShift(page, '/faq', 'Ask a Question')
    await expectNoShift(page, '/faq?tab=contact', 'Send Message')
    await expectNoShift(page, '/profile', 'Update Profile')
    await expectNoShift(page, '/profile?tab=bookings', "You haven't made any bookings yet.")
    await expectNoShift(page, '/payment-new', 'No booking information found.')
    for (const findShowtime of [findSmallestShowtime, findLargestShowtime]) {
      const showtime = await findShowtime(page.request)
      await expectNoShift(page, seatScreenPath(showtime), 'Real-time updates active')
    }
  })

  test(`home page does not shift with a search, with a day or without movies, ${width} pixels wide [S-821]`, async ({
    server,
  }) => {
    const page = await server.newPage({ viewport: { width, height: 844 } })
    await observeShifts(page)
    await expectNoShift(page, '/?q=am', / votes$/)
    await expectNoShift(page, '/?q=amarn', 'Did you mean:')
    await expectNoShift(page, '/?q=zzz', 'No movies found for')
    const { date } = await findLargestShowtime(page.request)
    await expectNoShift(page, `/?date=${date}`, / left$|^Filling fast$/)
    await expectNoShift(page, `/?date=${date}&language=Latin`, 'No showtimes match your filters')
    for (const path of ['/?q=', '/?q=am', `/?date=${date}`]) {
      await mockError(page, '**/api/movies', 400, 'No.')
      await expectNoShift(page, path, 'Failed to fetch movies')
    }
    await mockResponse(page, '**/api/movies', [])
    await expectNoShift(page, '/?q=', 'No movies are showing')
  })

  test.describe('on a server of its own', () => {
    test.use({ ownServer: true })

    test(`My Bookings with waiting list entries does not shift while it is loaded, ${width} pixels wide`, async ({
      server,
    }) => {
      const page = await server.newPage({ viewport: { width, height: 844 } })
      const showtime = await findSmallestShowtime(page.request)
      const seats = (await fetchSeats(page.request, showtime)).slice(0, 1)
      await bookPlaces(page.request, showtime, { seats })
      const entry: WaitingEntry = {
        _id: '1',
        showtimeId: showtime._id,
        movieId: showtime.movieId,
        movie: 'Metropolis',
        screen: showtime.screen,
        startTime: showtime.startTime,
        until: showtime.startTime,
        seats: 2,
        together: true,
        categories: [],
      }
      await mockResponse(page, '**/api/waiting-list', { entries: [entry] })
      const releaseBookings = await delayRequests(page, '**/api/bookings/user/*')
      await observeShifts(page)
      const waitingListResponse = page.waitForResponse('**/api/waiting-list')
      await page.goto('/profile?tab=bookings')
      await waitingListResponse
      await waitUntilStable(page)
      releaseBookings()
      await expect(page.getByText('Your next show')).toBeVisible()
      await expect(page.getByText('Waiting for Seats')).toBeVisible()
      const { total, list } = await getShifts(page)
      expect(total, JSON.stringify(list)).toBeLessThan(MAX_SHIFT)
    })

    test(`saved tickets take the place of the loading state of My Bookings, ${width} pixels wide [S-770]`, async ({
      server,
    }) => {
      const page = await server.newPage({ viewport: { width, height: 844 } })
      const showtime = await findSmallestShowtime(page.request)
      const seats = (await fetchSeats(page.request, showtime)).slice(0, 1)
      await bookPlaces(page.request, showtime, { seats })
      await page.goto('/profile?tab=bookings')
      await expect.poll(() => listStored(page)).toHaveLength(1)
      const releaseBookings = await delayRequests(page, '**/api/bookings/user/*')
      await observeShifts(page)
      await page.reload()
      await expect(page.getByText('The connection is slow.')).toBeVisible()
      await waitUntilStable(page)
      releaseBookings()
      await expect(page.getByText('Your next show')).toBeVisible()
      await waitUntilStable(page)
      const { total, list } = await getShifts(page)
      expect(total, JSON.stringify(list)).toBeLessThan(MAX_SHIFT)
    })
  })

  test(`the waiting list of a sold-out show does not move the seat map, ${width} pixels wide`, async ({
    server,
  }) => {
    const page = await server.newPage({ viewport: { width, height: 844 } })
    await page.route('**/api/seats/showtime/*', async (route) => {
      const response = await route.fetch()
      const seats: Seat[] = await response.json()
      await route.fulfill({ response, json: seats.map((seat) => ({ ...seat, status: 'SOLD' })) })
    })
    await observeShifts(page)
    // With a query the browser fetches the seats.
    await page.goto(`${seatScreenPath(await findSmallestShowtime(page.request))}?in=browser`)
    await expect(page.getByRole('region', { name: 'Waiting List' })).toBeVisible()
    await waitUntilStable(page)
    const { total, list } = await getShifts(page)
    expect(total, JSON.stringify(list)).toBeLessThan(MAX_SHIFT)
  })
}

for (const [width, height] of [
  [390, 844],
  [768, 1024],
  [844, 390],
  [1440, 844],
] as const) {
  test(`a cancelled show takes the place of the loading state without a shift at ${width}×${height}`, async ({
    server,
  }) => {
    const page = await server.newPage({ viewport: { width, height } })
    const showtime = await findSmallestShowtime(page.request)
    await mockResponse(page, `**/api/showtimes/${showtime._id}`, {
      ...showtime,
      cancelled: { reason: 'Projector broken' },
    })
    await observeShifts(page)

    // With a query the browser fetches the showtime.
    const path = `${seatScreenPath(showtime)}?in=browser`
    await expectNoShift(page, path, 'This show has been cancelled.')
  })

  test(`a payment that is complete does not move its page at ${width}×${height}`, async ({
    server,
  }) => {
    const page = await server.newPage({ viewport: { width, height } })
    await signInNewUser(page.request)
    await openSeats(page, await server.takeShowtime())
    await selectSeatByKeyboard(page, 'Standard', 2)
    await proceedToPayment(page)
    await expect(page.getByText(/^Time remaining to complete payment/)).toBeVisible()
    await page.evaluate(() => window.scrollTo(0, 0))
    await waitUntilStable(page)
    await observeShiftsFromNow(page)
    await page.getByRole('button', { name: /^Complete Payment/ }).dispatchEvent('click')
    await expect(page.getByRole('dialog', { name: 'Payment Successful!' })).toBeVisible()
    await waitUntilStable(page)
    const { total, list } = await getShifts(page)
    expect(total, JSON.stringify(list)).toBeLessThan(MAX_SHIFT)
  })

  test(`saved tickets take the place of the home page at a start without a network, and nothing moves, ${width}×${height} [S-770]`, async ({
    server,
  }) => {
    const viewport = { width, height }
    const page = await server.newPage({ viewport, serviceWorkers: 'allow' })
    const showtime = await findSmallestShowtime(page.request)
    const isFree = ({ status }: Seat) => status === 'AVAILABLE'
    const seats = (await fetchSeats(page.request, showtime)).filter(isFree).slice(0, 1)
    await bookPlaces(page.request, showtime, { seats })
    await page.goto('/profile?tab=bookings')
    await expect.poll(() => listStored(page)).toHaveLength(1)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    const context = page.context()
    await context.setOffline(true)
    await page.close()
    const reopened = await context.newPage()
    await observeShifts(reopened)

    await reopened.goto('/')
    await expect(reopened.getByRole('img', { name: /^QR code/ })).toBeVisible()
    const movies = reopened.getByRole('region', { name: 'Movies', exact: true })
    await expect(movies.getByText('Failed to fetch movies')).toBeVisible()
    await waitUntilStable(reopened)

    await expect(reopened.getByRole('region', { name: 'Featured movie' })).toBeHidden()
    await expect(movies.getByRole('button', { name: 'Try Again' })).toBeVisible()
    const { total, list } = await getShifts(reopened)
    expect(total, JSON.stringify(list)).toBeLessThan(MAX_SHIFT)
  })
}

test.describe('in the afternoon', () => {
  test.use({ startTime: '17:00' })

  for (const [width, height] of [
    [320, 844],
    [390, 844],
    [844, 390],
    [1440, 844],
  ] as const) {
    test(`a booked show takes the place of the featured movie without a shift at ${width}×${height} [S-971]`, async ({
      server,
      site,
    }) => {
      const page = await server.newPage({ viewport: { width, height } })
      const showtime = await findEveningShowtime(page.request, site.now())
      const seats = (await fetchSeats(page.request, showtime)).slice(0, 2)
      await bookPlaces(page.request, showtime, { seats })
      await observeShifts(page)

      await expectNoShift(page, '/', 'My evening')
    })
  }
})

test('a seat screen does not shift when the socket connects after the seats are shown', async ({
  server,
}) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const page = await server.newPage(phone)
  const released = Promise.withResolvers<void>()
  await page.routeWebSocket(/\/socket\.io\//, async (socket) => {
    await released.promise
    socket.connectToServer()
  })
  await observeShifts(page)
  await page.goto(seatScreenPath(await findSmallestShowtime(page.request)))
  await expect(page.getByText('Connecting to real-time server...')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Going with Friends?' })).toBeVisible()
  await waitUntilStable(page)

  released.resolve()
  await expect(page.getByText('Real-time updates active')).toBeVisible()
  await waitUntilStable(page)

  const { total, list } = await getShifts(page)
  expect(total, JSON.stringify(list)).toBeLessThan(MAX_SHIFT)
})

test('a scrolled profile page does not shift when it is reloaded [S-1296]', async ({ server }) => {
  const page = await server.newPage({ viewport: { width: 390, height: 844 } })
  await signInNewUser(page.request)
  await page.goto('/profile')
  await expect(page.getByRole('button', { name: 'Update Profile' })).toBeVisible()
  await waitUntilStable(page)
  await page.evaluate(() => window.scrollTo(0, 500))
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(500)
  await observeShifts(page)
  const releaseApi = await delayRequests(page, '**/api/**')

  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByText('Loading your profile...')).toBeAttached()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(500)
  releaseApi()
  await expect(page.getByRole('button', { name: 'Update Profile' })).toBeVisible()
  await waitUntilStable(page)

  expect(await page.evaluate(() => window.scrollY)).toBe(500)
  const { total, list } = await getShifts(page)
  expect(total, JSON.stringify(list)).toBeLessThan(MAX_SHIFT)
})

test('the seat map stays in place when the pointer comes to a seat', { tag: '@test-all' }, async ({
  server,
}) => {
  const page = await server.openPage('/')
  const showtime = await findLargestShowtime(page.request)
  await page.goto(seatScreenPath(showtime))
  for (const width of [390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 1000 })
    const seat = page.getByRole('button', { name: /^Row C seat 6,/ })
    await seat.scrollIntoViewIfNeeded()
    await page.mouse.move(0, 0)
    await waitUntilStable(page)
    const before = await seat.boundingBox()
    await seat.hover()
    await expect(page.locator('.seat-map-tools')).toContainText('C6')
    expect(await seat.boundingBox(), `${width} pixels wide`).toEqual(before)
  }
})
