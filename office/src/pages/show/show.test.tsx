import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { createBooking, createPlace, createShow } from '#test/fixtures.ts'
import { mockCalls, refusal } from '#test/mock-calls.ts'
import { renderPage } from '#test/render-page.tsx'
import { ShowPage } from './show.tsx'

const showWith = (...places: ReturnType<typeof createPlace>[]) => ({
  show: createShow(),
  rev: 1,
  places,
})
const FREE = showWith(createPlace('A1'))
const SOLD = showWith(createPlace('A1', { status: 'SOLD', reference: 'MQ-1' }))
const SALE = '/shows/show-1/sell'
const SEAT = { category: 'Standard', price: 150 }

const submit = () =>
  act(async () => void fireEvent.submit(screen.getByRole('form', { name: 'Counter sale' })))

/** Sells A1. The server answers with `answer`, and its seat map has A1 sold afterwards. */
async function sellA1(answer: () => Response | Promise<Response>) {
  mockCalls([['/shows/show-1', FREE]])
  renderPage(
    '/shows/show-1',
    <Routes>
      <Route path="/shows/:showtimeId" element={<ShowPage />} />
    </Routes>,
  )
  fireEvent.click(await screen.findByRole('button', { name: /^Row A seat 1,/ }))
  fireEvent.click(screen.getByRole('button', { name: /^Sell/ }))
  fireEvent.change(screen.getByLabelText('Cash received'), { target: { value: '200' } })
  const sent = mockCalls([
    [SALE, answer],
    ['/shows/show-1', SOLD],
  ])
  await submit()
  await act(() => queryClient.invalidateQueries())
  return sent
}

test('ShowPage keeps the form of a sale whose answer was lost while its places are sold, and sends it again with its key [S-771]', async () => {
  const [first] = await sellA1(() => Promise.reject(new TypeError('network')))

  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toMatch(/It may be sold: press the button again\.$/)
  expect(screen.getByLabelText('Cash received')).toHaveProperty('value', '200')
  const again = mockCalls([
    [SALE, { success: true, booking: { reference: 'MQ-1', seats: [], slots: [] }, passes: [] }],
    ['/shows/show-1', SOLD],
  ])
  await submit()

  await screen.findByRole('region', { name: 'Sold' })
  expect(again).toEqual([first])
})

test('ShowPage removes the places that another device has taken when the server refuses their sale [S-771]', async () => {
  await sellA1(() => refusal('TAKEN', 'A1 has just been taken.'))
  await screen.findByRole('button', { name: /^Row A seat 1,.*MQ-1/ })
  expect(screen.queryByRole('form', { name: 'Counter sale' })).toBeNull()
})

test('ShowPage chooses by typing, and never the places of the sale before, which the map shows as sold at once [S-1082]', async () => {
  mockCalls([['/shows/show-1', showWith(createPlace('A1'), createPlace('A2'))]])
  renderPage(
    '/shows/show-1',
    <Routes>
      <Route path="/shows/:showtimeId" element={<ShowPage />} />
    </Routes>,
  )
  const field = await screen.findByRole('searchbox', { name: 'Seats, or how many' })
  const type = (text: string) => fireEvent.change(field, { target: { value: text } })
  const enter = () => fireEvent.submit(screen.getByRole('form', { name: 'Choose seats' }))
  type('a1')
  enter()
  enter()
  const booking = createBooking({ seats: [{ ...SEAT, _id: 'A1', label: 'A1' }] })
  // The show is not read again before the next sale.
  mockCalls([
    [SALE, { success: true, booking, passes: [] }],
    ['/shows/show-1', () => new Promise<Response>(() => undefined)],
  ])
  await submit()

  await screen.findByRole('region', { name: 'Sold' })
  await screen.findByRole('button', { name: /^Row A seat 1,.* sold/ })
  fireEvent.keyDown(document.body, { key: '2' })
  expect(screen.queryByRole('region', { name: 'Chosen places' })).toBeNull()
  fireEvent.keyDown(document.body, { key: '1' })
  const chosen = screen.getByRole('region', { name: 'Chosen places' })
  expect(chosen.textContent).toContain('A2')
})
