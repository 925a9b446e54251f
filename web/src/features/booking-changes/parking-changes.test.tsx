import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { useState } from 'react'
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

/** A page on which other vehicle numbers can be chosen. */
function openAddParking(vehicleNumber: string, otherNumbers: string[] = []) {
  mockApi.use(
    http.get(`${path}/changes`, ({ request }) => {
      expect(new URL(request.url).search).toBe('?addSlots=p2')
      return HttpResponse.json({
        refund: 0,
        fee: 0,
        difference: 50,
        deadline: '2099-12-01T12:30:00Z',
      })
    }),
  )
  const onChanged = vi.fn()
  function Page() {
    const [number, setNumber] = useState(vehicleNumber)
    const slot = { type: 'twoWheeler' as const, slotNumber: 'T4' }
    return (
      <>
        <AddParking
          userId="u1"
          reference={reference}
          onChanged={onChanged}
          slots={[{ ...slot, slotId: 'p2', vehicleNumber: number }]}
          timeLeft={null}
        />
        {otherNumbers.map((other) => (
          <button key={other} type="button" onClick={() => setNumber(other)}>
            {other}
          </button>
        ))}
      </>
    )
  }
  return { user: renderPages({ to: '/add', pages: { '/add': <Page /> } }), onChanged }
}

test('VehicleNumbers takes no other number while it saves one, and says that it is saved', async () => {
  const answered = Promise.withResolvers<void>()
  const bodies = recordPosts(mockApi, `${path}/vehicle`, async () => {
    await answered.promise
    return changed()
  })
  const onChanged = vi.fn()
  const page = <VehicleNumbers userId="u1" booking={booking} onChanged={onChanged} />
  const user = renderPages({ to: '/ticket', pages: { '/ticket': page } })
  const field = screen.getByLabelText('Vehicle number for Four Wheeler Slot F2')
  await user.clear(field)
  await user.type(field, 'TN02CD5678')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(bodies).toHaveLength(1))

  await user.type(field, '9')

  expect(field).toHaveProperty('value', 'TN02CD5678')
  answered.resolve()
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce())
})

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

test.each([
  ['', 'Please enter vehicle number for Two Wheeler Slot T4.'],
  ['TN', 'Please enter a valid vehicle number for Two Wheeler Slot T4 (e.g., TN01AB1234).'],
])('AddParking with the vehicle number “%s” says “%s” [S-425]', async (number, text) => {
  openAddParking(number)

  await screen.findByText(text)
  const button = await screen.findByRole('button', { name: /^(Add Parking|Pay ₹50 and Add)$/ })
  expect(button).toHaveProperty('disabled', true)
})

test('AddParking shows a refusal until the choice changes [S-425]', async () => {
  recordPosts(mockApi, `${path}/parking`, () =>
    errorResponse(409, 'TAKEN', 'T4 has just been taken.'),
  )
  const { user } = openAddParking('TN02CD5678', ['TN02CD5679'])
  await screen.findByText('You pay ₹50.')
  const button = screen.getByRole('button', { name: 'Pay ₹50 and Add' })
  await user.click(button)
  await screen.findByText('T4 has just been taken.')
  expect(document.activeElement).toBe(button)

  await user.click(screen.getByRole('button', { name: 'TN02CD5679' }))

  expect(screen.queryByText('T4 has just been taken.')).toBeNull()
})

test('VehicleNumbers saves another number, and shows why it was refused [S-426]', async () => {
  const bodies = recordPosts(mockApi, `${path}/vehicle`, changed)
  const onChanged = vi.fn()
  const element = <VehicleNumbers userId="u1" booking={booking} onChanged={onChanged} />
  const user = renderPages({ to: '/vehicles', pages: { '/vehicles': element } })
  const field = screen.getByLabelText('Vehicle number for Four Wheeler Slot F2')
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)

  await user.clear(field)
  await user.type(field, 'TN02CD5678')
  await user.click(screen.getByRole('button', { name: 'Save' }))

  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' }))
  expect(bodies).toEqual([{ slotId: 'p1', vehicleNumber: 'TN02CD5678' }])
  recordPosts(mockApi, `${path}/vehicle`, () =>
    errorResponse(409, 'CLOSED', 'Your vehicle is already here.'),
  )
  await user.type(field, '{Backspace}9')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Your vehicle is already here.')
  await user.type(field, '{Backspace}')
  expect(screen.queryByText('Your vehicle is already here.')).toBeNull()
})

test('VehicleNumbers explains an invalid number, and does not send the number that is already saved [S-426]', async () => {
  const element = <VehicleNumbers userId="u1" booking={booking} onChanged={vi.fn()} />
  const user = renderPages({ to: '/vehicles', pages: { '/vehicles': element } })
  const field = screen.getByLabelText('Vehicle number for Four Wheeler Slot F2')
  const save = screen.getByRole('button', { name: 'Save' })

  await user.clear(field)
  await user.type(field, 'tn01 ab 1234')
  expect(save).toHaveProperty('disabled', true)
  await user.type(field, '5')
  await user.click(save)

  screen.getByText(
    'Please enter a valid vehicle number for Four Wheeler Slot F2 (e.g., TN01AB1234).',
  )
  expect(document.activeElement).toBe(field)
})
