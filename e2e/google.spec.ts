import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectSignedIn, signIn, signOut, signUp } from './steps.ts'
import { readWebStorage, recordJsonBodies, TOKEN_PATTERN } from './tokens.ts'

const GOOGLE = 'Continue with Google'
const ASHA = { name: 'Asha Raman', email: 'asha.raman@example.com' }

/** Presses Continue with Google and chooses an account of the local provider. */
async function continueWithGoogle(page: Page, name: string) {
  await page.getByRole('button', { name: GOOGLE }).click()
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

  await page.goto('/sign-in')
  await expect(page).toHaveURL(/\/$/)
  expect(await readWebStorage(page)).not.toMatch(TOKEN_PATTERN)
  expect(await readWebStorage(page)).toContain(ASHA.email)
  expect(await readBodies()).not.toMatch(TOKEN_PATTERN)
})

test('an account with a password is linked with Google by signing in once', async ({ server }) => {
  const page = await server.openPage('/sign-in')
  const readBodies = recordJsonBodies(page)
  await signUp(page, ASHA.email)
  await continueWithGoogle(page, ASHA.name)

  await expect(page.getByText(/There is already an account with your email address/)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(ASHA.email)
  expect(await readWebStorage(page)).not.toContain(ASHA.email)
  await signIn(page, ASHA.email)
  await expectSignedIn(page, ASHA.email)
  await expect(page.getByText(/You can now use Continue with Google/)).toBeVisible()

  await signOut(page)
  await continueWithGoogle(page, ASHA.name)
  await expectSignedIn(page, ASHA.email)
  expect(await readWebStorage(page)).not.toMatch(TOKEN_PATTERN)
  expect(await readBodies()).not.toMatch(TOKEN_PATTERN)
})

test('a cancelled or unverified Google sign-in shows the reason and signs nobody in', async ({
  server,
}) => {
  const page = await server.openPage('/payment-new')
  await page.goto('/sign-in')
  await continueWithGoogle(page, 'Cancel')
  await expect(page.getByText(/Google sign-in was cancelled/)).toBeVisible()

  await continueWithGoogle(page, 'Kabir Nair')
  await expect(page.getByText(/Google has not verified your email address/)).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  const { user } = await (await page.request.get('/api/auth/session')).json()
  expect(user).toBeNull()
})

test('the local provider is accessible and uses the fonts of the product', async ({ server }) => {
  const page = await server.openPage('/sign-in')
  await page.getByRole('button', { name: GOOGLE }).click()
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
  const isLoaded = (font: string) =>
    page.evaluate((name) => document.fonts.ready.then(() => document.fonts.check(name)), font)
  for (const font of ['16px Figtree', '16px "Bodoni Moda"']) expect(await isLoaded(font)).toBe(true)

  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})

test.describe('without an identity provider', () => {
  test.use({ environment: { NODE_ENV: 'production' } })

  test('the sign-in page does not offer Google and the local provider does not exist', async ({
    server,
  }) => {
    const page = await server.openPage('/sign-in')
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: GOOGLE })).toBeHidden()

    const provider = await page.request.get('/dev/openid/.well-known/openid-configuration')
    expect(provider.status()).toBe(404)
  })
})
