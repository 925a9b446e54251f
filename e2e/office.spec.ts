import type { Page } from '@playwright/test'
import { findAccessibilityProblems } from './find-accessibility-problems.ts'
import { expect, sellSeats, setTheme, test } from './office-fixtures.ts'

const WIDTHS = [390, 1440]

/** Presses Tab until a seat has the focus. */
async function focusSeatMap(page: Page) {
  await expect(page.locator('button.seat').first()).toBeAttached()
  const isOnSeat = () =>
    page.evaluate(
      () =>
        document.activeElement instanceof HTMLElement && 'place' in document.activeElement.dataset,
    )
  // A manager has many links before the map: without a pause between two presses.
  const pressTab = async () => {
    await page.keyboard.press('Tab')
    return isOnSeat()
  }
  await expect.poll(pressTab, { intervals: [0] }).toBe(true)
}

test('a browser without a pairing sees how to pair, is paired by a link, and sees that it is revoked', async ({
  office,
}) => {
  const { page } = await office.pair('manager')
  await page.goto('/devices')
  await page.getByRole('button', { name: 'Add a device' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Side door')
  await page.getByLabel('What it may do').selectOption('door')
  await page.getByRole('button', { name: 'Make the link' }).click()
  const link = await page.getByText(/\/pair#/).innerText()

  const device = await office.openPage({})
  await device.goto('/bookings')
  await expect(device.getByText('This device is not paired with the office')).toBeVisible()
  await device.goto('/pair#made-up')
  await device.getByRole('button', { name: 'Pair device' }).click()
  await expect(device.getByText('This pairing code is not valid.')).toBeVisible()
  await device.goto('/')
  await device.goto(link)
  await device.getByRole('button', { name: 'Pair device' }).click()
  await expect(page.getByText('Side door is paired.')).toBeVisible()
  await expect(device).toHaveURL(/\/door/)

  await page.goto('/devices')
  await page.getByRole('button', { name: 'Revoke Side door' }).click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(device.getByText('This device is not paired with the office')).toBeVisible()
})

test('Today shows a sale of another device without a reload', { tag: '@test-all' }, async ({
  office,
}) => {
  const { page, ...manager } = await office.pair('manager')
  const show = await office.takeShow(manager)
  await page.goto(`/?date=${show.date}`)
  const timeline = page.getByRole('region', { name: 'Shows by screen' })
  const block = timeline.locator(`a[href="/shows/${show._id}"]`)
  await expect(block).toContainText(`0/${show.seats.capacity}`)

  await sellSeats(manager, show._id, { count: 3 })
  await expect(block).toContainText(`3/${show.seats.capacity}`)
})

test('two seats are sold for cash by the keyboard alone', async ({ office }) => {
  const { page, get } = await office.pair('counter')
  const manager = await office.pair('manager')
  const show = await office.takeShow(manager)
  await page.goto(`/shows/${show._id}`)
  await focusSeatMap(page)
  for (const key of ['Enter', 'ArrowRight', 'Enter', 's']) await page.keyboard.press(key)
  await expect(page.getByLabel('Cash received')).toBeFocused()
  await page.keyboard.type('1000')
  const total = 2 * 150
  await expect(page.getByRole('status').filter({ hasText: `₹${1000 - total}` })).toBeVisible()
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: /^Sold: / })).toBeFocused()
  await expect(page.getByRole('img', { name: 'QR code of Admit 2' })).toBeVisible()
  const { places } = await get<{ places: { status: string; channel?: string }[] }>(
    `shows/${show._id}`,
  )
  expect(places.filter(({ channel }) => channel === 'counter')).toHaveLength(2)
})

