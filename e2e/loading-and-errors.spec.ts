import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { delayResponse, mockResponse } from './screens/mock-responses.ts'
import { findLargestShowtime, seatScreenPath, signInNewUser } from './screens/test-data.ts'

const BROKEN = {
  success: false,
  statusCode: 500,
  code: 'INTERNAL',
  message: 'Something went wrong!',
  requestId: 'r',
}

interface Place {
  name: string
  path: (page: Page) => Promise<string> | string
  /** The call that the screen lives on. */
  call: string
  waiting: string
  broken: string
  whole: RegExp
}

const PLACES: Place[] = [
  {
    name: 'the listing',
    path: () => '/',
    call: '**/api/movies',
    waiting: 'Loading your experience...',
    broken: 'Failed to fetch movies',
    whole: / votes$/,
  },
  {
    name: 'the seat screen',
    path: async (page) => seatScreenPath(await findLargestShowtime(page.request)),
    call: '**/api/seats/showtime/*',
    waiting: 'Loading ticket information...',
    broken: 'Error Loading Tickets',
    whole: /Real-time updates active/,
  },
  {
    name: 'the list of bookings',
    path: () => '/profile?tab=bookings',
    call: '**/api/bookings/user/*',
    waiting: 'Loading bookings...',
    broken: 'Something went wrong!',
    whole: /haven't made any bookings yet/,
  },
]

for (const { name, path, call, waiting, broken, whole } of PLACES) {
  test(`${name} says that it is loading for as long as it is`, async ({ server }) => {
    const page = await server.openPage('/faq')
    await signInNewUser(page.request)
    const letGo = await delayResponse(page, call)

    await page.goto(await path(page))
    await expect(page.getByText(waiting)).toBeVisible()
    letGo()

    await expect(page.getByText(whole).first()).toBeVisible()
    await expect(page.getByText(waiting)).toHaveCount(0)
  })

  test(`${name} that cannot be read says so and can be tried again`, async ({ server }) => {
    server.expectConsoleError(/status of 500/)
    const page = await server.openPage('/faq')
    await signInNewUser(page.request)
    await mockResponse(page, call, BROKEN, 500)

    await page.goto(await path(page))
    await expect(page.getByText(broken).first()).toBeVisible()
    const stay = page.getByRole('button', { name: 'Stay Here' })
    if (name === 'the seat screen') await stay.click()
    await page.unroute(call)
    await page.getByRole('button', { name: 'Try Again' }).click()

    await expect(page.getByText(whole).first()).toBeVisible()
  })
}

test('a programme without films is a quiet house, not an error', async ({ server }) => {
  const page = await server.openPage('/faq')
  await mockResponse(page, '**/api/movies', [])

  await page.goto('/')

  await expect(page.getByText('No movies are showing')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})
