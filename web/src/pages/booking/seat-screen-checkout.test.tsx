import type { Seat } from '@marquee/contract/seats/seats'
import type { Ack } from '@marquee/contract/socket'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { findPendingOrder } from '#features/checkout/pending-order.ts'
import { session } from '#features/session/session.store.ts'
import { keepLastDetails, readLastDetails, setKeepingDetails } from '#lib/last-details.ts'
import * as fake from '#test/fake-socket.ts'
import { asha, createSeat, createSlot, HOLD_UNTIL, heldByMe } from '#test/fixtures.ts'
import {
  createSlots,
  findPlace,
  openParking,
  proceedButton,
  sentEvents,
  setUpSeatScreenTests,
} from '#test/seat-screen.tsx'

const { mockApi, openSeatScreen } = setUpSeatScreenTests()

const freeSlots = createSlots('T1', 'T2', 'F1')
const seats = [createSeat('A1', heldByMe)]
const slots = [createSlot('T1', heldByMe)]
const phoneField = () => screen.findByLabelText('Phone Number')

test('parking shows the slots of each type and a vehicle number field for each selected slot [R-2.61]', async () => {
  const { user } = openSeatScreen({ slots: freeSlots })
  const section = within(await screen.findByRole('region', { name: 'Valet Parking' }))
  expect(section.queryByRole('toolbar')).toBeNull()

  await openParking(user)
  section.getByRole('button', { name: 'Parking Selected' })
  const slotNumbers = (type: RegExp) =>
    within(section.getByRole('toolbar', { name: type }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
  expect(slotNumbers(/^Two Wheeler Slots/)).toEqual(['T1', 'T2'])
  expect(slotNumbers(/^Four Wheeler Slots/)).toEqual(['F1'])
  expect(section.queryByRole('textbox')).toBeNull()

  await user.click(await findPlace(/Two Wheeler slot T2/))
  await user.click(await findPlace(/Four Wheeler slot F1/))

  await section.findByLabelText('Vehicle number for Four Wheeler Slot F1')
  expect(section.getAllByRole('textbox')).toHaveLength(2)
  section.getByLabelText('Vehicle number for Two Wheeler Slot T2')
})

test('choosing a slot opens its vehicle number field directly after it, with the focus', async () => {
  const { user } = openSeatScreen({ slots: freeSlots })
  await openParking(user)

  await user.click(await findPlace(/slot T1, .* available/))

  const vehicle = await screen.findByLabelText('Vehicle number for Two Wheeler Slot T1')
  expect(document.activeElement).toBe(vehicle)
  const order = [await findPlace(/slot T1/), vehicle, await findPlace(/slot T2/)]
  const nodes = [...document.querySelectorAll('button, input')]
  expect(nodes.filter((node) => order.includes(node as HTMLElement))).toEqual(order)
})

test('slots that are held when the page opens do not take the focus', async () => {
  openSeatScreen({ slots })

  const vehicle = await screen.findByLabelText('Vehicle number for Two Wheeler Slot T1')
  expect(document.activeElement).not.toBe(vehicle)
})

test('the vehicle number field stays while its hold is acknowledged and a number is typed [S-591]', async () => {
  const user = openSeatScreen({ slots: createSlots('T1') }).user
  await openParking(user)
  const acknowledged = Promise.withResolvers<Ack>()
  fake.setReply(() => acknowledged.promise)
  await user.click(await findPlace(/slot T1/))
  const vehicle = await screen.findByLabelText('Vehicle number for Two Wheeler Slot T1')

  acknowledged.resolve(fake.okAck(HOLD_UNTIL))
  // The page is rendered after each step of the acknowledgement.
  for (let step = 1; step <= 30; step++) {
    await Promise.resolve()
    fireEvent.change(vehicle, { target: { value: `TN${step}` } })
  }

  expect(vehicle.isConnected).toBe(true)
  expect(vehicle).toHaveProperty('value', 'TN30')
})

test('a refused slot takes the focus back from its vehicle number field', async () => {
  const { user } = openSeatScreen({ slots: freeSlots })
  await openParking(user)
  const asked = Promise.withResolvers<Ack>()
  fake.setReply(() => asked.promise)
  await user.click(await findPlace(/slot T1, .* available/))
  await screen.findByLabelText('Vehicle number for Two Wheeler Slot T1')

  asked.resolve({ ok: false, code: 'TAKEN', message: 'T1 has just been taken.' })

  const slot = await findPlace(/slot T1, .* available/)
  await waitFor(() => expect(document.activeElement).toBe(slot))
})

test('parking has one tab stop for each type: the slot that had the focus last', async () => {
  const { user } = openSeatScreen({ slots: freeSlots })
  await openParking(user)
  await user.tab()
  await user.keyboard('{ArrowRight}{Enter}')

  const slot = await findPlace(/slot T2, .* selected/)
  expect(document.activeElement).toBe(
    await screen.findByLabelText('Vehicle number for Two Wheeler Slot T2'),
  )
  await user.tab()
  expect(document.activeElement).toBe(await findPlace(/slot F1/))
  await user.tab({ shift: true })
  await user.tab({ shift: true })
  expect(document.activeElement).toBe(slot)
})

test('one tap takes any free slot, without the grids, and Enter in its field leads to the phone [S-860]', async () => {
  const { user } = openSeatScreen({
    seats,
    slots: [createSlot('T1', { status: 'SOLD' }), ...createSlots('T2', 'F1')],
  })
  const section = within(await screen.findByRole('region', { name: 'Valet Parking' }))
  section.getByRole('button', { name: '1 car, any slot, ₹100' })

  await user.click(section.getByRole('button', { name: '1 scooter, any slot, ₹50' }))
  const vehicle = await section.findByLabelText('Vehicle number for Two Wheeler Slot T2')
  section.getByRole('button', { name: 'Parking Selected' })
  expect(section.queryByRole('toolbar')).toBeNull()
  expect(document.activeElement).toBe(vehicle)
  await user.keyboard('TN01AB1234{Enter}')
  expect(document.activeElement).toBe(await phoneField())
  expect(sentEvents()).toEqual(['joinShowtime', 'holdParkingSlot'])

  await user.click(section.getByRole('button', { name: 'Choose another slot' }))
  expect(section.getAllByRole('toolbar')).toHaveLength(2)
})

test('a slot of each type is taken with one tap, and given back with another [S-860]', async () => {
  const { user } = openSeatScreen({ seats, slots: createSlots('T1', 'F1', 'F2') })
  const section = within(await screen.findByRole('region', { name: 'Valet Parking' }))
  const button = (name: RegExp) => section.getByRole('button', { name })

  await user.click(button(/^1 car/))
  await section.findByLabelText('Vehicle number for Four Wheeler Slot F1')
  await user.click(button(/^1 scooter/))
  await section.findByLabelText('Vehicle number for Two Wheeler Slot T1')
  expect(button(/^1 car/).getAttribute('aria-pressed')).toBe('true')
  await user.click(button(/^1 car/))

  await waitFor(() => expect(button(/^1 car/).getAttribute('aria-pressed')).toBe('false'))
  expect(sentEvents().slice(1)).toEqual([
    'holdParkingSlot',
    'holdParkingSlot',
    'releaseParkingSlot',
  ])
})

test('the phone and the vehicle number of the last booking are offered, unless the visitor has switched it off [S-861]', async () => {
  keepLastDetails({ phone: '98765 43210', vehicleNumbers: { twoWheeler: 'TN01AB1234' } })
  openSeatScreen({ seats, slots: [...slots, createSlot('T2', heldByMe)] })
  expect(await phoneField()).toHaveProperty('value', '98765 43210')
  const valueAt = (slot: string) =>
    (screen.getByLabelText(`Vehicle number for Two Wheeler Slot ${slot}`) as HTMLInputElement).value
  await findPlace(/slot T1, .* selected/)
  expect([valueAt('T1'), valueAt('T2')]).toEqual(['TN01AB1234', ''])

  setKeepingDetails(false)
  expect(readLastDetails()).toEqual({ vehicleNumbers: {} })
  keepLastDetails({ phone: '98765 43210', vehicleNumbers: {} })
  expect(readLastDetails()).toEqual({ vehicleNumbers: {} })
  setKeepingDetails(true)
})

test.each([
  ['is offered', { parking: false, vehicleNumbers: { s1: 'TN01AB1234' } }, '12345'],
  ['without valid vehicle numbers is ignored', { parking: false, vehicleNumbers: { s1: 1 } }, ''],
  ['without vehicle numbers is ignored', { parking: false, vehicleNumbers: null }, ''],
  ['without parking is ignored', { vehicleNumbers: {} }, ''],
])('a stored draft of the order %s', async (_case, draft, phone) => {
  sessionStorage.setItem('draft:s1', JSON.stringify({ phone: '12345', ...draft }))
  openSeatScreen({ seats, slots })

  expect(await phoneField()).toHaveProperty('value', phone)
})

test('turning parking off releases every slot and clears the vehicle numbers [R-4.22]', async () => {
  const { user } = openSeatScreen({ slots: freeSlots })
  await openParking(user)
  await user.click(await findPlace(/Four Wheeler slot F1/))
  await user.type(
    await screen.findByLabelText('Vehicle number for Four Wheeler Slot F1'),
    'TN01AB1234',
  )

  fake.setReply(() => fake.okAck(null))
  await user.click(screen.getByRole('button', { name: 'Parking Selected' }))
  await waitFor(() => expect(sentEvents()).toContain('releaseParkingSlot'))

  fake.setReply(() => fake.okAck(HOLD_UNTIL))
  await openParking(user)
  await user.click(await findPlace(/Four Wheeler slot F1, 100 rupees, available/))
  const vehicle = await screen.findByLabelText('Vehicle number for Four Wheeler Slot F1')
  expect(vehicle).toHaveProperty('value', '')
})

test('Proceed to Payment is disabled without a seat, even with a slot [R-1.8][R-2.62][R-2.64]', async () => {
  openSeatScreen({ slots })
  await findPlace(/Row A seat 1/)
  const contact = within(screen.getByRole('region', { name: 'Contact Information' }))
  expect(contact.getByRole('textbox')).toHaveProperty('type', 'tel')

  expect(proceedButton()).toHaveProperty('disabled', true)
})

test('Proceed to Payment asks for missing data in order and moves the focus to its field [R-5.1]', async () => {
  const { user } = openSeatScreen({ seats, slots: [...slots, createSlot('T2', heldByMe)] })
  await findPlace(/Row A seat 1, .* selected/)
  const proceedAndConfirm = async (title: string) => {
    await user.click(proceedButton())
    await user.click(within(await screen.findByRole('dialog', { name: title })).getByRole('button'))
  }
  const focused = (label: RegExp) =>
    waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)))

  await proceedAndConfirm('Phone Number Required')
  await focused(/^Phone Number/)
  await user.keyboard('123')
  await proceedAndConfirm('Invalid Phone Number')
  await user.type(await phoneField(), '4567890')
  await proceedAndConfirm('Vehicle Number Required')
  await focused(/^Vehicle number .* T1/)
  await user.keyboard('TN01AB1234')
  await user.click(proceedButton())
  await screen.findByText('Please enter vehicle number for Two Wheeler Slot T2.')
  await user.click(screen.getByRole('button', { name: 'OK' }))
  await focused(/^Vehicle number .* T2/)
  await user.keyboard('X')
  await proceedAndConfirm('Invalid Vehicle Number')

  expect(sentEvents()).toEqual(['joinShowtime'])
})

