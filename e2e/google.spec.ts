import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectSignedIn, signOut } from './steps.ts'
import { readWebStorage, recordJsonBodies, TOKEN_PATTERN } from './tokens.ts'

const ASHA = { name: 'Asha Raman', email: 'asha.raman@example.com' }

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
  const readBodies = recordJsonBodies(page)
  await continueWithGoogle(page, ASHA.name)

  await expect(page).toHaveURL(/\/profile\?tab=bookings$/)
  await expect(page.getByText(ASHA.email)).toBeVisible()
  await page.reload()
  await expect(page.getByText(ASHA.email)).toBeVisible()

  await signOut(page)
  await continueWithGoogle(page, ASHA.name)
  await expect(page).toHaveURL(/\/$/)
  await expectSignedIn(page, ASHA.email)

  expect(await readWebStorage(page)).not.toMatch(TOKEN_PATTERN)
  expect(await readWebStorage(page)).toContain(ASHA.email)
  expect(await readBodies()).not.toMatch(TOKEN_PATTERN)
})
