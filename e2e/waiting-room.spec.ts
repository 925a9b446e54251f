import type { Showtime } from '@marquee/contract/movies/showtimes'
import type { Page } from '@playwright/test'
import { findAccessibilityProblems } from './find-accessibility-problems.ts'
import { expect, test } from './fixtures.ts'
import { getShifts, MAX_SHIFT, observeShifts } from './layout-shifts.ts'
import { delayRequests } from './mock-responses.ts'
import { findSeat, openSeats, proceedToPayment, seatScreenPath, waitUntilStable } from './steps.ts'
import { bookPlaces, fetchSeats, signInNewUser } from './test-data.ts'

test.use({ environment: { QUEUE_THRESHOLD: '1' } })

const ORDER_SIZE = 10

/** Returns the name of the seat that is left. */
async function sellAllButOne({ request }: Page, show: Showtime) {
  const all = (await fetchSeats(request, show)).filter(
    ({ status, accessible }) => status === 'AVAILABLE' && !accessible,
  )
  const [last, ...sold] = all
  for (let from = 0; from < sold.length; from += ORDER_SIZE)
    await bookPlaces(request, show, { seats: sold.slice(from, from + ORDER_SIZE) })
  return last?.seatNumber ?? ''
}

test('two visitors at a show for one: the second waits with a live map, gets the turn when the first gives the seat back, and books [S-1140][S-1143][S-1144]', async ({
  server,
}) => {
  const first = await server.newPage()
  const show = await server.takeShowtime()
  const seat = await sellAllButOne(first, show)
  await openSeats(first, show)
  await findSeat(first, seat, 'available').click()
  await expect(findSeat(first, seat, 'selected')).toBeVisible()

  const second = await server.newPage({ viewport: { width: 390, height: 844 } })
  await signInNewUser(second.request)
  await second.goto(seatScreenPath(show))
  const queue = second.getByRole('region', { name: 'You Are in the Queue' })
  await expect(queue.getByText('You are next')).toBeVisible()
  await expect(second).toHaveTitle(/^You are next/)
  await expect(findSeat(second, seat, 'held')).toBeVisible()
  await expect(second.getByRole('button', { name: /^Best Seat|^Proceed/ })).toHaveCount(0)
  expect(await findAccessibilityProblems(second, { within: 'main' })).toEqual([])

  await findSeat(first, seat, 'selected').click()
  await expect(first.getByRole('region', { name: 'Your Turn Is Over' })).toBeVisible()
  const turn = second.getByRole('heading', { name: 'It Is Your Turn' })
  await expect(turn).toBeFocused()
  await expect(second).toHaveTitle(/^It is your turn!/)
  await expect(findSeat(first, seat, 'available')).toHaveAttribute('aria-disabled', 'true')
  expect(await findAccessibilityProblems(second, { within: 'main' })).toEqual([])

  await findSeat(second, seat, 'available').dispatchEvent('click')
  await expect(findSeat(second, seat, 'selected')).toBeVisible()
  await proceedToPayment(second)
  await second.getByRole('button', { name: /^Complete Payment/ }).click()
  await expect(second.getByRole('dialog', { name: 'Payment Successful!' })).toBeVisible()
})

const WINDOWS: [width: number, height: number][] = [
  [390, 844],
  [768, 1024],
  [844, 390],
  [1440, 844],
]

test('the queue does not move the seats while the page is loaded [S-1281]', async ({ server }) => {
  const show = await server.takeShowtime()
  const first = await server.newPage()
  const seat = await sellAllButOne(first, show)
  await openSeats(first, show)
  await findSeat(first, seat, 'available').click()
  await expect(findSeat(first, seat, 'selected')).toBeVisible()
  const second = await server.openPage(seatScreenPath(show))
  await expect(second.getByText('You are next', { exact: true })).toBeVisible()

  for (const [width, height] of WINDOWS) {
    await test.step(`at ${width}×${height}`, async () => {
      const page = await server.newPage({ viewport: { width, height } })
      await observeShifts(page)
      const releaseQueue = await delayRequests(page, '**/waiting-room')

      await page.goto(seatScreenPath(show))
      const queue = page.getByRole('region', { name: 'You Are in the Queue' })
      await expect(queue.getByText('Taking your place…')).toBeVisible()
      await waitUntilStable(page)
      releaseQueue()
      await expect(queue.getByText('before you', { exact: false })).toBeVisible()
      await waitUntilStable(page)

      const { total, list } = await getShifts(page)
      expect(total, JSON.stringify(list)).toBeLessThan(MAX_SHIFT)
    })
  }
})
