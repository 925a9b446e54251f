import type { WaitingEntry } from '@marquee/contract/waiting-list'
import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session } from '#features/session/session.store.ts'
import { push } from '#test/fake-socket.ts'
import { asha, createSeat, HOLD_UNTIL } from '#test/fixtures.ts'
import { recordPosts } from '#test/mock-api.ts'
import { findPlace, setUpSeatScreenTests } from '#test/seat-screen.tsx'

vi.mock('#lib/socket.ts', () => import('#test/fake-socket.ts'))

const { mockApi, openSeatScreen } = setUpSeatScreenTests()
const soldOut = () =>
  ['A1', 'A2'].map((number) => ({ ...createSeat(number), status: 'SOLD' as const }))
const list = async (name = 'Waiting List') => within(await screen.findByRole('region', { name }))

const ENTRY: WaitingEntry = {
  ...{ _id: 'w1', showtimeId: 's1', movieId: 'm1', movie: 'Amaran', screen: 'Screen 1' },
  ...{ startTime: HOLD_UNTIL, seats: 2, together: true, categories: [], until: HOLD_UNTIL },
}

beforeEach(() =>
  mockApi.use(http.get('*/api/auth/session', () => HttpResponse.json({ user: asha }))),
)
afterEach(() => session.clearUser())

test('a sold-out show asks signed-out visitors to sign in for the waiting list [S-480]', async () => {
  openSeatScreen({ seats: soldOut() })

  const section = await list()
  expect(section.getByText(/^All seats are taken\./)).toBeTruthy()
  expect(section.getByRole('link', { name: 'Sign in to join the waiting list' })).toBeTruthy()
})

test('a show with free seats shows no waiting list [S-480]', async () => {
  openSeatScreen()
  await findPlace(/^Row A seat 1, .* available$/)

  expect(screen.queryByRole('region', { name: 'Waiting List' })).toBeNull()
})

test('a signed-in visitor joins, gets an offer in place, and takes it [S-480][S-481][S-484]', async () => {
  session.setUser(asha)
  const state: { entries: WaitingEntry[] } = { entries: [] }
  mockApi.use(http.get('*/api/waiting-list', () => HttpResponse.json(state)))
  const joined = recordPosts(mockApi, '*/api/waiting-list', () => {
    state.entries = [ENTRY]
    return HttpResponse.json({ success: true, entry: ENTRY })
  })
  const opened: string[] = []
  mockApi.use(
    http.post('*/api/waiting-list/:id/open', ({ params }) => {
      opened.push(String(params.id))
      state.entries = []
      return HttpResponse.json({
        ...{ success: true, showtimeId: 's1', seatIds: ['A1', 'A2'], holdUntil: HOLD_UNTIL },
      })
    }),
  )
  const { user, server } = openSeatScreen({ seats: soldOut() })

  await user.click((await list()).getByRole('button', { name: 'Tell me when seats come free' }))
  await user.selectOptions((await list()).getByLabelText('Seats'), '1')
  await user.click((await list()).getByRole('button', { name: 'Tell me when seats come free' }))
  expect(await screen.findByText(/^You are waiting for 2 seats side by side, until /)).toBeTruthy()
  expect(joined).toEqual([{ showtimeId: 's1', seats: 1, together: true }])

  state.entries = [{ ...ENTRY, offer: { seats: ['A1', 'A2'], until: HOLD_UNTIL } }]
  push('noticesChanged', {})
  const offer = await list('Seats Are Held for You')
  server.seats = server.seats.map((seat) => ({
    ...{ ...seat, status: 'HELD' as const, heldByMe: true as const, holdUntil: HOLD_UNTIL },
  }))
  server.rev += 1
  await user.click(offer.getByRole('button', { name: 'Take these seats' }))

  await findPlace(/^Row A seat 1, .* selected$/)
  expect(opened).toEqual(['w1'])
})

test('the link of an offer takes the seats when the seat screen opens, and an ended one says so [S-484]', async () => {
  session.setUser(asha)
  mockApi.use(
    http.post('*/api/waiting-list/:id/open', () =>
      HttpResponse.json(
        {
          ...{ success: false, statusCode: 409, code: 'CLOSED', requestId: 'r' },
          message: 'This offer has ended.',
        },
        { status: 409 },
      ),
    ),
  )
  openSeatScreen({ path: '/tickets/m1/s1?offer=w1' })

  expect(await screen.findByText('This offer has ended.')).toBeTruthy()
})
