import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect } from 'vitest'
import { TicketsPage } from '#pages/tickets.tsx'
import { renderPages } from '#test/render-pages.tsx'
import * as fake from './fake-socket.ts'
import { HOLD_UNTIL } from './fixtures.ts'

/** For a file about the seat screen: every test comes to a quiet hall, and whoever leaves says so before the next one comes. */
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
/** A seat or a slot, by what a screen reader says of it. */
export const findPlace = (name: RegExp) => screen.findByRole('button', { name })
export const bookingSummary = () => within(screen.getByRole('region', { name: 'Booking Summary' }))
/** The bar's button, and the summary's: which of the two is seen is a matter of width. */
export const proceedButton = () =>
  screen.getAllByRole('button', { name: 'Proceed to Payment' })[0] as HTMLElement
export const sentEvents = () => fake.sentMessages.map(([event]) => event)
