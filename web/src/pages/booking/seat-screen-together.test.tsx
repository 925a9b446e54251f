import type { Seat } from '@marquee/contract/seats/seats'
import { useNotifications } from '@marquee/ui-kit/ui/notify.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import * as fake from '#test/fake-socket.ts'
import { createSeat, HOLD_UNTIL, heldByMe } from '#test/fixtures.ts'
import {
  bookingSummary,
  findPlace,
  joined,
  proceedButton,
  sentEvents,
  setUpSeatScreenTests,
} from '#test/seat-screen.tsx'

const { openSeatScreen, mockApi } = setUpSeatScreenTests()

const TOKEN = 'abcdefgh'.repeat(4)
const LINK = `https://cinema.example/tickets/m1/s1#together=${TOKEN}`
const JOIN_PATH = `/tickets/m1/s1#together=${TOKEN}`

const ofFriend = (friend: string) => ({ status: 'HELD', friend, holdUntil: HOLD_UNTIL }) as const
const released = (friend: string) => ({ ...ofFriend(friend), releasable: true }) as const
const region = (name: string) => screen.findByRole('region', { name })
const inviteButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Invite Friends' })
const lastSent = (event: string) => fake.sentMessages.findLast(([name]) => name === event)?.[1]
const count = (event: string) => sentEvents().filter((name) => name === event).length

/** The server pushes changed seats. */
function pushSeats({ server }: ReturnType<typeof openSeatScreen>, ...seats: Seat[]) {
  const { rev } = server
  const changed = new Map(seats.map((seat) => [seat._id, seat]))
  server.seats = server.seats.map((seat) => changed.get(seat._id) ?? seat)
  server.rev = rev + 1
  const step = { showtimeId: 's1', rev: server.rev, previousPushRev: rev, sinceRev: rev }
  act(() => fake.push('seatsUpdated', { seats, ...step }))
}
const sold = (seatNumber: string) => createSeat(seatNumber, { status: 'SOLD' })

/** The visitor has started the selection; Maya has chosen A2. */
const asHost = () =>
  openSeatScreen({
    seats: [createSeat('A1', heldByMe), createSeat('A2', released('Maya')), createSeat('A3')],
  })
/** The visitor has joined the selection of a friend, with Maya. */
const asGuest = () =>
  openSeatScreen({
    seats: [
      createSeat('A1', ofFriend('Your friend')),
      createSeat('A2', ofFriend('Maya')),
      createSeat('A3', heldByMe),
      createSeat('A4'),
    ],
  })