test('Proceed to Payment passes the booking data to payment and keeps the holds [R-3.19]', async () => {
  const { user } = openSeatScreen({ seats, slots })
  await user.type(await phoneField(), '98765 43210')
  await user.type(screen.getByLabelText(/Vehicle number/), 'tn 01 ab 1234')
  window.history.replaceState(null, '', '/payment-new')

  await user.click(proceedButton())

  const page = await screen.findByText(/You are at \/payment-new/)
  expect(page.textContent).toContain(
    '"bookingData":{"showtimeId":"s1","movieId":"m1","seats":["A1"],"parkingSlots":[{"slotId":"T1","vehicleNumber":"TN01AB1234"}],"phone":"98765 43210","phoneVerified":false,"totalCost":230',
  )
  await waitFor(() => expect(sentEvents().at(-1)).toBe('leaveShowtime'))
  expect(sentEvents()).toEqual(['joinShowtime', 'beginCheckout', 'leaveShowtime'])
})

test.each([
  ['verified if it is unchanged', '', '"phoneVerified":true'],
  ['not verified if it is changed', '1', '"phoneVerified":false'],
])('the phone of the account is prefilled, and %s [R-3.20]', async (_case, typed, passed) => {
  const account = { ...asha, phone: '98765 43210', phoneVerified: true }
  mockApi.use(http.get('*/api/auth/session', () => HttpResponse.json({ user: account })))
  session.setUser(asha)
  const { user } = openSeatScreen({ seats })
  const phone = await phoneField()
  await waitFor(() => expect(phone).toHaveProperty('value', '98765 43210'))
  await user.type(phone, typed || '{End}')
  window.history.replaceState(null, '', '/payment-new')

  await user.click(proceedButton())

  expect((await screen.findByText(/You are at \/payment-new/)).textContent).toContain(passed)
  session.clearUser()
})

