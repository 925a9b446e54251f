import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SeatMap } from './seat-map.tsx'

const createSeat = (seatNumber: string) => ({
  _id: seatNumber,
  seatNumber,
  category: 'Standard',
  price: 150,
})
const view = {
  appearanceOf: () => 'available' as const,
  isInactive: () => false,
  stateOf: () => 'available',
}
const map = (...seatNumbers: string[]) => (
  <SeatMap
    seats={seatNumbers.map(createSeat)}
    view={view}
    onToggle={() => undefined}
    onZoomedIn={() => undefined}
  />
)
const tabStops = async () =>
  (await screen.findAllByRole('button', { name: /^Row/ }))
    .filter(({ tabIndex }) => tabIndex === 0)
    .map((seat) => seat.dataset.place)

test('SeatMap keeps a tab stop when the screen has other places [S-754]', async () => {
  const { rerender } = render(map('A1', 'A2'))
  expect(await tabStops()).toEqual(['A1'])
  act(() => screen.getByRole('button', { name: /^Row A seat 2/ }).focus())
  expect(await tabStops()).toEqual(['A2'])

  rerender(map('B1', 'B2'))

  expect(await tabStops()).toEqual(['B1'])
})

test('SeatMap names the price of the seat under the pointer, as its label does', async () => {
  const seat = { ...createSeat('A1'), price: 175 }
  render(
    <SeatMap seats={[seat]} view={view} onToggle={() => undefined} onZoomedIn={() => undefined} />,
  )

  fireEvent.pointerOver(await screen.findByRole('button', { name: /175 rupees/ }), {
    pointerType: 'mouse',
  })

  expect(screen.getByText(/₹175/)).toBeTruthy()
})
