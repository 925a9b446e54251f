import type { Push } from '@marquee/contract/socket'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import * as fake from '#test/fake-socket.ts'
import { createSeat, createSlot, heldByMe, showtime } from '#test/fixtures.ts'
import { serveShowtime, startMockApi } from '#test/mock-api.ts'
import {
  bookingSummary,
  findPlace,
  openSeatScreen,
  proceedButton,
  sentEvents,
  setUpSeatScreenTests,
} from '#test/seat-screen.tsx'

vi.mock('#lib/socket.ts', () => import('#test/fake-socket.ts'))

const boxOffice = startMockApi()
setUpSeatScreenTests()
afterEach(() => vi.useRealTimers())

const factsOf = (region: HTMLElement) =>
  Object.fromEntries(
    within(region)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  )

test('the summary of the movie tells which film, when, where, how full and at what cost [R-2.52]', async () => {
  serveShowtime(boxOffice, {
    seats: [createSeat('A1', heldByMe), createSeat('A2'), createSeat('A3', { status: 'SOLD' })],
  })
  openSeatScreen()

  const card = await screen.findByRole('region', { name: 'Amaran' })
  within(card).getByText('Action, Drama · 169 minutes · UA')
  expect(card.querySelector('img')?.getAttribute('src')).toBe('/posters/amaran.jpg')
  expect(factsOf(card)).toEqual({
    Screen: 'Screen 2',
    Date: 'Tue, 1 Dec 2099',
    Time: '6:30 PM',
    'Available seats': '1 / 3',
    'Current selection': '₹180',
  })
})

test('a showtime that names no screen is on Screen 1 [R-9.8]', async () => {
  serveShowtime(boxOffice, { seats: [createSeat('A1')] })
  boxOffice.use(
    http.get('*/api/showtimes/:id', () => HttpResponse.json({ ...showtime, screen: '' })),
  )
  openSeatScreen()

  expect(factsOf(await screen.findByRole('region', { name: 'Amaran' })).Screen).toBe('Screen 1')
})

