import type { Booking } from '@marquee/contract/bookings'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { type CreatedShowtime, createShowtime, createUser } from '#test/support/makers.ts'
import { createNodeContext, describeDatabases } from '#test/support/test-context.ts'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { expireHolds } from '../inventory/hold-cleanup.service.ts'
import { holdPlaces } from '../inventory/holds.service.ts'
import { passesOf } from '../tickets/passes.service.ts'
import { findTicket } from '../tickets/tickets.service.ts'
import { book as bookPlaces } from './bookings.service.ts'
import * as changes from './changes.service.ts'
import type { Exchange } from './exchange.ts'
import { reconcile } from './reconcile.service.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Few places, so that visitors want the same ones. */
const SEATS_USED = 6
const SLOTS_USED = 3
const VISITORS = 3

type Step = { visitor: number; isRepeated: boolean } & (
  | { verb: 'book'; seats: number[]; slots: number[] }
  | { verb: 'cancel'; places: number[] }
  | { verb: 'change seats'; from: number[]; to: number[]; show: number }
  | { verb: 'change parking'; slots: number[]; drop: number[] }
  | { verb: 'hold'; seats: number[]; show: number }
  | { verb: 'wait'; minutes: number }
)

const verb = fc.constant
const some = (max: number, minLength = 1) =>
  fc.uniqueArray(fc.nat(max - 1), { minLength, maxLength: 3 })
const common = { visitor: fc.nat(VISITORS - 1), isRepeated: fc.boolean() }
const show = fc.constantFrom(0, 0, 0, 1)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ ...common, verb: verb('book'), seats: some(SEATS_USED), slots: some(SLOTS_USED, 0) }),
  fc.record({ ...common, verb: verb('cancel'), places: some(4, 0) }),
  fc
    .record({ ...common, verb: verb('change seats'), pairs: some(SEATS_USED), from: some(3), show })
    .map(({ pairs, from, ...rest }) => {
      const count = Math.min(pairs.length, from.length)
      return { ...rest, from: from.slice(0, count), to: pairs.slice(0, count) }
    }),
  fc.record({
    ...{ ...common, verb: verb('change parking') },
    ...{ slots: some(SLOTS_USED, 0), drop: some(2, 0) },
  }),
  fc.record({ ...common, verb: verb('hold'), seats: some(SEATS_USED), show }),
  fc.record({ ...common, verb: verb('wait'), minutes: fc.constantFrom(5, 30, 90) }),
)

/** Time passes for all at once. */
const request = step.filter((one) => one.verb !== 'wait')

/** Refusals that a visitor can meet. Any other error is a bug. */
const REFUSALS = [
  'TAKEN',
  'CLOSED',
  'INVALID',
  'NOT_FOUND',
  'PRICE_MISMATCH',
  'LIMIT',
  'ALREADY_BOOKED',
]

