import type { Push } from '@marquee/contract/socket'
import { syncServerClock } from '@marquee/ui-kit/lib/clock.ts'
import { useNotifications } from '@marquee/ui-kit/ui/notify.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import * as fake from '#test/fake-socket.ts'
import { createSeat, createSlot, HOLD_UNTIL, heldByMe, movie, showtime } from '#test/fixtures.ts'
import { limitResponse } from '#test/mock-api.ts'
import {
  bookingSummary,
  createSeats,
  findPlace,
  joined,
  sentEvents,
  setUpSeatScreenTests,
} from '#test/seat-screen.tsx'

const { mockApi, openSeatScreen } = setUpSeatScreenTests()

const NEXT = { showtimeId: 's1', rev: 2, previousPushRev: 1, sinceRev: 1 }
const refreshButton = () => screen.getByRole('button', { name: 'Force Refresh Seats' })

test('a seatsUpdated push changes the seats it names, a parkingUpdated push the slots [R-4.18][R-7.20]', async () => {
  openSeatScreen({
    seats: createSeats('A1', 'A2'),
    slots: [createSlot('T1'), createSlot('F1', heldByMe)],
  })
  await findPlace(/seat 1, .* available/)
  await joined()

  const seats = [createSeat('A1', { status: 'SOLD' })]
  const parkingSlots = [createSlot('T1', { status: 'HELD' })]
  act(() => fake.push('seatsUpdated', { ...NEXT, seats }))
  act(() => fake.push('parkingUpdated', { ...NEXT, parkingSlots }))

  await findPlace(/seat 1, .* sold/)
  screen.getByText('1 / 2')
  await findPlace(/slot T1, .* held/)
  await findPlace(/slot F1, .* selected/)
})

test.each([
  ['seatsUpdated', { ...NEXT, seats: 'all of them' }],
  ['seatsUpdated', { ...NEXT, seats: [null] }],
  ['parkingUpdated', { ...NEXT, parkingSlots: {} }],
  ['parkingUpdated', NEXT],
  ...(['seatsUpdated', 'parkingUpdated', 'mapRevision', 'holdExpired'] as const).flatMap(
    (event) => [[event, null] as const, [event, undefined] as const],
  ),
  ['showMoved', null],
  ['showCancelled', 'now'],
] as const)('a %s push with %j is logged and ignored [R-8.19][S-614]', async (event, push) => {
  const logged = vi.spyOn(console, 'warn').mockReturnValue()
  openSeatScreen({
    seats: [createSeat('A1', heldByMe)],
    slots: [createSlot('T1'), createSlot('F1', heldByMe)],
  })
  await findPlace(/seat 1, .* selected/)
  await joined()

  act(() => fake.push(event, push as unknown as Push<typeof event>))

  expect(logged).toHaveBeenCalled()
  logged.mockRestore()
  await findPlace(/seat 1, .* selected/)
  await findPlace(/slot T1, .* available/)
})

test('SeatScreen fetches all seats after a missed push', async () => {
  const { server } = openSeatScreen()
  await findPlace(/seat 1, .* available/)
  await joined()

  server.rev = 5
  server.seats = [createSeat('A1', { status: 'SOLD' })]
  act(() => fake.push('mapRevision', { showtimeId: 's1', seats: 5, slots: 1, rev: 5 }))

  await findPlace(/seat 1, .* sold/)
})

test.each([
  ['not again if it is current', 1, 1],
  ['again if a change was missed', 2, 2],
  ['again if the server tells no revision', undefined, 2],
] as const)(
  'a map that was fetched before the showtime is joined is fetched %s',
  async (_, revision, fetches) => {
    const counted = { seats: 0 }
    mockApi.events.on('request:start', ({ request }) => {
      if (request.url.includes('/api/seats/')) counted.seats += 1
    })
    const { server } = openSeatScreen({ isConnected: false })
    await findPlace(/seat 1, .* available/)
    expect(counted.seats).toBe(1)
    server.rev = revision ?? 1
    fake.setReply((event) => {
      if (event === 'joinShowtime' && revision !== undefined) {
        const revisions = { seats: revision, slots: revision, rev: revision }
        fake.push('mapRevision', { showtimeId: 's1', ...revisions })
      }
      return fake.okAck()
    })

    act(() => fake.reconnect())
    await joined()

    // A change after the join arrives when all that the join asks for has been asked.
    await waitFor(() => expect(counted.seats).toBe(fetches))
    const seats = [createSeat('A1', { status: 'SOLD' })]
    const rev = server.rev + 1
    act(() => fake.push('seatsUpdated', { ...NEXT, rev, sinceRev: rev - 1, seats }))
    await findPlace(/seat 1, .* sold/)
    expect(counted.seats).toBe(fetches)
    mockApi.events.removeAllListeners()
  },
)

