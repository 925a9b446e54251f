import { findAccessibilityProblems } from './find-accessibility-problems.ts'
import { expect, sellSeats, test } from './office-fixtures.ts'

const WIDTHS = [390, 1440]

interface Row {
  key: string
  label: string
}

const dayFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('a sale is in the takings of today, its bookings are one click away, and other pages load no charts [S-1000][S-1008][S-1022]', async ({
  office,
}) => {
  const { page, ...manager } = await office.pair('manager')
  const show = await office.takeShow(manager)
  const sold = await sellSeats(manager, show._id, { count: 2 })
  // Other shows of the movie on the screen differ by their time only.
  const { rows } = await manager.get<{ rows: Row[] }>('reports/takings?by=show')
  const row = rows.find(({ key }) => key === show._id)
  const scripts = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => name.includes('/plot-')),
    )
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Shows by screen' })).toBeVisible()
  expect(await scripts()).toEqual([])

  await page.goto('/reports')
  await expect(page.locator('canvas')).toBeVisible()
  expect(await scripts()).not.toEqual([])
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  await page.getByRole('combobox', { name: 'Divide by' }).selectOption('show')
  await page.getByRole('button', { name: `Bookings of ${row?.label}`, exact: true }).click()

  await page.getByRole('link', { name: sold.booking.reference }).click()
  await expect(page).toHaveURL(new RegExp(`/bookings/${sold.booking.reference}`))
})

test('the CSV file has what the page shows [S-1011]', async ({ office }) => {
  const { page, ...manager } = await office.pair('manager')
  await sellSeats(manager, (await office.takeShow(manager))._id)
  await page.goto('/reports')
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^takings-.*\.csv$/)
})

test('the takings of a month and a day close are one printed page each, on white paper in the dark theme too [S-1235]', async ({
  office,
}) => {
  const { page, ...manager } = await office.pair('manager')
  await sellSeats(manager, (await office.takeShow(manager))._id)
  const reports = {
    takings: `from=${dayFromNow(-30)}&to=${dayFromNow(0)}`,
    'day-close': '',
  }
  for (const [report, range] of Object.entries(reports)) {
    await page.emulateMedia({ media: 'screen' })
    await page.goto(`/reports?report=${report}&${range}`)
    await page.evaluate(() => {
      document.documentElement.dataset.theme = 'dark'
    })
    await expect(page.getByRole('table').first()).toBeVisible()
    if (report === 'takings') await expect(page.locator('canvas')).toBeVisible()

    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      /^Reports: (Takings|Day close)/,
    )
    const colors = await page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.body)
      return [color, backgroundColor]
    })
    expect(colors).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
    const margin = '10mm'
    const margins = { top: margin, right: margin, bottom: margin, left: margin }
    const pdf = (await page.pdf({ format: 'A4', margin: margins })).toString('latin1')
    expect(pdf.match(/\/Type \/Page\b/g), report).toHaveLength(1)
  }
})

for (const width of WIDTHS) {
  test(`the reports at ${width} px have no axe violations and do not scroll sideways`, {
    tag: '@test-all',
  }, async ({ office }) => {
    const { page, ...manager } = await office.pair('manager', { width })
    await sellSeats(manager, (await office.takeShow(manager))._id, { count: 4 })
    for (const report of [
      'takings',
      'occupancy',
      'seats',
      'visits',
      'sales',
      'conversion',
      'day-close',
    ]) {
      await page.goto(`/reports?report=${report}&from=${dayFromNow(-3)}&to=${dayFromNow(3)}`)
      await expect(page.getByRole('table').first()).toBeAttached()
      expect.soft(await findAccessibilityProblems(page), report).toEqual([])
      const scrolls = () =>
        document.documentElement.scrollWidth > document.documentElement.clientWidth
      expect.soft(await page.evaluate(scrolls), report).toBe(false)
    }
  })
}
