import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { delayRequests, mockError } from './mock-responses.ts'
import { findLargestShowtime, seatScreenPath, signInNewUser } from './test-data.ts'

interface LoadingScreen {
  name: string
  path: (page: Page) => Promise<string> | string
  /** The request that the screen waits for. */
  request: string
  loadingText: string
  errorText: string
  loadedText: RegExp
}

const SCREENS: LoadingScreen[] = [
  {
    name: 'home page',
    path: () => '/',
    request: '**/api/movies',
    loadingText: 'Loading your experience...',
    errorText: 'Failed to fetch movies',
    loadedText: / votes$/,
  },
  {
    name: 'seat screen',
    path: async (page) => seatScreenPath(await findLargestShowtime(page.request)),
    request: '**/api/seats/showtime/*',
    loadingText: 'Loading ticket information...',
    errorText: 'Error Loading Tickets',
    loadedText: /Real-time updates active/,
  },
  {
    name: 'list of bookings',
    path: () => '/profile?tab=bookings',
    request: '**/api/bookings/user/*',
    loadingText: 'Loading bookings...',
    errorText: 'Something went wrong!',
    loadedText: /haven't made any bookings yet/,
  },
]

for (const { name, path, request, loadingText, errorText, loadedText } of SCREENS) {
  test(`${name} shows its loading text until it is loaded`, async ({ server }) => {
    const page = await server.openPage('/faq')
    await signInNewUser(page.request)
    const release = await delayRequests(page, request)

    await page.goto(await path(page))
    await expect(page.getByText(loadingText)).toBeVisible()
    release()

    await expect(page.getByText(loadedText).first()).toBeVisible()
    await expect(page.getByText(loadingText)).toHaveCount(0)
  })

  test(`${name} shows an error and loads on Try Again`, async ({ server }) => {
    server.expectConsoleError(/status of 500/)
    const page = await server.openPage('/faq')
    await signInNewUser(page.request)
    await mockError(page, request, 500, 'Something went wrong!')

    await page.goto(await path(page))
    await expect(page.getByText(errorText).first()).toBeVisible()
    if (name === 'seat screen') await page.getByRole('button', { name: 'Stay Here' }).click()
    await page.unroute(request)
    await page.getByRole('button', { name: 'Try Again' }).click()

    await expect(page.getByText(loadedText).first()).toBeVisible()
  })
}
