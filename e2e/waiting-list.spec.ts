import type { APIRequestContext, Page } from '@playwright/test'
import { type MailServer, startMailServer } from '../server/test/support/mail-server.ts'
import { findAccessibilityProblems } from './find-accessibility-problems.ts'
import { test as base, expect } from './fixtures.ts'
import {
  expectLive,
  findSeat,
  openMore,
  PASSWORD,
  proceedToPayment,
  seatScreenPath,
  signIn,
} from './steps.ts'
import { bookPlaces, fetchSeats } from './test-data.ts'

/** The site sends its mails to an SMTP server of the test. */
const test = base.extend<{ mailServer: MailServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
  mailServer: async ({}, use) => {
    const mailServer = await startMailServer()
    await use(mailServer)
    await mailServer.close()
  },
  environment: async ({ mailServer }, use) => use({ SMTP_URL: mailServer.url() }),
})

const EMAIL = 'meena@example.com'
const ORDER_SIZE = 10

const availableSeats = async (request: APIRequestContext, show: Parameters<typeof fetchSeats>[1]) =>
  (await fetchSeats(request, show)).filter(({ status }) => status === 'AVAILABLE')

const waitingList = (page: Page) => page.getByRole('region', { name: 'Waiting List' })

/** Signs up, signs in and confirms the email. */
async function signInConfirmed(page: Page, { received }: MailServer) {
  const account = { username: 'Meena', email: EMAIL, password: PASSWORD }
  await expect(await page.request.post('/api/auth/signup', { data: account })).toBeOK()
  await expect(await page.request.post('/api/auth/signin', { data: account })).toBeOK()
  const findToken = () =>
    received
      .filter(({ recipients }) => recipients.includes(EMAIL))
      .flatMap(
        ({ text }) => text.replaceAll('=\r\n', '').match(/confirm-email#([\w-]{43})/)?.[1] ?? [],
      )
      .at(-1)
  await expect.poll(findToken).toBeDefined()
  await page.goto(`/confirm-email#${findToken()}`)
  await expect(page.getByText('Your email is confirmed.')).toBeVisible()
}

test('a sold-out show: one visitor cancels, another gets the seats as an offer in place, takes them, and buys them in another browser after signing in there [S-481][S-484][S-489][S-490]', async ({
  server,
  mailServer,
}) => {
  const seller = await server.newPage()
  const show = await server.takeShowtime()
  const all = await availableSeats(seller.request, show)
  for (let from = 2; from < all.length; from += ORDER_SIZE)
    await bookPlaces(seller.request, show, { seats: all.slice(from, from + ORDER_SIZE) })
  const seats = all.slice(0, 2)
  await bookPlaces(seller.request, show, { seats })
  expect(await availableSeats(seller.request, show)).toEqual([])

  const page = await server.newPage({ viewport: { width: 390, height: 844 } })
  await page.goto(seatScreenPath(show))
  await expect(page.getByRole('link', { name: 'Sign In to Join the Waiting List' })).toBeVisible()
  await signInConfirmed(page, mailServer)
  await page.goto(seatScreenPath(show))
  await expectLive(page)
  const list = waitingList(page)
  await list.getByRole('button', { name: 'Tell Me When Seats Come Free' }).click()
  await expect(list.getByLabel('Seats', { exact: true })).toBeFocused()
  await expect(list.getByRole('button', { name: 'Join the Waiting List' })).toBeInViewport()
  expect(await findAccessibilityProblems(page, { within: '#waiting-list' })).toEqual([])
  await list.getByRole('button', { name: 'Join the Waiting List' }).click()
  await expect(list.getByText(/^You are waiting for 2 seats side by side, until /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Notices', exact: true })).toBeVisible()

  await seller.goto('/profile?tab=bookings')
  await openMore(seller)
  await seller.getByRole('button', { name: 'Cancel', exact: true }).click()
  const dialog = seller.getByRole('dialog', { name: 'Cancel Booking' })
  await dialog.getByRole('button', { name: 'Cancel Booking' }).click()
  await expect(seller.getByRole('definition').filter({ hasText: /^Refunded$/ })).toBeVisible()

  const offer = page.getByRole('region', { name: 'Seats Are Held for You' })
  const labels = seats.map(({ seatNumber }) => seatNumber).join(', ')
  await expect(offer.getByText(labels)).toBeVisible()
  const bell = page.getByRole('button', { name: 'Notices, 1 unread' })
  await bell.click()
  await expect(
    page.getByRole('link', { name: new RegExp(`Seats for .*: ${labels}$`) }),
  ).toBeVisible()
  expect(await findAccessibilityProblems(page, { within: 'header' })).toEqual([])
  await page.keyboard.press('Escape')
  await expect(bell).toBeFocused()
  for (const { seatNumber } of seats) await expect(findSeat(page, seatNumber, 'held')).toBeVisible()
  expect(await findAccessibilityProblems(page, { within: '#waiting-list' })).toEqual([])
  const { entries } = await (await page.request.get('/api/waiting-list')).json()

  await offer.getByRole('button', { name: 'Take These Seats' }).click()
  for (const { seatNumber } of seats)
    await expect(findSeat(page, seatNumber, 'selected')).toBeVisible()
  await expect(
    page
      .getByText(/^Yours for 1[45]:\d\d/)
      .locator('visible=true')
      .first(),
  ).toBeVisible()
  const mails = mailServer.received.filter(({ text }) => text.includes('?offer='))
  expect(mails.length).toBeLessThanOrEqual(1)

  // The link of the mail, in a browser in which the account is not signed in.
  const other = await server.openPage(`${seatScreenPath(show)}?offer=${entries[0]._id}`)
  await expect(other.getByText(/^Sign in with your account to take the seats/)).toBeVisible()
  expect(await findAccessibilityProblems(other, { within: '#waiting-list' })).toEqual([])
  await waitingList(other).getByRole('link', { name: 'Sign In' }).click()
  await signIn(other, EMAIL)
  for (const { seatNumber } of seats)
    await expect(findSeat(other, seatNumber, 'selected')).toBeVisible()
  await expect(
    other.getByRole('region', { name: 'Seats Are Held for You' }).getByText('selected'),
  ).toBeVisible()
  await proceedToPayment(other)
  await other.getByRole('button', { name: /^Complete Payment/ }).click()
  await expect(other.getByRole('dialog', { name: 'Payment Successful!' })).toBeVisible()
})
