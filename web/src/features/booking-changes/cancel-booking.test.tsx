import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { createBooking } from '#test/fixtures.ts'
import { errorResponse, recordPosts, startMockApi } from '#test/mock-api.ts'
import { renderPages } from '#test/render-pages.tsx'
import { CancelBooking } from './cancel-booking.tsx'

const mockApi = startMockApi()
const DEADLINE = '2099-12-01T09:00:00Z'
const booking = createBooking({
  parkingSlots: [{ _id: 'p1', slotNumber: 'F2', type: 'fourWheeler', vehicleNumber: null }],
})
const path = `*/api/bookings/${booking.bookingReference}`

/** Half of 180 rupees per seat and 100 per slot. */
function serveRefunds() {
  mockApi.use(
    http.get(`${path}/changes`, ({ request }) => {
      const { searchParams } = new URL(request.url)
      const countOf = (name: string) =>
        searchParams.get(name)?.split(',').filter(Boolean).length ?? 0
      const refund = (180 * countOf('seatIds') + 100 * countOf('slotIds')) / 2
      return HttpResponse.json({ refund, fee: refund, difference: -refund, deadline: DEADLINE })
    }),
  )
}

async function openDialog(startsAt?: number) {
  const onCancelled = vi.fn()
  const shown = startsAt === undefined ? booking : createBooking({ startsAt })
  const button = (
    <CancelBooking userId="u1" booking={shown} className="" onCancelled={onCancelled} />
  )
  const user = renderPages({ to: '/bookings', pages: { '/bookings': button } })
  if (startsAt !== undefined) return { user, onCancelled, dialog: within(document.body) }
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel booking' }))
  return { user, onCancelled, dialog }
}

test('CancelBooking shows the refund of the whole booking before it sends that refund [S-411]', async () => {
  serveRefunds()
  const bodies = recordPosts(mockApi, `${path}/cancel`, () =>
    HttpResponse.json({ success: true, booking: { ...booking, payments: [] } }),
  )
  const { user, onCancelled, dialog } = await openDialog()

  await dialog.findByText('You get ₹230 of ₹460 back.')
  dialog.getByText('If you cancel by 2:30 PM, Tue, 1 Dec 2099.')
  expect(dialog.getByRole('checkbox', { name: /^Parking F2/ })).toHaveProperty('disabled', true)
  await user.click(dialog.getByRole('button', { name: 'Cancel booking' }))

  await waitFor(() => expect(onCancelled).toHaveBeenCalledOnce())
  expect(bodies).toEqual([{ seatIds: ['C1', 'C2'], slotIds: ['p1'], refund: 230 }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('CancelBooking cancels the selected places only, and nothing without a selection [S-411]', async () => {
  serveRefunds()
  const bodies = recordPosts(mockApi, `${path}/cancel`, () =>
    HttpResponse.json({ success: true, booking: { ...booking, payments: [] } }),
  )
  const { user, dialog } = await openDialog()
  for (const name of [/^Seat C1/, /^Seat C2/, /^Parking F2/])
    await user.click(dialog.getByRole('checkbox', { name }))

  dialog.getByText('Select what you want to cancel.')
  expect(dialog.getByRole('button', { name: 'Cancel selected' })).toHaveProperty('disabled', true)
  await user.click(dialog.getByRole('checkbox', { name: /^Seat C2/ }))
  await dialog.findByText('You get ₹90 of ₹180 back.')
  await user.click(dialog.getByRole('button', { name: 'Cancel selected' }))

  await waitFor(() => expect(bodies).toEqual([{ seatIds: ['C2'], slotIds: [], refund: 90 }]))
})

test('CancelBooking shows why it was refused, and asks for the refund again', async () => {
  let refund = 460
  mockApi.use(
    http.get(`${path}/changes`, () =>
      HttpResponse.json({ refund, fee: 460 - refund, difference: -refund, deadline: DEADLINE }),
    ),
  )
  recordPosts(mockApi, `${path}/cancel`, () => {
    refund = 230
    return errorResponse(
      409,
      'PRICE_MISMATCH',
      'The refund is ₹230. Please check it and try again.',
    )
  })
  const { user, onCancelled, dialog } = await openDialog()
  await dialog.findByText('You get ₹460 of ₹460 back.')

  await user.click(dialog.getByRole('button', { name: 'Cancel booking' }))

  await dialog.findByText('The refund is ₹230. Please check it and try again.')
  await dialog.findByText('You get ₹230 of ₹460 back.')
  expect(onCancelled).not.toHaveBeenCalled()
})

test('CancelBooking is not offered after the start of the show', async () => {
  await openDialog(Date.now() - 60_000)

  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
})