test('a seat is blocked by the keyboard, another device sees it, and undo releases it', {
  tag: '@test-all',
}, async ({ office }) => {
  const { page, ...manager } = await office.pair('manager')
  const counter = await office.pair('counter')
  const show = await office.takeShow(manager)
  await Promise.all([page, counter.page].map((one) => one.goto(`/shows/${show._id}`)))
  await focusSeatMap(page)
  for (const key of ['Enter', 'b']) await page.keyboard.press(key)
  await page.keyboard.type('Broken seat')
  await page.keyboard.press('Enter')

  const blocked = /^Row A seat 1, .* blocked, Broken seat$/
  await expect(counter.page.getByRole('button', { name: blocked })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(
    counter.page.getByRole('button', { name: /^Row A seat 1, .* available$/ }),
  ).toBeVisible()
})

for (const width of [390, 1024]) {
  test(`the seat map at ${width} px stays in place while the pointer is over a blocked seat`, {
    tag: '@test-all',
  }, async ({ office }) => {
    const { page, ...manager } = await office.pair('manager', { width })
    const show = await office.takeShow(manager)
    const { places } = await manager.get<{ places: { _id: string; label: string }[] }>(
      `shows/${show._id}`,
    )
    await manager.post(`shows/${show._id}/block`, {
      placeIds: places.filter(({ label }) => label === 'B2').map(({ _id }) => _id),
      reason: 'Broken arm rest, to be repaired on Monday',
      giveBackAt: null,
    })
    await page.goto(`/shows/${show._id}`)
    const seat = page.getByRole('button', { name: /^Row B seat 2, .* blocked/ })
    await seat.scrollIntoViewIfNeeded()
    const before = await seat.boundingBox()
    await seat.hover()
    await expect(page.getByText('Broken arm rest')).toBeVisible()
    expect(await seat.boundingBox()).toEqual(before)
  })
}

test('a sale that loses a seat to another device waits until staff has seen it', {
  tag: '@test-all',
}, async ({ office }) => {
  const { page, ...manager } = await office.pair('manager')
  const show = await office.takeShow(manager)
  await page.goto(`/shows/${show._id}`)
  await focusSeatMap(page)
  for (const key of ['Enter', 'ArrowRight', 'Enter', 's']) await page.keyboard.press(key)
  await page.getByLabel('Cash received').fill('500')
  await sellSeats(manager, show._id)

  const alert = page.getByRole('alert')
  await expect(alert).toHaveText('A1 has just been taken. The total is now ₹150.')
  await page.getByLabel('Cash received').press('Enter')
  await page.getByRole('button', { name: 'Go on with A2' }).click()
  await expect(alert).toHaveCount(0)
  await page.getByRole('button', { name: 'Take ₹150 and sell' }).click()
  await expect(page.getByRole('heading', { name: 'Sold: A2' })).toBeVisible()
})

test('a booking is found by phone with the keyboard, and shows its history', {
  tag: '@test-all',
}, async ({ office }) => {
  const { page, ...manager } = await office.pair('manager')
  const show = await office.takeShow(manager)
  const { booking } = await sellSeats(manager, show._id, { phone: '+91 91234 56789' })
  await page.goto('/devices')
  await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible()
  await page.keyboard.press('k')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('91234 56789')
  const link = page.getByRole('link', { name: booking.reference })
  await expect(link).toBeVisible()
  await link.press('Enter')

  await expect(page.getByText('+91 91234 56789')).toBeVisible()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Sold at the counter')
  await page.getByLabel('New note').fill('Asked for an aisle seat.')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText(
    'Asked for an aisle seat.',
  )
})

for (const width of WIDTHS) {
  test(`the pages of the office at ${width} px have no axe violations, do not scroll sideways, and answer questions about themselves [S-1079]`, {
    tag: '@test-all',
  }, async ({ office }) => {
    const { page, ...manager } = await office.pair('manager', { width })
    const show = await office.takeShow(manager)
    const { booking } = await sellSeats(manager, show._id, { count: 2, phone: '+91 98765 43210' })
    const paths = [
      '/',
      `/shows/${show._id}`,
      '/bookings?q=9876543210',
      `/bookings/${booking.reference}`,
    ]
    for (const path of [
      ...paths,
      ...[
        '/door',
        '/valet',
        '/programme',
        '/programme/movies',
        '/programme/movies/new',
        '/halls',
        '/halls/new',
        '/welcome',
        '/devices',
        '/audit',
        '/enquiries',
        '/settings',
        '/pair',
      ],
    ]) {
      await page.goto(path)
      await expect(page.locator('main')).toBeVisible()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      // There is nothing to do: a browser that is paired already, and a cinema that is set up.
      if (path !== '/pair' && path !== '/welcome')
        await expect.soft(page.getByRole('heading', { name: 'How do I …' }), path).toBeVisible()
      for (const theme of ['light', 'dark']) {
        await page.evaluate(setTheme, theme)
        expect.soft(await findAccessibilityProblems(page), `${path} ${theme}`).toEqual([])
      }
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect.soft(overflow, path).toBe(0)
    }
  })
}
