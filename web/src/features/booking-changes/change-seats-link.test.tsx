import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createBooking } from '#test/fixtures.ts'
import { renderPages } from '#test/render-pages.tsx'
import { ChangeSeatsLink } from './change-seats-link.tsx'

const CAR = {
  _id: 'p1',
  slotNumber: 'F2',
  type: 'fourWheeler',
  vehicleNumber: 'TN01AB1234',
} as const

test.each([
  ['before the cutoff without parking', { startsIn: 40, slots: [] }, true],
  ['after the cutoff without parking', { startsIn: 20, slots: [] }, false],
  ['after the cutoff with parking', { startsIn: 20, slots: [CAR] }, true],
  ['after the start with parking', { startsIn: -1, slots: [CAR] }, true],
  ['after the end with parking', { startsIn: -180, slots: [CAR] }, false],
])('ChangeSeatsLink %s (%j) is shown: %s [S-426]', (_, { startsIn, slots }, isShown) => {
  const booking = createBooking({
    startsAt: Date.now() + startsIn * 60_000,
    parkingSlots: slots,
  })
  const link = <ChangeSeatsLink booking={booking} className="" />
  renderPages({ to: '/bookings', pages: { '/bookings': link } })

  expect(screen.queryByRole('link', { name: 'Change' }) !== null).toBe(isShown)
})