describeDatabases('random changes of bookings', (context) => {
  const { listBookings } = createBookingCalls(context)
  const ctx = () => context().ctx

  async function createWorld() {
    const first = await createShowtime(ctx(), { startsIn: 5 * HOUR })
    const id = crypto.randomUUID()
    await ctx()
      .db.insertInto('showtimes')
      .values({
        ...{ id, movie_id: first.movieId, screen_id: first.screenId, cutoff_minutes: null, rev: 0 },
        starts_at: ctx().now() + 7 * HOUR,
      })
      .execute()
    const visitors = []
    for (let n = 0; n < VISITORS; n += 1)
      visitors.push({ userId: await createUser(ctx()), holder: crypto.randomUUID() })
    // Seats of two prices.
    const seats = [...first.seats.slice(0, 4), ...first.seats.slice(8, 10)]
    return { first, shows: [first.showtimeId, id], visitors, seats, slots: first.fourWheelers }
  }
  type World = Awaited<ReturnType<typeof createWorld>>

  /** Makes the call of a step. A repeated one is made twice at the same time with one key, the second time on another node. */
  async function perform(world: World, one: Step, node: Context) {
    if (one.verb === 'wait') {
      await context().clock.advance(one.minutes * MINUTE)
      await expireHolds(ctx())
      return
    }
    const key = crypto.randomUUID()
    const call = await prepare(world, one)
    const nodes = one.isRepeated ? [ctx(), node] : [node]
    const results = await Promise.allSettled(nodes.map((some) => call(some, key)))
    for (const result of results)
      if (result.status === 'rejected') expect(codeOf(result.reason)).toBeOneOf(REFUSALS)
    if (one.verb !== 'hold') expect(new Set(results.map(({ status }) => status)).size).toBe(1)
  }
  const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error)

  async function prepare(
    world: World,
    one: Exclude<Step, { verb: 'wait' }>,
  ): Promise<(node: Context, key: string) => Promise<unknown>> {
    const { userId, holder } = world.visitors[one.visitor] ?? { userId: '', holder: '' }
    const seatsAt = (numbers: number[]) => numbers.map((n) => world.seats[n] ?? '')
    const slotsAt = (numbers: number[]) => numbers.map((n) => world.slots[n] ?? '')
    const showAt = (n: number) => world.shows[n] ?? ''
    if (one.verb === 'hold')
      return (node) =>
        holdPlaces(node, { showtimeId: showAt(one.show), holder, placeIds: seatsAt(one.seats) })
    if (one.verb === 'book') {
      const order = orderOf(world.first, { seats: seatsAt(one.seats), slots: slotsAt(one.slots) })
      return (node, key) => bookPlaces(node, { userId, holder, key, request: order })
    }
    const booking = (await listBookings(userId)).find(({ cancelled }) => !cancelled)
    if (!booking) return async () => undefined
    const own = { userId, reference: booking.bookingReference }
    if (one.verb === 'cancel') return cancellation(own, booking, one.places)
    const exchange: Exchange =
      one.verb === 'change seats'
        ? {
            ...{ type: 'seats', showtimeId: showAt(one.show), take: seatsAt(one.to) },
            giveBack: idsOf(booking.seats, one.from),
          }
        : {
            ...{ type: 'parking', drop: idsOf(booking.parkingSlots, one.drop) },
            add: slotsAt(one.slots).map((slotId) => ({ slotId, vehicleNumber: 'TN01AB1234' })),
          }
    const preview = await changes.previewExchange(ctx(), own, exchange).catch(() => undefined)
    const difference = preview?.difference ?? 0
    return (node, key) => changes.exchange(node, { own, holder, exchange, difference, key })
  }

  async function cancellation(
    own: { userId: string; reference: string },
    booking: Booking,
    places: number[],
  ) {
    const named = {
      seatIds: idsOf(booking.seats, places),
      slotIds: idsOf(booking.parkingSlots, places),
    }
    const preview = await changes.previewCancellation(ctx(), own, named).catch(() => undefined)
    const refund = preview?.refund ?? 0
    return (node: Context, key: string) =>
      changes.cancel(node, { ...own, key }, { ...named, refund })
  }

  async function expectInvariants({ visitors, shows }: World) {
    const { problems } = await reconcile(ctx().reader)
    expect(problems).toEqual([])
    for (const { userId } of visitors)
      for (const booking of await listBookings(userId)) {
        const ticket = await findTicket(ctx(), booking.bookingReference)
        if (!ticket) throw new Error('a booking without a ticket')
        const labels = passesOf(ctx(), ticket)
          .slice(1)
          .map(({ label }) => label)
        const seats = booking.cancelled ? [] : booking.seats.map(({ seatNumber }) => seatNumber)
        expect(labels.toSorted()).toEqual(seats.toSorted())
        expect(shows).toContain(booking.showtimeId._id)
      }
  }

  test('keep ledger, bookings, places and passes in agreement [S-427]', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
        const world = await createWorld()
        const node = createNodeContext(ctx())
        for (const one of steps) await perform(world, one, node)
        await expectInvariants(world)
      }),
      { numRuns: 15 },
    )
  })

  test('at the same time keep ledger, bookings, places and passes in agreement [S-427]', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(request, { minLength: 2, maxLength: 3 }), { minLength: 3, maxLength: 8 }),
        async (rounds) => {
          const world = await createWorld()
          const node = createNodeContext(ctx())
          for (const round of rounds) {
            const once = round.map((one) => ({ ...one, isRepeated: false }))
            await Promise.all(once.map((one, n) => perform(world, one, n % 2 === 0 ? ctx() : node)))
          }
          await expectInvariants(world)
        },
      ),
      { numRuns: 15 },
    )
  })
})

const idsOf = (places: { _id: string }[], numbers: number[]) =>
  numbers.flatMap((n) => places[n]?._id ?? [])

/** An order with the right price. The first four seats cost 150 rupees, the other two 180. */
function orderOf(
  { movieId, showtimeId, seats }: CreatedShowtime,
  wanted: { seats: string[]; slots: string[] },
) {
  const isCheap = (id: string) => seats.indexOf(id) < 8
  const seatCost = wanted.seats.reduce((sum, id) => sum + (isCheap(id) ? 150 : 180), 0)
  return {
    ...{ movieId, showtimeId, seatIds: wanted.seats, parkingSlotIds: wanted.slots },
    ...{ totalCost: seatCost + 100 * wanted.slots.length, phone: '9876543210' },
  }
}
