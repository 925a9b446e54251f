import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import * as fake from '#test/fake-socket.ts'
import {
  createSeat,
  createShowtime,
  createSlot,
  heldByMe,
  movie,
  showtime,
} from '#test/fixtures.ts'
import { readFacts } from '#test/render-pages.tsx'
import {
  bookingSummary,
  createSeats,
  createSlots,
  findPlace,
  openParking,
  proceedButton,
  sentEvents,
  setUpSeatScreenTests,
} from '#test/seat-screen.tsx'

const { mockApi, openSeatScreen } = setUpSeatScreenTests()
const serveOtherShowtime = (changes: Partial<typeof showtime>) =>
  mockApi.use(http.get('*/api/showtimes/:id', () => HttpResponse.json({ ...showtime, ...changes })))

describe('the movie summary', () => {
  test('shows the movie, the showtime with Screen 1 by default, the available seats and the cost [R-2.52][R-9.8]', async () => {
    openSeatScreen({
      seats: [createSeat('A1', heldByMe), createSeat('A2'), createSeat('A3', { status: 'SOLD' })],
    })
    serveOtherShowtime({ screen: '' })

    const card = await screen.findByRole('region', { name: 'Amaran' })
    within(card).getByText('Action, Drama · 169 minutes · UA')
    expect(card.querySelector('img')?.getAttribute('src')).toBe('/posters/amaran.jpg')
    expect(readFacts(card)).toEqual({
      Screen: 'Screen 1',
      Date: 'Tue, 1 Dec 2099',
      Time: '6:30 PM',
      'Seats left': '1 / 3',
      'Current selection': '₹180',
    })
  })
})

test('the summary lists seats in the order of the map, whatever the order of the response [S-627]', async () => {
  openSeatScreen({
    seats: ['AA1', 'A10', 'B1', 'A2'].map((seatNumber) => createSeat(seatNumber, heldByMe)),
  })

  await findPlace(/Row AA seat 1/)
  const seats = bookingSummary().getAllByText(/^Seat /)
  expect(seats.map(({ textContent }) => textContent)).toEqual([
    ...['Seat A2', 'Seat A10', 'Seat B1', 'Seat AA1'],
  ])
})

describe('the seat map', () => {
  test('has a SCREEN, two aisles in every row and a legend with prices and states [R-2.55][R-2.58][R-2.59]', async () => {
    openSeatScreen({
      seats: [
        ...createSeats(...'B2 B1 A10 A1 A2 A3 A4 A5 A6 A7 A8 A9 B3'.split(' ')),
        createSeat('C1', { category: 'VIP' }),
        createSeat('D1', { category: 'Gold' }),
      ],
    })

    await screen.findByText('SCREEN')
    await findPlace(/Row B seat 3/)
    const textsOf = (list: string) =>
      within(screen.getByRole('list', { name: list }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
    expect(textsOf('Seat prices')).toEqual(['Standard ₹150', 'Premium ₹180', 'VIP ₹250'])
    expect(textsOf('Seat states')).toEqual(['Available', 'Selected', 'Held', 'Sold'])
    const rows = screen.getAllByRole('row').map((row) =>
      [...row.children].map((cell) => {
        if (cell.matches('.seat-aisle')) return '|'
        return cell.querySelector('button')?.dataset.place ?? cell.textContent
      }),
    )
    expect(rows.map((row) => row.join(' '))).toEqual([
      'Premium',
      'A A1 A2 | A3 A4 A5 A6 A7 A8 | A9 A10 A',
      'B B1 B2 B3 B',
      'VIP',
      'C C1 C',
      'Standard',
      'D D1 D',
    ])
  })

  test('has a heading above the rows of each tier, and a legend of the tiers of the hall only', async () => {
    openSeatScreen({
      seats: Object.entries({ A1: 'Gold', B1: 'Standard', C1: 'Diamond', D1: 'Standard' }).map(
        ([seatNumber, category]) => createSeat(seatNumber, { category }),
      ),
    })

    await findPlace(/Row D seat 1/)
    const rows = screen.getAllByRole('row').map(({ textContent }) => textContent)
    expect(rows).toEqual(['Standard', 'AA', 'BB', 'VIP', 'CC', 'Standard', 'DD'])
    const prices = within(screen.getByRole('list', { name: 'Seat prices' }))
    expect(prices.queryByText(/Premium/)).toBeNull()
  })

  test('renders all seats of a large screen, the first rows first', async () => {
    const rows = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']
    openSeatScreen({
      seats: createSeats(
        ...rows.flatMap((row) => Array.from({ length: 40 }, (_, index) => `${row}${index + 1}`)),
      ),
    })
    const seatCount = () => screen.getAllByRole('button', { name: /^Row/ }).length

    await findPlace(/Row A seat 1,/)
    expect(seatCount()).toBeLessThan(320)
    await waitFor(() => expect(seatCount()).toBe(320))
  })

  test('has one tab stop, and arrow keys move the focus', async () => {
    const { user } = openSeatScreen({ seats: createSeats('A1', 'A2', 'B1', 'B2') })
    const first = await findPlace(/Row A seat 1/)
    act(() => first.focus())

    await user.keyboard('{ArrowDown}{ArrowRight}{Enter}')

    expect(document.activeElement).toBe(await findPlace(/Row B seat 2, .* selected/))
    const tabStops = screen
      .getAllByRole('button', { name: /^Row/ })
      .filter(({ tabIndex }) => tabIndex === 0)
    expect(tabStops).toEqual([document.activeElement])
  })

  test('has a list of the available seats as an alternative', async () => {
    const { user } = openSeatScreen({
      seats: [createSeat('A1'), createSeat('A2', { status: 'SOLD' })],
    })
    await user.click(await screen.findByRole('button', { name: 'Choose from a list' }))

    expect(screen.queryByRole('checkbox', { name: /Seat 2/ })).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: /Seat 1/ }))

    expect(await bookingSummary().findByText('Seat A1')).toBeTruthy()
  })
})

