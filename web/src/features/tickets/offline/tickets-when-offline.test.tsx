import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.doUnmock('./offline-tickets.tsx')
})

/** Runs the module again, without the code that it loads. The query makes it another one: other files of this worker share the first. */
function loadWithoutNetwork(): Promise<typeof import('./tickets-when-offline.tsx')> {
  vi.doMock('./offline-tickets.tsx', () => {
    throw new Error('no network')
  })
  const query = '?without-network'
  return import(/* @vite-ignore */ `./tickets-when-offline.tsx${query}`)
}

test('TicketsWhenOffline leaves the page as it is when its code cannot be loaded [S-770]', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const logged = vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(console, 'error').mockReturnValue()
  const { TicketsWhenOffline } = await loadWithoutNetwork()
  render(
    <>
      <p>My Bookings</p>
      <TicketsWhenOffline userId="u1" />
    </>,
  )

  await waitFor(() => expect(logged).toHaveBeenCalled())
  screen.getByText('My Bookings')
})
