import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDataDir } from '../server/test/support/server-process.ts'
import { expect, test } from './fixtures.ts'
import { delayRequests, mockError } from './mock-responses.ts'
import { expectLive, seatScreenPath, untilRendered } from './steps.ts'

const withoutScripts = { javaScriptEnabled: false }

test('listing, FAQ and About can be read without JavaScript', async ({ server }) => {
  const listing = await server.openPage('/', withoutScripts)
  await expect(listing.getByRole('heading', { name: 'Now Showing' })).toBeVisible()
  await expect(listing.getByRole('article', { name: 'Amaran' })).toContainText('Tamil')
  await expect(listing.getByRole('link', { name: 'Book Now', exact: true }).first()).toBeVisible()

  const faq = await server.openPage('/faq', withoutScripts)
  await expect(faq).toHaveTitle('FAQ · Marquee')
  await expect(faq.getByText('How is payment handled?')).toBeVisible()
  await expect(faq.getByText('no money is taken')).toBeVisible()

  const about = await server.openPage('/about', withoutScripts)
  await expect(about.getByText('Our Mission')).toBeVisible()
})

test('the listing and the movie of a seat screen are requested once, with the page', async ({
  server,
}) => {
  const page = await server.newPage()
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  const seatScreen = seatScreenPath(await server.takeShowtime())
  await untilRendered(page, '/')
  await untilRendered(page, seatScreen)

  await page.goto('/')
  await expect(page.getByRole('article', { name: 'Amaran' })).toBeVisible()
  await page.goto(seatScreen)
  await expectLive(page)

  expect(calls).toContain('/api/auth/session')
  // The showtime is compared after each connect of the socket.
  expect(calls.filter((path) => path.startsWith('/api/movies'))).toEqual([])
})

test('a page that the server has not rendered makes its call and shows loading and error [R-4.1]', {
  tag: '@test-all',
}, async ({ server }) => {
  const page = await server.newPage()
  const release = await delayRequests(page, '**/api/movies')
  await page.goto('/?q=')
  await expect(page.getByText('Loading your experience...')).toBeVisible()
  release()
  await expect(page.getByRole('article', { name: 'Amaran' })).toBeVisible()

  await page.unrouteAll()
  await mockError(page, '**/api/movies', 400, 'No.')
  await page.goto('/?q=')
  await expect(page.getByText('Failed to fetch movies')).toBeVisible()
})

test('a page whose code arrives after the address of the cinema hydrates without an error', async ({
  server,
}) => {
  const page = await server.newPage()
  const releaseCode = await delayRequests(page, '**/assets/about-*.js')
  const cinema = page.waitForResponse('**/api/cinema')
  await page.goto('/about', { waitUntil: 'commit' })
  await (await cinema).finished()
  await expect(
    page.getByRole('contentinfo').getByRole('link', { name: 'Directions' }),
  ).toBeVisible()
  releaseCode()

  // The fixture reports errors of the page.
  await page.getByRole('main').getByRole('link', { name: 'Book Now' }).click()
  await expect(page.getByRole('heading', { name: 'Now Showing' })).toBeVisible()
})

test('text that is typed before the app has started stays in the form', async ({ server }) => {
  const page = await server.newPage()
  const releaseScripts = await delayRequests(page, '**/*.js')
  await page.goto('/sign-in', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill('asha@example.com')
  const submit = page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true })
  await expect(submit).toBeDisabled()

  releaseScripts()

  await expect(submit).toBeEnabled()
  await expect(page.getByLabel('Email')).toHaveValue('asha@example.com')
})

test('a search that is typed before the app has started finds its movies [S-600]', async ({
  server,
}) => {
  const page = await server.newPage()
  const releaseScripts = await delayRequests(page, '**/*.js')
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('searchbox').fill('brother')
  await expect(page.getByRole('article', { name: 'Amaran' })).toBeVisible()

  releaseScripts()

  await expect(page.getByRole('article', { name: 'Amaran' })).toHaveCount(0)
  await expect(page.getByRole('article', { name: 'Brother' })).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue('brother')
})

