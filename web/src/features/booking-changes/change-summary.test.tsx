import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { createBooking } from '#test/fixtures.ts'
import { errorResponse, recordPosts, startMockApi } from '#test/mock-api.ts'
import { renderPages } from '#test/render-pages.tsx'
import { ChangeSummary } from './change-summary.tsx'

const mockApi = startMockApi()
const booking = createBooking()
const reference = booking.bookingReference
const path = `*/api/bookings/${reference}`

function open(changes: { giveBack?: string[]; take?: string[]; difference?: number } = {}) {
  const { giveBack = ['C1'], take = ['D1'], difference = 70 } = changes
  mockApi.use(
    http.get(`${path}/changes`, () =>
      HttpResponse.json({ refund: 0, fee: 0, difference, deadline: '2099-12-01T12:30:00Z' }),
    ),
  )
  const onChanged = vi.fn()
  const summary = (
    <ChangeSummary
      {...{ userId: 'u1', reference, onChanged }}
      chosen={{ showtimeId: 's1', giveBack, take }}
      given={giveBack}
      taken={take}
    />
  )
  return { user: renderPages({ to: '/seats', pages: { '/seats': summary } }), onChanged }
}

test('ChangeSummary shows the difference before it changes the seats for that difference [S-420]', async () => {
  const bodies = recordPosts(mockApi, `${path}/change-seats`, () =>
    HttpResponse.json({ success: true, booking: { ...booking, payments: [] } }),
  )
  const { user, onChanged } = open()

  await screen.findByText('You pay ₹70 more.')
  screen.getByText('You can change seats until 6:00 PM, Tue, 1 Dec 2099.')
  await user.click(screen.getByRole('button', { name: 'Pay ₹70 and Change' }))

  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce())
  expect(bodies).toEqual([{ showtimeId: 's1', giveBack: ['C1'], take: ['D1'], difference: 70 }])
})

test.each([
  [{ difference: -30 }, 'You get ₹30 back.'],
  [{ difference: 0 }, 'The price stays the same.'],
  [{ giveBack: [], take: [] }, 'Select the seats that you want to give back.'],
  [{ giveBack: ['C1', 'C2'] }, 'Select 1 new seat.'],
  [{ giveBack: ['C1', 'C2'], take: [] }, 'Select 2 new seats.'],
  [{ take: ['D1', 'D2'] }, 'Please choose as many new seats as you give back.'],
])('ChangeSummary of %j says “%s”', async (changes, text) => {
  open(changes)

  await screen.findByText(text)
})

test('ChangeSummary shows which seat was lost and keeps the button', async () => {
  recordPosts(mockApi, `${path}/change-seats`, () =>
    errorResponse(409, 'TAKEN', 'D1 has just been taken. Please choose again.'),
  )
  const { user, onChanged } = open()
  await screen.findByText('You pay ₹70 more.')

  await user.click(screen.getByRole('button', { name: 'Pay ₹70 and Change' }))

  await screen.findByText('D1 has just been taken. Please choose again.')
  expect(onChanged).not.toHaveBeenCalled()
})
