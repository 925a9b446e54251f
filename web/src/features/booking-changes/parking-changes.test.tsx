import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { createBooking } from '#test/fixtures.ts'
import { errorResponse, recordPosts, startMockApi } from '#test/mock-api.ts'
import { renderPages } from '#test/render-pages.tsx'
import { AddParking } from './add-parking.tsx'
import { VehicleNumbers } from './vehicle-numbers.tsx'

const mockApi = startMockApi()
const booking = createBooking({
  parkingSlots: [{ _id: 'p1', slotNumber: 'F2', type: 'fourWheeler', vehicleNumber: 'TN01AB1234' }],
})
const reference = booking.bookingReference
const path = `*/api/bookings/${reference}`
const changed = () => HttpResponse.json({ success: true, booking: { ...booking, payments: [] } })

function openAddParking(vehicleNumber: string) {
  mockApi.use(
    http.get(`${path}/changes`, ({ request }) => {
      expect(new URL(request.url).search).toBe('?addSlots=p2')
      return HttpResponse.json({
        ...{ refund: 0, fee: 0, difference: 50, deadline: '2099-12-01T12:30:00Z' },
      })
    }),
  )
  const onChanged = vi.fn()
  const slots = [{ slotId: 'p2', slotNumber: 'T4', vehicleNumber }]
  const element = <AddParking {...{ userId: 'u1', reference, slots, onChanged }} />
  return { user: renderPages({ to: '/add', pages: { '/add': element } }), onChanged }
}

test('AddParking shows the price before it adds the slot with its vehicle [S-425]', async () => {
  const bodies = recordPosts(mockApi, `${path}/parking`, changed)
  const { user, onChanged } = openAddParking('TN02CD5678')

  await screen.findByText('You pay ₹50.')
  await user.click(screen.getByRole('button', { name: 'Pay ₹50 and Add' }))

  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce())
  expect(bodies).toEqual([
    { add: [{ slotId: 'p2', vehicleNumber: 'TN02CD5678' }], drop: [], difference: 50 },
  ])
})

test('AddParking needs the vehicle number [S-425]', async () => {
  openAddParking('TN')

  await screen.findByText('Please enter the vehicle number for T4.')
  const button = await screen.findByRole('button', { name: /^(Add Parking|Pay ₹50 and Add)$/ })
  expect(button).toHaveProperty('disabled', true)
})

test('VehicleNumbers saves another number, and shows why it was refused [S-426]', async () => {
  const bodies = recordPosts(mockApi, `${path}/vehicle`, changed)
  const onChanged = vi.fn()
  const element = <VehicleNumbers {...{ userId: 'u1', booking, onChanged }} />
  const user = renderPages({ to: '/vehicles', pages: { '/vehicles': element } })
  const field = screen.getByLabelText('Vehicle number for Four Wheeler Slot F2')
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)

  await user.clear(field)
  await user.type(field, 'TN02CD5678')
  await user.click(screen.getByRole('button', { name: 'Save' }))

  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce())
  expect(bodies).toEqual([{ slotId: 'p1', vehicleNumber: 'TN02CD5678' }])
  recordPosts(mockApi, `${path}/vehicle`, () =>
    errorResponse(409, 'CLOSED', 'Your vehicle is already here.'),
  )
  await user.type(field, '{Backspace}9')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Your vehicle is already here.')
})
