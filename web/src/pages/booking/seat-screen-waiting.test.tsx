import type { WaitingEntry } from '@marquee/contract/bookings/waiting-list'
import { useNotifications } from '@marquee/ui-kit/ui/notify.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { session } from '#features/session/session.store.ts'
import * as fake from '#test/fake-socket.ts'
import { asha, createSeat, HOLD_UNTIL, WAITING_ENTRY } from '#test/fixtures.ts'
import { errorResponse, limitResponse, recordPosts } from '#test/mock-api.ts'
import { findPlace, setUpSeatScreenTests } from '#test/seat-screen.tsx'

const { mockApi, openSeatScreen } = setUpSeatScreenTests()
const soldOut = () =>
  ['A1', 'A2'].map((number) => ({ ...createSeat(number), status: 'SOLD' as const }))
const list = async (name = 'Waiting List') => within(await screen.findByRole('region', { name }))

const expectFocusOn = (name: string) =>
  expect(document.activeElement).toBe(screen.getByRole('heading', { name }))

/** Serves these entries to the signed-in user. The test may change the list later. */
function serveEntries(...entries: WaitingEntry[]) {
  session.setUser(asha)
  const state = { entries }
  mockApi.use(http.get('*/api/waiting-list', () => HttpResponse.json(state)))
  return state
}
const createOffer = (until = HOLD_UNTIL): WaitingEntry => ({
  ...WAITING_ENTRY,
  offer: { seats: ['A1', 'A2'], until },
})

beforeEach(() =>
  mockApi.use(http.get('*/api/auth/session', () => HttpResponse.json({ user: asha }))),
)

test('a sold-out show asks signed-out visitors to sign in for the waiting list [S-480]', async () => {
  openSeatScreen({ seats: soldOut() })

  const section = await list()
  expect(
    section.getByText(
      /^All seats are taken\. .* we hold them for you for a short time\. We tell you/,
    ),
  ).toBeTruthy()
  expect(section.getByRole('link', { name: 'Sign In to Join the Waiting List' })).toBeTruthy()
})

test('the bar of narrow screens has Proceed to Payment, disabled, also in a sold-out show [R-2.64]', async () => {
  openSeatScreen({ seats: soldOut() })
  await list()

  const bar = within(screen.getByRole('complementary', { name: 'Your booking' }))
  expect(bar.getByRole('button', { name: 'Proceed to Payment' })).toHaveProperty('disabled', true)
})

test('a show with free seats shows no waiting list [S-480]', async () => {
  openSeatScreen()
  await findPlace(/^Row A seat 1, .* available$/)

  expect(screen.queryByRole('region', { name: 'Waiting List' })).toBeNull()
})

