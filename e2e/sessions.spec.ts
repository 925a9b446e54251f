import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectSignedIn, signIn, signOut, signUp } from './steps.ts'
import { readWebStorage, recordTokenLeaks } from './tokens.ts'

const EMAIL = 'asha@example.com'
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

test('a user confirms the email of the sign-up, and replaces a lost password by a link', async ({
  server,
}) => {
  const page = await server.openPage('/profile')
  await signUp(page, EMAIL)
  await signIn(page, EMAIL)
  const banner = page.getByRole('complementary', { name: 'Email confirmation' })
  await expect(banner).toContainText(EMAIL)
  await page.goto(await server.readLink('/confirm-email'))
  await expect(page.getByText('Your email is confirmed.')).toBeVisible()
  await expect(page).toHaveURL(/\/confirm-email$/)
  await page.goto('/profile')
  await expect(page.getByRole('button', { name: 'Update Profile' })).toBeVisible()
  await expect(banner).toHaveCount(0)

  await signOut(page)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByRole('button', { name: 'Send Link' }).click()
  await expect(page.getByText('If this email has an account')).toBeVisible()
  await page.goto(await server.readLink('/reset-password'))
  await page.getByLabel('New Password').fill('another password, chosen now')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('Your password is changed.')).toBeVisible()
  await page.getByRole('link', { name: 'Sign In' }).last().click()
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByLabel('Password').fill('another password, chosen now')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expectSignedIn(page, EMAIL)
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
