import { beforeAll, expect, test } from 'vitest'
import { type CreatedShowtime, createShowtime } from '#test/support/makers.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import {
  expectRefusal,
  type Refusal,
  setupTestServer,
  type TestServer,
} from '#test/support/test-server.ts'

const WRONG_PRICE: Refusal = [
  409,
  'PRICE_MISMATCH',
  'The price is ₹200. Please check it and try again.',
]
const NOT_HERE: Refusal = [
  404,
  'NOT_FOUND',
  'That seat or parking slot does not belong to this showtime.',
]
const TWICE: Refusal = [400, 'INVALID', 'The order contains a place twice.']

describeDatabases('a manipulated booking request', (world) => {
  const server = setupTestServer(world)
  let asha: Awaited<ReturnType<TestServer['member']>>
  let show: CreatedShowtime
  let other: CreatedShowtime

  beforeAll(async () => {
    show = await createShowtime(world().ctx)
    other = await createShowtime(world().ctx)
    asha = await server().member()
  })

  /** Books a seat and a slot for ₹200 with some fields changed. */
  const order = (changes: object = {}) =>
    server().unchanged(() =>
      asha.client.send(
        'POST',
        '/api/bookings',
        JSON.stringify({
          movieId: show.movieId,
          showtimeId: show.showtimeId,
          userId: asha.userId,
          seatIds: [show.seats[0]],
          parkingSlotIds: [show.twoWheelers[0]],
          totalCost: 200,
          phone: '9876543210',
          ...changes,
        }).replace('"1e999"', '1e999'),
        { 'content-type': 'application/json' },
      ),
    )

  test.each([0, -200, 1, 199.99, 200.5, 1e15, Number.MAX_SAFE_INTEGER, 1e308])(
    'with totalCost %d is refused with the real price [R-9.5][S-53]',
    async (totalCost) => {
      expectRefusal(await order({ totalCost }), WRONG_PRICE, { totalCost: 200 })
    },
  )

  test.each([
    ['text', '200'],
    ['nothing', null],
    ['a list', [200]],
    ['a number too large', '1e999'],
  ])('with %s as totalCost is refused [S-54]', async (_, totalCost) => {
    const { statusCode, text } = await order({ totalCost })

    expect(statusCode).toBe(400)
    expect(text).toContain('"code":"INVALID"')
    expect(text).toContain('totalCost: Invalid input: expected number')
  })

  test('with the same seat twice is refused [S-55]', async () => {
    expectRefusal(await order({ seatIds: [show.seats[0], show.seats[0]] }), TWICE)
    expectRefusal(await order({ parkingSlotIds: [show.seats[0]] }), TWICE)
  })

  test('with places of another showtime or of the wrong kind is refused [S-56]', async () => {
    expectRefusal(await order({ seatIds: [other.seats[0]] }), NOT_HERE)
    expectRefusal(await order({ parkingSlotIds: [other.twoWheelers[0]] }), NOT_HERE)
    expectRefusal(await order({ movieId: other.movieId }), NOT_HERE)
    expectRefusal(await order({ seatIds: [show.twoWheelers[1]], totalCost: 100 }), NOT_HERE)
    expectRefusal(await order({ parkingSlotIds: [show.seats[1]], totalCost: 300 }), NOT_HERE)
  })

  test('without seats or with too many is refused [S-57]', async () => {
    const messageOf = (answer: { text: string }) => JSON.parse(answer.text).message
    const ids = Array.from({ length: 10_000 }, (_, n) => `${n}`)

    expect(messageOf(await order({ seatIds: [] }))).toMatch(/^seatIds: Too small/)
    expect(messageOf(await order({ seatIds: show.seats.slice(0, 11) }))).toMatch(
      /^seatIds: Too big/,
    )
    expectRefusal(await order({ seatIds: [...ids, ...ids] }), [
      413,
      'TOO_LARGE',
      'That request is too large.',
    ])
  })

  test('with an invalid id is refused without revealing the pattern [S-58]', async () => {
    for (const id of ['', 'x'.repeat(65)]) {
      expectRefusal(await order({ seatIds: [id] }), [400, 'INVALID', 'seatIds.0: is not an id'])
    }
  })

  test('with an invalid phone or vehicle number is refused with its message [R-5.9][S-59]', async () => {
    const slotId = show.twoWheelers[0]
    expectRefusal(await order({ phone: "0' or 1=1--" }), [
      400,
      'INVALID',
      'Please enter a valid phone number (10-15 digits).',
    ])
    expectRefusal(await order({ parkingSlots: [{ slotId, vehicleNumber: '<b>TN01</b>' }] }), [
      400,
      'INVALID',
      'Please enter a valid vehicle number (e.g., TN01AB1234).',
    ])
  })

  test('with the idempotency key of another booking is refused [S-60]', async () => {
    const key = crypto.randomUUID()
    const post = (seatId: string | undefined) =>
      asha.client.post(
        '/api/bookings',
        {
          movieId: other.movieId,
          showtimeId: other.showtimeId,
          userId: asha.userId,
          seatIds: [seatId],
          parkingSlotIds: [],
          totalCost: 150,
          phone: null,
        },
        { 'idempotency-key': key },
      )
    const first = await post(other.seats[0])

    const again = await server().unchanged(() => post(other.seats[0]))
    const changed = await server().unchanged(() => post(other.seats[1]))

    expect(again.json()).toEqual(first.json())
    expectRefusal(changed, [
      422,
      'KEY_REUSED',
      'This key has already been used for another booking.',
    ])
  })
})
