import { useNotifications } from '@marquee/ui-kit/ui/notify.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { Link } from 'react-router'
import { expect, test, vi } from 'vitest'
import { useBooking } from '#lib/api/bookings.queries.ts'
import { siteSettings } from '#lib/site-settings.ts'
import { createBooking } from '#test/fixtures.ts'
import { errorResponse, type MockResponse, recordPosts, startMockApi } from '#test/mock-api.ts'
import { renderPages } from '#test/render-pages.tsx'
import { CancelBooking } from './cancel-booking.tsx'
import { CancelDialog } from './cancel-dialog.tsx'

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

/** Cancels the whole booking, also in the list. */
function cancelled() {
  const changed = { ...booking, cancelled: true }
  mockApi.use(http.get('*/api/bookings/user/u1', () => HttpResponse.json([changed])))
  return HttpResponse.json({ success: true, booking: { ...changed, payments: [] } })
}
const partlyCancelled = () =>
  HttpResponse.json({ success: true, booking: { ...booking, payments: [] } })

/** The booking as the list of bookings shows it. */
function CancelOfBooking({ onCancelled }: { onCancelled: () => void }) {
  const { data } = useBooking({ userId: 'u1', reference: booking.bookingReference })
  if (!data) return null
  return (
    <>
      <h4 id={`booking-${booking.bookingReference}`} tabIndex={-1}>
        Amaran
      </h4>
      {!data.cancelled && (
        <CancelBooking userId="u1" booking={data} className="" onCancelled={onCancelled} />
      )}
      <Link to="/elsewhere">Leave</Link>
    </>
  )
}

async function openDialog() {
  mockApi.use(http.get('*/api/bookings/user/u1', () => HttpResponse.json([booking])))
  const onCancelled = vi.fn()
  const page = <CancelOfBooking onCancelled={onCancelled} />
  const user = renderPages({ to: '/bookings', pages: { '/bookings': page } })
  return { user, onCancelled, dialog: await reopenDialog(user) }
}

async function reopenDialog(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  return within(await screen.findByRole('dialog', { name: 'Cancel Booking' }))
}

const notifications = () => useNotifications.getState().visible.map(({ text }) => text)
const loseResponse = () => HttpResponse.error()

/** Records the idempotency keys of cancellations. */
function recordKeys(respond: () => MockResponse) {
  const keys: (string | null)[] = []
  mockApi.use(
    http.post(`${path}/cancel`, ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      return respond()
    }),
  )
  return keys
}

test('CancelBooking shows the refund of the whole booking before it sends that refund [S-411]', async () => {
  serveRefunds()
  const bodies = recordPosts(mockApi, `${path}/cancel`, cancelled)
  const { user, onCancelled, dialog } = await openDialog()

  await dialog.findByText('You get ₹230 of ₹460 back.')
  expect(dialog.getByRole('checkbox', { name: /^Parking F2/ })).toHaveProperty('disabled', true)
  await user.click(dialog.getByRole('button', { name: 'Cancel Booking' }))

  await waitFor(() => expect(onCancelled).toHaveBeenCalledOnce())
  expect(bodies).toEqual([{ seatIds: ['C1', 'C2'], slotIds: ['p1'], refund: 230 }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(notifications()).toContain('Cancelled. You get ₹230 back.')
  // The button that had the focus is gone.
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Amaran' })),
  )
})

test('CancelBooking cancels the selected places only, and nothing without a selection [S-411]', async () => {
  serveRefunds()
  const bodies = recordPosts(mockApi, `${path}/cancel`, partlyCancelled)
  const { user, dialog } = await openDialog()
  for (const name of [/^Seat C1/, /^Seat C2/, /^Parking F2/])
    await user.click(dialog.getByRole('checkbox', { name }))

  dialog.getByText('Select what you want to cancel.')
  expect(dialog.getByRole('button', { name: 'Cancel Selected' })).toHaveProperty('disabled', true)
  await user.click(dialog.getByRole('checkbox', { name: /^Seat C2/ }))
  await dialog.findByText('You get ₹90 of ₹180 back.')
  await user.click(dialog.getByRole('button', { name: 'Cancel Selected' }))

  await waitFor(() => expect(bodies).toEqual([{ seatIds: ['C2'], slotIds: [], refund: 90 }]))
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' })),
  )
})

