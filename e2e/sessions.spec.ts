import { expect, test } from './fixtures.ts'
import { expectSignedIn, signIn, signOut, signUp } from './steps.ts'
import { readWebStorage, recordJsonBodies, TOKEN_PATTERN } from './tokens.ts'

const EMAIL = 'asha@example.com'

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
