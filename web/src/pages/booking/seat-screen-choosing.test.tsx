import type { Seat } from '@marquee/contract/seats/seats'
import { useNotifications } from '@marquee/ui-kit/ui/notify.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { siteSettings } from '#lib/site-settings.ts'
import * as fake from '#test/fake-socket.ts'
import { createSeat, HOLD_UNTIL, heldByMe } from '#test/fixtures.ts'
import {
  findPlace,
  joined,
  proceedButton,
  sentEvents,
  setUpSeatScreenTests,
} from '#test/seat-screen.tsx'

const { openSeatScreen } = setUpSeatScreenTests()

/** A row of 16 seats: A5 to A12 are between the aisles. */
const createRow = (changes: Record<string, Partial<Seat>> = {}) =>
  Array.from({ length: 16 }, (_, index) => {
    const seatNumber = `A${index + 1}`
    return createSeat(seatNumber, changes[seatNumber])
  })

/** The server grants each request for several seats. */
const grantSeats = (best: string[] = []) =>
  fake.setReply((event, payload) => {
    const { seatIds = best } = payload as { seatIds?: string[] }
    const ack = fake.okAck(HOLD_UNTIL)
    return event === 'holdBlock' || event === 'holdBest' ? { ...ack, seatIds } : ack
  })
const lastSent = (event: string) => fake.sentMessages.findLast(([name]) => name === event)?.[1]
const sizeSelect = () => screen.findByLabelText('How many people')

test('with a party size, the seats that a tap takes are shown under the pointer, and one tap holds them [S-330]', async () => {
  const { user } = openSeatScreen({ seats: createRow() })
  grantSeats()
  await user.selectOptions(await sizeSelect(), '3')

  await user.hover(await findPlace(/^Row A seat 5,/))
  const appearances = () =>
    ['A5', 'A6', 'A7', 'A8'].map(
      (id) => document.querySelector<HTMLElement>(`[data-place=${id}]`)?.dataset.appearance,
    )
  await waitFor(() => expect(appearances()).toEqual(['preview', 'preview', 'preview', 'available']))
  await user.click(await findPlace(/^Row A seat 5,/))

  await waitFor(() =>
    expect(lastSent('holdBlock')).toEqual({
      showtimeId: 's1',
      replace: true,
      seatIds: ['A5', 'A6', 'A7'],
    }),
  )
  for (const seat of [5, 6, 7]) await findPlace(new RegExp(`^Row A seat ${seat}, .* selected$`))
})

test('without a party size, a tap holds one seat as before [S-330]', async () => {
  const { user } = openSeatScreen({ seats: createRow() })
  await sizeSelect()

  await user.click(await findPlace(/^Row A seat 5,/))

  await waitFor(() => expect(lastSent('holdSeat')).toEqual({ showtimeId: 's1', seatId: 'A5' }))
})

test('a tap where there are not enough seats side by side says so', async () => {
  const { user } = openSeatScreen({ seats: createRow({ A6: { status: 'SOLD' } }) })
  await user.selectOptions(await sizeSelect(), '4')

  await user.click(await findPlace(/^Row A seat 5,/))

  expect(sentEvents()).not.toContain('holdBlock')
})

test('one tap asks for the best seats in place of the selected ones, and they are scrolled into view [S-331][S-601]', async () => {
  const { user } = openSeatScreen({ seats: createRow({ A1: heldByMe }) })
  grantSeats(['A7', 'A8'])
  // The map may arrive after the tools.
  await findPlace(/^Row A seat 1, .* selected$/)

  await user.click(await screen.findByRole('button', { name: 'Best Seats for 2' }))

  await findPlace(/^Row A seat 8, .* selected$/)
  await findPlace(/^Row A seat 1, .* available$/)
  expect(lastSent('holdBest')).toEqual({ showtimeId: 's1', replace: true, seats: 2 })
  const { mock } = vi.mocked(Element.prototype.scrollIntoView)
  await waitFor(() => expect(mock.contexts).toContain(document.querySelector('[data-place=A7]')))
})

test('the price of the best seats is that of a tier of the hall', async () => {
  const { user } = openSeatScreen({ seats: createRow({ A5: { category: 'Diamond', price: 250 } }) })
  grantSeats(['A5'])
  await user.selectOptions(await sizeSelect(), '1')
  await user.selectOptions(await screen.findByLabelText('Price of the best seats'), 'vip')

  await user.click(await screen.findByRole('button', { name: 'Best Seat for 1' }))

  await waitFor(() => expect(lastSent('holdBest')).toMatchObject({ seats: 1, category: 'Diamond' }))
})

