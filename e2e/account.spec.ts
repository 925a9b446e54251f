import type { Page } from '@playwright/test'
import { type MailServer, startMailServer } from '../server/test/support/mail-server.ts'
import { test as base, expect } from './fixtures.ts'
import { expectSignedIn, signIn, signOut, signUp } from './steps.ts'

const EMAIL = 'asha@example.com'
const NEW_PASSWORD = 'another password, chosen now'
const FIREFOX = 'Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0'

/** The site sends its mails to an SMTP server of the test. */
const test = base.extend<{ mailServer: MailServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
  mailServer: async ({}, use) => {
    const mailServer = await startMailServer()
    await use(mailServer)
    await mailServer.close()
  },
  environment: async ({ mailServer }, use) => use({ SMTP_URL: mailServer.url() }),
})

/** Waits for a mail with a link to a page and opens the link. */
async function openMailedLink(page: Page, { received }: MailServer, path: string) {
  const findLink = () =>
    received
      .filter(({ recipients }) => recipients.includes(EMAIL))
      // Quoted-printable: a long line is broken after an equals sign.
      .flatMap(({ text }) => text.replaceAll('=\r\n', '').match(`http\\S+${path}#[\\w-]{43}`) ?? [])
      .at(-1)
  await expect.poll(findLink).toBeDefined()
  const { pathname, hash } = new URL(findLink() ?? '')
  await page.goto(pathname + hash)
}

const listDevices = (page: Page) =>
  page.getByRole('list', { name: 'Signed-in devices' }).getByRole('listitem')

test('a user signs up, confirms the email, replaces a lost password and signs out another device', async ({
  server,
  mailServer,
}) => {
  const page = await server.openPage('/profile')
  await signUp(page, EMAIL)
  await signIn(page, EMAIL)
  const banner = page.getByRole('complementary', { name: 'Email confirmation' })
  await expect(banner).toContainText(EMAIL)
  await openMailedLink(page, mailServer, '/confirm-email')
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
  await openMailedLink(page, mailServer, '/reset-password')
  await page.getByLabel('New Password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('Your password is changed.')).toBeVisible()
  await page.getByRole('link', { name: 'Sign In' }).last().click()
  await signIn(page, EMAIL, NEW_PASSWORD)
  await expectSignedIn(page, EMAIL)

  const phone = await server.openPage('/sign-in', { userAgent: FIREFOX })
  await signIn(phone, EMAIL, NEW_PASSWORD)
  await expectSignedIn(phone, EMAIL)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Signed-In Devices' }).click()
  await expect(listDevices(page)).toHaveText([
    /^Chrome on \w+This deviceActive now/,
    /^Firefox on AndroidLast seen within the last hour/,
  ])
  await page.getByRole('button', { name: 'Sign Out Firefox on Android' }).click()
  await expect(page.getByText('Firefox on Android is signed out.')).toBeVisible()
  await expect(listDevices(page)).toHaveCount(1)

  await phone.goto('/profile')
  await expect(phone).toHaveURL(/\/sign-in$/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Update Profile' })).toBeVisible()
})
