import type { QueuePosition } from '@marquee/contract/bookings/waiting-room'
import type { ClientEvent } from '@marquee/contract/socket'
import { MINUTE_MS } from '@marquee/contract/time'
import { useNotifications } from '@marquee/ui-kit/ui/notify.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { session } from '#features/session/session.store.ts'
import * as fake from '#test/fake-socket.ts'
import {
  asha,
  createQueuePosition,
  createSeat,
  createSlot,
  HOLD_UNTIL,
  heldByMe,
} from '#test/fixtures.ts'
import { limitResponse } from '#test/mock-api.ts'
import {
  createSeats,
  findPlace,
  joined,
  openParking,
  proceedButton,
  sentEvents,
  setUpSeatScreenTests,
} from '#test/seat-screen.tsx'
import * as announcer from '#ui/announcer.tsx'

const { mockApi, openSeatScreen } = setUpSeatScreenTests()

const PATH = '*/api/showtimes/s1/waiting-room'
const NO_POSITION = createQueuePosition({ ahead: null })
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString()
const turn = () => createQueuePosition({ state: 'turn', ahead: null, turnUntil: inMinutes(3) })

/** Serves the position of the visitor. The test may change it later. */
function servePosition(initial: QueuePosition) {
  const state = { position: initial, calls: [] as string[] }
  const answer = ({ request }: { request: Request }) => {
    state.calls.push(request.method)
    return HttpResponse.json({ success: true, position: state.position })
  }
  mockApi.use(http.all(PATH, answer))
  return state
}

const pushPosition = (position: QueuePosition) =>
  act(() => fake.push('waitingRoomChanged', position))
const queue = async (name = 'You Are in the Queue') =>
  within(await screen.findByRole('region', { name }))
const texts = () => useNotifications.getState().visible.map(({ text }) => text)

/** Opens the seat screen while there is a queue. */
async function openInQueue(position = createQueuePosition(), options = {}) {
  const opened = openSeatScreen({ seats: createSeats('A1', 'A2'), ...options })
  await findPlace(/Row A seat 1, /)
  await joined()
  pushPosition(position)
  return opened
}

test('a visitor who comes to a queue takes a place and sees how many are before them and how long it lasts [S-1140]', async () => {
  const server = servePosition(createQueuePosition({ ahead: 1_204, waitSeconds: 1_500 }))
  await openInQueue(NO_POSITION)

  const panel = await queue()
  await panel.findByText('1,204')
  panel.getByText('people are before you')
  panel.getByText('About 25 minutes')
  expect(document.title).toMatch(/^1,204 people are before you/)
  expect(server.calls).toEqual(['POST'])
})

test('while visitors wait, the map shows changes, no place can be held and no button asks for it [S-1140]', async () => {
  const { user } = await openInQueue()
  const panel = await queue()
  panel.getByText('4')
  const seat = await findPlace(/Row A seat 1, .* available/)
  expect(seat.getAttribute('aria-disabled')).toBe('true')

  await user.click(seat)
  expect(texts()).toEqual(['You can choose when it is your turn.'])
  expect(sentEvents()).not.toContain('holdSeat')
  for (const name of [/^Best Seat/, 'Add Parking', 'Proceed to Payment', 'Invite Friends'])
    expect(screen.queryByRole('button', { name })).toBeNull()

  const step = { showtimeId: 's1', rev: 2, previousPushRev: 1, sinceRev: 1 }
  const seats = [createSeat('A2', { status: 'SOLD' })]
  act(() => fake.push('seatsUpdated', { ...step, seats }))
  await findPlace(/Row A seat 2, .* sold/)
})

test('the number on the page falls, and never grows [S-1141]', async () => {
  await openInQueue(createQueuePosition({ ahead: 40 }))
  const panel = await queue()
  panel.getByText('40')

  pushPosition(createQueuePosition({ ahead: 30 }))
  await panel.findByText('30')
  pushPosition(createQueuePosition({ ahead: 35, waitSeconds: 7_200, isMailed: true }))
  await panel.findByText(/^You may close this page/)
  panel.getByText('30')
  expect(panel.queryByText('About 2 hours')).toBeNull()
  pushPosition(createQueuePosition({ ahead: 0 }))
  await panel.findByText('You are next')
})

type User = ReturnType<typeof openSeatScreen>['user']

test.each<[ClientEvent, (user: User) => Promise<unknown>]>([
  ['holdSeat', async (user) => user.click(await findPlace(/Row A seat 1, .* available/))],
  [
    'holdBest',
    async (user) => user.click(await screen.findByRole('button', { name: /^Best Seat/ })),
  ],
  [
    'holdParkingSlot',
    async (user) => {
      await openParking(user)
      await user.click(await findPlace(/slot T1, .* available/))
    },
  ],
])(
  'a %s that is refused because a queue has started shows the queue, and no error [S-1142]',
  async (event, request) => {
    const { user } = openSeatScreen({ slots: [createSlot('T1')] })
    await joined()
    const position = createQueuePosition()
    fake.setReply((sent) =>
      sent === event
        ? { ok: false, code: 'QUEUE', message: 'Please wait.', position }
        : fake.okAck(),
    )

    await request(user)

    ;(await queue()).getByText('4')
    await findPlace(/Row A seat 1, .* available/)
    expect(texts()).toEqual([])
    expect(screen.queryByRole('dialog')).toBeNull()
  },
)