test('CancelBooking takes no other choice while the cancellation runs', async () => {
  serveRefunds()
  const answered = Promise.withResolvers<void>()
  const bodies = recordPosts(mockApi, `${path}/cancel`, async () => {
    await answered.promise
    return cancelled()
  })
  const { user, onCancelled, dialog } = await openDialog()
  await dialog.findByText('You get ₹230 of ₹460 back.')
  await user.click(dialog.getByRole('button', { name: 'Cancel Booking' }))

  await user.click(dialog.getByRole('checkbox', { name: /^Seat C1/ }))

  expect(dialog.getByRole('checkbox', { name: /^Seat C1/ })).toHaveProperty('checked', true)
  answered.resolve()
  await waitFor(() => expect(onCancelled).toHaveBeenCalledOnce())
  expect(bodies).toHaveLength(1)
})

test('CancelBooking shows why it was refused, and fetches the new refund after PRICE_MISMATCH [S-414]', async () => {
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

  await user.click(dialog.getByRole('button', { name: 'Cancel Booking' }))

  await dialog.findByText('The refund is ₹230. Please check it and try again.')
  await dialog.findByText('You get ₹230 of ₹460 back.')
  expect(onCancelled).not.toHaveBeenCalled()
})

test('CancelBooking shows no refusal of another choice', async () => {
  serveRefunds()
  recordPosts(mockApi, `${path}/cancel`, () => errorResponse(409, 'CLOSED', 'Already scanned.'))
  const { user, dialog } = await openDialog()
  await dialog.findByText('You get ₹230 of ₹460 back.')
  await user.click(dialog.getByRole('button', { name: 'Cancel Booking' }))
  await dialog.findByText('Already scanned.')

  await user.click(dialog.getByRole('checkbox', { name: /^Seat C1/ }))

  expect(dialog.queryByText('Already scanned.')).toBeNull()
})

test('CancelBooking says that nothing is refunded [S-411]', async () => {
  const deadline = booking.showtimeId.startTime
  mockApi.use(
    http.get(`${path}/changes`, () =>
      HttpResponse.json({ refund: 0, fee: 460, difference: 0, deadline }),
    ),
  )
  recordPosts(mockApi, `${path}/cancel`, cancelled)
  const { user, onCancelled, dialog } = await openDialog()

  await dialog.findByText('There is no refund for this cancellation.')
  await user.click(dialog.getByRole('button', { name: 'Cancel Booking' }))

  await waitFor(() => expect(onCancelled).toHaveBeenCalledOnce())
  expect(notifications()).toContain('Cancelled. There is no refund.')
})

test('CancelBooking without a network can be confirmed again with the same key, also after the dialog was closed [S-572]', async () => {
  serveRefunds()
  const keys = recordKeys(loseResponse)
  const { user, dialog } = await openDialog()
  await dialog.findByText('You get ₹230 of ₹460 back.')
  const confirm = () => user.click(screen.getByRole('button', { name: 'Cancel Booking' }))
  await confirm()
  await dialog.findByText(/^We cannot reach the cinema right now/)
  await confirm()
  await waitFor(() => expect(keys).toHaveLength(2))
  await waitFor(() =>
    expect(dialog.getByRole('button', { name: 'Keep Booking' })).toHaveProperty('disabled', false),
  )
  await user.click(dialog.getByRole('button', { name: 'Keep Booking' }))

  await (await reopenDialog(user)).findByText('You get ₹230 of ₹460 back.')
  await confirm()

  await waitFor(() => expect(keys).toHaveLength(3))
  expect(new Set(keys).size).toBe(1)
})