describe('the selection', () => {
  test.each([
    [/Row A seat 1/, 'Seat', { seatId: 'A1' }, '₹180'],
    [/slot T1/, 'ParkingSlot', { slotId: 'T1' }, '₹50'],
  ])(
    'holds %s on a click, adds it to the summary and releases it on the next [R-2.65][R-4.19][R-7.17]',
    async (label, noun, id, total) => {
      const { user } = openSeatScreen({ slots: createSlots('T1') })
      screen.getByText('Loading ticket information...')
      await openParking(user)
      const named = (state: string) => new RegExp(`${label.source}, .* ${state}`)

      await user.click(await findPlace(named('available')))
      const selected = await findPlace(named('selected'))
      expect(selected.ariaPressed).toBe('true')
      expect(bookingSummary().getByText('Total Cost').nextSibling?.textContent).toBe(total)
      await user.click(selected)
      await findPlace(named('available'))

      expect(fake.sentMessages).toEqual([
        ['joinShowtime', 's1'],
        [`hold${noun}`, { showtimeId: 's1', ...id }],
        [`release${noun}`, { showtimeId: 's1', ...id }],
      ])
    },
  )

  test('contains what this visitor already holds, one line for each seat and type of slot [R-2.63]', async () => {
    openSeatScreen({
      seats: [createSeat('A1', heldByMe), createSeat('A2', { ...heldByMe, category: 'VIP' })],
      slots: ['T1', 'T2', 'F1'].map((n) => createSlot(n, heldByMe)),
    })

    await findPlace(/Row A seat 1, .* selected/)
    await findPlace(/Two Wheeler slot T1, 50 rupees, selected/)
    expect(screen.getByRole('button', { name: 'Parking Selected' })).toBeTruthy()
    expect(readFacts(screen.getByRole('region', { name: 'Booking Summary' }))).toEqual({
      'Seat A1': '₹180',
      'Seat A2': '₹250',
      'Two Wheeler Parking × 2': '₹100',
      'Four Wheeler Parking × 1': '₹100',
      'Total Cost': '₹630',
    })
  })
})

describe('a closed showtime', () => {
  const startTime = new Date(Date.now() - 60_000).toISOString()

  test('shows the reason and accepts no selection', async () => {
    const { user } = openSeatScreen({ slots: createSlots('T1') })
    serveOtherShowtime({ startTime })
    const seat = await findPlace(/Row A seat 1/)
    expect(seat.ariaDisabled).toBe('true')
    const button = screen.getByRole('button', { name: 'Booking Closed' })
    expect(button).toHaveProperty('disabled', true)
    expect(screen.getByText('Show has started')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Add Parking' })).toBeNull()
    expect(screen.queryByLabelText('How many people')).toBeNull()

    await user.click(seat)
    await user.click(screen.getByRole('button', { name: 'Choose from a list' }))
    await user.click(screen.getByRole('checkbox', { name: /Seat 1/ }))

    expect(sentEvents()).toEqual(['joinShowtime'])
  })

  test('lets a visitor pay for a held seat or release it', async () => {
    const { user } = openSeatScreen({ seats: [createSeat('A1', heldByMe)] })
    serveOtherShowtime({ startTime })
    const held = await findPlace(/Row A seat 1, .* selected/)
    expect(proceedButton()).toHaveProperty('disabled', false)

    await user.click(held)

    expect(sentEvents()).toEqual(['joinShowtime', 'releaseSeat'])
  })
})

describe('a show without a seat to choose', () => {
  const tomorrow = createShowtime(24 * 60)
  const offered = createShowtime(24 * 60 + 1, { seatsLeft: 3 })
  const full = createShowtime(24 * 60 + 2, { seatsLeft: 1 })
  const serveMovie = () =>
    mockApi.use(
      http.get('*/api/movies/:id', () =>
        HttpResponse.json({ ...movie, showtimes: [showtime, tomorrow, offered, full] }),
      ),
    )
  const expectOtherShows = () => {
    const others = within(screen.getByRole('navigation', { name: 'Other showtimes' }))
    const texts = others.getAllByRole('link').map(({ textContent }) => textContent)
    expect(texts).toEqual([
      expect.stringMatching(/ · 42 left$/),
      expect.stringMatching(/ · 3 left$/),
    ])
  }

  test('offers the next shows with seats for two when all seats are sold [S-864]', async () => {
    openSeatScreen({ seats: [createSeat('A1', { status: 'SOLD' })] })
    serveMovie()
    await screen.findByText('No Free Seats')
    expectOtherShows()
    expect(screen.queryByRole('button', { name: 'Add Parking' })).toBeNull()
  })

  test('offers them when booking has closed [S-864]', async () => {
    openSeatScreen()
    serveMovie()
    serveOtherShowtime({ startTime: new Date(Date.now() - 60_000).toISOString() })
    await screen.findByText('Show has started')
    expectOtherShows()
  })
})
