import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CreatedShowtime, createShowtime } from '#test/support/makers.ts'
import { describeDatabases, type TestContext } from '#test/support/test-context.ts'
import { AppError } from '../errors.ts'
import * as expiry from './expiry.service.ts'
import * as holds from './holds.service.ts'
import { readSeatMap } from './seat-map.ts'

const SECOND = 1000
const HOLD = 600 * SECOND
const CHECKOUT = 300 * SECOND
const LONGEST = 1800 * SECOND
const GRACE = 60 * SECOND
const SEATS_USED = 5

type Step =
  | { verb: 'hold' | 'release' | 'checkout'; holder: string; seats: number[] }
  | { verb: 'extend' | 'be present'; holder: string }
  | { verb: 'wait'; seconds: number }
  | { verb: 'expire' | 'release abandoned' }

const holder = fc.constantFrom('asha', 'ravi', 'bala')
const seats = fc.uniqueArray(fc.nat(SEATS_USED - 1), { minLength: 1, maxLength: 3 })
const request = fc.oneof(
  { weight: 5, arbitrary: fc.record({ verb: fc.constant('hold' as const), holder, seats }) },
  { weight: 2, arbitrary: fc.record({ verb: fc.constant('release' as const), holder, seats }) },
  { weight: 2, arbitrary: fc.record({ verb: fc.constant('checkout' as const), holder, seats }) },
  { weight: 2, arbitrary: fc.record({ verb: fc.constant('extend' as const), holder }) },
)
const pause = fc.record({
  verb: fc.constant('wait' as const),
  seconds: fc.constantFrom(30, 120, 300, 600),
})
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 11, arbitrary: request },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('be present' as const), holder }) },
  { weight: 3, arbitrary: pause },
  {
    weight: 2,
    arbitrary: fc.record({
      verb: fc.constantFrom('expire' as const, 'release abandoned' as const),
    }),
  },
)

/** The rules of holding without a database, one request after another. */
function createModel() {
  let now = 0
  const held = new Map<number, { holder: string; clock: Clock; seen: number }>()
  interface Clock {
    since: number
    until: number
    paying: boolean
  }
  const mine = (who: string) => [...held.values()].find(({ holder }) => holder === who)?.clock
  const deleteExpired = () => {
    for (const [seat, { clock }] of held) if (clock.until <= now) held.delete(seat)
  }
  const takeAll = (who: string, wanted: number[]) => {
    if (wanted.some((seat) => (held.get(seat)?.holder ?? who) !== who)) return 'TAKEN'
    const clock = mine(who) ?? { since: now, until: now + HOLD, paying: false }
    for (const seat of wanted) held.set(seat, { holder: who, clock, seen: now })
    return clock
  }

  const touch = (who: string) => {
    for (const one of held.values()) if (one.holder === who) one.seen = now
  }

  function play(step: Step): string {
    deleteExpired()
    switch (step.verb) {
      case 'wait':
        now += step.seconds * SECOND
        deleteExpired()
        return 'ok'
      case 'expire':
        return 'ok'
      case 'hold': {
        const clock = takeAll(step.holder, step.seats)
        return clock === 'TAKEN' ? clock : 'ok'
      }
      case 'checkout': {
        const clock = takeAll(step.holder, step.seats)
        if (clock === 'TAKEN') return clock
        if (!clock.paying) {
          clock.until = Math.min(Math.max(clock.until, now + CHECKOUT), clock.since + LONGEST)
        }
        clock.paying = true
        touch(step.holder)
        return 'ok'
      }
      case 'extend': {
        const clock = mine(step.holder)
        if (!clock) return 'NOT_OWNER'
        const renewed = Math.min(now + HOLD, clock.since + LONGEST)
        clock.until = Math.max(clock.until, renewed)
        touch(step.holder)
        return 'ok'
      }
      case 'release': {
        const own = step.seats.filter((seat) => held.get(seat)?.holder === step.holder)
        const foreign = step.seats.some(
          (seat) => (held.get(seat)?.holder ?? step.holder) !== step.holder,
        )
        if (foreign) return 'NOT_OWNER'
        for (const seat of own) held.delete(seat)
        return 'ok'
      }
      case 'be present':
        touch(step.holder)
        return 'ok'
      case 'release abandoned':
        for (const [seat, { clock, seen }] of held) {
          if (seen <= now - GRACE && !clock.paying) held.delete(seat)
        }
        return 'ok'
    }
  }
  return { play, held: () => [...held].map(([seat, { holder }]) => [seat, holder]).toSorted() }
}

