import { expect, type TestServer, test } from './fixtures.ts'
import { expectLive, findSeat, openSeats, proceedToPayment, selectSeat } from './steps.ts'

/**
 * A user has selected a Premium seat. Another user has opened the same showtime. The first user is on localhost, where
 * Socket.IO ignores the network events of the browser.
 */
async function openWithTwoUsers(server: TestServer) {
  const page = await server.newPage({ baseURL: server.url.replace('127.0.0.1', 'localhost') })
  await openSeats(page, await server.takeShowtime())
  const seat = await selectSeat(page, 'Premium')
  const other = await server.openPage(new URL(page.url()).pathname)
  await expectLive(other)
  await expect(findSeat(other, seat, 'held')).toBeVisible()
  return { page, other, seat }
}

test('a selection is kept after a reload, visible in a second tab, and can be released', async ({
  server,
}) => {
  const page = await server.newPage()
  await openSeats(page, await server.takeShowtime())
  const seat = await selectSeat(page, 'Premium')

  const secondTab = await page.context().newPage()
  await secondTab.goto(page.url())
  await expect(findSeat(secondTab, seat, 'selected')).toBeVisible()
  await page.reload()
  await expect(findSeat(page, seat, 'selected')).toBeVisible()

  await findSeat(page, seat).click()
  await expect(findSeat(page, seat, 'available')).toBeVisible()
  await expect(findSeat(secondTab, seat, 'available')).toBeVisible()
})

test('leaving the seat screen releases the seats, going to payment and back keeps them [R-2.7][R-4.21]', async ({
  server,
}) => {
  const { page, other, seat } = await openWithTwoUsers(server)

  await proceedToPayment(page)
  // The address changes before the seat screen has gone.
  await expect(page.getByText(/^Time remaining to complete payment/)).toBeVisible()
  await page.goBack()
  await expect(findSeat(page, seat, 'selected')).toBeVisible()
  await expect(findSeat(other, seat, 'held')).toBeVisible()

  await page.getByRole('link', { name: 'About', exact: true }).first().click()
  await expect(findSeat(other, seat, 'available')).toBeVisible()
})

test('after a lost connection the map is up to date and the selection is kept [R-2.53][R-4.31][R-4.32]', async ({
  server,
}) => {
  const { page, other, seat } = await openWithTwoUsers(server)

  await page.context().setOffline(true)
  await expect(page.getByText('Connecting to real-time server...')).toBeVisible()
  await expect(page.getByText("You're offline. Seats may have changed.")).toBeVisible()
  await page.getByRole('button', { name: 'Force Refresh Seats' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'check your connection' })).toBeVisible()
  const otherSeat = await selectSeat(other, 'VIP')
  await page.context().setOffline(false)

  await expectLive(page)
  await expect(findSeat(page, otherSeat, 'held')).toBeVisible()
  await expect(findSeat(page, seat, 'selected')).toBeVisible()
})

test('dragging moves the seat map and selects nothing, a click selects', {
  tag: '@test-all',
}, async ({ server }) => {
  const page = await server.newPage()
  await openSeats(page, await server.takeShowtime())
  const seat = page.getByRole('button', { name: /^Row A .* available$/ }).first()

  // The page transition may still cover the map.
  await expect(async () => {
    const { x = 0, y = 0 } = (await seat.boundingBox()) ?? {}
    await page.mouse.move(x + 5, y + 5)
    await page.mouse.down()
    await page.mouse.move(x + 5, y - 80, { steps: 5 })
    await page.mouse.up()
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  }).toPass()

  await selectSeat(page, 'Premium')
  await expect(page.getByRole('button', { name: /^Row .* selected$/ })).toHaveCount(1)
})

test('without WebSocket the seat map is updated by polling [R-7.16]', { tag: '@test-all' }, async ({
  server,
}) => {
  const page = await server.openPage()
  await page.addInitScript(blockWebSockets)
  await page.reload()
  await openSeats(page, await server.takeShowtime())
  const seat = await selectSeat(page, 'Premium')
  const other = await server.openPage(new URL(page.url()).pathname)
  await expect(findSeat(other, seat, 'held')).toBeVisible()

  const otherSeat = await selectSeat(other, 'VIP')

  await expect(findSeat(page, otherSeat, 'held')).toBeVisible()
})

/** Runs in the page. Every WebSocket fails, as behind some proxies. */
function blockWebSockets() {
  const unavailable = `${location.origin.replace('http', 'ws')}/`
  window.WebSocket = class extends WebSocket {
    constructor() {
      super(unavailable)
    }
  }
}

for (const [direction, hours] of [
  ['back', -1],
  ['forward', 1],
] as const) {
  test(`setting the clock of the computer ${direction} by an hour changes neither the time left nor the selection`, {
    tag: '@test-all',
  }, async ({ server }) => {
    const page = await server.openPage()
    await page.clock.install()
    await page.reload()
    await openSeats(page, await server.takeShowtime())
    const seat = await selectSeat(page, 'Premium')
    const timeLeft = page.getByText(/^Yours for/).first()
    await expect(timeLeft).toHaveText(/ 9:\d\d$/)

    await page.clock.setSystemTime(Date.now() + hours * 3_600_000)
    // Longer than the page waits for the server's message about an expired hold.
    await page.clock.fastForward(5000)
    await expect(timeLeft).toHaveText(/ [89]:\d\d$/)
    await expect(findSeat(page, seat, 'selected')).toBeVisible()

    await proceedToPayment(page)
    await expect(page).toHaveURL(/payment-new/)
    const toPay = page.getByText(/^Time remaining to complete payment/)
    await expect(toPay).toHaveText(/ [89]:\d\d$/)
    await page.clock.setSystemTime(Date.now() - hours * 3_600_000)
    await page.clock.fastForward(5000)
    await expect(toPay).toHaveText(/ [89]:\d\d$/)
  })
}
