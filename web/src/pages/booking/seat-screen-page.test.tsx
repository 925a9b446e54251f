import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { makeEarlyCalls } from '#lib/page/early-calls.ts'
import { createSeat } from '#test/fixtures.ts'
import { errorResponse } from '#test/mock-api.ts'
import { findPlace, setUpSeatScreenTests } from '#test/seat-screen.tsx'

const { mockApi, openSeatScreen } = setUpSeatScreenTests()

const findDialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

const MISSING = () => errorResponse(404, 'NOT_FOUND', 'Not found.')
const SHOWTIME_MISSING =
  'The selected showtime is no longer available. Please choose another showtime.'

test.each([
  [
    'movies/:id',
    MISSING,
    'The selected movie could not be found. It may have been removed from our system.',
  ],
  ['showtimes/:id', MISSING, SHOWTIME_MISSING],
  ['seats/showtime/:id', MISSING, SHOWTIME_MISSING],
  ['parking/showtime/:id', () => errorResponse(400, 'INVALID', 'Busy.'), 'Busy.'],
  [
    'movies/:id',
    () => HttpResponse.json({}, { status: 400 }),
    'An error occurred while fetching data.',
  ],
])(
  'SeatScreenPage shows an error of %s in a dialog and in the page [R-2.66][R-8.12][R-8.14][R-8.15][R-8.16][R-8.17]',
  async (path, respond, text) => {
    const { user } = openSeatScreen()
    mockApi.use(http.get(`*/api/${path}`, respond))

    const dialog = await findDialog('Booking Error')
    expect(dialog.getByText(text)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Stay Here' }))

    expect(await screen.findByText('Error Loading Tickets')).toBeTruthy()
    expect(screen.getByText(text)).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Return to Homepage' }))
    expect(await screen.findByText(/You are at \/ /)).toBeTruthy()
  },
)

test('SeatScreenPage shows the places of the early calls while later ones wait [S-972]', async () => {
  const places = {
    '/api/seats/showtime/s1': [createSeat('A1')],
    '/api/parking/showtime/s1': { twoWheelerSlots: [], fourWheelerSlots: [] },
  }
  const fetched = vi.spyOn(globalThis, 'fetch')
  for (const body of Object.values(places)) fetched.mockResolvedValueOnce(Response.json(body))
  makeEarlyCalls(Object.keys(places))
  fetched.mockRestore()

  openSeatScreen({ seats: [] })
  for (const path of Object.keys(places))
    mockApi.use(http.get(`*${path}`, () => new Promise<never>(() => undefined)))

  await findPlace(/^Row A seat 1, .* available$/)
})

test('SeatScreenPage loads the seats again on Try Again', async () => {
  const { user } = openSeatScreen()
  const refuse = () => errorResponse(400, 'INVALID', 'Not now.')
  mockApi.use(http.get('*/api/seats/showtime/:id', refuse, { once: true }))
  await user.click((await findDialog('Booking Error')).getByRole('button', { name: 'Stay Here' }))

  await user.click(await screen.findByRole('button', { name: 'Try Again' }))

  await findPlace(/^Row A seat 1, .* available$/)
})

test.each(['/tickets/undefined/s1', '/tickets/m1/undefined'])(
  'SeatScreenPage asks about the invalid ids of %s, then shows the error [R-5.10][R-8.12][R-8.13][R-8.18]',
  async (path) => {
    const { user } = openSeatScreen({ path })
    const question = await findDialog('Error')
    question.getByText(
      'There was a problem loading the booking information. Would you like to return to the homepage?',
    )
    await user.click(question.getByRole('button', { name: 'Stay Here' }))

    const error = await findDialog('Booking Error')
    expect((await screen.findByRole('alert', { hidden: true })).textContent).toContain(
      'Invalid booking information. Please return to the homepage and try again.',
    )
    await user.click(error.getByRole('button', { name: 'Return to Homepage' }))
    await screen.findByText(/You are at \/ /)
  },
)