test('a checkout that is refused because the turn is over shows the queue, and no error [S-1142]', async () => {
  const { user, server } = openSeatScreen({ seats: [createSeat('A1', heldByMe)] })
  await joined()
  await user.type(await screen.findByLabelText('Phone Number'), '98765 43210')
  server.seats = createSeats('A1')
  const position = createQueuePosition()
  fake.setReply(() => ({ ok: false, code: 'QUEUE', message: 'Please wait.', position }))

  await user.click(proceedButton())

  ;(await queue()).getByText('4')
  // A dialog would open after its code is loaded.
  await act(() => vi.dynamicImportSettled())
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('when the turn comes, the heading has the focus, it is read out and in the title, and seats can be held until its end [S-1143]', async () => {
  const told = vi.spyOn(announcer, 'announce')
  const { user } = await openInQueue()
  await queue()

  pushPosition(turn())

  const panel = await queue('It Is Your Turn')
  expect(document.activeElement).toBe(panel.getByRole('heading', { name: 'It Is Your Turn' }))
  expect(told).toHaveBeenCalledWith('It is your turn. You can choose your seats now.')
  expect(document.title).toMatch(/^It is your turn!/)
  expect(panel.getByRole('timer').textContent).toMatch(/^(3:00|2:59)$/)
  await screen.findByRole('button', { name: /^Best Seat/ })
  await user.click(await findPlace(/Row A seat 1, .* available/))
  await findPlace(/Row A seat 1, .* selected/)
  pushPosition(createQueuePosition({ state: 'turn', ahead: null }))
  expect(screen.queryByRole('region', { name: 'It Is Your Turn' })).toBeNull()
  await waitFor(() => expect(document.title).toMatch(/^Choose your seats/))
})

test('at the end of a turn without a seat the page asks where the visitor stands, also without a push [S-1143]', async () => {
  const server = servePosition(NO_POSITION)
  await openInQueue(createQueuePosition({ state: 'turn', ahead: null, turnUntil: inMinutes(0) }))

  ;(await queue('Your Turn Is Over')).getByText(/^No seat was chosen in time/)
  expect(server.calls).toEqual(['GET'])
})

test.each([
  ['no seat was chosen in time', { turnUntil: inMinutes(0) }, /^No seat was chosen in time/],
  ['the hold has ended', { turnUntil: null }, /^You hold no seats any more/],
])(
  'a turn that is lost because %s says so and offers to queue again [S-1144]',
  async (_, end, text) => {
    const server = servePosition(createQueuePosition({ ahead: 90 }))
    const { user } = await openInQueue(createQueuePosition({ state: 'turn', ahead: null, ...end }))
    pushPosition(NO_POSITION)

    const panel = await queue('Your Turn Is Over')
    panel.getByText(text)
    await act(async () => undefined)
    expect(server.calls).not.toContain('POST')

    await user.click(panel.getByRole('button', { name: 'Queue Again' }))
    ;(await queue()).getByText('90')
  },
)

test('a visitor leaves the queue and can queue again, at its end [S-1144]', async () => {
  const server = servePosition(NO_POSITION)
  const { user } = await openInQueue()

  await user.click((await queue()).getByRole('button', { name: 'Leave the Queue' }))
  const panel = await queue('You Have Left the Queue')
  pushPosition(NO_POSITION)
  expect(server.calls).toEqual(['DELETE'])

  server.position = createQueuePosition({ ahead: 90 })
  await user.click(panel.getByRole('button', { name: 'Queue Again' }))
  await (await queue()).findByText('90')
  expect(document.activeElement?.textContent).toBe('You Are in the Queue')
})

test('a place that is given up in another window is not taken again by itself [S-1144]', async () => {
  const server = servePosition(createQueuePosition())
  await openInQueue()
  await queue()

  pushPosition(NO_POSITION)

  await queue('You Are No Longer in the Queue Here')
  expect(server.calls).toEqual([])
})

test('a new place that the server does not give yet is asked for again [S-1144]', async () => {
  const server = servePosition(NO_POSITION)
  const { user } = await openInQueue(turn())
  pushPosition(createQueuePosition({ ahead: null }))
  const panel = await queue('You Are No Longer in the Queue Here')
  vi.useFakeTimers({ shouldAdvanceTime: true })

  await user.click(panel.getByRole('button', { name: 'Queue Again' }))
  await waitFor(() => expect(server.calls).toEqual(['POST']))
  server.position = createQueuePosition({ ahead: 90 })
  await act(() => vi.advanceTimersByTimeAsync(3_100))

  await (await queue()).findByText('90')
  expect(server.calls).toEqual(['POST', 'POST'])
})

test('a place that cannot be taken says why and offers another attempt [S-1144]', async () => {
  mockApi.use(http.post(PATH, () => limitResponse('Too many attempts.')))
  const { user } = await openInQueue(NO_POSITION)
  const panel = await queue()
  await panel.findByText('Too many attempts.')

  servePosition(createQueuePosition())
  await user.click(panel.getByRole('button', { name: 'Try Again' }))
  await panel.findByText('4')
})

test('a visitor without an account can sign in on the way, and returns to this page [S-1145]', async () => {
  const { user } = await openInQueue()

  await user.click((await queue()).getByRole('link', { name: 'sign in' }))

  screen.getByText('You are at /sign-in with {"from":"/tickets/m1/s1"}')
})

test.each([
  [true, 'You may close this page. We will mail you when it is your turn.'],
  [false, /^Please keep this page open\. With a confirmed email/],
])('signed in, and told by mail: %s, the page says so [S-1145]', async (isMailed, text) => {
  session.setUser(asha)
  await openInQueue(createQueuePosition({ isMailed }))

  const panel = await queue()
  panel.getByText(text)
  expect(panel.queryByRole('link')).toBeNull()
})

test('before booking opens, the page says when, and that the order is drawn then [S-1147]', async () => {
  const position = createQueuePosition({
    state: 'before',
    ahead: null,
    opensAt: '2099-11-30T13:00:00Z',
  })
  const server = servePosition(position)
  await openInQueue(position)

  const panel = await queue('Booking Has Not Opened Yet')
  panel.getByText(/30 Nov 2099/)
  panel.getByText(/drawn by lot then.*does not help to come earlier/)
  await waitFor(() => expect(server.calls).toEqual(['POST']))
  pushPosition(createQueuePosition({ ahead: 7 }))
  ;(await queue()).getByText('7')
})

test('a show without a seat left is sold out, with its waiting list, and has no queue [S-1148]', async () => {
  const seats = [createSeat('A1', { status: 'SOLD' }), createSeat('A2', { status: 'HELD' })]
  const { server } = await openInQueue(createQueuePosition(), { seats })
  ;(await queue()).getByText(/^All seats are taken at the moment\./)
  expect(screen.queryByText('No Free Seats')).toBeNull()

  server.seats = seats.map((seat) => ({ ...seat, status: 'SOLD' as const }))
  act(() => fake.push('mapRevision', { showtimeId: 's1', seats: 5, slots: 1, rev: 5 }))
  server.rev = 5

  await screen.findByText('No Free Seats')
  await screen.findByRole('link', { name: 'Sign In to Join the Waiting List' })
  expect(screen.queryByRole('region', { name: 'You Are in the Queue' })).toBeNull()
})

test('a friend in a shared selection chooses without a turn of their own [S-1149]', async () => {
  const ofFriend = { status: 'HELD', friend: 'Maya', holdUntil: HOLD_UNTIL } as const
  const { user } = await openInQueue(NO_POSITION, {
    seats: [createSeat('A1', ofFriend), createSeat('A2')],
  })

  await user.click(await findPlace(/Row A seat 2, .* available/))
  await waitFor(() => expect(sentEvents()).toContain('holdSeat'))
  expect(screen.queryByRole('region', { name: 'You Are in the Queue' })).toBeNull()
})

test('after a reconnect the page fetches the place, and shows no queue that has ended [S-1150]', async () => {
  const server = servePosition(
    createQueuePosition({ state: 'open', ahead: null, waitSeconds: null }),
  )
  await openInQueue()
  await queue()

  act(() => fake.disconnect())
  act(() => fake.reconnect())

  await screen.findByRole('button', { name: /^Best Seat/ })
  expect(server.calls).toEqual(['GET'])
  expect(screen.queryByRole('region', { name: 'You Are in the Queue' })).toBeNull()
})

test('a room that refuses a page because it is busy is joined again later, after a longer time each [S-1146]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.spyOn(Math, 'random').mockReturnValue(0)
  fake.setReply(() => ({ ok: false, code: 'RATE', message: 'Please wait.' }))
  const joins = () => sentEvents().filter((event) => event === 'joinShowtime').length
  openSeatScreen()
  await waitFor(() => expect(joins()).toBe(1))

  await vi.advanceTimersByTimeAsync(2_100)
  expect(joins()).toBe(2)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(joins()).toBe(2)
  fake.setReply(() => fake.okAck())
  await vi.advanceTimersByTimeAsync(1_500)
  expect(joins()).toBe(3)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(joins()).toBe(3)
})
