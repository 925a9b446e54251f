import { createHttpClient } from '../server/test/support/http-client.ts'
import { expect, openContext, test } from './fixtures.ts'
import { expectSignedIn, PASSWORD, signIn, signUp } from './steps.ts'
import { startTlsSite } from './tls-site.ts'

const SITE = 'cinema.test'
const NEIGHBOUR = `attacker.${SITE}`
const ATTACKER = { username: 'Mallory', email: 'mallory@example.com', password: PASSWORD }
const VICTIM_EMAIL = 'asha@example.com'

test('cookies that a neighbouring subdomain plants over https start no session [S-141]', {
  tag: '@test-all',
}, async ({ playwright, launchOptions }) => {
  const site = await startTlsSite(SITE)
  const attacker = createHttpClient(site.plainUrl)
  await attacker.post('/api/auth/signup', ATTACKER)
  await attacker.post('/api/auth/signin', ATTACKER)

  const rule = `--host-resolver-rules=MAP ${SITE} 127.0.0.1, MAP *.${SITE} 127.0.0.1`
  const args = [...(launchOptions.args ?? []), rule]
  const browser = await playwright.chromium.launch({ ...launchOptions, args })
  const context = await openContext(browser, {
    baseURL: `https://${SITE}:${site.port}`,
    ignoreHTTPSErrors: true,
  })
  const page = await context.newPage()
  const readUser = () =>
    page.evaluate(async () => (await (await fetch('/api/auth/session')).json()).user)

  await page.goto('/')
  await page.goto(`https://${NEIGHBOUR}:${site.port}/`)
  const tokens = ['access', 'refresh', 'visitor'].map((purpose) => [
    purpose,
    attacker.jar.get(`__Host-marquee_${purpose}`) ?? '',
  ])
  const planted = ['__Host-', '__Secure-', ''].flatMap((prefix) =>
    tokens.flatMap(([purpose, value]) =>
      ['/', '/api/auth'].map((path) => {
        const cookie = `${prefix}marquee_${purpose}=${value}`
        return `${cookie}; Domain=${SITE}; Path=${path}; Secure; Max-Age=3600`
      }),
    ),
  )
  await page.evaluate((cookies) => {
    // biome-ignore lint/suspicious/noDocumentCookie: as the attacker does it
    for (const cookie of cookies) document.cookie = cookie
  }, planted)

  const readPlanted = async () => {
    const stored = (await context.cookies()).filter(({ domain }) => domain === `.${SITE}`)
    return [...new Set(stored.map(({ name }) => name))].toSorted()
  }
  // A page does not wait until the browser has stored its cookies.
  await expect
    .poll(readPlanted)
    .toEqual(
      ['__Secure-marquee_', 'marquee_']
        .flatMap((prefix) => tokens.map(([purpose]) => prefix + purpose))
        .toSorted(),
    )

  await page.goto('/sign-in')
  expect(await readUser()).toBeNull()
  await signUp(page, VICTIM_EMAIL)
  await signIn(page, VICTIM_EMAIL)
  await expectSignedIn(page, VICTIM_EMAIL)
  await context.clearCookies({ name: '__Host-marquee_access' })
  await page.reload()
  await expectSignedIn(page, VICTIM_EMAIL)

  await browser.close()
  await site.close()
})
