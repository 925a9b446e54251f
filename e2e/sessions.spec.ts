import type { Page } from '@playwright/test'
import { SESSION_ENDED } from '../contract/src/session.ts'
import { expect, test } from './fixtures.ts'
import { PASSWORD, signIn, signUp } from './steps.ts'
import { readWebStorage, recordJsonBodies, TOKEN_PATTERN } from './tokens.ts'

const EMAIL = 'asha@example.com'
const ACCESS = 'marquee_access'

const isSignedIn = (page: Page) => expect(page.getByText(`Welcome, ${EMAIL}`)).toBeVisible()

async function join(page: Page) {
  await signUp(page, EMAIL)
  await signIn(page, EMAIL)
  await isSignedIn(page)
}

test('signing up, in and out; a reload keeps the session; the profile is for its owner [R-1.5]', async ({
  server,
}) => {
  const page = await server.openPage('/profile')
  await expect(page).toHaveURL(/\/sign-in$/)
  const answered = recordJsonBodies(page)
  await signUp(page, EMAIL)
  await signIn(page, EMAIL)
  await expect(page).toHaveURL(/\/profile$/)

  await page.goto('/')
  await page.reload()
  await isSignedIn(page)
  expect(await readWebStorage(page)).toContain(EMAIL)
  expect(await readWebStorage(page)).not.toMatch(TOKEN_PATTERN)
  expect(await answered()).not.toMatch(TOKEN_PATTERN)

  await page.goto('/profile')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/\/sign-in$/)
  expect(await readWebStorage(page)).not.toContain(EMAIL)
  await page.goto('/profile?tab=bookings')
  await expect(page).toHaveURL(/\/sign-in/)
})

test('an access token that has run out is renewed unnoticed, whether its cookie is gone or stale', async ({
  server,
}) => {
  const page = await server.openPage('/sign-in')
  await join(page)
  const cookies = page.context()
  const access = (await cookies.cookies()).find(({ name }) => name === ACCESS)
  if (!access) throw new Error('no access cookie')

  await cookies.clearCookies({ name: ACCESS })
  await page.goto('/profile?tab=bookings')
  await expect(page.getByText("You haven't made any bookings yet.")).toBeVisible()
  await cookies.addCookies([{ ...access, value: `${access.value.slice(0, -6)}forged` }])
  await page.reload()

  await expect(page.getByText("You haven't made any bookings yet.")).toBeVisible()
  await expect(page.getByText(SESSION_ENDED)).toBeHidden()
  const renewed = (await cookies.cookies()).find(({ name }) => name === ACCESS)
  expect(renewed?.value).not.toContain('forged')
})

test('a session that was ended elsewhere says so and leads to signing in again', async ({
  server,
}) => {
  const page = await server.openPage('/sign-in')
  await join(page)
  await page.goto('/profile')
  await expect(page.getByLabel('Username')).toBeVisible()

  const elsewhere = await server.openPage('/sign-in')
  await signIn(elsewhere, EMAIL)
  await isSignedIn(elsewhere)
  await elsewhere.goto('/profile')
  await elsewhere.getByLabel('New Password').fill('another row, another seat')
  await elsewhere.getByLabel('Current Password').fill(PASSWORD)
  await elsewhere.getByRole('button', { name: 'Update Profile' }).click()
  await expect(elsewhere.getByText('Profile updated successfully!')).toBeVisible()

  await page.getByRole('link', { name: 'My Bookings' }).click()
  await expect(page.getByText(SESSION_ENDED)).toBeVisible()
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/sign-in/)
})