test('requests for seats bypass every cache [R-7.4]', async () => {
  const requests: Request[] = []
  mockApi.events.on('request:start', ({ request }) => {
    if (request.url.includes('/api/seats/')) requests.push(request)
  })
  const { user } = openSeatScreen()
  await findPlace(/available/)

  const before = requests.length
  await user.click(refreshButton())
  await waitFor(() => expect(requests.length).toBeGreaterThan(before))

  mockApi.events.removeAllListeners()
  const queries = requests.map(({ url }) => new URL(url).searchParams)
  for (const query of queries) {
    expect([...query.keys()]).toEqual(['_t', '_r', 'nocache'])
    expect(query.get('nocache')).toBe('true')
  }
  expect(new Set(queries.map((query) => query.get('_r'))).size).toBe(requests.length)
  for (const { headers } of requests) expect(headers.get('cache-control')).toContain('no-cache')
})

test('Force Refresh Seats replaces the cached seats, even by a lower revision, but not after an error [R-2.54]', async () => {
  const { server, user } = openSeatScreen()
  await findPlace(/available/)
  await joined()
  const message = 'Please wait a moment.'
  const refuse = () => limitResponse(message)
  mockApi.use(http.get('*/api/seats/showtime/:id', refuse, { once: true }))

  await user.click(refreshButton())
  const visible = () => useNotifications.getState().visible.map(({ text }) => text)
  await waitFor(() => expect(visible()).toContain(message))
  await findPlace(/Row A seat 1, .* available/)

  server.rev = 0
  server.seats = [createSeat('A1', { status: 'SOLD' })]
  await user.click(refreshButton())
  await findPlace(/Row A seat 1, .* sold/)
})

test.each([
  ['seat', 'A1', 'Your hold on a seat has expired.', '₹150'],
  ['twoWheeler', 'T1', 'Your hold on a parking slot has expired.', '₹280'],
  ['fourWheeler', 'F1', 'Your hold on a parking slot has expired.', '₹230'],
] as const)(
  'an expired hold on a %s is deselected, with a warning for three seconds [R-4.20][R-8.20][R-9.14]',
  async (type, itemId, text, total) => {
    openSeatScreen({
      seats: [createSeat('A1', heldByMe)],
      slots: [createSlot('T1', heldByMe), createSlot('F1', heldByMe)],
    })
    await findPlace(/Row A seat 1, .* selected/)
    vi.useFakeTimers({ shouldAdvanceTime: true })

    act(() => fake.push('holdExpired', { type, itemId, showtimeId: 's1' }))
    await screen.findByText(text)
    act(() => vi.advanceTimersByTime(2_500))
    screen.getByText(text)
    act(() => vi.advanceTimersByTime(500))

    expect(screen.queryByText(text)).toBeNull()
    const expired = document.querySelector<HTMLElement>(`[data-place="${itemId}"]`)
    expect(expired?.dataset.appearance).toBe('available')
    expect(bookingSummary().getByText('Total Cost').nextSibling?.textContent).toBe(total)
  },
)

test('pushes with the fields of the specification alone change the places of the joined room, with the prices of their categories [R-7.18][R-7.19][R-7.20][R-9.3]', async () => {
  const slots = [createSlot('T1'), createSlot('F1', heldByMe)]
  openSeatScreen({ seats: createSeats('A1', 'A2'), slots })
  await findPlace(/seat 1, .* available/)
  await joined()

  const { price: _, ...seat } = createSeat('A1', { status: 'HELD', category: 'VIP' })
  const { price: __, ...slot } = createSlot('T1', { status: 'SOLD' })
  act(() => fake.push('seatsUpdated', { seats: [seat] } as Push<'seatsUpdated'>))
  act(() => fake.push('parkingUpdated', { parkingSlots: [slot] } as Push<'parkingUpdated'>))

  await findPlace(/seat 1, VIP, 250 rupees, held/)
  await findPlace(/slot T1, .* sold/)
})

test('a holdExpired with the fields of the specification alone deselects the place', async () => {
  openSeatScreen({ seats: [createSeat('A1', heldByMe)] })
  await findPlace(/Row A seat 1, .* selected/)

  act(() => fake.push('holdExpired', { type: 'seat', itemId: 'A1' } as Push<'holdExpired'>))

  await findPlace(/Row A seat 1, .* available/)
})