test('CancelBooking sends another choice, and a choice after a success, with another key [S-572]', async () => {
  serveRefunds()
  let respond: () => MockResponse = loseResponse
  const keys = recordKeys(() => respond())
  const { user, dialog } = await openDialog()
  await dialog.findByText('You get ₹230 of ₹460 back.')
  await user.click(dialog.getByRole('button', { name: 'Cancel Booking' }))
  await dialog.findByText(/^We cannot reach the cinema right now/)
  await user.click(dialog.getByRole('checkbox', { name: /^Seat C1/ }))
  await dialog.findByText('You get ₹140 of ₹280 back.')
  respond = partlyCancelled
  await user.click(dialog.getByRole('button', { name: 'Cancel Selected' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  const again = await reopenDialog(user)
  await user.click(again.getByRole('checkbox', { name: /^Seat C1/ }))
  await again.findByText('You get ₹140 of ₹280 back.')
  await user.click(again.getByRole('button', { name: 'Cancel Selected' }))

  await waitFor(() => expect(keys).toHaveLength(3))
  expect(new Set(keys).size).toBe(3)
})

test('CancelBooking offers Try Again when the refund cannot be loaded', async () => {
  mockApi.use(http.get(`${path}/changes`, loseResponse))
  const { user, dialog } = await openDialog()
  await dialog.findByText(/^We cannot reach the cinema right now/)
  expect(dialog.getByRole('button', { name: 'Cancel Booking' })).toHaveProperty('disabled', true)

  serveRefunds()
  await user.click(dialog.getByRole('button', { name: 'Try Again' }))

  await dialog.findByText('You get ₹230 of ₹460 back.')
  expect(dialog.queryByRole('button', { name: 'Try Again' })).toBeNull()
})

test('CancelBooking cannot be closed while it cancels, and tells the result also when the page was left [S-573]', async () => {
  serveRefunds()
  const cancelling = Promise.withResolvers<MockResponse>()
  recordPosts(mockApi, `${path}/cancel`, () => cancelling.promise)
  const { user, onCancelled, dialog } = await openDialog()
  await dialog.findByText('You get ₹230 of ₹460 back.')
  await user.click(dialog.getByRole('button', { name: 'Cancel Booking' }))

  expect(dialog.getByRole('button', { name: 'Keep Booking' })).toHaveProperty('disabled', true)
  await user.keyboard('{Escape}')
  screen.getByRole('dialog', { name: 'Cancel Booking' })
  fireEvent.click(screen.getByText('Leave'))
  await screen.findByText(/^You are at \/elsewhere/)
  useNotifications.setState({ visible: [] })
  cancelling.resolve(cancelled())

  await waitFor(() => expect(onCancelled).toHaveBeenCalledOnce())
  expect(notifications()).toEqual(['Cancelled. You get ₹230 back.'])
})

test('CancelBooking names the full refund that the cinema has granted, not the policy [S-571]', () => {
  const changed = createBooking({ fullRefundUntil: '2099-12-01T12:30:00Z' })
  const element = (
    <CancelDialog userId="u1" booking={changed} onCancelled={vi.fn()} onClose={vi.fn()} />
  )
  mockApi.use(http.get('*/changes', loseResponse))
  renderPages({ to: '/bookings', pages: { '/bookings': element } })

  screen.getByText('You can cancel for a full refund until 6:00 PM on Tue, 1 Dec 2099.')
})

test('CancelBooking describes the refund as long as booking is open at a show that closes early [S-411]', () => {
  siteSettings.refundPolicy = [
    { percent: 100, until: 240 },
    { percent: 50, until: 'cutoff' },
  ]
  const closesEarly = { ...booking, showtimeId: { ...booking.showtimeId, cutoffMinutes: 360 } }
  const element = (
    <CancelDialog userId="u1" booking={closesEarly} onCancelled={vi.fn()} onClose={vi.fn()} />
  )
  mockApi.use(http.get('*/changes', loseResponse))
  renderPages({ to: '/bookings', pages: { '/bookings': element } })

  screen.getByText('Full refund until 12:30 PM on Tue, 1 Dec 2099, then no refund.')
})

test('CancelBooking is not offered after the start of the show', () => {
  const started = createBooking({ startsAt: Date.now() - 60_000 })
  const element = <CancelBooking userId="u1" booking={started} className="" onCancelled={vi.fn()} />
  renderPages({ to: '/bookings', pages: { '/bookings': element } })

  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
})
