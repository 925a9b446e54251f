import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { deleteDeviceData } from '#lib/device-storage.ts'
import { createBooking } from '#test/fixtures.ts'
import { recordPosts, startMockApi } from '#test/mock-api.ts'
import { renderPages } from '#test/render-pages.tsx'
import { MovedShow } from './moved-show.tsx'

const mockApi = startMockApi()
beforeEach(() => localStorage.clear())

const MOVED = {
  ...{ startTime: '2099-12-01T11:00:00Z', screen: 'Screen 2' },
  fullRefundUntil: '2099-12-01T12:30:00Z',
}

function open(moved: Partial<typeof MOVED> = {}, startsAt?: number) {
  const full = { ...MOVED, ...moved }
  const booking = createBooking({ moved: full, ...(startsAt !== undefined && { startsAt }) })
  const { bookingReference: reference, showtimeId } = booking
  const { startTime } = showtimeId
  const onCancelled = vi.fn()
  const show = { reference, startTime, screen: showtimeId.screen, moved: full }
  const page = <MovedShow userId="u1" booking={show} onCancelled={onCancelled} />
  const render = () => renderPages({ to: '/bookings', pages: { '/bookings': page } })
  return { user: render(), render, booking, onCancelled }
}
const question = () => screen.queryByText(/^If that suits you/)

test('MovedShow says the old and the new time, and until when a full refund is possible [S-542]', () => {
  open()

  screen.getByText('This show now starts at 6:30 PM instead of 4:30 PM.')
  screen.getByText(
    'If that suits you, there is nothing to do. You can cancel for a full refund until Tue, 1 Dec 2099, 6:00 PM.',
  )
})

test('MovedShow names the days and the screens if they are others [S-542]', () => {
  open({ startTime: '2099-11-30T13:00:00Z', screen: 'Screen 1' })

  screen.getByText(
    'This show now starts on Tue, 1 Dec 2099, 6:30 PM instead of Mon, 30 Nov 2099, 6:30 PM. It is on Screen 2 instead of Screen 1.',
  )
})

test('Keep My Booking closes the question on this device, until the data of the user are deleted [S-542]', async () => {
  const { user, render } = open()
  await user.click(screen.getByRole('button', { name: 'Keep My Booking' }))

  expect(question()).toBeNull()
  expect(document.activeElement?.textContent).toMatch(/^This show now starts/)
  document.body.replaceChildren()
  render()
  screen.getByText(/^This show now starts/)
  expect(question()).toBeNull()
  deleteDeviceData()
  document.body.replaceChildren()
  render()
  expect(question()).not.toBeNull()
})

test('MovedShow asks nothing after the deadline, and is gone when the show has started [S-542]', () => {
  open({ fullRefundUntil: '2020-01-01T00:00:00Z' })
  screen.getByText(/^This show now starts/)
  expect(screen.queryByRole('button')).toBeNull()

  document.body.replaceChildren()
  open({}, Date.now() - 60_000)
  expect(screen.queryByText(/^This show now starts/)).toBeNull()
})

test('Cancel for a Full Refund shows the refund before it cancels the booking [S-542]', async () => {
  const { user, booking, onCancelled } = open()
  const path = `*/api/bookings/${booking.bookingReference}`
  const preview = { refund: 360, fee: 0, difference: -360, deadline: MOVED.fullRefundUntil }
  mockApi.use(
    http.get('*/api/bookings/user/u1', () => HttpResponse.json([booking])),
    http.get(`${path}/changes`, () => HttpResponse.json(preview)),
  )
  const bodies = recordPosts(mockApi, `${path}/cancel`, () =>
    HttpResponse.json({ success: true, booking: { ...booking, payments: [] } }),
  )
  await user.click(screen.getByRole('button', { name: 'Cancel for a Full Refund' }))

  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel booking' }))
  dialog.getByText(/^The cinema has moved this show\. You can cancel for a full refund until/)
  await dialog.findByText('You get ₹360 of ₹360 back.')
  await user.click(dialog.getByRole('button', { name: 'Cancel booking' }))

  await vi.waitFor(() => expect(onCancelled).toHaveBeenCalledOnce())
  expect(bodies).toEqual([{ seatIds: ['C1', 'C2'], slotIds: [], refund: 360 }])
})