test('a show that was moved is explained [S-470]', async () => {
  openSeatScreen({ seats: [createSeat('A1', heldByMe)] })
  await findPlace(/Row A seat 1, .* selected/)

  act(() => fake.push('showMoved', { showtimeId: 'another' }))
  expect(screen.queryByText('Show Moved')).toBeNull()
  act(() => fake.push('showMoved', { showtimeId: 's1' }))

  await screen.findByText('Show Moved')
})

const count = (event: string) => sentEvents().filter((sent) => sent === event).length

test('a move is explained also when the new screen and time cannot be read [S-470]', async () => {
  openSeatScreen()
  await findPlace(/Row A seat 1,/)

  mockApi.use(http.get('*/api/showtimes/:id', () => HttpResponse.error()))
  act(() => fake.push('showMoved', { showtimeId: 's1' }))

  await screen.findByText(/^This show has a new screen or time, so your selection was cleared\./)
})

test.each([
  ['another screen', { screen: 'Screen 9' }],
  ['another time', { startTime: '2099-12-02T13:00:00.000Z' }],
])(
  'a move to %s that was missed while offline is explained after the reconnect [S-470]',
  async (_, changes) => {
    openSeatScreen()
    await findPlace(/Row A seat 1,/)
    act(() => fake.reconnect())
    await waitFor(() => expect(count('joinShowtime')).toBe(2))
    expect(screen.queryByText('Show Moved')).toBeNull()

    mockApi.use(
      http.get('*/api/showtimes/:id', () => HttpResponse.json({ ...showtime, ...changes })),
    )
    act(() => fake.reconnect())

    await screen.findByText('Show Moved')
  },
)

test('holds on a seat and on parking slots that expire together share one warning [R-8.20]', async () => {
  openSeatScreen({
    seats: [createSeat('A1', heldByMe)],
    slots: [createSlot('T1', heldByMe), createSlot('F1', heldByMe)],
  })
  await findPlace(/Row A seat 1, .* selected/)
  vi.useFakeTimers({ shouldAdvanceTime: true })

  for (const [type, itemId] of [
    ['seat', 'A1'],
    ['twoWheeler', 'T1'],
    ['fourWheeler', 'F1'],
  ] as const) {
    act(() => fake.push('holdExpired', { type, itemId, showtimeId: 's1' }))
  }

  await screen.findByText(
    'Your hold on a seat has expired. Your hold on a parking slot has expired.',
  )
  act(() => vi.advanceTimersByTime(3_000))
  expect(screen.queryByText(/has expired/)).toBeNull()
})

/** The hold of a place ends at its deadline. */
const expire = (itemId: string, type: 'seat' | 'twoWheeler' = 'seat') =>
  act(() => {
    const holdUntil = '2026-11-01T08:33:10Z'
    fake.push('holdExpired', { type, itemId, showtimeId: 's1', label: itemId, holdUntil })
  })
