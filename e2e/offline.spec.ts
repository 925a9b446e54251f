import type { Page } from '@playwright/test'
import { expect, type TestServer, test } from './fixtures.ts'
import { listStored } from './list-stored.ts'
import { readQrCode } from './qr.ts'
import { openSeats, proceedToPayment, selectSeat, signOut } from './steps.ts'
import { signInNewUser } from './test-data.ts'

const INSTALLABLE = { serviceWorkers: 'allow' } as const

const workerIsActive = (page: Page) =>
  page.evaluate(async () => void (await navigator.serviceWorker.ready))

const listCachedPaths = (page: Page) =>
  page.evaluate(async () => {
    const caches = await Promise.all(
      (await window.caches.keys()).map((name) => window.caches.open(name)),
    )
    const requests = (await Promise.all(caches.map((cache) => cache.keys()))).flat()
    return requests.map(({ url }) => new URL(url).pathname)
  })

/** Selects a seat as a new user and opens payment. */
async function openPayment(server: TestServer, page: Page) {
  await signInNewUser(page.request)
  await openSeats(page, await server.takeShowtime())
  await selectSeat(page, 'Standard')
  await proceedToPayment(page)
  await expect(page.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible()
}

const completePayment = (page: Page) =>
  page.getByRole('button', { name: /^Complete Payment/ }).click()

test('a bought ticket opens from the start URL without a network, and is gone after signing out [S-225][S-226]', async ({
  server,
}) => {
  const page = await server.openPage('/faq', INSTALLABLE)
  await workerIsActive(page)
  await openPayment(server, page)
  await completePayment(page)
  await page.getByRole('button', { name: 'Show Ticket' }).click()
  await expect(page.getByText('Admit 1')).toBeVisible()
  const [, reference = ''] = /\/bookings\/(.+)$/.exec(page.url()) ?? []
  await expect.poll(() => listStored(page)).toEqual([reference])
  const { passes } = await (await page.request.get(`/api/bookings/${reference}/passes`)).json()
  const { start_url } = await (await page.request.get('/manifest.webmanifest')).json()

  const context = page.context()
  await context.setOffline(true)
  await page.close()
  const reopened = await context.newPage()
  await reopened.goto(start_url)
  const code = reopened.getByRole('img', { name: /^QR code/ })
  await expect(code).toBeVisible()
  await expect(reopened.getByText(reference)).toBeVisible()
  expect(await readQrCode(code)).toBe(passes[0].token)

  await reopened.goto(`/bookings/${reference}`)
  await expect(reopened.getByText('This ticket is saved on this device.')).toBeVisible()
  expect(await readQrCode(code)).toBe(passes[0].token)
  const cached = await listCachedPaths(reopened)
  expect(cached).toContain('/app-shell')
  expect(
    cached.filter((path) => /^\/(api|bookings|pass|profile|tickets)(\/|$)/.test(path)),
  ).toEqual([])

  await context.setOffline(false)
  await signOut(reopened)
  await expect.poll(() => listStored(reopened)).toEqual([])
  const afterSignOut = await listCachedPaths(reopened)
  expect(afterSignOut.filter((path) => path.includes(reference))).toEqual([])
  await context.setOffline(true)
  await reopened.goto(start_url)
  await expect(reopened.getByText('Failed to fetch movies')).toBeVisible()
  await expect(code).toHaveCount(0)
})

test('deleting the account removes its tickets from the device [S-225]', {
  tag: '@test-all',
}, async ({ server }) => {
  const page = await server.openPage('/faq', INSTALLABLE)
  await openPayment(server, page)
  await completePayment(page)
  await page.getByRole('button', { name: 'Show Ticket' }).click()
  await expect.poll(() => listStored(page)).toHaveLength(1)

  await page.goto('/profile')
  await page.getByRole('button', { name: 'Delete Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Account' })
  await dialog.getByRole('button', { name: 'Delete Account' }).click()

  await expect(page).toHaveURL(/\/$/)
  await expect.poll(() => listStored(page)).toEqual([])
})

test.describe('an update', { tag: '@test-all' }, () => {
  test.use({ ownServer: true })

  test('a new version waits for an open payment in another tab and is applied after it', async ({
    server,
  }) => {
    const payment = await server.openPage('/faq', INSTALLABLE)
    await workerIsActive(payment)
    await openPayment(server, payment)
    await payment.evaluate(() => document.body.setAttribute('data-not-reloaded', ''))

    // Another name changes the app shell, and so the service worker.
    await server.restartWith({ BRAND_NAME: 'Odeon' })
    const other = await payment.context().newPage()
    await other.goto('/faq')
    const notice = other.getByRole('complementary', { name: 'New version' })
    await expect(notice).toContainText('A new version is ready.')
    await notice.getByRole('button', { name: 'Update' }).click()
    await expect(other.getByText('A payment is open in another tab.')).toBeVisible()
    await expect(payment.getByText('A new version is ready.')).toHaveCount(0)

    await completePayment(payment)
    await expect(payment.getByRole('dialog', { name: 'Payment Successful!' })).toBeVisible()
    await expect(payment.locator('[data-not-reloaded]')).toHaveCount(1)
    await payment.getByRole('button', { name: 'View My Bookings' }).click()

    await payment
      .getByRole('complementary', { name: 'New version' })
      .getByRole('button', { name: 'Update' })
      .click()
    await expect(payment.locator('[data-not-reloaded]')).toHaveCount(0)
    await expect(payment.getByText('A new version is ready.')).toHaveCount(0)
    const shell = await payment.evaluate(async () =>
      (await caches.match('/app-shell', { ignoreSearch: true }))?.text(),
    )
    expect(shell).toContain('<title>Odeon</title>')
  })
})
