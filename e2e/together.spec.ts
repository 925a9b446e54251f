import type { Showtime } from '@marquee/contract/movies/showtimes'
import type { Page } from '@playwright/test'
import { findAccessibilityProblems } from './find-accessibility-problems.ts'
import { expect, type TestServer, test } from './fixtures.ts'
import { getShifts, MAX_SHIFT, observeShiftsFromNow } from './layout-shifts.ts'
import { expectLive, findSeat, proceedToPayment, seatScreenPath, waitUntilStable } from './steps.ts'
import { fetchBookings, fetchSeats, signInNewUser } from './test-data.ts'

/** A signed-in visitor in a browser context of their own. */
async function openVisitor(server: TestServer) {
  const page = await server.newPage()
  return { page, userId: await signInNewUser(page.request) }
}
type Visitor = Awaited<ReturnType<typeof openVisitor>>

const select = async (page: Page, seat: string) => {
  await findSeat(page, seat, 'available').dispatchEvent('click')
  await expect(findSeat(page, seat, 'selected')).toBeVisible()
}
const section = (page: Page) => page.getByRole('region', { name: 'Choosing Together' })

/** Opens the showtime, selects a seat and returns the link for friends. */
async function invite({ page }: Visitor, showtime: Showtime, seat: string) {
  await page.goto(seatScreenPath(showtime))
  await expectLive(page)
  await select(page, seat)
  await page.getByRole('button', { name: 'Invite Friends' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite Friends' })
  const link = await dialog.getByLabel('Link for your friends').inputValue()
  await dialog.getByRole('button', { name: 'Done' }).click()
  return link
}

/** Opens the link of the host under the address of the test. */
const openLink = (page: Page, link: string) => {
  const { pathname, hash } = new URL(link)
  return page.goto(`${pathname}${hash}`)
}

async function join({ page }: Visitor, link: string, name: string) {
  await openLink(page, link)
  const dialog = page.getByRole('dialog', { name: 'Choose with Your Friend' })
  await dialog.getByLabel('Your name').fill(name)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(section(page)).toBeVisible()
  expect(page.url()).not.toContain('together')
}

async function pay({ page }: Visitor) {
  await proceedToPayment(page)
  await page.getByRole('button', { name: /^Complete Payment/ }).dispatchEvent('click')
  await expect(page.getByRole('dialog', { name: 'Payment Successful!' })).toBeVisible()
}

const bookedSeats = async ({ page, userId }: Visitor): Promise<string[][]> =>
  (await fetchBookings(page.request, userId)).map(
    ({ seats }: { seats: { seatNumber: string }[] }) => seats.map(({ seatNumber }) => seatNumber),
  )

/** The visitor id of a browser: its cookie is the id and a signature. */
async function readVisitorId(page: Page) {
  const cookies = await page.context().cookies()
  const cookie = cookies.find(({ name }) => name.includes('visitor'))
  return decodeURIComponent(cookie?.value ?? '').split('.')[0] ?? ''
}

/** By how many pixels the page can be scrolled sideways. */
const getOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test('a host and three friends choose in one selection, and each pays for their own [S-360][S-361][S-364][S-366][S-386]', async ({
  server,
}) => {
  const [host, maya, ravi, tara] = await Promise.all([
    openVisitor(server),
    openVisitor(server),
    openVisitor(server),
    openVisitor(server),
  ])
  const all = [host, maya, ravi, tara]
  const showtime = await server.takeShowtime()
  const link = await invite(host, showtime, 'B5')

  const friends = [
    [maya, 'Maya', 'B6'],
    [ravi, 'Ravi', 'B7'],
    [tara, 'Tara', 'B8'],
  ] as const
  for (const [friend, name, seat] of friends) {
    await join(friend, link, name)
    await select(friend.page, seat)
  }

  // Names.
  for (const { page } of [host, ravi, tara])
    await expect(findSeat(page, 'B6', "Maya's seat")).toBeVisible()
  await expect(findSeat(maya.page, 'B5', "Your friend's seat")).toBeVisible()
  await expect(findSeat(maya.page, 'B6', 'selected')).toBeVisible()
  await expect(section(host.page)).toContainText('TaraB8')

  // One clock.
  const ends = new Set<string | undefined>()
  for (const { page } of all) {
    await expect(page.getByText(/^Yours for/).first()).toBeVisible()
    const seats = await fetchSeats(page.request, showtime)
    for (const { holdUntil } of seats.filter(({ status }) => status === 'HELD')) ends.add(holdUntil)
  }
  expect([...ends]).toEqual([expect.any(String)])

  // No ids and contacts of the others.
  const secrets = await Promise.all(all.map(({ page }) => readVisitorId(page)))
  expect(new Set(secrets.filter((id) => id.length > 8)).size).toBe(4)
  for (const [index, { page }] of all.entries()) {
    const others = [
      ...secrets.toSpliced(index, 1),
      ...all.toSpliced(index, 1).map((one) => one.userId),
    ]
    const shown = [
      link,
      await page.content(),
      JSON.stringify(await fetchSeats(page.request, showtime)),
    ]
    for (const secret of others) for (const text of shown) expect(text).not.toContain(secret)
    const emails = new Set(shown.join(' ').match(/[\w.-]+@example\.com/g))
    expect(emails.size).toBeLessThanOrEqual(1)
  }

  // One limit: six more seats of the host make ten.
  for (const seat of ['A1', 'A2', 'A3', 'A4', 'A5', 'A6']) await select(host.page, seat)
  await expect(findSeat(maya.page, 'A6', "Your friend's seat")).toBeVisible()
  await findSeat(maya.page, 'A7', 'available').dispatchEvent('click')
  await expect(maya.page.getByText(/up to 10 seats/).first()).toBeVisible()
  await expect(findSeat(maya.page, 'A7', 'available')).toBeVisible()
  for (const seat of ['A1', 'A2', 'A3', 'A4', 'A5', 'A6'])
    await findSeat(host.page, seat, 'selected').dispatchEvent('click')

  // A friend who leaves.
  await tara.page.getByRole('link', { name: 'About', exact: true }).first().click()
  await expect(findSeat(host.page, 'B8', 'available')).toBeVisible()
  await expect(findSeat(host.page, 'B7', "Ravi's seat")).toBeVisible()

  // A reload keeps a friend in the selection.
  await ravi.page.reload()
  await expect(findSeat(ravi.page, 'B7', 'selected')).toBeVisible()
  await expect(findSeat(ravi.page, 'B6', "Maya's seat")).toBeVisible()

  // Each pays, two of them at the same time.
  await Promise.all([pay(maya), pay(ravi)])
  await expect(section(host.page)).toContainText('B6 (paid)')
  await expect(section(host.page)).toContainText('B7 (paid)')
  await pay(host)
  expect(await Promise.all(all.map(bookedSeats))).toEqual([[['B5']], [['B6']], [['B7']], []])

  // The end of the link.
  await openLink(tara.page, link)
  await tara.page.getByRole('button', { name: 'Join' }).click()
  const refusal = tara.page.getByRole('dialog', { name: 'You Cannot Join' })
  await expect(refusal).toContainText('has ended')
  await refusal.getByRole('button', { name: 'OK' }).click()
  await select(tara.page, 'B8')
})

test('the host releases a seat of a friend, pays for everyone, and the friend is told [S-363][S-385][S-387]', {
  tag: '@test-all',
}, async ({ server }) => {
  const [host, maya] = await Promise.all([openVisitor(server), openVisitor(server)])
  const showtime = await server.takeShowtime()
  await join(maya, await invite(host, showtime, 'B5'), 'Maya')
  await select(maya.page, 'B6')
  await select(maya.page, 'C5')

  await findSeat(host.page, 'C5', "Maya's seat").dispatchEvent('click')
  await host.page.getByRole('button', { name: 'Release' }).click()
  await expect(findSeat(maya.page, 'C5', 'available')).toBeVisible()
  await expect(maya.page.getByText('Your friend has released C5.')).toBeVisible()
  await findSeat(maya.page, 'B5', "Your friend's seat").dispatchEvent('click')
  await expect(maya.page.getByText("B5 is Your friend's seat.")).toBeVisible()

  const payer = host.page.getByRole('checkbox', { name: /^I pay for everyone/ })
  // It follows the answer of the server.
  await payer.click()
  await expect(payer).toBeChecked()
  await pay(host)

  await expect(maya.page.getByRole('region', { name: 'Your Seat Is Paid' })).toContainText('B6')
  expect(await bookedSeats(host)).toEqual([['B5', 'B6']])
  expect(await bookedSeats(maya)).toEqual([])
  await select(maya.page, 'A1')
})

for (const width of [320, 1440]) {
  test(`choosing together at ${width} px has no accessibility violation and does not scroll sideways [S-385]`, {
    tag: '@test-all',
  }, async ({ server }) => {
    const [host, maya] = await Promise.all([openVisitor(server), openVisitor(server)])
    for (const { page } of [host, maya]) {
      await page.setViewportSize({ width, height: 844 })
    }
    const check = async (page: Page, state: string) => {
      expect.soft(await findAccessibilityProblems(page), state).toEqual([])
      expect.soft(await getOverflow(page), state).toBeLessThanOrEqual(0)
    }
    const showtime = await server.takeShowtime()
    const link = await invite(host, showtime, 'B5')
    await host.page.getByRole('button', { name: 'Invite Friends' }).click()
    await expect(host.page.getByRole('dialog', { name: 'Invite Friends' })).toBeVisible()
    await check(host.page, 'invitation')
    await host.page.getByRole('button', { name: 'Done' }).click()

    await openLink(maya.page, link)
    await expect(maya.page.getByRole('dialog', { name: 'Choose with Your Friend' })).toBeVisible()
    await check(maya.page, 'name')
    await maya.page.getByRole('button', { name: 'Join' }).click()
    await select(maya.page, 'B6')
    await expect(findSeat(host.page, 'B6', "A friend's seat")).toBeVisible()
    await check(host.page, 'host')
    await check(maya.page, 'friend')
    await maya.page.emulateMedia({ forcedColors: 'active' })
    expect.soft(await getOverflow(maya.page), 'forced colours').toBeLessThanOrEqual(0)
    await maya.page.emulateMedia({ forcedColors: 'none' })
    await maya.page.getByRole('button', { name: 'Choose from a list' }).click()
    await check(maya.page, 'list')

    await findSeat(host.page, 'B6', "A friend's seat").dispatchEvent('click')
    await expect(host.page.getByRole('dialog', { name: "Release A friend's Seat?" })).toBeVisible()
    await check(host.page, 'release')
    await host.page.getByRole('button', { name: 'Release' }).click()
    await findSeat(host.page, 'B5', 'selected').dispatchEvent('click')
    await expect(
      maya.page.getByRole('region', { name: "Your Friend's Selection Has Ended" }),
    ).toBeVisible()
    await check(maya.page, 'end')
    await maya.page.goto('/faq')
    await openLink(maya.page, link)
    await maya.page.getByRole('button', { name: 'Join' }).click()
    await expect(maya.page.getByRole('dialog', { name: 'You Cannot Join' })).toBeVisible()
    await check(maya.page, 'refusal')
  })
}

for (const [width, height] of [
  [390, 844],
  [768, 1024],
  [1440, 844],
] as const) {
  test(`the first friend who chooses a seat does not move the page of the host at ${width}×${height} [S-1297]`, async ({
    server,
  }) => {
    const [host, friend] = await Promise.all([openVisitor(server), openVisitor(server)])
    await host.page.setViewportSize({ width, height })
    const link = await invite(host, await server.takeShowtime(), 'B5')
    await join(friend, link, 'Maya')
    await host.page
      .getByRole('button', { name: 'Invite Friends' })
      .evaluate((button) => button.scrollIntoView({ block: 'center' }))
    await waitUntilStable(host.page)
    await observeShiftsFromNow(host.page)

    await select(friend.page, 'B6')
    await expect(section(host.page)).toContainText('MayaB6')
    await waitUntilStable(host.page)

    const { total, list } = await getShifts(host.page)
    expect(total, JSON.stringify(list)).toBeLessThan(MAX_SHIFT)
  })
}
