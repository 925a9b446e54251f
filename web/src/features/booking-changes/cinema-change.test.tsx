import type { Booking } from '@marquee/contract/bookings/bookings'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { deleteDeviceData } from '#lib/device-data.ts'
import { createBooking } from '#test/fixtures.ts'
import { errorResponse, type MockResponse, recordPosts, startMockApi } from '#test/mock-api.ts'
import { renderPages } from '#test/render-pages.tsx'
import { CinemaChange } from './cinema-change.tsx'

const mockApi = startMockApi()

const MOVED = { startTime: '2099-12-01T11:00:00Z', screen: 'Screen 2' }
const FULL_REFUND_UNTIL = '2099-12-01T12:30:00Z'

interface Changes {
  moved?: Partial<typeof MOVED>
  fullRefundUntil?: string
  startsAt?: number
}

function open({ moved = {}, fullRefundUntil = FULL_REFUND_UNTIL, startsAt }: Changes = {}) {
  const booking = createBooking({
    moved: { ...MOVED, ...moved },
    fullRefundUntil,
    ...(startsAt !== undefined && { startsAt }),
  })
  const onCancelled = vi.fn()
  return { ...render(booking, onCancelled), booking, onCancelled }
}

function render(booking: Booking, onCancelled = vi.fn()) {
  const { bookingReference: reference, showtimeId, moved, fullRefundUntil, lostSeats } = booking
  const { startTime, screen } = showtimeId
  const shown = {
    reference,
    startTime,
    screen,
    ...(moved && { moved }),
    ...(fullRefundUntil && { fullRefundUntil }),
    ...(lostSeats && { lostSeats }),
  }
  const page = <CinemaChange userId="u1" booking={shown} onCancelled={onCancelled} />
  const show = () => renderPages({ to: '/bookings', pages: { '/bookings': page } })
  return { user: show(), show }
}
const question = () => screen.queryByText(/^If that works for you/)

test('CinemaChange says the old and the new time, and until when a full refund is possible [S-542]', () => {
  open()

  screen.getByText('This show now starts at 6:30 PM instead of 4:30 PM.')
  screen.getByText(
    "If that works for you, you don't need to do anything. You can cancel for a full refund until 6:00 PM on Tue, 1 Dec 2099.",
  )
})

test('CinemaChange names the days and the screens if they are others [S-542]', () => {
  open({ moved: { startTime: '2099-11-30T13:00:00Z', screen: 'Screen 1' } })

  screen.getByText(
    'This show now starts at 6:30 PM on Tue, 1 Dec 2099 instead of 6:30 PM on Mon, 30 Nov 2099. It is on Screen 2 instead of Screen 1.',
  )
})

test('Keep My Booking closes the question on this device, until the data of the user are deleted [S-542]', async () => {
  const { user, show } = open()
  await user.click(screen.getByRole('button', { name: 'Keep My Booking' }))

  expect(question()).toBeNull()
  expect(document.activeElement?.textContent).toMatch(/^This show now starts/)
  document.body.replaceChildren()
  show()
  screen.getByText(/^This show now starts/)
  expect(question()).toBeNull()
  deleteDeviceData()
  document.body.replaceChildren()
  show()
  expect(question()).not.toBeNull()
})

test('CinemaChange asks nothing after the deadline, and is gone when the show has started [S-542]', () => {
  open({ fullRefundUntil: '2020-01-01T00:00:00Z' })
  screen.getByText(/^This show now starts/)
  expect(screen.queryByRole('button')).toBeNull()

  document.body.replaceChildren()
  open({ startsAt: Date.now() - 60_000 })
  expect(screen.queryByText(/^This show now starts/)).toBeNull()
})