test('protected places say what they are, also after a tap, unless the visitor looks for accessible places [S-332][S-616]', async () => {
  const seats = createRow({
    A5: { accessible: 'wheelchair', status: 'HELD', protected: true },
    A6: { accessible: 'companion', status: 'SOLD' },
  })
  const { user } = openSeatScreen({ seats })
  const text = 'wheelchair place: for wheelchair users, turn on Accessible places'
  await user.click(await findPlace(new RegExp(`^Row A seat 5, Premium, 180 rupees, ${text}$`)))
  const shown = () => useNotifications.getState().visible.map(({ text }) => text)
  await waitFor(() => expect(shown()).toContain(`A5 is a ${text}.`))
  const legend = within(screen.getByRole('list', { name: 'Seat states' }))
  legend.getByText('Wheelchair')
  screen.getByText('+ 1 accessible')
  expect(sentEvents()).not.toContain('holdSeat')

  await user.click(await screen.findByRole('button', { name: 'Accessible places' }))
  const { mock } = vi.mocked(Element.prototype.scrollIntoView)
  expect(mock.contexts.at(-1)).toBe(document.querySelector('[data-place=A5]'))
  await user.click(await findPlace(/^Row A seat 5, .* available$/))

  await waitFor(() =>
    expect(lastSent('holdSeat')).toEqual({ showtimeId: 's1', seatId: 'A5', accessible: true }),
  )
  await findPlace(/^Row A seat 6, Premium, companion seat, .* sold$/)
})

/** A7 and A8 are selected: A5 is sold, and so A6 is left alone. So is half of the hall. */
const withGap = () => {
  const sold = ['A1', 'A2', 'A3', 'A4', 'A5', 'A14', 'A15', 'A16']
  const changes = sold.map((seatNumber) => [seatNumber, { status: 'SOLD' }] as const)
  return createRow({ ...Object.fromEntries(changes), A7: heldByMe, A8: heldByMe })
}
const proceed = async (user: ReturnType<typeof openSeatScreen>['user']) => {
  await user.type(await screen.findByLabelText('Phone Number'), '9876543210')
  await user.click(proceedButton())
}

test('Proceed warns of a seat that is left alone, and one tap moves to other seats [S-333]', async () => {
  const { user } = openSeatScreen({ seats: withGap() })
  grantSeats()
  await findPlace(/^Row A seat 8, .* selected$/)

  await proceed(user)
  const dialog = within(await screen.findByRole('dialog', { name: 'One Seat Left Alone' }))
  dialog.getByText('Your choice leaves A6 empty on its own.')
  await user.click(dialog.getByRole('button', { name: 'Move to A6–A7' }))

  await findPlace(/^Row A seat 6, .* selected$/)
  await findPlace(/^Row A seat 8, .* available$/)
  expect(sentEvents()).not.toContain('beginCheckout')
  expect(lastSent('holdBlock')).toMatchObject({ seatIds: ['A6', 'A7'], replace: true })
})

test('the warning of a seat left alone can be ignored [S-333]', async () => {
  const { user } = openSeatScreen({ seats: withGap() })
  await findPlace(/^Row A seat 8, .* selected$/)

  await proceed(user)
  await user.click(await screen.findByRole('button', { name: 'Keep My Seats' }))

  await waitFor(() => expect(sentEvents()).toContain('beginCheckout'))
})

test.each([
  ['strict', 1, 0],
  ['off', 0, 1],
] as const)('GAP_RULE=%s: %i dialogs, %i checkouts', async (gapRule, dialogs, checkouts) => {
  siteSettings.gapRule = gapRule
  const { user } = openSeatScreen({ seats: withGap() })
  await findPlace(/^Row A seat 8, .* selected$/)

  await proceed(user)

  if (dialogs) await screen.findByRole('dialog', { name: 'One Seat Left Alone' })
  await waitFor(() =>
    expect(sentEvents().filter((event) => event === 'beginCheckout')).toHaveLength(checkouts),
  )
  expect(screen.queryByRole('button', { name: 'Keep My Seats' })).toBeNull()
})

test('the view from the seat with the focus is described in a sentence [S-334]', async () => {
  const { user } = openSeatScreen({ seats: createRow() })
  await sizeSelect()

  await user.hover(await findPlace(/^Row A seat 8,/))

  expect((await screen.findAllByText('View from A8')).length).toBeGreaterThan(0)
  expect(screen.getAllByText(/^Centre, .*\.$/).length).toBeGreaterThan(0)
})

test('what happened to a lost seat is scrolled into view [S-601]', async () => {
  openSeatScreen({ seats: createRow({ A1: heldByMe }) })
  await findPlace(/^Row A seat 1, .* selected$/)
  await joined()
  const place = { type: 'seat', itemId: 'A1', label: 'A1', showtimeId: 's1' } as const

  act(() => fake.push('holdExpired', { ...place, holdUntil: HOLD_UNTIL }))

  const notice = await screen.findByText('What Happened')
  const { mock } = vi.mocked(Element.prototype.scrollIntoView)
  const contexts = () => mock.contexts as Element[]
  await waitFor(() => expect(contexts().some((one) => one.contains(notice))).toBe(true))
})
