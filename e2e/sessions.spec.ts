import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { createEmail, expectSignedIn, signIn, signOut, signUp } from './steps.ts'
import { readWebStorage, recordTokenLeaks } from './tokens.ts'

const EMAIL = createEmail()
const GOOGLE_USER = { name: 'Asha Raman', email: 'asha.raman@example.com' }

test('a user signs up, signs in and out; a reload keeps the session [R-1.5][R-6.2]', async ({
  server,
}) => {
  const page = await server.openPage('/profile')
  await expect(page).toHaveURL(/\/sign-in$/)
  const expectNoTokens = recordTokenLeaks(page)
  await signUp(page, EMAIL)
  await signIn(page, EMAIL)
  await expect(page).toHaveURL(/\/profile$/)

  await page.goto('/')
  await page.reload()
  await expectSignedIn(page, EMAIL)
  expect(await readWebStorage(page)).toContain(EMAIL)
  await expectNoTokens()

  await signOut(page)
  expect(await readWebStorage(page)).not.toContain(EMAIL)
  await page.goto('/profile?tab=bookings')
  await expect(page).toHaveURL(/\/sign-in/)
})

/** Presses Continue with Google and chooses an account of the local provider. */
async function continueWithGoogle(page: Page, name: string) {
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page.getByText('Local provider for development')).toBeVisible()
  await page.getByRole('button', { name }).click()
}

test('a new user signs in with Google, returns to the page, signs out and in again [R-1.6]', async ({
  server,
}) => {
  const page = await server.openPage('/profile?tab=bookings')
  const expectNoTokens = recordTokenLeaks(page)
  await continueWithGoogle(page, GOOGLE_USER.name)

  await expect(page).toHaveURL(/\/profile\?tab=bookings$/)
  await page.reload()
  await expect(page.getByText(GOOGLE_USER.email)).toBeVisible()

  await signOut(page)
  await continueWithGoogle(page, GOOGLE_USER.name)
  await expect(page).toHaveURL(/\/$/)
  await expectSignedIn(page, GOOGLE_USER.email)
  expect(await readWebStorage(page)).toContain(GOOGLE_USER.email)
  await expectNoTokens()
})
