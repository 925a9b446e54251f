import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import * as fakeSocket from '#test/fake-socket.ts'
import { createSeat, createSlot, HOLD_UNTIL } from '#test/fixtures.ts'
import { errorResponse, serveShowtime, startMockApi } from '#test/mock-api.ts'
import { findPlace, openSeatScreen, sentEvents, setUpSeatScreenTests } from '#test/seat-screen.tsx'

vi.mock('#lib/socket.ts', () => import('#test/fake-socket.ts'))

const mockApi = startMockApi()

setUpSeatScreenTests()

describe('parking', () => {
  test('has one tab stop for each slot type and moves the focus with the arrow keys', async () => {
    serveShowtime(mockApi, {
      seats: [createSeat('A1')],
      slots: ['T1', 'T2', 'F1'].map((n) => createSlot(n)),
    })
    const user = openSeatScreen()
    await user.click(await screen.findByRole('button', { name: 'Add Parking' }))
    await user.tab()
    await user.keyboard('{ArrowRight}{Enter}')

    expect(document.activeElement).toBe(await findPlace(/slot T2, .* selected/))
    await user.tab()
    expect(document.activeElement).toBe(
      screen.getByLabelText('Vehicle number for Two Wheeler Slot T2'),
    )
    await user.tab()
    expect(document.activeElement).toBe(await findPlace(/slot F1/))
  })

  test('has its tab stop at the slot that was clicked last', async () => {
    serveShowtime(mockApi, {
      seats: [createSeat('A1')],
      slots: ['T1', 'T2', 'F1'].map((n) => createSlot(n)),
    })
    const user = openSeatScreen()
    await user.click(await screen.findByRole('button', { name: 'Add Parking' }))
    await user.click(await findPlace(/slot T2/))
    await user.click(await findPlace(/slot F1/))

    await user.tab({ shift: true })
    await user.tab({ shift: true })

    expect(document.activeElement).toBe(await findPlace(/slot T2/))
  })

  test('releases all slots and clears the vehicle numbers when it is turned off [R-4.22]', async () => {
    serveShowtime(mockApi, {
      seats: [createSeat('A1')],
      slots: [createSlot('T1'), createSlot('F1')],
    })
    const user = openSeatScreen()
    await user.click(await screen.findByRole('button', { name: 'Add Parking' }))
    await user.click(await findPlace(/Four Wheeler slot F1/))
    await user.type(
      await screen.findByLabelText('Vehicle number for Four Wheeler Slot F1'),
      'TN01AB1234',
    )

    fakeSocket.setReply(() => fakeSocket.okAck(null))
    await user.click(screen.getByRole('button', { name: 'Parking Selected' }))
    await waitFor(() => expect(sentEvents()).toContain('releaseParkingSlot'))

    fakeSocket.setReply(() => fakeSocket.okAck(HOLD_UNTIL))
    await user.click(await screen.findByRole('button', { name: 'Add Parking' }))
    await user.click(await findPlace(/Four Wheeler slot F1, 100 rupees, available/))
    const vehicle = await screen.findByLabelText('Vehicle number for Four Wheeler Slot F1')
    expect(vehicle).toHaveProperty('value', '')
  })
})

describe('loading error', () => {
  test.each([
    ['movies', 'The selected movie could not be found. It may have been removed from our system.'],
    ['showtimes', 'The selected showtime is no longer available. Please choose another showtime.'],
  ])('404 of %s is shown in a dialog and on the page [R-2.66][R-8.12]', async (noun, message) => {
    serveShowtime(mockApi)
    mockApi.use(http.get(`*/api/${noun}/:id`, () => errorResponse(404, 'NOT_FOUND', 'Not found.')))
    const user = openSeatScreen()

    const dialog = within(await screen.findByRole('dialog', { name: 'Booking Error' }))
    expect(dialog.getByText(message)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Stay Here' }))

    expect(await screen.findByText('Error Loading Tickets')).toBeTruthy()
    expect(screen.getByText(message)).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Return to Homepage' }))
    expect(screen.getByText(/You are at \/ /)).toBeTruthy()
  })

  test('invalid ids show a dialog that leads home [R-8.18]', async () => {
    const user = openSeatScreen('/tickets/undefined/s1')

    const dialog = within(await screen.findByRole('dialog', { name: 'Error' }))
    expect(
      dialog.getByText(
        'There was a problem loading the booking information. Would you like to return to the homepage?',
      ),
    ).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Return to Homepage' }))

    expect(await screen.findByText(/You are at \/ /)).toBeTruthy()
  })
})