const closeWarning = async (user: ReturnType<typeof openSeatScreen>['user']) => {
  await screen.findByRole('dialog', { name: 'Hold Expired' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

test('after the end of a selection the page names its places, and one tap takes all of them again [S-352]', async () => {
  const { user } = openSeatScreen({
    seats: [createSeat('A1', heldByMe), createSeat('A2', heldByMe), createSeat('A3')],
    slots: [createSlot('T1', heldByMe)],
  })
  await findPlace(/Row A seat 2, .* selected/)

  expire('A1')
  expire('A2')
  expire('T1', 'twoWheeler')
  await closeWarning(user)
  await screen.findByText('Your hold ended at 2:03:10 PM. You had chosen A1, A2, T1.')
  await user.click(screen.getByRole('button', { name: 'Take Them Again' }))

  await waitFor(() => expect(sentEvents()).toContain('holdParkingSlot'))
  const block = { showtimeId: 's1', replace: true, seatIds: ['A1', 'A2'] }
  expect(fake.sentMessages).toContainEqual(['holdBlock', block])
  await waitFor(() => expect(screen.queryByText('What Happened')).toBeNull())
  const { mock } = vi.mocked(Element.prototype.scrollIntoView)
  expect(mock.contexts.at(-1)).toBe(document.querySelector('[data-place=A1]'))
})

test('seats of an ended selection that are no longer free are named, and the nearest equal ones are offered [S-352]', async () => {
  const seats = [
    createSeat('A1', heldByMe),
    createSeat('A2', { ...heldByMe, category: 'VIP' }),
    createSeat('A3', { category: 'VIP' }),
    createSeat('A4', heldByMe),
  ]
  const { user } = openSeatScreen({ seats })
  await findPlace(/Row A seat 2, .* selected/)
  expire('A1')
  expire('A2')
  await closeWarning(user)
  await joined()

  const sold = [createSeat('A2', { category: 'VIP', status: 'SOLD' })]
  act(() => fake.push('seatsUpdated', { ...NEXT, seats: sold }))
  await screen.findByText(/You had chosen A1, A2\. A2 is no longer free\.$/)
  await user.click(screen.getByRole('button', { name: 'Take A1, A3' }))

  await waitFor(() => expect(sentEvents()).toContain('holdBlock'))
  const block = { showtimeId: 's1', replace: true, seatIds: ['A4', 'A1', 'A3'] }
  expect(fake.sentMessages).toContainEqual(['holdBlock', block])
})

test('a hold past its deadline leaves the selection with a warning, also without a message of the server [R-4.20]', async () => {
  const holdUntil = new Date(Date.now() - 60_000).toISOString()
  openSeatScreen({ seats: [createSeat('A1', { ...heldByMe, holdUntil })] })

  await screen.findByText('Your hold on a seat has expired.')
  await screen.findByText(/You had chosen A1\.$/)
  await findPlace(/Row A seat 1, .* available/)
})

test('a hold that the places fetched after its deadline no longer have is named as lost [S-352]', async () => {
  const { server } = openSeatScreen({ seats: [createSeat('A1', heldByMe)] })
  await findPlace(/seat 1, .* selected/)
  await joined()

  // The computer has slept until after the deadline.
  syncServerClock(Date.parse(HOLD_UNTIL) + 60_000, 0)
  server.rev = 2
  server.seats = createSeats('A1')
  act(() => fake.reconnect())

  await screen.findByText('Your hold on a seat has expired.')
  await screen.findByText(/You had chosen A1\.$/)
})

test('best seats past their deadline leave the selection with a warning, after an earlier request for other best seats [R-4.20]', async () => {
  const { user, server } = openSeatScreen({ seats: createSeats('A1', 'A2', 'A3', 'A4') })
  const holdSeats = (holdUntil: string, ...seatIds: string[]) =>
    fake.setReply(() => {
      server.seats = server.seats.map(({ _id }) =>
        createSeat(_id, seatIds.includes(_id) ? { ...heldByMe, holdUntil } : {}),
      )
      return { ...fake.okAck(holdUntil), seatIds }
    })
  const best = await screen.findByRole('button', { name: 'Best Seats for 2' })
  await joined()
  holdSeats(HOLD_UNTIL, 'A1', 'A2')
  await user.click(best)
  await findPlace(/seat 1, .* selected/)

  holdSeats(new Date(Date.now() - 60_000).toISOString(), 'A3', 'A4')
  await user.click(best)

  await screen.findByText('Your hold on a seat has expired.')
  await screen.findByText(/You had chosen A3, A4\.$/)
})

test('SeatScreen gives way to a notice with the other times of the day when the cinema cancels the show [S-451]', async () => {
  openSeatScreen()
  await findPlace(/seat 1, .* available/)
  await joined()
  const later = {
    ...showtime,
    _id: 's2',
    startTime: '2099-12-01T16:00:00.000Z',
    date: '2099-12-01',
  }
  mockApi.use(
    http.get('*/api/showtimes/s1', () =>
      HttpResponse.json({
        ...showtime,
        startTime: '2099-12-01T13:00:00.000Z',
        date: '2099-12-01',
        cancelled: { reason: 'Projector broken' },
      }),
    ),
    http.get('*/api/movies/m1', () => HttpResponse.json({ ...movie, showtimes: [later] })),
  )

  act(() => fake.push('showCancelled', { showtimeId: 's1' }))

  const heading = await screen.findByRole('heading', { name: 'This show has been cancelled.' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(vi.mocked(Element.prototype.scrollIntoView).mock.contexts).toContain(heading)
  screen.getByText('Reason: Projector broken')
  const link = await screen.findByRole('link', { name: '9:30 PM · 4 left' })
  expect(link.getAttribute('href')).toBe('/tickets/m1/s2')
  expect(screen.queryByRole('button', { name: /seat 1/ })).toBeNull()
})