async function play(
  { ctx, clock }: TestContext,
  show: CreatedShowtime,
  step: Step,
): Promise<string> {
  const requestOf = (who: string, wanted: number[]) => ({
    showtimeId: show.showtimeId,
    holder: who,
    placeIds: wanted.map((n) => show.seats[n] as string),
  })
  try {
    if (step.verb === 'wait') await clock.advance(step.seconds * SECOND)
    if (step.verb === 'expire') await expiry.expireHolds(ctx)
    if (step.verb === 'hold') await holds.holdPlaces(ctx, requestOf(step.holder, step.seats))
    if (step.verb === 'checkout') await holds.beginCheckout(ctx, requestOf(step.holder, step.seats))
    if (step.verb === 'release') await holds.releasePlaces(ctx, requestOf(step.holder, step.seats))
    if (step.verb === 'extend') await holds.extendHold(ctx, requestOf(step.holder, []))
    if (step.verb === 'be present') await expiry.recordPresence(ctx, [requestOf(step.holder, [])])
    if (step.verb === 'release abandoned') await expiry.releaseAbandonedHolds(ctx)
    return 'ok'
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

async function heldOf({ ctx }: TestContext, { showtimeId, seats: all }: CreatedShowtime) {
  const { claims: live } = await readSeatMap(ctx, showtimeId)
  return [...live].map(([id, { holder: who }]) => [all.indexOf(id), who]).toSorted()
}

/** All permutations. */
const orders = <T>(all: T[]): T[][] =>
  all.length === 0
    ? [[]]
    : all.flatMap((one, n) => orders(all.toSpliced(n, 1)).map((rest) => [one, ...rest]))

/** The answers of the model to some steps after earlier ones, and what is held then. */
function predict(past: Step[], steps: Step[]) {
  const model = createModel()
  for (const one of past) model.play(one)
  const answers = new Map(steps.map((one) => [one, model.play(one)]))
  return { answers, held: model.held() }
}

describeDatabases('random requests', (context) => {
  test('one after another get the answers and the seat map of the model', {
    timeout: 60_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const show = await createShowtime(context().ctx, { startsIn: 48 * 3600 * SECOND })
        const model = createModel()
        for (const one of steps) {
          expect(await play(context(), show, one)).toBe(model.play(one))
          expect(await heldOf(context(), show)).toEqual(model.held())
        }
      }),
      { numRuns: 40 },
    )
  })

  test('at the same time get the answers of some order of them in the model', {
    timeout: 60_000,
  }, async () => {
    const moment = fc.record({
      together: fc.array(request, { minLength: 1, maxLength: 4 }),
      afterwards: fc.option(pause),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(moment, { minLength: 3, maxLength: 8 }), async (moments) => {
        const show = await createShowtime(context().ctx, { startsIn: 48 * 3600 * SECOND })
        const past: Step[] = []
        for (const { together, afterwards } of moments) {
          const answers = await Promise.all(together.map((one) => play(context(), show, one)))
          const actual = {
            answers: new Map(together.map((one, n) => [one, answers[n]])),
            held: await heldOf(context(), show),
          }
          const order = orders(together).find((steps) =>
            isDeepStrictEqual(predict(past, steps), actual),
          )
          expect(order).toBeDefined()
          past.push(...(order ?? []))
          if (afterwards) past.push(afterwards)
          if (afterwards) await play(context(), show, afterwards)
        }
      }),
      { numRuns: 40 },
    )
  })
})
