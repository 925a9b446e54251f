import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { useRef, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { createBooking } from '#test/fixtures.ts'
import { errorResponse, recordPosts, startMockApi } from '#test/mock-api.ts'
import { renderPages } from '#test/render-pages.tsx'
import { ChangeSummary } from './change-summary.tsx'
import { useSeatChange } from './use-seat-change.ts'

const mockApi = startMockApi()
const booking = createBooking()
const reference = booking.bookingReference
const path = `*/api/bookings/${reference}`

interface Choice {
  showtimeId?: string
  giveBack: string[]
  take: string[]
}

/** As the page uses it. */
function Summary({ choice, onChanged }: { choice: Choice; onChanged: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const chosen = { showtimeId: 's1', ...choice }
  return (
    <ChangeSummary
      change={useSeatChange({ userId: 'u1', reference }, chosen, { onChanged })}
      oldSeatNumbers={choice.giveBack}
      newSeatNumbers={choice.take}
      timeLeft={null}
      headingRef={heading}
    />
  )
}

/** A page on which the choice can be changed to others. */
function open(changes: Partial<Choice> & { difference?: number } = {}, others: Choice[] = []) {
  const { giveBack = ['C1'], take = ['D1'], difference = 70 } = changes
  mockApi.use(
    http.get(`${path}/changes`, () =>
      HttpResponse.json({ refund: 0, fee: 0, difference, deadline: '2099-12-01T12:30:00Z' }),
    ),
  )
  const onChanged = vi.fn()
  function Page() {
    const [choice, setChoice] = useState<Choice>({ giveBack, take })
    return (
      <>
        <Summary choice={choice} onChanged={onChanged} />
        {others.map((other) => (
          <button key={other.take.join()} type="button" onClick={() => setChoice(other)}>
            {`Choose ${other.take.join()}`}
          </button>
        ))}
      </>
    )
  }
  return { user: renderPages({ to: '/seats', pages: { '/seats': <Page /> } }), onChanged }
}

test('ChangeSummary shows the difference before it changes the seats for that difference [S-420]', async () => {
  const bodies = recordPosts(mockApi, `${path}/change-seats`, () =>
    HttpResponse.json({ success: true, booking: { ...booking, payments: [] } }),
  )
  const { user, onChanged } = open()

  await screen.findByText('You pay ₹70 more.')
  screen.getByText('You can change seats until 6:00 PM on Tue, 1 Dec 2099.')
  await user.click(screen.getByRole('button', { name: 'Pay ₹70 and Change' }))

  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce())
  expect(bodies).toEqual([{ showtimeId: 's1', giveBack: ['C1'], take: ['D1'], difference: 70 }])
})

test.each([
  [{ difference: -30 }, 'You get ₹30 back.'],
  [{ difference: 0 }, 'The price stays the same.'],
  [{ giveBack: [], take: [] }, 'Select the seats you want to change.'],
  [{ giveBack: ['C1', 'C2'] }, 'Select 1 new seat.'],
  [{ giveBack: ['C1', 'C2'], take: [] }, 'Select 2 new seats.'],
  [{ take: ['D1', 'D2'] }, 'Please choose as many new seats as old ones.'],
])('ChangeSummary of %j says “%s”', async (changes, text) => {
  open(changes)

  await screen.findByText(text)
})

test('ChangeSummary shows which seat was lost until other seats are chosen [S-421]', async () => {
  recordPosts(mockApi, `${path}/change-seats`, () =>
    errorResponse(409, 'TAKEN', 'D1 has just been taken. Please choose again.'),
  )
  const { user, onChanged } = open({ giveBack: ['C1', 'C2'], take: ['D1', 'D2'] }, [
    { giveBack: ['C1', 'C2'], take: ['D2'] },
    { giveBack: ['C1', 'C2'], take: ['D2', 'D3'] },
  ])
  await screen.findByText('You pay ₹70 more.')

  await user.click(screen.getByRole('button', { name: 'Pay ₹70 and Change' }))
  const text = 'D1 has just been taken. Please choose again.'
  await screen.findByText(text)
  expect(onChanged).not.toHaveBeenCalled()
  // The lost seat leaves the selection.
  await user.click(screen.getByRole('button', { name: 'Choose D2' }))
  screen.getByText(text)
  await user.click(screen.getByRole('button', { name: 'Choose D2,D3' }))

  expect(screen.queryByText(text)).toBeNull()
})

test('ChangeSummary of another showtime shows no refusal of the same seats at the first one [S-620]', async () => {
  recordPosts(mockApi, `${path}/change-seats`, () =>
    errorResponse(409, 'TAKEN', 'D1 has just been taken. Please choose again.'),
  )
  const { user } = open({}, [{ showtimeId: 's2', giveBack: ['C1'], take: ['D1'] }])
  await user.click(await screen.findByRole('button', { name: 'Pay ₹70 and Change' }))
  await screen.findByText('D1 has just been taken. Please choose again.')

  await user.click(screen.getByRole('button', { name: 'Choose D1' }))

  expect(screen.queryByText('D1 has just been taken. Please choose again.')).toBeNull()
})

test('ChangeSummary shows why seats can no longer be changed instead of an earlier refusal', async () => {
  let isClosed = false
  const { user } = open()
  mockApi.use(
    http.get(`${path}/changes`, () =>
      isClosed
        ? errorResponse(409, 'CLOSED', 'Booking cutoff time passed')
        : HttpResponse.json({
            refund: 0,
            fee: 0,
            difference: 70,
            deadline: '2099-12-01T12:30:00Z',
          }),
    ),
  )
  recordPosts(mockApi, `${path}/change-seats`, () => {
    isClosed = true
    return errorResponse(409, 'TAKEN', 'D1 has just been taken. Please choose again.')
  })
  await user.click(await screen.findByRole('button', { name: 'Pay ₹70 and Change' }))

  await screen.findByText('Booking cutoff time passed')
  expect(screen.queryByText(/^D1 has just been taken/)).toBeNull()
})
