import fc from 'fast-check'

const SCREENS = 2
/** Movies that have shows at the beginning, and one that has none. */
const MOVIES = 3
const MANAGERS = 2

/** How a plan is applied: once, on two nodes at the same time, again because the answer was lost, or on a node that dies at a statement and then on another one. */
export type Delivery = 'once' | 'on two nodes' | 'answer lost' | { diesAtStatement: number }

/** A change that a manager wants. Numbers choose a thing of those that there are when it is planned. */
export type WantedChange =
  | { type: 'add'; movie: number; screen: number; day: number; halfHour: number }
  | { type: 'move'; show: number; screen: number; minutes: number }
  | { type: 'cutoff'; show: number; minutes: number }
  | { type: 'remove'; show: number }
  | { type: 'set daily'; movie: number; screen: number; halfHour: number }
  | {
      type: 'change daily'
      rule: number
      action: 'remove' | 'pause' | 'resume' | 'split'
      day: number
    }

/** Numbers choose a thing of those that there are when the step is done. */
export type Step =
  | { verb: 'sell'; show: number; seats: number[] }
  | { verb: 'hold'; show: number; seats: number[] }
  | { verb: 'cancel booking'; booking: number }
  | { verb: 'plan'; manager: number; changes: WantedChange[] }
  | { verb: 'plan hall'; manager: number; screen: number; hall: number; fromDay: number }
  | { verb: 'apply'; manager: number; delivery: Delivery }
  | { verb: 'apply both' }
  | { verb: 'change movie'; movie: number; duration: number }
  | { verb: 'close screen'; screen: number; fromDay: number; days: number }
  | { verb: 'open screen'; screen: number }
  | { verb: 'wait'; minutes: number }

const manager = fc.nat(MANAGERS - 1)
const show = fc.nat(30)
const screen = fc.nat(SCREENS - 1)
const movie = fc.nat(MOVIES - 1)
const day = fc.nat(8)
const halfHour = fc.nat(47)
const seats = fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 3 })

const change: fc.Arbitrary<WantedChange> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ type: fc.constant('add' as const), movie, screen, day, halfHour }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('move' as const),
      show,
      screen,
      minutes: fc.constantFrom(0, 0, -180, 30, 180, 24 * 60),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('cutoff' as const),
      show,
      minutes: fc.constantFrom(0, 15, 60),
    }),
  },
  { weight: 6, arbitrary: fc.record({ type: fc.constant('remove' as const), show }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('set daily' as const), movie, screen, halfHour }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('change daily' as const),
      rule: fc.nat(3),
      action: fc.constantFrom('remove', 'pause', 'resume', 'split'),
      day,
    }),
  },
)

const delivery: fc.Arbitrary<Delivery> = fc.oneof(
  { weight: 4, arbitrary: fc.constant('once' as const) },
  { weight: 2, arbitrary: fc.constant('on two nodes' as const) },
  { weight: 2, arbitrary: fc.constant('answer lost' as const) },
  { weight: 3, arbitrary: fc.record({ diesAtStatement: fc.integer({ min: 1, max: 60 }) }) },
)

const verb = <V extends Step['verb']>(weight: number, name: V, fields: object = {}) => ({
  weight,
  arbitrary: fc.record({
    verb: fc.constant(name),
    ...fields,
  }) as fc.Arbitrary<unknown> as fc.Arbitrary<Step>,
})

const sell = verb(16, 'sell', { show, seats })

const step = fc.oneof(
  sell,
  verb(5, 'hold', { show, seats }),
  verb(3, 'cancel booking', { booking: fc.nat(7) }),
  verb(20, 'plan', { manager, changes: fc.array(change, { minLength: 1, maxLength: 3 }) }),
  verb(5, 'plan hall', { manager, screen, hall: fc.nat(2), fromDay: fc.nat(3) }),
  verb(18, 'apply', { manager, delivery }),
  verb(5, 'apply both'),
  verb(3, 'change movie', { movie, duration: fc.constantFrom(90, 120, 150) }),
  verb(2, 'close screen', { screen, fromDay: fc.integer({ min: 1, max: 6 }), days: fc.nat(2) }),
  verb(2, 'open screen', { screen }),
  verb(4, 'wait', { minutes: fc.constantFrom(11, 60, 240) }),
)

const FIRST_SALES = 4
const STEPS = 26

/** A sequence begins with sales: without them nothing can be lost. */
export const sequence = fc
  .tuple(
    fc.array(sell.arbitrary, { minLength: FIRST_SALES, maxLength: FIRST_SALES }),
    fc.array(step, { minLength: STEPS, maxLength: STEPS }),
  )
  .map((parts) => parts.flat())