test('the map has the SCREEN above its rows and says what its signs mean and cost [R-2.55][R-2.59]', async () => {
  serveShowtime(boxOffice, { seats: [createSeat('A1')] })
  openSeatScreen()

  await screen.findByText('SCREEN')
  const words = (list: string) =>
    within(screen.getByRole('list', { name: list }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  expect(words('Seat prices')).toEqual(['Standard ₹150', 'Premium ₹180', 'VIP ₹250'])
  expect(words('Seat states')).toEqual(['Available', 'Selected', 'Held', 'Sold'])
})

test('every row of the map is parted by two aisles, a quarter from either end [R-2.58]', async () => {
  serveShowtime(boxOffice, {
    seats: ['B2', 'B1', 'A10', 'A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7', 'A8', 'A9', 'B3'].map(
      (number) => createSeat(number),
    ),
  })
  openSeatScreen()
  await screen.findByText('SCREEN')

  const rows = screen.getAllByRole('row').map((row) =>
    [...row.children].map((cell) => {
      if (cell.matches('.seat-aisle')) return '|'
      return cell.querySelector('button')?.dataset.place ?? cell.textContent
    }),
  )
  expect(rows.map((row) => row.join(' '))).toEqual([
    'A A1 A2 | A3 A4 A5 A6 A7 A8 | A9 A10 A',
    'B B1 B2 B3 B',
  ])
})

test.each([
  ['Standard', 'standard'],
  ['Gold', 'standard'],
  ['Premium', 'premium'],
  ['Platinum', 'premium'],
  ['VIP', 'vip'],
  ['Diamond', 'vip'],
  ['Balcony', 'vip'],
])('a seat of category %s is drawn as %s [R-2.60]', async (category, tier) => {
  serveShowtime(boxOffice, { seats: [createSeat('A1', { category })] })
  openSeatScreen()

  expect((await findPlace(/^Row A seat 1/)).dataset.tier).toBe(tier)
})

test('the seats are asked for in a way that no cache can answer [R-7.4]', async () => {
  const asked: Request[] = []
  serveShowtime(boxOffice, { seats: [createSeat('A1')] })
  boxOffice.events.on('request:start', ({ request }) => {
    if (request.url.includes('/api/seats/')) asked.push(request)
  })
  const person = openSeatScreen()
  await findPlace(/available/)

  const first = asked.length
  await person.click(screen.getByRole('button', { name: 'Force Refresh Seats' }))
  await waitFor(() => expect(asked.length).toBeGreaterThan(first))

  boxOffice.events.removeAllListeners()
  const queries = asked.map(({ url }) => new URL(url).searchParams)
  for (const query of queries) {
    expect([...query.keys()]).toEqual(['_t', '_r', 'nocache'])
    expect(query.get('nocache')).toBe('true')
  }
  expect(new Set(queries.map((query) => query.get('_r'))).size).toBe(asked.length)
  for (const { headers } of asked) expect(headers.get('cache-control')).toContain('no-cache')
})

test('Force Refresh Seats forgets the map there was and shows the one that comes [R-2.54]', async () => {
  const hall = serveShowtime(boxOffice, { seats: [createSeat('A1')] })
  const person = openSeatScreen()
  await findPlace(/available/)
  await waitFor(() => expect(sentEvents()).toEqual(['joinShowtime']))

  // Of an older revision, as a server has whose data went back: only a map that is forgotten gives way to it.
  hall.rev = 0
  hall.seats = [createSeat('A1', { status: 'SOLD' })]
  await person.click(screen.getByRole('button', { name: 'Force Refresh Seats' }))

  await findPlace(/Row A seat 1, .* sold/)
})

test('parking shows its slots by number, and asks for the vehicle of each one chosen [R-2.61]', async () => {
  serveShowtime(boxOffice, {
    seats: [createSeat('A1')],
    slots: ['T1', 'T2', 'F1'].map((n) => createSlot(n)),
  })
  const person = openSeatScreen()
  const section = within(await screen.findByRole('region', { name: 'Valet Parking' }))
  expect(section.queryByRole('toolbar')).toBeNull()

  await person.click(section.getByRole('button', { name: 'Add Parking' }))
  section.getByRole('button', { name: 'Parking Selected' })
  const slots = (kind: RegExp) =>
    within(section.getByRole('toolbar', { name: kind }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
  expect(slots(/^Two Wheeler Slots/)).toEqual(['T1', 'T2'])
  expect(slots(/^Four Wheeler Slots/)).toEqual(['F1'])
  expect(section.queryByRole('textbox')).toBeNull()

  await person.click(await findPlace(/Two Wheeler slot T2/))
  await person.click(await findPlace(/Four Wheeler slot F1/))

  await section.findByLabelText('Vehicle number for Four Wheeler Slot F1')
  expect(section.getAllByRole('textbox')).toHaveLength(2)
  section.getByLabelText('Vehicle number for Two Wheeler Slot T2')
})

test('a slot that is chosen is asked of the server, and given back when it is chosen again [R-4.19][R-7.17]', async () => {
  serveShowtime(boxOffice, { seats: [createSeat('A1')], slots: [createSlot('T1')] })
  const person = openSeatScreen()
  await person.click(await screen.findByRole('button', { name: 'Add Parking' }))

  await person.click(await findPlace(/slot T1, .* available/))
  await person.click(await findPlace(/slot T1, .* selected/))
  await findPlace(/slot T1, .* available/)

  expect(fake.sentMessages).toEqual([
    ['joinShowtime', 's1'],
    ['holdParkingSlot', { showtimeId: 's1', slotId: 'T1' }],
    ['releaseParkingSlot', { showtimeId: 's1', slotId: 'T1' }],
  ])
})

test('a seat that is chosen is asked of the server, and given back when it is chosen again [R-4.19][R-7.17]', async () => {
  serveShowtime(boxOffice, { seats: [createSeat('A1')] })
  const person = openSeatScreen()

  await person.click(await findPlace(/available/))
  await person.click(await findPlace(/selected/))
  await findPlace(/available/)

  expect(fake.sentMessages).toEqual([
    ['joinShowtime', 's1'],
    ['holdSeat', { showtimeId: 's1', seatId: 'A1' }],
    ['releaseSeat', { showtimeId: 's1', seatId: 'A1' }],
  ])
})

test('the summary lists each seat, the parking and the total [R-2.63]', async () => {
  serveShowtime(boxOffice, {
    seats: [
      createSeat('A1', heldByMe),
      createSeat('A2', { ...heldByMe, category: 'VIP', price: 250 }),
    ],
    slots: [createSlot('T1', heldByMe), createSlot('T2', heldByMe), createSlot('F1', heldByMe)],
  })
  openSeatScreen()
  await screen.findByText('SCREEN')

  expect(factsOf(screen.getByRole('region', { name: 'Booking Summary' }))).toEqual({
    'Seat A1': '₹180',
    'Seat A2': '₹250',
    'Two Wheeler Parking × 2': '₹100',
    'Four Wheeler Parking × 1': '₹100',
    'Total Cost': '₹630',
  })
})

test('without a seat nobody can proceed, though parking is chosen [R-1.8][R-2.64]', async () => {
  serveShowtime(boxOffice, { seats: [createSeat('A1')], slots: [createSlot('T1', heldByMe)] })
  openSeatScreen()
  await findPlace(/Row A seat 1/)

  expect(proceedButton()).toHaveProperty('disabled', true)
})

test('the phone is asked for as a telephone number, under Contact Information [R-2.62]', async () => {
  serveShowtime(boxOffice, { seats: [createSeat('A1')] })
  openSeatScreen()

  const contact = within(await screen.findByRole('region', { name: 'Contact Information' }))
  expect(contact.getByRole('textbox')).toHaveProperty('type', 'tel')
})

test('slots follow what others do [R-4.18][R-7.20]', async () => {
  serveShowtime(boxOffice, {
    seats: [createSeat('A1')],
    slots: [createSlot('T1'), createSlot('F1', heldByMe)],
  })
  openSeatScreen()
  await findPlace(/slot T1, .* available/)
  await waitFor(() => expect(sentEvents()).toContain('joinShowtime'))

  act(() =>
    fake.push('parkingUpdated', {
      showtimeId: 's1',
      parkingSlots: [createSlot('T1', { status: 'HELD' })],
      rev: 2,
      since: 1,
      from: 1,
    }),
  )

  await findPlace(/slot T1, .* held/)
  await findPlace(/slot F1, .* selected/)
})

test('a push that brings no list of seats is written to the log and changes nothing [R-8.19]', async () => {
  const logged = vi.spyOn(console, 'warn').mockReturnValue()
  serveShowtime(boxOffice, { seats: [createSeat('A1')] })
  openSeatScreen()
  await findPlace(/available/)

  const nonsense = { showtimeId: 's1', seats: 'all of them', rev: 9, since: 8, from: 8 }
  act(() => fake.push('seatsUpdated', nonsense as unknown as Push<'seatsUpdated'>))

  expect(logged).toHaveBeenCalledOnce()
  await findPlace(/Row A seat 1, .* available/)
  expect(screen.queryByRole('alert')).toBeNull()
  logged.mockRestore()
})

test.each([
  ['seat', 'Your hold on a seat has expired.'],
  ['twoWheeler', 'Your hold on a parking slot has expired.'],
  ['fourWheeler', 'Your hold on a parking slot has expired.'],
] as const)(
  'the warning that a hold on a %s has expired closes after three seconds [R-8.20][R-9.14]',
  async (type, text) => {
    serveShowtime(boxOffice, {
      seats: [createSeat('A1', heldByMe)],
      slots: [createSlot('T1', heldByMe), createSlot('F1', heldByMe)],
    })
    openSeatScreen()
    await findPlace(/Row A seat 1, .* selected/)
    const itemId = { seat: 'A1', twoWheeler: 'T1', fourWheeler: 'F1' }[type]
    vi.useFakeTimers({ shouldAdvanceTime: true })

    act(() => fake.push('holdExpired', { type, itemId, showtimeId: 's1' }))
    await screen.findByText(text)
    act(() => vi.advanceTimersByTime(2_500))
    screen.getByText(text)
    act(() => vi.advanceTimersByTime(500))

    expect(screen.queryByText(text)).toBeNull()
    const lost = document.querySelector<HTMLElement>(`[data-place="${itemId}"]`)
    expect(lost?.dataset.appearance).toBe('available')
    expect(bookingSummary().queryByText('Total Cost')?.nextSibling?.textContent).toBe(
      { seat: '₹150', twoWheeler: '₹280', fourWheeler: '₹230' }[type],
    )
  },
)

test.each(['/tickets/undefined/s1', '/tickets/m1/undefined'])(
  '%s is questioned, and then said to be invalid, in a dialog and on the page [R-5.10][R-8.12][R-8.13]',
  async (link) => {
    const person = openSeatScreen(link)
    const stay = async (title: string) => {
      const dialog = within(await screen.findByRole('dialog', { name: title }))
      dialog.getByRole('button', { name: 'Return to Homepage' })
      await person.click(dialog.getByRole('button', { name: 'Stay Here' }))
    }

    await stay('Error')
    await stay('Booking Error')

    expect((await screen.findByRole('alert')).textContent).toContain(
      'Invalid booking information. Please return to the homepage and try again.',
    )
    screen.getByRole('heading', { name: 'Error Loading Tickets' })
  },
)
