import type { Ack } from '@marquee/contract/socket'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import * as fakeSocket from '#test/fake-socket.ts'
import { createSeat, createSlot, heldByMe } from '#test/fixtures.ts'
import { errorResponse, serveShowtime, startMockApi } from '#test/mock-api.ts'
import {
  bookingSummary,
  findPlace,
  openSeatScreen,
  sentEvents,
  setUpSeatScreenTests,
} from '#test/seat-screen.tsx'
import { useNotifications } from '#ui/notify.ts'

vi.mock('#lib/socket.ts', () => import('#test/fake-socket.ts'))

const TAKEN: Ack = { ok: false, code: 'TAKEN', message: 'A1 has just been taken.' }
const mockApi = startMockApi()

setUpSeatScreenTests()

describe('seat map', () => {
  test('shows the seats and adds up the prices of the selected ones [R-2.65]', async () => {
    serveShowtime(mockApi, {
      seats: [createSeat('A1'), createSeat('A2', { category: 'VIP', price: 250 })],
    })
    const user = openSeatScreen()
    expect(screen.getByText('Loading ticket information...')).toBeTruthy()

    await user.click(await findPlace(/^Row A seat 1, Premium, 180 rupees, available$/))
    await user.click(await findPlace(/^Row A seat 2, VIP, 250 rupees, available$/))

    expect(await findPlace(/Row A seat 1, .* selected/)).toHaveProperty('ariaPressed', 'true')
    expect(bookingSummary().getByText('Seat A1').nextSibling?.textContent).toBe('₹180')
    expect(bookingSummary().getByText('Total Cost').nextSibling?.textContent).toBe('₹430')
    expect(sentEvents()).toEqual(['joinShowtime', 'holdSeat', 'holdSeat'])
  })

  test('joins the showtime and follows the connection, also after a reconnect [R-2.53][R-4.31]', async () => {
    const state = serveShowtime(mockApi, { seats: [createSeat('A1')] })
    openSeatScreen()
    await findPlace(/available/)
    await waitFor(() => expect(sentEvents()).toEqual(['joinShowtime']))

    act(fakeSocket.disconnect)
    expect(screen.getByText('Connecting to real-time server...')).toBeTruthy()
    expect(screen.getByText(/^You're offline/)).toBeTruthy()
    state.seats = [createSeat('A1', { status: 'SOLD' })]
    act(fakeSocket.connect)

    expect(screen.getByText('Real-time updates active')).toBeTruthy()
    expect(screen.queryByText(/^You're offline/)).toBeNull()
    await findPlace(/Row A seat 1, .* sold/)
    expect(sentEvents()).toEqual(['joinShowtime', 'joinShowtime'])
  })

  test('ignores clicks on seats that are held or sold [R-4.17]', async () => {
    serveShowtime(mockApi, {
      seats: [createSeat('A1', { status: 'HELD' }), createSeat('A2', { status: 'SOLD' })],
    })
    const user = openSeatScreen()

    await user.click(await findPlace(/ held/))
    await user.click(await findPlace(/ sold/))

    expect(sentEvents()).toEqual(['joinShowtime'])
  })

  test('removes a seat from the selection when the server refuses the hold', async () => {
    const state = serveShowtime(mockApi, { seats: [createSeat('A1')] })
    fakeSocket.setReply((event) => (event === 'holdSeat' ? TAKEN : fakeSocket.okAck()))
    const user = openSeatScreen()
    state.rev = 2
    const free = await findPlace(/available/)
    state.seats = [createSeat('A1', { status: 'HELD' })]

    await user.click(free)

    await findPlace(/Row A seat 1, .* held/)
    expect(bookingSummary().queryByText('Seat A1')).toBeNull()
  })

  test('shows seatsUpdated pushes [R-4.18]', async () => {
    serveShowtime(mockApi, { seats: [createSeat('A1'), createSeat('A2')] })
    openSeatScreen()
    await findPlace(/seat 1, .* available/)
    await waitFor(() => expect(sentEvents()).toContain('joinShowtime'))

    act(() =>
      fakeSocket.push('seatsUpdated', {
        showtimeId: 's1',
        seats: [createSeat('A1', { status: 'SOLD' })],
        rev: 2,
        since: 1,
        from: 1,
      }),
    )

    await findPlace(/seat 1, .* sold/)
    expect(screen.getByText('1 / 2')).toBeTruthy()
  })

  test('fetches the whole map when it has missed a push', async () => {
    const state = serveShowtime(mockApi, { seats: [createSeat('A1'), createSeat('A2')] })
    openSeatScreen()
    await findPlace(/seat 1, .* available/)
    await waitFor(() => expect(sentEvents()).toContain('joinShowtime'))

    state.rev = 5
    state.seats = [createSeat('A1', { status: 'SOLD' }), createSeat('A2')]
    act(() => fakeSocket.push('mapRevision', { showtimeId: 's1', seats: 5, slots: 1, rev: 5 }))

    await findPlace(/seat 1, .* sold/)
  })

  test('shows the error when Force Refresh Seats fails', async () => {
    serveShowtime(mockApi, { seats: [createSeat('A1')] })
    const user = openSeatScreen()
    await findPlace(/available/)
    await waitFor(() => expect(sentEvents()).toContain('joinShowtime'))
    mockApi.use(
      http.get('*/api/seats/showtime/:id', () =>
        errorResponse(429, 'RATE', 'Please wait a moment.'),
      ),
    )

    await user.click(screen.getByRole('button', { name: 'Force Refresh Seats' }))

    await waitFor(() =>
      expect(useNotifications.getState().visible.map(({ text }) => text)).toContain(
        'Please wait a moment.',
      ),
    )
    expect(await findPlace(/Row A seat 1, .* available/)).toBeTruthy()
  })

  test('shows existing holds of the visitor as selected', async () => {
    serveShowtime(mockApi, {
      seats: [createSeat('A1', heldByMe)],
      slots: [createSlot('T1', heldByMe)],
    })
    openSeatScreen()

    await findPlace(/Row A seat 1, .* selected/)
    await findPlace(/Two Wheeler slot T1, 50 rupees, selected/)
    expect(screen.getByRole('button', { name: 'Parking Selected' })).toBeTruthy()
    expect(bookingSummary().getByText('Two Wheeler Parking × 1')).toBeTruthy()
  })

  test('releases the selection when the visitor leaves, except for payment [R-4.21]', async () => {
    serveShowtime(mockApi, {
      seats: [createSeat('A1', heldByMe)],
      slots: [createSlot('T1', heldByMe)],
    })
    openSeatScreen()
    await findPlace(/Row A seat 1, .* selected/)
    window.history.replaceState(null, '', '/about')

    cleanup()

    await waitFor(() => expect(sentEvents()).toContain('leaveShowtime'))
    expect(sentEvents()).toEqual([
      'joinShowtime',
      'releaseSeat',
      'releaseParkingSlot',
      'leaveShowtime',
    ])
  })

  test('has one tab stop and moves the focus with the arrow keys', async () => {
    serveShowtime(mockApi, { seats: ['A1', 'A2', 'B1', 'B2'].map((number) => createSeat(number)) })
    const user = openSeatScreen()
    const first = await findPlace(/Row A seat 1/)
    act(() => first.focus())

    await user.keyboard('{ArrowDown}{ArrowRight}{Enter}')

    expect(document.activeElement).toBe(await findPlace(/Row B seat 2, .* selected/))
    const stops = screen
      .getAllByRole('button', { name: /^Row/ })
      .filter((one) => one.tabIndex === 0)
    expect(stops).toEqual([document.activeElement])
  })

  test('can be used as a list of checkboxes', async () => {
    serveShowtime(mockApi, { seats: [createSeat('A1'), createSeat('A2', { status: 'SOLD' })] })
    const user = openSeatScreen()
    await user.click(await screen.findByRole('button', { name: 'Choose from a list' }))

    expect(screen.queryByRole('checkbox', { name: /Seat 2/ })).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: /Seat 1/ }))

    expect(await bookingSummary().findByText('Seat A1')).toBeTruthy()
  })
})