for (const [code, file] of [
  ['the app', 'app'],
  ['the page', 'faq'],
] as const) {
  test(`a button that is pressed before the code of ${code} is there works later`, {
    tag: file === 'app' ? [] : '@test-all',
  }, async ({ server }) => {
    const page = await server.newPage()
    const releaseScripts = await delayRequests(page, `**/assets/${file}-*.js`)
    // The first script of the page requests this file, and remembers clicks from then on.
    const isRequested = page.waitForRequest(`**/assets/${file}-*.js`)
    await page.goto('/faq', { waitUntil: 'commit' })
    await isRequested
    const tab = page.getByRole('tab', { name: 'Contact' })
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'false')

    releaseScripts()

    await expect(page.getByRole('heading', { name: 'Contact Us' })).toBeVisible()
  })
}

test('a button that works before the code of the page is there is pressed once', {
  tag: '@test-all',
}, async ({ server }) => {
  const page = await server.newPage({ viewport: { width: 390, height: 844 } })
  const releaseScripts = await delayRequests(page, '**/assets/faq-*.js')
  await page.goto('/faq', { waitUntil: 'commit' })
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: 'Directions' })).toBeVisible()
  await page.evaluate(() => {
    const { dataset } = document.documentElement
    document.addEventListener('click', () => {
      dataset.clicks = `${dataset.clicks ?? ''}1`
    })
  })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()

  releaseScripts()

  await expect(page.locator('form [type=submit]:enabled').first()).toBeAttached()
  await expect(page.locator('html')).toHaveAttribute('data-clicks', '1')
})

test('going back before the app has started shows the other page', { tag: '@test-all' }, async ({
  server,
}) => {
  const page = await server.openPage('/about')
  await page.getByRole('link', { name: 'FAQ', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'At Your Service' })).toBeVisible()
  const releaseScripts = await delayRequests(page, '**/assets/app-*.js')
  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'At Your Service' })).toBeVisible()
  await page.goBack({ waitUntil: 'commit' })

  releaseScripts()

  await expect(page.getByRole('heading', { name: 'About Us', level: 1 })).toBeVisible()
})

test('rendered pages need no inline script, and the policy forbids it', async ({ server }) => {
  const { request } = await server.newPage()
  const seatScreen = seatScreenPath(await server.takeShowtime())
  for (const path of [
    '/',
    '/faq',
    '/about',
    '/sign-in',
    '/sign-up',
    '/movies/amaran',
    seatScreen,
  ]) {
    const response = await request.get(path)
    const policy = response.headers()['content-security-policy'] ?? ''
    expect(policy).toMatch(/script-src 'self'(;|$)/)
    const html = await response.text()
    expect.soft(html, path).toContain('<h1')
    const scripts = [...html.matchAll(/<script\b([^>]*)>/g)].map(([, attributes]) => attributes)
    expect
      .soft(
        scripts.filter(
          (attributes) => !/src=|type="application\/(ld\+)?json"/.test(attributes ?? ''),
        ),
        path,
      )
      .toEqual([])
  }
})

test.describe('a movie with a hostile name', () => {
  const data = createDataDir()
  const catalogue = join(data.dataDir, 'catalogue.json')
  const name = `</script><script>document.title='attacked'</script><img src=x onerror="document.title='attacked'">`
  const movie = {
    name,
    genre: name,
    cast: [name],
    summary: name,
    ratings: 8,
    votes: 1,
    language: name,
    duration: 100,
    rating: 'U',
    imageUrl: 'new.jpg',
  }
  writeFileSync(catalogue, JSON.stringify({ screens: [], movies: [movie] }))
  test.use({ environment: { CATALOGUE: catalogue } })
  test.afterAll(() => data.remove())

  test('is shown as text', { tag: '@test-all' }, async ({ server }) => {
    const page = await server.openPage('/')

    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
    await expect(page).toHaveTitle('Marquee')
  })
})
