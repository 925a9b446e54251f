import type { ParkingSlot } from '@marquee/contract/parking'
import type { Seat } from '@marquee/contract/seats/seats'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect } from 'vitest'
import { SeatScreenPage } from '#pages/booking/seat-screen-page.tsx'
import { renderPages } from '#test/render-pages.tsx'
import * as fake from './fake-socket.ts'
import { createSeat, createSlot, HOLD_UNTIL } from './fixtures.ts'
import { serveShowtime, startMockApi } from './mock-api.ts'

interface Options {
  seats?: Seat[]
  slots?: ParkingSlot[]
  path?: string
  isConnected?: boolean
}

/** Call once per test file. Every request is granted. After each test, the showtime is left before the next one starts. */
export function setUpSeatScreenTests() {
  const mockApi = startMockApi()
  beforeEach(() => {
    fake.setReply(() => fake.okAck(HOLD_UNTIL))
    window.history.replaceState(null, '', '/tickets/m1/s1')
  })
  afterEach(async () => {
    cleanup()
    if (sentEvents().includes('joinShowtime')) {
      await waitFor(() => expect(sentEvents()).toContain('leaveShowtime'))
    }
  })

  /** Without options, one seat A1 is available. The test may change the state of the server later. */
  function openSeatScreen({
    seats = [createSeat('A1')],
    slots,
    path = '/tickets/m1/s1',
    isConnected = true,
  }: Options = {}) {
    const server = serveShowtime(mockApi, { seats, ...(slots && { slots }) })
    fake.socket.connected = isConnected
    const pages = { '/tickets/:movieId/:showtimeId': <SeatScreenPage /> }
    return { server, user: renderPages({ to: path, pages }) }
  }
  return { mockApi, openSeatScreen }
}

export const createSeats = (...seatNumbers: string[]) => seatNumbers.map((n) => createSeat(n))
export const createSlots = (...slotNumbers: string[]) => slotNumbers.map((n) => createSlot(n))

/** A seat or a slot, by its label for screen readers. */
export const findPlace = (name: RegExp) => screen.findByRole('button', { name })
export const bookingSummary = () => within(screen.getByRole('region', { name: 'Booking Summary' }))
/** Wide and narrow screens have one button each. jsdom has no width, so both are in the document. */
export const proceedButton = () =>
  screen.getAllByRole('button', { name: 'Proceed to Payment' })[0] as HTMLElement
export const sentEvents = () => fake.sentMessages.map(([event]) => event)
export const joined = () => waitFor(() => expect(sentEvents()).toContain('joinShowtime'))

export const openParking = async (user: ReturnType<typeof renderPages>) =>
  user.click(await screen.findByRole('button', { name: 'Add Parking' }))
