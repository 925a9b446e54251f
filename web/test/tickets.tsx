import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect } from 'vitest'
import { TicketsPage } from '#pages/tickets.tsx'
import * as fake from './fake-socket.ts'
import { HOLD_UNTIL } from './hall.ts'
import { visit } from './visit.tsx'

/** For a file about the seat screen: every test comes to a quiet hall, and whoever leaves says so before the next one comes. */
export function openTickets() {
  beforeEach(() => {
    fake.forgetEverything()
    fake.answerWith(() => fake.granted(HOLD_UNTIL))
    sessionStorage.clear()
    window.history.replaceState(null, '', '/tickets/m1/s1')
  })
  afterEach(async () => {
    cleanup()
    if (events().includes('joinShowtime')) {
      await waitFor(() => expect(events()).toContain('leaveShowtime'))
    }
  })
}

export const arrive = (to = '/tickets/m1/s1') => {
  fake.socket.connected = true
  return visit({ to, pages: { '/tickets/:movieId/:showtimeId': <TicketsPage /> } })
}
/** A seat or a slot, by what a screen reader says of it. */
export const seat = (name: RegExp) => screen.findByRole('button', { name })
export const summary = () => within(screen.getByRole('region', { name: 'Booking Summary' }))
/** The bar's button, and the summary's: which of the two is seen is a matter of width. */
export const proceed = () =>
  screen.getAllByRole('button', { name: 'Proceed to Payment' })[0] as HTMLElement
export const events = () => fake.asked.map(([event]) => event)
