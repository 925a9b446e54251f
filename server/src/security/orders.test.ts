import { beforeAll, expect, test } from 'vitest'
import { bookingRequest, type CreatedShowtime, createShowtime } from '#test/support/makers.ts'
import { describeContext } from '#test/support/test-context.ts'
import {
  INVALID_REQUEST,
  invalid,
  type Member,
  NOT_HERE,
  type Refusal,
  setupTestServer,
  TOO_LARGE,
} from '#test/support/test-server.ts'

const WRONG_PRICE: Refusal = [
  409,
  'PRICE_MISMATCH',
  'The price is ₹200. Please check it and try again.',
]
const TWICE = invalid('The order contains a place twice.')
const KEY_REUSED: Refusal = [
  422,
  'KEY_REUSED',
  'This key has already been used for another booking.',
]

describeContext('manipulated booking requests', (context) => {
  const server = setupTestServer(context)
  let asha: Member
  let show: CreatedShowtime
  let other: CreatedShowtime

  beforeAll(async () => {
    show = await createShowtime(context().ctx)
    other = await createShowtime(context().ctx)
    asha = await server().member()
  })

  /** Books a seat and a slot for ₹200 with some fields changed. */
  const order = (changes: object) => {
    const slot = { parkingSlotIds: show.twoWheelers.slice(0, 1), totalCost: 200 }
    const body = JSON.stringify(bookingRequest(show, asha.userId, { ...slot, ...changes }))
    return asha.client.send('POST', '/api/bookings', body.replace('"1e999"', '1e999'), {
      'content-type': 'application/json',
    })
  }
  const expectRefused = (changes: object, refusal: Refusal, details?: object) =>
    server().expectRefused(() => order(changes), refusal, details)

  test.each([0, -200, 1, 199.99, 200.5, 1e15, Number.MAX_SAFE_INTEGER, 1e308])(
    'a booking request with totalCost %d is refused with the real price [R-9.5][S-53]',
    (totalCost) => expectRefused({ totalCost }, WRONG_PRICE, { totalCost: 200 }),
  )

  test.each([
    ['text as totalCost', { totalCost: '200' }, INVALID_REQUEST[2]],
    ['nothing as totalCost', { totalCost: null }, INVALID_REQUEST[2]],
    ['a list as totalCost', { totalCost: [200] }, INVALID_REQUEST[2]],
    ['a totalCost too large', { totalCost: '1e999' }, INVALID_REQUEST[2]],
    ['no seats', { seatIds: [] }, 'Please select at least one seat to continue.'],
    [
      'too many seats',
      { seatIds: Array(11).fill('x') },
      'You can choose up to 10 seats for one show.',
    ],
  ])('a booking request with %s is refused [S-54][S-57]', async (_, changes, message) => {
    await expectRefused(changes, invalid(message))
  })

  test('a booking request with twenty thousand seats is refused [S-57]', () =>
    expectRefused({ seatIds: Array.from({ length: 20_000 }, (_, n) => `${n}`) }, TOO_LARGE))

  test('a booking request with the same seat twice is refused [S-55]', async () => {
    await expectRefused({ seatIds: [show.seats[0], show.seats[0]] }, TWICE)
    await expectRefused({ parkingSlotIds: [show.seats[0]] }, TWICE)
  })

  test('a booking request with places of another showtime or of the wrong kind is refused [S-56]', async () => {
    await expectRefused({ seatIds: [other.seats[0]] }, NOT_HERE)
    await expectRefused({ parkingSlotIds: [other.twoWheelers[0]] }, NOT_HERE)
    await expectRefused({ movieId: other.movieId }, NOT_HERE)
    await expectRefused({ seatIds: [show.twoWheelers[1]], totalCost: 100 }, NOT_HERE)
    await expectRefused({ parkingSlotIds: [show.seats[1]], totalCost: 300 }, NOT_HERE)
  })

  test('a booking request with an invalid id is refused without revealing the pattern [S-58]', async () => {
    for (const id of ['', 'x'.repeat(65)]) {
      await expectRefused({ seatIds: [id] }, INVALID_REQUEST)
    }
  })

  test('a booking request with an invalid phone or vehicle number is refused with its message [R-5.9][S-59]', async () => {
    const parkingSlots = [{ slotId: show.twoWheelers[0], vehicleNumber: '<b>TN01</b>' }]
    const phone = "0' or 1=1--"
    await expectRefused({ phone }, invalid('Please enter a valid phone number (10-15 digits).'))
    await expectRefused(
      { parkingSlots },
      invalid('Please enter a valid vehicle number (e.g., TN01AB1234).'),
    )
  })

  test('a booking request with the idempotency key of another booking is refused [S-60]', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const post = (seat: number) => {
      const seatIds = [other.seats[seat]]
      return asha.client.post('/api/bookings', bookingRequest(other, asha.userId, { seatIds }), key)
    }
    const first = await post(0)

    const again = await server().unchanged(() => post(0))

    expect(again.json()).toEqual(first.json())
    await server().expectRefused(() => post(1), KEY_REUSED)
  })
})
