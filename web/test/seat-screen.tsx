import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect } from 'vitest'
import { TicketsPage } from '#pages/tickets.tsx'
import { renderPages } from '#test/render-pages.tsx'
import * as fake from './fake-socket.ts'
import { HOLD_UNTIL } from './fixtures.ts'

/** Resets the fake socket before each test. Waits after each test until the page has left the showtime. */
export function setUpSeatScreenTests() {
  beforeEach(() => {
    fake.resetFakeSocket()
    fake.setReply(() => fake.okAck(HOLD_UNTIL))
    sessionStorage.clear()
    window.history.replaceState(null, '', '/tickets/m1/s1')
  })
  afterEach(async () => {
    cleanup()
    if (sentEvents().includes('joinShowtime')) {
      await waitFor(() => expect(sentEvents()).toContain('leaveShowtime'))
    }
  })
}

export const openSeatScreen = (to = '/tickets/m1/s1') => {
  fake.socket.connected = true
  return renderPages({ to, pages: { '/tickets/:movieId/:showtimeId': <TicketsPage /> } })
}
/** Finds a seat or a slot by its accessible name. */
export const findPlace = (name: RegExp) => screen.findByRole('button', { name })
export const bookingSummary = () => within(screen.getByRole('region', { name: 'Booking Summary' }))
/** There are two such buttons, for narrow and for wide windows. */
export const proceedButton = () =>
  screen.getAllByRole('button', { name: 'Proceed to Payment' })[0] as HTMLElement
export const sentEvents = () => fake.sentMessages.map(([event]) => event)
