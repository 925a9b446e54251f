import type { Seat } from '@marquee/contract/seats'
import type { Ack } from '@marquee/contract/socket'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { session } from '#features/session/session.store.ts'
import * as fake from '#test/fake-socket.ts'
import { asha, createSeat, createSlot, HOLD_UNTIL, heldByMe, showtime } from '#test/fixtures.ts'
import { errorResponse, serveShowtime, startMockApi } from '#test/mock-api.ts'
import {
  bookingSummary,
  findPlace,
  openSeatScreen,
  proceedButton,
  sentEvents,
  setUpSeatScreenTests,
} from '#test/seat-screen.tsx'
import { useNotifications } from '#ui/notify.ts'

vi.mock('#lib/socket.ts', () => import('#test/fake-socket.ts'))

const TAKEN: Ack = { ok: false, code: 'TAKEN', message: 'A1 has just been taken.' }
const mockApi = startMockApi()

setUpSeatScreenTests()

describe('the hall', () => {
  test('shows what can be had, and adds up what is chosen [R-2.65]', async () => {
    serveShowtime(mockApi, {
      seats: [createSeat('A1'), createSeat('A2', { category: 'VIP', price: 250 })],
    })
    const person = openSeatScreen()
    expect(screen.getByText('Loading ticket information...')).toBeTruthy()

    await person.click(await findPlace(/^Row A seat 1, Premium, 180 rupees, available$/))
    await person.click(await findPlace(/^Row A seat 2, VIP, 250 rupees, available$/))

    expect(await findPlace(/Row A seat 1, .* selected/)).toHaveProperty('ariaPressed', 'true')
    expect(bookingSummary().getByText('Seat A1').nextSibling?.textContent).toBe('₹180')
    expect(bookingSummary().getByText('Total Cost').nextSibling?.textContent).toBe('₹430')
    expect(sentEvents()).toEqual(['joinShowtime', 'holdSeat', 'holdSeat'])
  })

  test('joins the room before it asks for the map, again after every reconnect [R-2.53][R-4.31]', async () => {
    const hall = serveShowtime(mockApi, { seats: [createSeat('A1')] })
    openSeatScreen()
    await findPlace(/available/)
    await waitFor(() => expect(sentEvents()).toEqual(['joinShowtime']))

    act(fake.disconnect)
    expect(screen.getByText('Connecting to real-time server...')).toBeTruthy()
    expect(screen.getByText(/^You're offline/)).toBeTruthy()
    hall.seats = [createSeat('A1', { status: 'SOLD' })]
    act(fake.connect)

    expect(screen.getByText('Real-time updates active')).toBeTruthy()
    expect(screen.queryByText(/^You're offline/)).toBeNull()
    await findPlace(/Row A seat 1, .* sold/)
    expect(sentEvents()).toEqual(['joinShowtime', 'joinShowtime'])
  })

  test("does not let go for another's seat [R-4.17]", async () => {
    serveShowtime(mockApi, {
      seats: [createSeat('A1', { status: 'HELD' }), createSeat('A2', { status: 'SOLD' })],
    })
    const person = openSeatScreen()

    await person.click(await findPlace(/ held/))
    await person.click(await findPlace(/ sold/))

    expect(sentEvents()).toEqual(['joinShowtime'])
  })

  test('takes a refused seat back out of the selection', async () => {
    const hall = serveShowtime(mockApi, { seats: [createSeat('A1')] })
    fake.setReply((event) => (event === 'holdSeat' ? TAKEN : fake.okAck()))
    const person = openSeatScreen()
    hall.rev = 2
    const free = await findPlace(/available/)
    hall.seats = [createSeat('A1', { status: 'HELD' })]

    await person.click(free)

    await findPlace(/Row A seat 1, .* held/)
    expect(bookingSummary().queryByText('Seat A1')).toBeNull()
  })

  test('follows what others do [R-4.18]', async () => {
    serveShowtime(mockApi, { seats: [createSeat('A1'), createSeat('A2')] })
    openSeatScreen()
    await findPlace(/seat 1, .* available/)
    await waitFor(() => expect(sentEvents()).toContain('joinShowtime'))

    act(() =>
      fake.push('seatsUpdated', {
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

  test('asks for the whole map when a push has been missed', async () => {
    const hall = serveShowtime(mockApi, { seats: [createSeat('A1'), createSeat('A2')] })
    openSeatScreen()
    await findPlace(/seat 1, .* available/)
    await waitFor(() => expect(sentEvents()).toContain('joinShowtime'))

    hall.rev = 5
    hall.seats = [createSeat('A1', { status: 'SOLD' }), createSeat('A2')]
    act(() => fake.push('mapRevision', { showtimeId: 's1', seats: 5, slots: 1, rev: 5 }))

    await findPlace(/seat 1, .* sold/)
  })

  test('tells whoever doubts the map that it cannot be read just now', async () => {
    serveShowtime(mockApi, { seats: [createSeat('A1')] })
    const person = openSeatScreen()
    await findPlace(/available/)
    await waitFor(() => expect(sentEvents()).toContain('joinShowtime'))
    mockApi.use(
      http.get('*/api/seats/showtime/:id', () =>
        errorResponse(429, 'RATE', 'Please wait a moment.'),
      ),
    )

    await person.click(screen.getByRole('button', { name: 'Force Refresh Seats' }))

    await waitFor(() =>
      expect(useNotifications.getState().visible.map(({ text }) => text)).toContain(
        'Please wait a moment.',
      ),
    )
    expect(await findPlace(/Row A seat 1, .* available/)).toBeTruthy()
  })

  test('shows what this visitor holds already as selected, after a reload or on the way back', async () => {
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

  test('says that a hold has expired, and frees the seat [R-4.20]', async () => {
    serveShowtime(mockApi, { seats: [createSeat('A1', heldByMe)] })
    const person = openSeatScreen()
    await findPlace(/selected/)

    act(() => fake.push('holdExpired', { type: 'seat', itemId: 'A1', showtimeId: 's1' }))

    expect(await screen.findByText('Your hold on a seat has expired.')).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'OK' }))
    expect(await findPlace(/Row A seat 1, .* available/)).toBeTruthy()
    expect(bookingSummary().queryByText('Seat A1')).toBeNull()
  })

  test('left for anywhere but payment, gets back what was chosen [R-4.21]', async () => {
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

  test('is reached by one tab stop and walked by arrows', async () => {
    serveShowtime(mockApi, { seats: ['A1', 'A2', 'B1', 'B2'].map((number) => createSeat(number)) })
    const person = openSeatScreen()
    const first = await findPlace(/Row A seat 1/)
    act(() => first.focus())

    await person.keyboard('{ArrowDown}{ArrowRight}{Enter}')

    expect(document.activeElement).toBe(await findPlace(/Row B seat 2, .* selected/))
    const stops = screen
      .getAllByRole('button', { name: /^Row/ })
      .filter((one) => one.tabIndex === 0)
    expect(stops).toEqual([document.activeElement])
  })

  test('offers the same as a list', async () => {
    serveShowtime(mockApi, { seats: [createSeat('A1'), createSeat('A2', { status: 'SOLD' })] })
    const person = openSeatScreen()
    await person.click(await screen.findByRole('button', { name: 'Choose from a list' }))

    expect(screen.queryByRole('checkbox', { name: /Seat 2/ })).toBeNull()
    await person.click(screen.getByRole('checkbox', { name: /Seat 1/ }))

    expect(await bookingSummary().findByText('Seat A1')).toBeTruthy()
  })
})

describe('a show that is closed', () => {
  const started = { ...showtime, startTime: new Date(Date.now() - 60_000).toISOString() }
  const openClosedHall = (seats: Seat[]) => {
    serveShowtime(mockApi, { seats, slots: [createSlot('T1')] })
    mockApi.use(http.get('*/api/showtimes/:id', () => HttpResponse.json(started)))
  }

  test('says so, and nothing in it can be chosen', async () => {
    openClosedHall([createSeat('A1')])
    const person = openSeatScreen()
    const free = await findPlace(/Row A seat 1/)
    expect(free.ariaDisabled).toBe('true')
    for (const button of screen.getAllByRole('button', { name: 'Booking Closed' })) {
      expect(button).toHaveProperty('disabled', true)
    }
    expect(screen.getByText('Show has started')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Add Parking' })).toHaveProperty('disabled', true)

    await person.click(free)
    await person.click(screen.getByRole('button', { name: 'Choose from a list' }))
    await person.click(screen.getByRole('checkbox', { name: /Seat 1/ }))

    expect(sentEvents()).toEqual(['joinShowtime'])
  })

  test('lets one pay for what one holds, or give it back', async () => {
    openClosedHall([createSeat('A1', heldByMe)])
    const person = openSeatScreen()
    const held = await findPlace(/Row A seat 1, .* selected/)
    expect(proceedButton()).toHaveProperty('disabled', false)

    await person.click(held)

    expect(sentEvents()).toEqual(['joinShowtime', 'releaseSeat'])
  })
})

describe('parking', () => {
  test('is one tab stop for each kind, walked by arrows', async () => {
    serveShowtime(mockApi, {
      seats: [createSeat('A1')],
      slots: ['T1', 'T2', 'F1'].map((n) => createSlot(n)),
    })
    const person = openSeatScreen()
    await person.click(await screen.findByRole('button', { name: 'Add Parking' }))
    await person.tab()
    await person.keyboard('{ArrowRight}{Enter}')

    expect(document.activeElement).toBe(await findPlace(/slot T2, .* selected/))
    await person.tab()
    expect(document.activeElement).toBe(
      screen.getByLabelText('Vehicle number for Two Wheeler Slot T2'),
    )
    await person.tab()
    expect(document.activeElement).toBe(await findPlace(/slot F1/))
  })

  test('is entered again where it was last tapped', async () => {
    serveShowtime(mockApi, {
      seats: [createSeat('A1')],
      slots: ['T1', 'T2', 'F1'].map((n) => createSlot(n)),
    })
    const person = openSeatScreen()
    await person.click(await screen.findByRole('button', { name: 'Add Parking' }))
    await person.click(await findPlace(/slot T2/))
    await person.click(await findPlace(/slot F1/))

    await person.tab({ shift: true })
    await person.tab({ shift: true })

    expect(document.activeElement).toBe(await findPlace(/slot T2/))
  })

  test('turned off, gives every slot back and forgets the vehicles [R-4.22]', async () => {
    serveShowtime(mockApi, {
      seats: [createSeat('A1')],
      slots: [createSlot('T1'), createSlot('F1')],
    })
    const person = openSeatScreen()
    await person.click(await screen.findByRole('button', { name: 'Add Parking' }))
    await person.click(await findPlace(/Four Wheeler slot F1/))
    await person.type(
      await screen.findByLabelText('Vehicle number for Four Wheeler Slot F1'),
      'TN01AB1234',
    )

    fake.setReply(() => fake.okAck(null))
    await person.click(screen.getByRole('button', { name: 'Parking Selected' }))
    await waitFor(() => expect(sentEvents()).toContain('releaseParkingSlot'))

    fake.setReply(() => fake.okAck(HOLD_UNTIL))
    await person.click(await screen.findByRole('button', { name: 'Add Parking' }))
    await person.click(await findPlace(/Four Wheeler slot F1, 100 rupees, available/))
    const vehicle = await screen.findByLabelText('Vehicle number for Four Wheeler Slot F1')
    expect(vehicle).toHaveProperty('value', '')
  })
})

describe('on the way to payment', () => {
  test('what is missing is asked for, in order [R-5.1]', async () => {
    serveShowtime(mockApi, {
      seats: [createSeat('A1', heldByMe)],
      slots: [createSlot('T1', heldByMe)],
    })
    const person = openSeatScreen()
    await findPlace(/Row A seat 1, .* selected/)
    const objection = async (title: string) => {
      await person.click(proceedButton())
      await person.click(
        within(await screen.findByRole('dialog', { name: title })).getByRole('button'),
      )
    }

    await objection('Phone Number Required')
    await waitFor(() => expect(document.activeElement?.id).toBe('phone'))
    await person.keyboard('123')
    await objection('Invalid Phone Number')
    await person.type(screen.getByLabelText('Phone number'), '4567890')
    await objection('Vehicle Number Required')
    await waitFor(() => expect(document.activeElement?.id).toBe('T1'))
    await person.keyboard('X')
    await objection('Invalid Vehicle Number')

    expect(sentEvents()).toEqual(['joinShowtime'])
  })

  test('a vehicle number is asked for in the field of the slot that is named', async () => {
    serveShowtime(mockApi, {
      seats: [createSeat('A1', heldByMe)],
      slots: [createSlot('T1', heldByMe), createSlot('T2', heldByMe)],
    })
    const person = openSeatScreen()
    await person.type(await screen.findByLabelText('Phone number'), '98765 43210')
    await person.type(screen.getByLabelText(/Slot T1/), 'no plate')

    await person.click(proceedButton())
    await screen.findByText('Please enter vehicle number for Two Wheeler Slot T2.')
    await person.click(screen.getByRole('button', { name: 'OK' }))

    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/Slot T2/)))
  })

  test('the selection is taken along and kept [R-3.19]', async () => {
    serveShowtime(mockApi, {
      seats: [createSeat('A1', heldByMe)],
      slots: [createSlot('T1', heldByMe)],
    })
    const person = openSeatScreen()
    await person.type(await screen.findByLabelText('Phone number'), '98765 43210')
    await person.type(screen.getByLabelText(/Vehicle number/), 'tn 01 ab 1234')
    window.history.replaceState(null, '', '/payment-new')

    await person.click(proceedButton())

    const carried = await screen.findByText(/You are at \/payment-new/)
    expect(carried.textContent).toContain(
      '"bookingData":{"showtimeId":"s1","movieId":"m1","seats":["A1"],"parkingSlots":[{"slotId":"T1","vehicleNumber":"TN01AB1234"}],"phone":"98765 43210","phoneVerified":false,"totalCost":230',
    )
    await waitFor(() => expect(sentEvents().at(-1)).toBe('leaveShowtime'))
    expect(sentEvents()).toEqual(['joinShowtime', 'beginCheckout', 'leaveShowtime'])
  })

  test.each([
    ['as it is there', '', '"phoneVerified":true'],
    ['with another digit', '1', '"phoneVerified":false'],
  ])('the phone comes from the account, verified %s [R-3.20]', async (_how, typed, carried) => {
    serveShowtime(mockApi, { seats: [createSeat('A1', heldByMe)] })
    const account = { ...asha, phone: '98765 43210', phoneVerified: true }
    mockApi.use(http.get('*/api/auth/session', () => HttpResponse.json({ user: account })))
    session.signedInAs(asha)
    const person = openSeatScreen()
    await waitFor(() =>
      expect(screen.getByLabelText('Phone number')).toHaveProperty('value', '98765 43210'),
    )
    await person.type(screen.getByLabelText('Phone number'), typed || '{End}')
    window.history.replaceState(null, '', '/payment-new')

    await person.click(proceedButton())

    expect((await screen.findByText(/You are at \/payment-new/)).textContent).toContain(carried)
    session.signedOut()
  })

  test('a refusal is told and nobody leaves', async () => {
    serveShowtime(mockApi, { seats: [createSeat('A1', heldByMe)] })
    fake.setReply((event) => (event === 'beginCheckout' ? TAKEN : fake.okAck(HOLD_UNTIL)))
    const person = openSeatScreen()
    await person.type(await screen.findByLabelText('Phone number'), '98765 43210')

    await person.click(proceedButton())

    expect(await screen.findByText('A1 has just been taken.')).toBeTruthy()
    expect(screen.queryByText(/You are at/)).toBeNull()
  })
})

describe('when the hall cannot be shown', () => {
  test.each([
    ['movies', 'The selected movie could not be found. It may have been removed from our system.'],
    ['showtimes', 'The selected showtime is no longer available. Please choose another showtime.'],
  ])(
    'a missing one of %s is said on the page and in a dialog [R-2.66][R-8.12]',
    async (noun, sentence) => {
      serveShowtime(mockApi)
      mockApi.use(
        http.get(`*/api/${noun}/:id`, () => errorResponse(404, 'NOT_FOUND', 'Not found.')),
      )
      const person = openSeatScreen()

      const dialog = within(await screen.findByRole('dialog', { name: 'Booking Error' }))
      expect(dialog.getByText(sentence)).toBeTruthy()
      await person.click(dialog.getByRole('button', { name: 'Stay Here' }))

      expect(await screen.findByText('Error Loading Tickets')).toBeTruthy()
      expect(screen.getByText(sentence)).toBeTruthy()
      await person.click(screen.getByRole('link', { name: 'Return to Homepage' }))
      expect(screen.getByText(/You are at \/ /)).toBeTruthy()
    },
  )

  test('an id that is the text undefined is questioned at once [R-8.18]', async () => {
    const person = openSeatScreen('/tickets/undefined/s1')

    const dialog = within(await screen.findByRole('dialog', { name: 'Error' }))
    expect(
      dialog.getByText(
        'There was a problem loading the booking information. Would you like to return to the homepage?',
      ),
    ).toBeTruthy()
    await person.click(dialog.getByRole('button', { name: 'Return to Homepage' }))

    expect(await screen.findByText(/You are at \/ /)).toBeTruthy()
  })
})
