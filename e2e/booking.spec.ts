import { expect, test } from './fixtures.ts'
import { expectLive, findSeat, openSeatScreen, selectSeat, signIn, signUp } from './steps.ts'

test.use({ ownServer: true, contextOptions: { reducedMotion: 'no-preference' } })

test('a visitor books seats and parking, signs up, pays and sees the ticket, also after a server crash [R-1.1][R-1.7][R-4.23][R-5.12]', async ({
  server,
}) => {
  const page = await server.openPage()
  await page.getByPlaceholder('Search for a movie...').fill('metro')
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('button', { name: 'Details of Metropolis' }).click()
  const details = page.getByRole('dialog', { name: 'Metropolis' })
  await expect(details).toContainText('Genre')
  await expect(details).toContainText('Cast')
  await details.getByRole('button', { name: 'Close' }).click()

  await openSeatScreen(page, 'Metropolis')
  const other = await server.openPage(new URL(page.url()).pathname)
  await expectLive(other)

  const seats = [await selectSeat(page, 'Standard'), await selectSeat(page, 'VIP')]
  for (const seat of seats) await expect(findSeat(other, seat, 'held')).toBeVisible()

  await page.getByRole('button', { name: 'Add Parking' }).click()
  await page.getByRole('button', { name: /^Two Wheeler slot T1, .* available$/ }).click()
  await page.getByLabel('Vehicle number for Two Wheeler Slot T1').fill('tn 01 ab 1234')
  await page.getByLabel('Phone Number').fill('98765 43210')
  await page.getByRole('button', { name: 'Proceed to Payment' }).first().click()

  const dialog = page.getByRole('dialog', { name: 'Sign In Required' })
  await expect(dialog).toContainText('Please sign in to complete your booking')
  await dialog.getByRole('button', { name: /sign in/i }).click()
  await signUp(page, 'asha@example.com')
  await signIn(page, 'asha@example.com')

  await expect(page.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible()
  await page.getByRole('button', { name: 'Complete Payment (₹450)' }).click()
  const success = page.getByRole('dialog', { name: 'Payment Successful!' })
  await expect(success).toContainText(/Booking Reference:\s+MQ-[2-9A-Z]{10}/)
  const reference = /MQ-[2-9A-Z]{10}/.exec((await success.textContent()) ?? '')?.[0] ?? ''
  for (const seat of seats) await expect(findSeat(other, seat, 'sold')).toBeVisible()

  await success.getByRole('button', { name: 'View My Bookings' }).click()
  const ticket = page.getByRole('article').filter({ hasText: reference })
  for (const text of ['Metropolis', ...seats, 'T1', '98765 43210', '₹450', 'Paid', /\d+ min/]) {
    await expect(ticket).toContainText(text)
  }

  await server.crashAndRestart()
  await page.reload()
  await expect(ticket).toBeVisible()
  await other.reload()
  for (const seat of seats) await expect(findSeat(other, seat, 'sold')).toBeVisible()
})
