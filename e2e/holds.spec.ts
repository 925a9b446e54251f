import { expect, test } from './fixtures.ts'
import { findSeat, openSeatScreen, selectSeat } from './steps.ts'

test('a selection survives a reload and shows in a second tab, and giving it back frees it', async ({
  server,
}) => {
  const page = await server.openPage()
  await openSeatScreen(page, 'Amaran')
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

test('leaving for another page frees the seats, going to pay and back keeps them', async ({
  server,
}) => {
  const page = await server.openPage()
  await openSeatScreen(page, 'Amaran')
  const seat = await selectSeat(page, 'Premium')
  const other = await server.openPage(new URL(page.url()).pathname)
  await expect(findSeat(other, seat, 'held')).toBeVisible()

  await page.getByLabel(/phone/i).fill('98765 43210')
  await page.getByRole('button', { name: 'Proceed to Payment' }).first().click()
  await expect(page).toHaveURL(/payment-new/)
  await page.goBack()
  await expect(findSeat(page, seat, 'selected')).toBeVisible()
  await expect(findSeat(other, seat, 'held')).toBeVisible()

  await page.getByRole('link', { name: 'About', exact: true }).first().click()
  await expect(findSeat(other, seat, 'available')).toBeVisible()
})

test('somebody else’s seat cannot be chosen', async ({ server }) => {
  const page = await server.openPage()
  await openSeatScreen(page, 'Amaran')
  const seat = await selectSeat(page, 'Premium')
  const other = await server.openPage(new URL(page.url()).pathname)
  await expect(findSeat(other, seat, 'held')).toBeVisible()

  await findSeat(other, seat).click({ force: true })

  await expect(findSeat(other, seat, 'held')).toBeVisible()
  await expect(findSeat(page, seat, 'selected')).toBeVisible()
})

test('after a lost connection the map is true again and the selection still there [R-4.32]', async ({
  server,
}) => {
  const page = await server.openPage()
  await openSeatScreen(page, 'Amaran')
  const mine = await selectSeat(page, 'Premium')
  const other = await server.openPage(new URL(page.url()).pathname)
  await expect(other.getByText('Real-time updates active')).toBeVisible()

  await page.context().setOffline(true)
  await expect(page.getByText('Connecting to real-time server...')).toBeVisible({ timeout: 60_000 })
  const theirs = await selectSeat(other, 'VIP')
  await page.context().setOffline(false)

  await expect(page.getByText('Real-time updates active')).toBeVisible()
  await expect(findSeat(page, theirs, 'held')).toBeVisible()
  await expect(findSeat(page, mine, 'selected')).toBeVisible()
})

test('the indicator follows the network at once, also on this very machine [R-4.31]', async ({
  server,
}) => {
  const page = await server.openPage()
  await page.goto(server.url.replace('127.0.0.1', 'localhost'))
  await openSeatScreen(page, 'Amaran')
  const isLive = page.getByText('Real-time updates active')

  await page.context().setOffline(true)
  await expect(page.getByText('Connecting to real-time server...')).toBeVisible({ timeout: 5_000 })
  await page.getByRole('button', { name: 'Force Refresh Seats' }).click()
  await expect(page.getByText('We cannot reach the cinema just now.')).toBeVisible()

  await page.context().setOffline(false)
  await expect(isLive).toBeVisible({ timeout: 5_000 })
})

test('a drag moves the hall and chooses nothing, a tap after it does', async ({ server }) => {
  const page = await server.openPage()
  await openSeatScreen(page, 'Amaran')
  const seat = page.getByRole('button', { name: /^Row E .* available$/ }).first()

  // The curtain may still be before it.
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

test('where no websocket is let through the map is as live by polling [R-7.16]', async ({
  server,
}) => {
  const page = await server.openPage()
  await page.addInitScript(barWebSockets)
  await page.reload()
  await openSeatScreen(page, 'Amaran')
  const mine = await selectSeat(page, 'Premium')
  const other = await server.openPage(new URL(page.url()).pathname)
  await expect(findSeat(other, mine, 'held')).toBeVisible()

  const theirs = await selectSeat(other, 'VIP')

  await expect(findSeat(page, theirs, 'held')).toBeVisible()
})

/** In the page, as a proxy does it: every websocket fails. */
function barWebSockets() {
  const noSocketThere = `${location.origin.replace('http', 'ws')}/`
  window.WebSocket = class extends WebSocket {
    constructor() {
      super(noSocketThere)
    }
  }
}

test.describe('when the time is short', () => {
  test.use({ environment: { HOLD_SECONDS: '15', CHECKOUT_SECONDS: '15' } })

  test('a hold that runs out is taken back with a warning [R-4.20]', async ({ server }) => {
    const page = await server.openPage()
    await openSeatScreen(page, 'Amaran')
    await findSeat(page, 'K1', 'available').click()
    // Less than a minute is left from the start, and the question covers the map.
    await page.getByRole('button', { name: 'No, Thank You' }).click()

    await expect(page.getByText('Your hold on a seat has expired.')).toBeVisible({
      timeout: 60_000,
    })
    await expect(findSeat(page, 'K1', 'available')).toBeVisible()
  })
})