test('with a seat selected, Invite Friends shows one link for the whole selection [S-368]', async () => {
  const { user } = openSeatScreen({ seats: [createSeat('A1', heldByMe)] })
  fake.setReply(() => ({ ...fake.okAck(HOLD_UNTIL), link: LINK }))

  await user.click(await screen.findByRole('button', { name: 'Invite Friends' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite Friends' }))
  expect(dialog.getByLabelText<HTMLInputElement>('Link for your friends').value).toBe(LINK)
  dialog.getByText(/The link works until this selection ends/)
  await user.click(dialog.getByRole('button', { name: 'Copy Link' }))
  expect(await navigator.clipboard.readText()).toBe(LINK)
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  await user.click(screen.getByRole('button', { name: 'Invite Friends' }))

  await screen.findByRole('dialog', { name: 'Invite Friends' })
  expect(count('shareSelection')).toBe(1)
})

test('a new selection gets a new link, and without a seat there is none [S-368]', async () => {
  const { user } = openSeatScreen({ seats: [createSeat('A1', heldByMe)] })
  fake.setReply(() => ({ ...fake.okAck(HOLD_UNTIL), link: LINK }))
  const invite = async () => {
    await user.click(await screen.findByRole('button', { name: 'Invite Friends' }))
    await user.click(await screen.findByRole('button', { name: 'Done' }))
  }
  await invite()

  await user.click(await findPlace(/^Row A seat 1,/))
  await waitFor(() => expect(inviteButton().disabled).toBe(true))
  await user.click(await findPlace(/^Row A seat 1, .* available$/))
  await invite()

  expect(count('shareSelection')).toBe(2)
})

test('the link is shared with the share sheet of the device [S-368]', async () => {
  const share = vi.fn(async () => undefined)
  Object.assign(navigator, { share })
  const { user } = openSeatScreen({ seats: [createSeat('A1', heldByMe)] })
  fake.setReply(() => ({ ...fake.okAck(HOLD_UNTIL), link: LINK }))

  await user.click(await screen.findByRole('button', { name: 'Invite Friends' }))
  await user.click(await screen.findByRole('button', { name: 'Share' }))

  expect(share).toHaveBeenCalledWith(expect.objectContaining({ title: 'Amaran', url: LINK }))
})

test.each([
  ['Maya', 'Maya'],
  ['', 'A friend'],
])('opening the link joins with the name “%s” as “%s” [S-369]', async (typed, name) => {
  const { server, user } = openSeatScreen({ path: JOIN_PATH })
  fake.setReply((event) => {
    if (event === 'joinSelection') server.seats = [createSeat('A1', ofFriend('Your friend'))]
    return { ...fake.okAck(HOLD_UNTIL), showtimeId: 's1' }
  })

  const field = await screen.findByLabelText('Your name')
  expect(document.activeElement).toBe(field)
  if (typed) await user.type(field, typed)
  await user.keyboard('{Enter}')

  await findPlace(/^Row A seat 1, .* Your friend's seat$/)
  expect(lastSent('joinSelection')).toEqual({ token: TOKEN, name })
  // The address has no token any more, or the dialog would be back.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each([
  ['NOT_FOUND', 'This link is no longer valid.', /selection of this link has ended/],
  ['LIMIT', 'Up to 9 friends can join one selection.', /^Up to 9 friends can join/],
] as const)(
  'a link that is refused with %s says why and leaves an ordinary seat screen [S-369]',
  async (code, message, text) => {
    const { user } = openSeatScreen({ path: JOIN_PATH })
    fake.setReply((event) =>
      event === 'joinSelection' ? { ok: false, code, message } : fake.okAck(HOLD_UNTIL),
    )
    await user.click(await screen.findByRole('button', { name: 'Join' }))

    const dialog = within(await screen.findByRole('dialog', { name: 'You Cannot Join' }))
    dialog.getByText(text)
    await user.click(dialog.getByRole('button', { name: 'OK' }))
    await user.click(await findPlace(/^Row A seat 1, .* available$/))
    await findPlace(/^Row A seat 1, .* selected$/)
    expect(screen.queryByRole('dialog')).toBeNull()
  },
)

test('a damaged link is refused without a request [S-369]', async () => {
  const { user } = openSeatScreen({ path: '/tickets/m1/s1#together=short' })
  await user.click(await screen.findByRole('button', { name: 'OK' }))
  expect(count('joinSelection')).toBe(0)
})

test('without an answer the dialog stays and says so [S-369]', async () => {
  const { user } = openSeatScreen({ path: JOIN_PATH })
  fake.setReply(() => ({ ok: false, code: 'UNAVAILABLE', message: 'The cinema did not answer.' }))

  await user.click(await screen.findByRole('button', { name: 'Join' }))

  await screen.findByText('The cinema did not answer.')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Join' }).disabled).toBe(false)
})

test('friends are named on the map, in the list, the summary and the section [S-385]', async () => {
  const { user } = asGuest()
  const initialOf = async (name: RegExp) => (await findPlace(name)).dataset.initial
  expect(await initialOf(/^Row A seat 2, .* Maya's seat$/)).toBe('M')
  expect(await initialOf(/^Row A seat 1, .* Your friend's seat$/)).toBeUndefined()
  bookingSummary().getByText('Your friends: A1 (Your friend), A2 (Maya)')
  const together = within(await region('Choosing Together'))
  together.getByText('Maya')
  together.getByText('You')
  expect(together.queryByRole('button', { name: 'Invite Friends' })).toBeNull()
  expect(together.queryByRole('checkbox')).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Choose from a list' }))
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: /^Seat 2, Maya's seat/ })
  expect([box.checked, box.disabled]).toEqual([true, true])
})

test('a friend cannot release the seat of another one; a tap says whose it is [S-385]', async () => {
  const { user } = asGuest()
  const seat = await findPlace(/^Row A seat 2,/)
  expect(seat.getAttribute('aria-disabled')).toBe('true')
  await user.click(seat)

  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sentEvents()).not.toContain('releaseSeat')
})

test('the visitor who started the selection is asked before a seat of a friend is released [S-385]', async () => {
  const { user } = asHost()
  await user.click(await findPlace(/^Row A seat 2, .* Maya's seat$/))
  await user.click(await screen.findByRole('button', { name: 'Keep It' }))
  expect(sentEvents()).not.toContain('releaseSeat')

  await user.click(await findPlace(/^Row A seat 2,/))
  await user.click(await screen.findByRole('button', { name: 'Release' }))

  await findPlace(/^Row A seat 2, .* available$/)
  expect(lastSent('releaseSeat')).toEqual({ showtimeId: 's1', seatId: 'A2' })
})

test('all have one clock, also a friend without a seat [S-360]', async () => {
  openSeatScreen({ seats: [createSeat('A1', ofFriend('Your friend')), createSeat('A2')] })
  expect((await screen.findAllByText(/^Yours for/)).length).toBeGreaterThan(0)
})

test('one tick pays for everyone; without it each pays for their own [S-386]', async () => {
  const { user } = asHost()
  const tick = await screen.findByRole('checkbox', { name: /^I pay for everyone/ })
  bookingSummary().getByText('Your friends: A2 (Maya)')
  expect(bookingSummary().getAllByText('₹180')).toHaveLength(2)

  await user.click(tick)
  bookingSummary().getByText('Seat A2, Maya')
  bookingSummary().getByText('₹360')
  await user.type(screen.getByLabelText('Phone Number'), '9876543210')
  await user.click(proceedButton())

  await waitFor(() =>
    expect(lastSent('beginCheckout')).toEqual({
      showtimeId: 's1',
      seatIds: ['A1', 'A2'],
      slotIds: [],
    }),
  )
  await screen.findByText(/^You are at \/payment-new with .*"seats":\["A1","A2"\]/)
})

test('what a friend has paid is told and listed at once [S-386]', async () => {
  const opened = asHost()
  await joined()
  within(await region('Choosing Together')).getByText('A2')

  pushSeats(opened, sold('A2'))

  within(await region('Choosing Together')).getByText('A2 (paid)')
})

test('a friend is told that the selection has ended, and the server is told too [S-387]', async () => {
  const opened = asGuest()
  await region('Choosing Together')
  await joined()
  const joins = count('joinShowtime')

  pushSeats(opened, sold('A1'), sold('A2'), createSeat('A3'))

  const ended = within(await region("Your Friend's Selection Has Ended"))
  await waitFor(() => expect(count('joinShowtime')).toBe(joins + 1))
  await opened.user.click(ended.getByRole('button', { name: 'OK' }))
  await region('Going with Friends?')
})

test('a friend whose seat the host has paid reads so, and gets the ticket [S-645]', async () => {
  mockApi.use(
    http.get('*/api/friend-passes', () => HttpResponse.json([PASS_OF_A3, PASS_ELSEWHERE])),
  )
  const opened = asGuest()
  await joined()

  pushSeats(opened, sold('A1'), sold('A2'), sold('A3'))

  const paid = within(await region('Your Seat Is Paid'))
  paid.getByText('A3: paid for you. Enjoy the show!')
  const tickets = await paid.findAllByRole('link', { name: /^Ticket for/ })
  expect(tickets.map((link) => link.getAttribute('href'))).toEqual(['/pass/TOKENA3'])
})

test('the ticket of a seat that is paid later than another one is there too [S-645]', async () => {
  const passes = [PASS_OF_A3]
  mockApi.use(http.get('*/api/friend-passes', () => HttpResponse.json(passes)))
  const opened = openSeatScreen({
    seats: [
      createSeat('A1', ofFriend('Your friend')),
      ...['A3', 'A4'].map((seatNumber) => createSeat(seatNumber, heldByMe)),
    ],
  })
  await joined()
  pushSeats(opened, sold('A3'))
  await screen.findByRole('link', { name: 'Ticket for A3' })

  passes.push({ ...PASS_OF_A3, token: 'TOKENA4', seatNumber: 'A4' })
  pushSeats(opened, sold('A4'))

  await screen.findByRole('link', { name: 'Ticket for A4' })
})

const PASS_OF_A3 = {
  token: 'TOKENA3',
  seatNumber: 'A3',
  movie: 'Amaran',
  showtime: { _id: 's1', startTime: '2099-12-01T13:00:00Z', screen: 'Screen 2' },
}
const PASS_ELSEWHERE = {
  ...PASS_OF_A3,
  token: 'TOKENB1',
  showtime: { ...PASS_OF_A3.showtime, _id: 's2' },
}

test('a friend reads live who pays for what [S-646]', async () => {
  const opened = asGuest()
  await joined()
  const together = within(await region('Choosing Together'))
  together.getByText(/You pay for your own seats\.$/)

  pushSeats(
    opened,
    createSeat('A2', { ...ofFriend('Maya'), friendPays: true }),
    createSeat('A3', { ...heldByMe, friendPays: true }),
  )

  await together.findByText(/Your friend pays for everyone\.$/)
  together.getByText('A3 (your friend pays)')
  together.getByText('A2 (your friend pays)')
})

test('the tick of the host is told to the friends, and is there after a reload [S-646]', async () => {
  const { user } = openSeatScreen({
    seats: [
      createSeat('A1', heldByMe),
      createSeat('A2', { ...released('Maya'), friendPays: true }),
    ],
  })
  const tick = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: /^I pay for everyone/,
  })
  expect(tick.checked).toBe(true)
  screen.getByText('A2 (you pay)')

  await user.click(tick)

  expect(tick.checked).toBe(false)
  expect(lastSent('setPayer')).toEqual({ showtimeId: 's1', paysForAll: false })
})

test('the tick of the host follows the server: a refused change and one in another tab [S-646]', async () => {
  const opened = asHost()
  await joined()
  const tick = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: /^I pay for everyone/,
  })
  fake.setReply(() => ({ ok: false, code: 'RATE', message: 'Please wait a moment.' }))
  await opened.user.click(tick)

  await waitFor(() => expect(told()).toContain('Please wait a moment.'))
  expect(tick.checked).toBe(false)
  fake.setReply(() => fake.okAck(HOLD_UNTIL))
  await opened.user.click(tick)
  await waitFor(() => expect(tick.checked).toBe(true))

  pushSeats(opened, createSeat('A2', released('Maya')))
  await waitFor(() => expect(tick.checked).toBe(false))
})

const told = () => useNotifications.getState().visible.map(({ text }) => text)

test('a friend is told of a seat that was released for them, and not of one that they have released [S-385]', async () => {
  const opened = asGuest()
  await joined()
  await opened.user.click(await findPlace(/^Row A seat 4, .* available$/))
  await findPlace(/^Row A seat 4, .* selected$/)

  await opened.user.click(await findPlace(/^Row A seat 4,/))
  await findPlace(/^Row A seat 4, .* available$/)
  pushSeats(opened, createSeat('A3'))

  await waitFor(() => expect(told()).toContain('Your friend has released A3.'))
  expect(told().join()).not.toContain('A4')
})

test('a friend who has chosen the best seats is told of one of them that was released [S-385]', async () => {
  const opened = asGuest()
  await joined()
  fake.setReply(() => ({ ...fake.okAck(HOLD_UNTIL), seatIds: ['A4'] }))
  await opened.user.click(await screen.findByRole('button', { name: 'Best Seats for 2' }))
  await findPlace(/^Row A seat 4, .* selected$/)

  pushSeats(opened, createSeat('A4'))

  await waitFor(() => expect(told()).toContain('Your friend has released A4.'))
  expect(told().join()).not.toContain('A3')
})
