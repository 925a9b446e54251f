import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { signIn, signUp } from './steps.ts'
import { readWebStorage, recordJsonBodies, TOKEN_PATTERN } from './tokens.ts'

const GOOGLE = 'Continue with Google'
const ASHA = { name: 'Asha Raman', email: 'asha.raman@example.com' }

async function chooseAtProvider(page: Page, name: string) {
  await expect(page.getByText('Local provider for development')).toBeVisible()
  await page.getByRole('button', { name }).click()
}

async function continueAs(page: Page, name: string) {
  await page.goto('/sign-in')
  await page.getByRole('button', { name: GOOGLE }).click()
  await chooseAtProvider(page, name)
}

const isSignedInAs = (page: Page, email: string) =>
  expect(page.getByText(`Welcome, ${email}`)).toBeVisible()

const signOut = async (page: Page) => {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/\/sign-in$/)
}

test('a new person comes in with Google, stays, leaves and returns [R-1.6]', async ({ server }) => {
  const page = await server.openPage('/profile?tab=bookings')
  const answered = recordJsonBodies(page)
  await page.getByRole('button', { name: GOOGLE }).click()
  await chooseAtProvider(page, ASHA.name)

  await expect(page).toHaveURL(/\/profile\?tab=bookings$/)
  await expect(page.getByText(ASHA.email)).toBeVisible()
  await page.reload()
  await expect(page.getByText(ASHA.email)).toBeVisible()

  await signOut(page)
  await continueAs(page, ASHA.name)
  await expect(page).toHaveURL(/\/$/)
  await isSignedInAs(page, ASHA.email)

  await page.goto('/sign-in')
  await expect(page).toHaveURL(/\/$/)
  expect(await readWebStorage(page)).not.toMatch(TOKEN_PATTERN)
  expect(await readWebStorage(page)).toContain(ASHA.email)
  expect(await answered()).not.toMatch(TOKEN_PATTERN)
})

test('an account with a password is linked by that password, once', async ({ server }) => {
  const page = await server.openPage('/sign-in')
  const answered = recordJsonBodies(page)
  await signUp(page, ASHA.email)
  await continueAs(page, ASHA.name)

  await expect(page.getByText(/There is already an account with your email address/)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(ASHA.email)
  expect(await readWebStorage(page)).not.toContain(ASHA.email)
  await signIn(page, ASHA.email)
  await isSignedInAs(page, ASHA.email)
  await expect(page.getByText(/You can now use Continue with Google/)).toBeVisible()

  await signOut(page)
  await continueAs(page, ASHA.name)
  await isSignedInAs(page, ASHA.email)
  expect(await readWebStorage(page)).not.toMatch(TOKEN_PATTERN)
  expect(await answered()).not.toMatch(TOKEN_PATTERN)
})

test('who cancels at the provider, or is not vouched for, is told so and signed in nowhere', async ({
  server,
}) => {
  const page = await server.openPage('/payment-new')
  await page.goto('/sign-in')
  await page.getByRole('button', { name: GOOGLE }).click()
  await chooseAtProvider(page, 'Cancel')
  await expect(page.getByText(/Google sign-in was cancelled/)).toBeVisible()

  await page.getByRole('button', { name: GOOGLE }).click()
  await chooseAtProvider(page, 'Kabir Nair')
  await expect(page.getByText(/Google has not verified your email address/)).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  const { user } = await (await page.request.get('/api/auth/session')).json()
  expect(user).toBeNull()
})

test('the local provider is fit for everyone, and looks like the house', async ({ server }) => {
  const page = await server.openPage('/sign-in')
  await page.getByRole('button', { name: GOOGLE }).click()
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
  const isLoaded = (face: string) =>
    page.evaluate((name) => document.fonts.ready.then(() => document.fonts.check(name)), face)
  for (const face of ['16px Figtree', '16px "Bodoni Moda"']) expect(await isLoaded(face)).toBe(true)

  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})

test('Go Back from a page one signed in for never leads through the doors', async ({ server }) => {
  const page = await server.openPage('/faq')
  await page.getByRole('link', { name: 'Sign In' }).click()
  await page.getByRole('link', { name: 'Sign up' }).click()
  await expect(page.getByRole('heading', { name: 'Register' })).toBeVisible()
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  await page.getByRole('link', { name: 'Sign up' }).click()
  await expect(page.getByRole('heading', { name: 'Register' })).toBeVisible()
  await page.getByRole('link', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()

  await page.goBack()
  await expect(page).toHaveURL(/\/faq$/)
})

test.describe('where nobody vouches for people', () => {
  test.use({ environment: { NODE_ENV: 'production' } })

  test('Google is not offered, and there is no provider to reach', async ({ server }) => {
    const page = await server.openPage('/sign-in')
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: GOOGLE })).toBeHidden()

    const provider = await page.request.get('/dev/openid/.well-known/openid-configuration')
    expect(provider.status()).toBe(404)
  })
})
