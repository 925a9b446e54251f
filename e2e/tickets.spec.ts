import type { Page } from '@playwright/test'
import { expect, type TestServer, test } from './fixtures.ts'
import { readQrCode } from './qr.ts'
import { openMore, signIn } from './steps.ts'
import { bookPlaces, fetchBookings, fetchSeats, signInNewUser } from './test-data.ts'

const PHONE = { viewport: { width: 390, height: 844 } }

/** Books two seats for a new user of this browser and returns the reference. */
async function bookTwoSeats(server: TestServer, { request }: Page) {
  const showtime = await server.takeShowtime()
  const seats = (await fetchSeats(request, showtime)).filter(({ status }) => status === 'AVAILABLE')
  const userId = await bookPlaces(request, showtime, { seats: seats.slice(0, 2) })
  const [booking] = await fetchBookings(request, userId)
  return booking.bookingReference as string
}

const fetchPasses = async ({ request }: Page, reference: string) =>
  (await (await request.get(`/api/bookings/${reference}/passes`)).json()).passes

const qrCode = (page: Page) => page.getByRole('img', { name: /^QR code/ })

test('the codes on the ticket page at 390 px are the passes, and a shared pass opens without an account', async ({
  server,
}) => {
  const page = await server.newPage(PHONE)
  const reference = await bookTwoSeats(server, page)
  const [whole, seat] = await fetchPasses(page, reference)

  await page.goto('/profile?tab=bookings')
  await page.getByRole('link', { name: 'Show Ticket' }).click()
  await expect(page).toHaveURL(`/bookings/${reference}`)
  await expect(page.locator('[data-page-transition]')).toHaveCount(0)
  await expect(page.getByText('Admit 2')).toBeVisible()
  expect(await readQrCode(qrCode(page))).toBe(whole.token)
  await page.getByRole('button', { name: seat.label, exact: true }).click()
  await expect(page.getByText('Admit 1')).toBeVisible()
  expect(await readQrCode(qrCode(page))).toBe(seat.token)

  const friend = await server.openPage(`/pass/${seat.token}`, PHONE)
  await expect(friend.getByText('Admit 1')).toBeVisible()
  expect(await readQrCode(qrCode(friend))).toBe(seat.token)
  await expect(friend.getByText(reference)).toHaveCount(0)
  const download = friend.waitForEvent('download')
  await friend.getByRole('link', { name: 'Add to Calendar' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.ics$/)

  const forged = await server.openPage(`/pass/${seat.token.replace(/.$/, 'A')}Q`)
  await expect(forged.getByText('This ticket is not valid.')).toBeVisible()
})

test('the files of a booking are downloaded from My Bookings', { tag: '@test-all' }, async ({
  server,
}) => {
  const page = await server.newPage()
  await bookTwoSeats(server, page)
  await page.goto('/profile?tab=bookings')
  await openMore(page)

  for (const [name, file] of [
    ['Add to Calendar', /\.ics$/],
    ['Download PDF', /\.pdf$/],
  ] as const) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name }).click()
    expect((await download).suggestedFilename()).toMatch(file)
  }
})

test('the ticket of another user is not found, and signing in leads back to the own ticket', {
  tag: '@test-all',
}, async ({ server }) => {
  const owner = await server.newPage()
  const reference = await bookTwoSeats(server, owner)

  const other = await server.newPage()
  await signInNewUser(other.request)
  await other.goto(`/bookings/${reference}`)
  await expect(other.getByText('We could not find that booking.')).toBeVisible()
  await expect(qrCode(other)).toHaveCount(0)

  const { user } = await (await owner.request.get('/api/auth/session')).json()
  const signedOut = await server.openPage(`/bookings/${reference}`)
  await expect(signedOut).toHaveURL(/\/sign-in$/)
  await signIn(signedOut, user.email)
  await expect(signedOut).toHaveURL(`/bookings/${reference}`)
  await expect(signedOut.getByText('Admit 2')).toBeVisible()
})

test('printing the ticket page prints the pass on one page', { tag: '@test-all' }, async ({
  server,
}) => {
  const page = await server.newPage()
  const reference = await bookTwoSeats(server, page)
  await page.goto(`/bookings/${reference}`)
  await expect(page.getByText('Admit 2')).toBeVisible()
  const [whole] = await fetchPasses(page, reference)

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Share' })).toBeHidden()
  expect(await readQrCode(qrCode(page))).toBe(whole.token)
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
})
