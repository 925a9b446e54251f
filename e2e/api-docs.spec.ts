import { expect, test } from './fixtures.ts'

test('the API page shows the calls, and loads nothing from other servers', async ({
  page,
  site,
}) => {
  const requested: string[] = []
  const problems: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })

  await page.goto(`${site.url}/api/docs`)
  await expect(page.getByRole('heading', { name: 'Marquee', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Bookings' }).first().click()
  await expect(
    page.getByText('Books seats and parking slots: all of them or none').first(),
  ).toBeVisible()

  expect(requested).toContain(`${site.url}/api/openapi.json`)
  expect(requested.filter((url) => !url.startsWith(site.url))).toEqual([])
  expect(problems).toEqual([])
})
