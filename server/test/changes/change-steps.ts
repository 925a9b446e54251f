import fc from 'fast-check'

/** Few places, so that visitors want the same ones. */
export const SEATS_PER_SCREEN = [6, 4]
export const SLOTS_PER_SCREEN = 3
export const VISITORS = 4
export const SHOWS = 3

/**
 * How a request reaches the server: once, at the same time on two nodes with one key, again on another node because the answer was lost, or on
 * a node that dies at a statement and then again on another one.
 */
export type Delivery = 'once' | 'on two nodes' | 'answer lost' | { diesAtStatement: number }

/** Numbers choose a thing of those that there are when the step is done. */
export type Step = { visitor: number; delivery: Delivery } & (
  | { verb: 'book'; show: number; seats: number[]; slots: number[] }
  | { verb: 'cancel'; booking: number; places: number[] }
  | { verb: 'change seats'; booking: number; show: number; from: number[]; to: number[] }
  | { verb: 'change parking'; booking: number; add: number[]; drop: number[] }
  | { verb: 'change vehicle'; booking: number; slot: number }
  | { verb: 'hold'; show: number; seats: number[] }
  | { verb: 'join waiting list'; show: number; seats: number; together: boolean }
  | { verb: 'open offer' }
  | { verb: 'leave waiting list' }
  | { verb: 'offer seats' }
  | { verb: 'block'; show: number; seats: number[] }
  | { verb: 'unblock'; show: number; seats: number[] }
  | { verb: 'cancel by staff'; booking: number; places: number[]; terms: 'full' | 'policy' }
  | { verb: 'cancel show'; show: number }
  | { verb: 'move show'; show: number; screen: number; minutes: number }
  | { verb: 'take out of service'; screen: number; seats: number[] }
  | { verb: 'put back in service'; screen: number; seats: number[] }
  | { verb: 'repeat'; earlier: number }
  | { verb: 'wait'; minutes: number }
)
export type Verb = Step['verb']
export type StepOf<V extends Verb> = Extract<Step, { verb: V }>

const seatNumber = Math.max(...SEATS_PER_SCREEN) - 1
const some = (max: number, minLength = 1, maxLength = 3) =>
  fc.uniqueArray(fc.nat(max), { minLength, maxLength })
const seats = some(seatNumber)
const show = fc.nat(SHOWS - 1)
const booking = fc.nat(7)
const places = some(3, 0, 2)

const delivery: fc.Arbitrary<Delivery> = fc.oneof(
  { weight: 5, arbitrary: fc.constant('once' as const) },
  { weight: 2, arbitrary: fc.constant('on two nodes' as const) },
  { weight: 2, arbitrary: fc.constant('answer lost' as const) },
  { weight: 2, arbitrary: fc.record({ diesAtStatement: fc.integer({ min: 1, max: 24 }) }) },
)

const verb = <V extends Verb>(weight: number, name: V, fields: object = {}) => ({
  weight,
  arbitrary: fc.record({
    visitor: fc.nat(VISITORS - 1),
    delivery,
    verb: fc.constant(name),
    ...fields,
  }) as fc.Arbitrary<unknown> as fc.Arbitrary<Step>,
})

/** A show is cancelled rarely, because it then takes no part in the rest of the sequence. */
const book = verb(20, 'book', { show, seats, slots: some(SLOTS_PER_SCREEN - 1, 0, 2) })
const requests = [
  book,
  verb(12, 'cancel', { booking, places }),
  verb(20, 'change seats', {
    booking,
    from: some(2),
    to: seats,
    // Most visitors stay at their show: `SHOWS` stands for it.
    show: fc.constantFrom(0, 1, 2, SHOWS, SHOWS, SHOWS),
  }),
  verb(8, 'change parking', {
    booking,
    add: some(SLOTS_PER_SCREEN - 1, 0, 2),
    drop: some(1, 0, 2),
  }),
  verb(4, 'change vehicle', { booking, slot: fc.nat(1) }),
  verb(14, 'hold', { show, seats }),
  verb(8, 'join waiting list', {
    show,
    seats: fc.integer({ min: 1, max: 3 }),
    together: fc.boolean(),
  }),
  verb(8, 'open offer'),
  verb(2, 'leave waiting list'),
  verb(12, 'offer seats'),
  verb(4, 'block', { show, seats }),
  verb(4, 'unblock', { show, seats }),
  verb(5, 'cancel by staff', { booking, places, terms: fc.constantFrom('full', 'policy') }),
  verb(3, 'cancel show', { show }),
  verb(8, 'move show', { show, screen: fc.nat(1), minutes: fc.constantFrom(0, 0, -60, 60, 180) }),
  verb(4, 'take out of service', { screen: fc.nat(1), seats: some(seatNumber, 1, 2) }),
  verb(3, 'put back in service', { screen: fc.nat(1), seats }),
]

/** A request of a visitor or of staff. */
const request = fc.oneof(...requests)

/** A request, an earlier one once more with its key, or time that passes for all. */
const step = fc.oneof(
  ...requests,
  verb(4, 'repeat', { earlier: fc.nat(5) }),
  verb(6, 'wait', { minutes: fc.constantFrom(5, 11, 30, 60) }),
)

const STEPS = 30
const FIRST_BOOKINGS = 5

/** A sequence begins with bookings, which the other requests need. */
export const sequence = fc
  .tuple(
    fc.array(book.arbitrary, { minLength: FIRST_BOOKINGS, maxLength: FIRST_BOOKINGS }),
    fc.array(step, { minLength: STEPS - FIRST_BOOKINGS, maxLength: STEPS - FIRST_BOOKINGS }),
  )
  .map((parts) => parts.flat())

/** Requests that are made at the same time, round after round. */
export const rounds = fc.array(fc.array(request, { minLength: 2, maxLength: 3 }), {
  minLength: 3,
  maxLength: 8,
})
