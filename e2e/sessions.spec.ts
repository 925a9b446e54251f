import type { Page } from '@playwright/test'
import { SESSION_ENDED } from '../contract/src/session.ts'
import { expect, test } from './fixtures.ts'
import { expectSignedIn, PASSWORD, signIn, signOut, signUp } from './steps.ts'
import { readWebStorage, recordJsonBodies, TOKEN_PATTERN } from './tokens.ts'

const EMAIL = 'asha@example.com'
const ACCESS_COOKIE = 'marquee_access'

async function signUpAndIn(page: Page) {
  await signUp(page, EMAIL)
  await signIn(page, EMAIL)
  await expectSignedIn(page, EMAIL)
}

test('a user signs up, signs in and out; a reload keeps the session [R-1.5]', async ({
  server,
}) => {
  const page = await server.openPage('/profile')
  await expect(page).toHaveURL(/\/sign-in$/)
  const readBodies = recordJsonBodies(page)
  await signUp(page, EMAIL)
  await signIn(page, EMAIL)
  await expect(page).toHaveURL(/\/profile$/)

  await page.goto('/')
  await page.reload()
  await expectSignedIn(page, EMAIL)
  expect(await readWebStorage(page)).toContain(EMAIL)
  expect(await readWebStorage(page)).not.toMatch(TOKEN_PATTERN)
  expect(await readBodies()).not.toMatch(TOKEN_PATTERN)

  await signOut(page)
  expect(await readWebStorage(page)).not.toContain(EMAIL)
  await page.goto('/profile?tab=bookings')
  await expect(page).toHaveURL(/\/sign-in/)
})

test('an access cookie that is missing or invalid is renewed', async ({ server }) => {
  const page = await server.openPage('/sign-in')
  await signUpAndIn(page)
  const cookies = page.context()
  const access = (await cookies.cookies()).find(({ name }) => name === ACCESS_COOKIE)
  if (!access) throw new Error('no access cookie')

  await cookies.clearCookies({ name: ACCESS_COOKIE })
  await page.goto('/profile?tab=bookings')
  await expect(page.getByText("You haven't made any bookings yet.")).toBeVisible()
  await cookies.addCookies([{ ...access, value: `${access.value.slice(0, -6)}forged` }])
  await page.reload()

  await expect(page.getByText("You haven't made any bookings yet.")).toBeVisible()
  await expect(page.getByText(SESSION_ENDED)).toBeHidden()
  const renewed = (await cookies.cookies()).find(({ name }) => name === ACCESS_COOKIE)
  expect(renewed?.value).not.toContain('forged')
})

test('a session that was ended by a password change shows the message and asks to sign in again', async ({
  server,
}) => {
  const page = await server.openPage('/sign-in')
  await signUpAndIn(page)
  await page.goto('/profile')
  await expect(page.getByLabel('Username')).toBeVisible()

  const otherBrowser = await server.openPage('/sign-in')
  await signIn(otherBrowser, EMAIL)
  await expectSignedIn(otherBrowser, EMAIL)
  await otherBrowser.goto('/profile')
  await otherBrowser.getByLabel('New Password').fill('seats in row eight')
  await otherBrowser.getByLabel('Current Password').fill(PASSWORD)
  await otherBrowser.getByRole('button', { name: 'Update Profile' }).click()
  await expect(otherBrowser.getByText('Profile updated successfully!')).toBeVisible()

  await page.getByRole('link', { name: 'My Bookings' }).click()
  await expect(page.getByText(SESSION_ENDED)).toBeVisible()
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/sign-in/)
})