test('Cancel for a Full Refund shows the refund before it cancels the booking [S-542]', async () => {
  const { user, booking, onCancelled } = open()
  const path = `*/api/bookings/${booking.bookingReference}`
  const preview = { refund: 360, fee: 0, difference: -360, deadline: FULL_REFUND_UNTIL }
  mockApi.use(
    http.get('*/api/bookings/user/u1', () => HttpResponse.json([booking])),
    http.get(`${path}/changes`, () => HttpResponse.json(preview)),
  )
  const bodies = recordPosts(mockApi, `${path}/cancel`, () =>
    HttpResponse.json({ success: true, booking: { ...booking, payments: [] } }),
  )
  await user.click(screen.getByRole('button', { name: 'Cancel for a Full Refund' }))

  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel Booking' }))
  dialog.getByText(/^The cinema has moved this show\. You can cancel for a full refund until/)
  await dialog.findByText('You get ₹360 of ₹360 back.')
  await user.click(dialog.getByRole('button', { name: 'Cancel Booking' }))

  await waitFor(() => expect(onCancelled).toHaveBeenCalledOnce())
  expect(bodies).toEqual([{ seatIds: ['C1', 'C2'], slotIds: [], refund: 360 }])
})

test('CinemaChange asks about a second move while it is open [S-542]', async () => {
  const changed = { reference: 'MQ-1', screen: 'Screen 2', fullRefundUntil: FULL_REFUND_UNTIL }
  let moveTo: (startTime: string) => void = vi.fn()
  function Page() {
    const [startTime, setStartTime] = useState('2099-12-01T13:00:00Z')
    moveTo = setStartTime
    const booking = { ...changed, startTime, moved: MOVED }
    return <CinemaChange userId="u1" booking={booking} onCancelled={vi.fn()} />
  }
  const user = renderPages({ to: '/bookings', pages: { '/bookings': <Page /> } })
  await user.click(screen.getByRole('button', { name: 'Keep My Booking' }))
  expect(question()).toBeNull()

  act(() => moveTo('2099-12-01T14:00:00Z'))

  expect(question()).not.toBeNull()
})

test('CinemaChange offers the full refund to a party that has lost a seat, until the deadline [S-571]', () => {
  const text = /You can cancel for a full refund until 6:00 PM on Tue, 1 Dec 2099\.$/
  render(createBooking({ fullRefundUntil: FULL_REFUND_UNTIL, lostSeats: true }))
  screen.getByText('Some of your seats are out of service, and no others were free.')
  screen.getByText(text)
  screen.getByRole('button', { name: 'Cancel for a Full Refund' })
  expect(screen.queryByRole('button', { name: 'Keep My Booking' })).toBeNull()

  document.body.replaceChildren()
  render(createBooking({ fullRefundUntil: '2020-01-01T00:00:00Z', lostSeats: true }))
  expect(screen.queryByRole('region')).toBeNull()
})

test('CinemaChange tells lost seats of a moved show, and offers the full refund also to a visitor who has kept the booking [S-571]', async () => {
  const lost = 'Some of your seats are out of service, and no others were free.'
  const { user, booking } = open()
  expect(screen.queryByText(lost)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Keep My Booking' }))
  expect(screen.queryByRole('button')).toBeNull()

  document.body.replaceChildren()
  render({ ...booking, lostSeats: true })

  screen.getByText(/^This show now starts at 6:30 PM/)
  screen.getByText(lost)
  screen.getByText(
    'You have been refunded for them. You can cancel for a full refund until 6:00 PM on Tue, 1 Dec 2099.',
  )
  screen.getByRole('button', { name: 'Cancel for a Full Refund' })
  expect(screen.queryByRole('button', { name: 'Keep My Booking' })).toBeNull()
})

test('Cancel for a Full Refund opens its dialog at once, which offers Try Again when the booking cannot be loaded', async () => {
  const { user, booking } = open()
  const loading = Promise.withResolvers<MockResponse>()
  mockApi.use(http.get('*/api/bookings/user/u1', () => loading.promise))
  await user.click(screen.getByRole('button', { name: 'Cancel for a Full Refund' }))

  const dialog = within(screen.getByRole('dialog', { name: 'Cancel Booking' }))
  dialog.getByText('Loading your booking...')
  loading.resolve(errorResponse(500, 'INTERNAL', 'Something went wrong.'))
  await dialog.findByText('Something went wrong.')
  dialog.getByRole('button', { name: 'Close' })
  mockApi.use(
    http.get('*/api/bookings/user/u1', () => HttpResponse.json([booking])),
    http.get('*/changes', () =>
      HttpResponse.json({ refund: 360, fee: 0, difference: -360, deadline: FULL_REFUND_UNTIL }),
    ),
  )
  await user.click(dialog.getByRole('button', { name: 'Try Again' }))
  await screen.findByText('You get ₹360 of ₹360 back.')
})