test('a signed-in visitor joins, gets an offer in place, and takes it [S-480][S-481][S-484]', async () => {
  const state = serveEntries()
  const joined = recordPosts(mockApi, '*/api/waiting-list', () => {
    state.entries = [WAITING_ENTRY]
    return HttpResponse.json({ success: true, entry: WAITING_ENTRY })
  })
  const opened: string[] = []
  mockApi.use(
    http.post('*/api/waiting-list/:id/open', ({ params }) => {
      opened.push(String(params.id))
      state.entries = []
      return HttpResponse.json({
        success: true,
        showtimeId: 's1',
        seatIds: ['A1', 'A2'],
        holdUntil: HOLD_UNTIL,
      })
    }),
  )
  const { user, server } = openSeatScreen({ seats: soldOut() })

  await user.click((await list()).getByRole('button', { name: 'Tell Me When Seats Come Free' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Seats'))
  expect(vi.mocked(Element.prototype.scrollIntoView).mock.contexts).toContain(
    screen.getByLabelText('Seats').closest('form'),
  )
  await user.click((await list()).getByRole('button', { name: 'Join the Waiting List' }))
  expect(await screen.findByText(/^You are waiting for 2 seats side by side, until /)).toBeTruthy()
  expect(joined).toEqual([{ showtimeId: 's1', seats: 2, together: true }])
  expectFocusOn('Waiting List')

  state.entries = [createOffer()]
  fake.push('noticesChanged', {})
  const offer = await list('Seats Are Held for You')
  server.seats = server.seats.map((seat) => ({
    ...seat,
    status: 'HELD' as const,
    heldByMe: true as const,
    holdUntil: HOLD_UNTIL,
  }))
  server.rev += 1
  await user.click(offer.getByRole('button', { name: 'Take These Seats' }))

  await findPlace(/^Row A seat 1, .* selected$/)
  expect(opened).toEqual(['w1'])
  const taken = await list('Seats Are Held for You')
  taken.getByText(/^Your seats are selected\./)
  await waitFor(() => expectFocusOn('Seats Are Held for You'))
})

test('the link of an offer takes the seats when the seat screen opens, and an ended one says so [S-484]', async () => {
  session.setUser(asha)
  mockApi.use(
    http.post('*/api/waiting-list/:id/open', () =>
      errorResponse(409, 'CLOSED', 'This offer has ended.'),
    ),
  )
  openSeatScreen({ path: '/tickets/m1/s1?offer=w1' })

  expect(await screen.findByText('This offer has ended.')).toBeTruthy()
})

test('the link of an offer asks a signed-out visitor to sign in, and returns to the offer afterwards [S-484]', async () => {
  const { user } = openSeatScreen({ seats: soldOut(), path: '/tickets/m1/s1?offer=w1#seats' })

  const section = await list()
  section.getByText(/^Sign in with your account to take the seats/)
  expect(section.queryByRole('link', { name: 'Sign In to Join the Waiting List' })).toBeNull()
  await user.click(section.getByRole('link', { name: 'Sign In' }))

  await screen.findByText('You are at /sign-in with {"from":"/tickets/m1/s1?offer=w1#seats"}')
})

test('a signed-in visitor is not asked to join before the own entries are loaded [S-480]', async () => {
  session.setUser(asha)
  const loaded = Promise.withResolvers<void>()
  mockApi.use(
    http.get('*/api/waiting-list', async () => {
      await loaded.promise
      return HttpResponse.json({ entries: [WAITING_ENTRY] })
    }),
  )
  openSeatScreen({ seats: soldOut() })
  await findPlace(/^Row A seat 1, .* sold$/)

  expect(screen.queryByRole('region', { name: 'Waiting List' })).toBeNull()
  loaded.resolve()
  ;(await list()).getByText(/^You are waiting for 2 seats/)
})

test('a waiting list that cannot be loaded says so and does not ask to join [S-480]', async () => {
  session.setUser(asha)
  mockApi.use(http.get('*/api/waiting-list', () => limitResponse('Please wait a moment.')))
  openSeatScreen({ seats: soldOut() })

  const section = await list()
  section.getByText('Please wait a moment.')
  expect(section.queryByRole('button')).toBeNull()
})

test('leaving with an offer says when the visitor can join again, and does not ask to join before [S-487][S-493]', async () => {
  const state = serveEntries(createOffer())
  mockApi.use(
    http.delete('*/api/waiting-list/:id', () => {
      state.entries = []
      return HttpResponse.json({ success: true, message: 'Done.' })
    }),
  )
  const { user } = openSeatScreen({ seats: soldOut() })
  const section = await list('Seats Are Held for You')
  section.getByText('You can join again in half an hour.')

  await user.click(section.getByRole('button', { name: 'Leave the Waiting List' }))

  const left = await list()
  left.getByText('You have left the waiting list. You can join again in half an hour.')
  expectFocusOn('Waiting List')
  expect(left.queryByRole('button')).toBeNull()
})

test('leaving without an offer keeps the way to join [S-487]', async () => {
  const state = serveEntries(WAITING_ENTRY)
  mockApi.use(
    http.delete('*/api/waiting-list/:id', () => {
      state.entries = []
      return HttpResponse.json({ success: true, message: 'Done.' })
    }),
  )
  const { user } = openSeatScreen({ seats: soldOut() })

  await user.click((await list()).getByRole('button', { name: 'Leave the Waiting List' }))

  await screen.findByText('You have left the waiting list.')
  expectFocusOn('Waiting List')
  ;(await list()).getByRole('button', { name: 'Tell Me When Seats Come Free' })
})

test('an offer whose time is over cannot be taken any more, and the own entries are read again [S-483]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const until = new Date(Date.now() + 15 * 60_000).toISOString()
  const state = serveEntries(createOffer(until))
  openSeatScreen({ seats: soldOut() })
  const section = await list('Seats Are Held for You')
  section.getByText(/^are yours for .* After that, the offer ends\.$/)
  section.getByRole('button', { name: 'Take These Seats' })

  act(() => vi.advanceTimersByTime(15 * 60_000))

  await screen.findByText(
    'This offer has ended. The seats are no longer held for you. You can join again in half an hour.',
  )
  expect(screen.queryByRole('button', { name: 'Take These Seats' })).toBeNull()

  state.entries = [WAITING_ENTRY]
  fake.push('noticesChanged', {})
  await screen.findByText(/^You are waiting for 2 seats side by side/)
})

/** A row of 16 seats: A5 to A12 are between the aisles. */
const createRow = (isFree: (number: number) => boolean) =>
  Array.from({ length: 16 }, (_, index) =>
    createSeat(`A${index + 1}`, isFree(index + 1) ? {} : { status: 'SOLD' }),
  )
const told = () => useNotifications.getState().visible.map(({ text }) => text)
const JOIN_HINT = 'You can join the waiting list above the seats.'

test('a party that finds no adjacent seats anywhere is offered the waiting list for so many seats side by side [S-580]', async () => {
  serveEntries()
  const joined = recordPosts(mockApi, '*/api/waiting-list', () =>
    HttpResponse.json({ success: true, entry: WAITING_ENTRY }),
  )
  const { user } = openSeatScreen({ seats: createRow((number) => number > 6) })
  await user.selectOptions(await screen.findByLabelText('How many people'), '7')
  await user.click(await findPlace(/^Row A seat 8, /))

  const section = await list()
  section.getByText(/^There are no 7 free seats side by side\./)
  expect(told()).toContain(JOIN_HINT)
  await user.click(section.getByRole('button', { name: 'Tell Me When Seats Come Free' }))
  await user.click((await list()).getByRole('button', { name: 'Join the Waiting List' }))

  await waitFor(() => expect(joined).toEqual([{ showtimeId: 's1', seats: 7, together: true }]))
})

test('a party that finds adjacent seats elsewhere in the hall is not offered the waiting list [S-580]', async () => {
  const { user } = openSeatScreen({ seats: createRow((number) => number !== 4) })
  await user.selectOptions(await screen.findByLabelText('How many people'), '4')
  await user.click(await findPlace(/^Row A seat 1, /))

  await waitFor(() => expect(told()).toContain('There are no 4 free seats side by side here.'))
  expect(screen.queryByRole('region', { name: 'Waiting List' })).toBeNull()
})

test('best seats that are refused are offered in the waiting list, with their number and category [S-580]', async () => {
  serveEntries()
  const seats = createRow((number) => number > 4).map((seat, index) =>
    index < 4 ? { ...seat, category: 'VIP', price: 250 } : seat,
  )
  const { user } = openSeatScreen({ seats })
  fake.setReply((event) =>
    event === 'holdBest'
      ? { ok: false, code: 'TAKEN', message: 'There are no 3 such seats free any more.' }
      : fake.okAck(),
  )
  await user.selectOptions(await screen.findByLabelText('How many people'), '3')
  await user.selectOptions(await screen.findByLabelText('Price of the best seats'), 'vip')
  await user.click(await screen.findByRole('button', { name: 'Best Seats for 3' }))

  const section = await list()
  section.getByText(/^There are no 3 free VIP seats side by side\./)
  await user.click(section.getByRole('button', { name: 'Tell Me When Seats Come Free' }))
  const { getByRole, getByLabelText } = await list()
  expect(getByLabelText<HTMLSelectElement>('Seats').value).toBe('3')
  expect(getByRole<HTMLInputElement>('checkbox', { name: 'VIP' }).checked).toBe(true)
  expect(getByRole<HTMLInputElement>('checkbox', { name: 'Premium' }).checked).toBe(false)
})