test('a refused checkout shows the message and stays on the page', async () => {
  const { user } = openSeatScreen({ seats })
  const message = 'A1 has just been taken.'
  fake.setReply((event) =>
    event === 'beginCheckout' ? { ok: false, code: 'TAKEN', message } : fake.okAck(HOLD_UNTIL),
  )
  await user.type(await phoneField(), '98765 43210')

  await user.click(proceedButton())

  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.queryByText(/You are at/)).toBeNull()
})

test('a movie, a showtime and seats with the fields of the specification only lead to payment [S-617]', async () => {
  const { _id, seatNumber, category, status, heldByMe: own, holdUntil } = seats[0] as Seat
  const specified = { _id, seatNumber, category, status, heldByMe: own, holdUntil }
  const { user } = openSeatScreen({ seats: [specified as Seat] })
  const startTime = '2099-12-01T13:00:00Z'
  mockApi.use(
    http.get('*/api/movies/:id', () => HttpResponse.json({ _id: 'm1', title: 'Amaran' })),
    http.get('*/api/showtimes/:id', () =>
      HttpResponse.json({ _id: 's1', screen: 'Screen 1', startTime, date: '1/12' }),
    ),
  )
  await screen.findByRole('heading', { name: 'Amaran' })

  await user.type(await phoneField(), '9876543210')
  await user.click(proceedButton())

  await screen.findByText(/^You are at \/payment-new/)
  // The payment page reads it from the storage of the tab after a reload.
  const order = findPendingOrder({ key: 'default', state: null })
  expect(order?.bookingData).toMatchObject({ movieId: 'm1', totalCost: 180 })
})
