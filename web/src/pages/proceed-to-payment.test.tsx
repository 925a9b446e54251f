import type { Seat } from '@marquee/contract/seats'
import type { Ack } from '@marquee/contract/socket'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { session } from '#features/session/session.store.ts'
import * as fakeSocket from '#test/fake-socket.ts'
import { asha, createSeat, createSlot, HOLD_UNTIL, heldByMe, showtime } from '#test/fixtures.ts'
import { serveShowtime, startMockApi } from '#test/mock-api.ts'
import {
  findPlace,
  openSeatScreen,
  proceedButton,
  sentEvents,
  setUpSeatScreenTests,
} from '#test/seat-screen.tsx'

vi.mock('#lib/socket.ts', () => import('#test/fake-socket.ts'))

const TAKEN: Ack = { ok: false, code: 'TAKEN', message: 'A1 has just been taken.' }
const mockApi = startMockApi()

setUpSeatScreenTests()

describe('Proceed to Payment', () => {
  test('shows the validation errors in order and focuses the field [R-5.1]', async () => {
    serveShowtime(mockApi, {
      seats: [createSeat('A1', heldByMe)],
      slots: [createSlot('T1', heldByMe)],
    })
    const user = openSeatScreen()
    await findPlace(/Row A seat 1, .* selected/)
    const expectError = async (title: string) => {
      await user.click(proceedButton())
      await user.click(
        within(await screen.findByRole('dialog', { name: title })).getByRole('button'),
      )
    }

    await expectError('Phone Number Required')
    await waitFor(() => expect(document.activeElement?.id).toBe('phone'))
    await user.keyboard('123')
    await expectError('Invalid Phone Number')
    await user.type(screen.getByLabelText('Phone number'), '4567890')
    await expectError('Vehicle Number Required')
    await waitFor(() => expect(document.activeElement?.id).toBe('T1'))
    await user.keyboard('X')
    await expectError('Invalid Vehicle Number')

    expect(sentEvents()).toEqual(['joinShowtime'])
  })

  test('focuses the vehicle number field of the slot in the error', async () => {
    serveShowtime(mockApi, {
      seats: [createSeat('A1', heldByMe)],
      slots: [createSlot('T1', heldByMe), createSlot('T2', heldByMe)],
    })
    const user = openSeatScreen()
    await user.type(await screen.findByLabelText('Phone number'), '98765 43210')
    await user.type(screen.getByLabelText(/Slot T1/), 'no plate')

    await user.click(proceedButton())
    await screen.findByText('Please enter vehicle number for Two Wheeler Slot T2.')
    await user.click(screen.getByRole('button', { name: 'OK' }))

    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/Slot T2/)))
  })

  test('passes the selection to the payment page and keeps the holds [R-3.19]', async () => {
    serveShowtime(mockApi, {
      seats: [createSeat('A1', heldByMe)],
      slots: [createSlot('T1', heldByMe)],
    })
    const user = openSeatScreen()
    await user.type(await screen.findByLabelText('Phone number'), '98765 43210')
    await user.type(screen.getByLabelText(/Vehicle number/), 'tn 01 ab 1234')
    window.history.replaceState(null, '', '/payment-new')

    await user.click(proceedButton())

    const location = await screen.findByText(/You are at \/payment-new/)
    expect(location.textContent).toContain(
      '"bookingData":{"showtimeId":"s1","movieId":"m1","seats":["A1"],"parkingSlots":[{"slotId":"T1","vehicleNumber":"TN01AB1234"}],"phone":"98765 43210","phoneVerified":false,"totalCost":230',
    )
    await waitFor(() => expect(sentEvents().at(-1)).toBe('leaveShowtime'))
    expect(sentEvents()).toEqual(['joinShowtime', 'beginCheckout', 'leaveShowtime'])
  })

  test.each([
    ['unchanged', '', '"phoneVerified":true'],
    ['changed', '1', '"phoneVerified":false'],
  ])(
    'uses the phone of the account, verified only if unchanged: %s [R-3.20]',
    async (_, typed, verified) => {
      serveShowtime(mockApi, { seats: [createSeat('A1', heldByMe)] })
      const account = { ...asha, phone: '98765 43210', phoneVerified: true }
      mockApi.use(http.get('*/api/auth/session', () => HttpResponse.json({ user: account })))
      session.signedInAs(asha)
      const user = openSeatScreen()
      await waitFor(() =>
        expect(screen.getByLabelText('Phone number')).toHaveProperty('value', '98765 43210'),
      )
      await user.type(screen.getByLabelText('Phone number'), typed || '{End}')
      window.history.replaceState(null, '', '/payment-new')

      await user.click(proceedButton())

      expect((await screen.findByText(/You are at \/payment-new/)).textContent).toContain(verified)
      session.signedOut()
    },
  )

  test('shows the reason and stays on the page when the checkout is refused', async () => {
    serveShowtime(mockApi, { seats: [createSeat('A1', heldByMe)] })
    fakeSocket.setReply((event) =>
      event === 'beginCheckout' ? TAKEN : fakeSocket.okAck(HOLD_UNTIL),
    )
    const user = openSeatScreen()
    await user.type(await screen.findByLabelText('Phone number'), '98765 43210')

    await user.click(proceedButton())

    expect(await screen.findByText('A1 has just been taken.')).toBeTruthy()
    expect(screen.queryByText(/You are at/)).toBeNull()
  })
})

describe('closed showtime', () => {
  const started = { ...showtime, startTime: new Date(Date.now() - 60_000).toISOString() }
  const openClosedShowtime = (seats: Seat[]) => {
    serveShowtime(mockApi, { seats, slots: [createSlot('T1')] })
    mockApi.use(http.get('*/api/showtimes/:id', () => HttpResponse.json(started)))
  }

  test('shows the reason and allows no selection', async () => {
    openClosedShowtime([createSeat('A1')])
    const user = openSeatScreen()
    const free = await findPlace(/Row A seat 1/)
    expect(free.ariaDisabled).toBe('true')
    for (const button of screen.getAllByRole('button', { name: 'Booking Closed' })) {
      expect(button).toHaveProperty('disabled', true)
    }
    expect(screen.getByText('Show has started')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Add Parking' })).toHaveProperty('disabled', true)

    await user.click(free)
    await user.click(screen.getByRole('button', { name: 'Choose from a list' }))
    await user.click(screen.getByRole('checkbox', { name: /Seat 1/ }))

    expect(sentEvents()).toEqual(['joinShowtime'])
  })

  test('allows paying for and releasing existing holds', async () => {
    openClosedShowtime([createSeat('A1', heldByMe)])
    const user = openSeatScreen()
    const held = await findPlace(/Row A seat 1, .* selected/)
    expect(proceedButton()).toHaveProperty('disabled', false)

    await user.click(held)

    expect(sentEvents()).toEqual(['joinShowtime', 'releaseSeat'])
  })
})
