import { render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { TicketsWhenOffline } from './tickets-when-offline.tsx'

vi.mock('./offline-tickets.tsx', () => {
  throw new Error('no network')
})

test('TicketsWhenOffline leaves the page as it is when its code cannot be loaded [S-770]', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const logged = vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(console, 'error').mockReturnValue()
  render(
    <>
      <p>My Bookings</p>
      <TicketsWhenOffline userId="u1" />
    </>,
  )

  await waitFor(() => expect(logged).toHaveBeenCalled())
  screen.getByText('My Bookings')
})
