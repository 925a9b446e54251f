import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CreatedShowtime, createShowtime } from '#test/support/makers.ts'
import { describeDatabases, type TestContext } from '#test/support/test-context.ts'
import { AppError } from '../errors.ts'
import * as expiry from './expiry.service.ts'
import * as claims from './holds.service.ts'
import { readSeatMap } from './seat-map.ts'

const SECOND = 1000
const HOLD = 600 * SECOND
const CHECKOUT = 300 * SECOND
const LONGEST = 1800 * SECOND
const GRACE = 60 * SECOND
const SEATS_USED = 5

type Step =
  | { verb: 'hold' | 'release' | 'checkout'; holder: string; seats: number[] }
  | { verb: 'extend' | 'see'; holder: string }
  | { verb: 'wait'; seconds: number }
  | { verb: 'sweep' | 'end abandoned' }

const holder = fc.constantFrom('asha', 'ravi', 'bala')
const seats = fc.uniqueArray(fc.nat(SEATS_USED - 1), { minLength: 1, maxLength: 3 })
const asked = fc.oneof(
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
  { weight: 11, arbitrary: asked },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('see' as const), holder }) },
  { weight: 3, arbitrary: pause },
  {
    weight: 2,
    arbitrary: fc.record({ verb: fc.constantFrom('sweep' as const, 'end abandoned' as const) }),
  },
)

/** The rules of holding, in words of their own: no database, one visitor after the other. */
function aModel() {
  let now = 0
  const held = new Map<number, { holder: string; clock: Clock; seen: number }>()
  interface Clock {
    since: number
    until: number
    paying: boolean
  }
  const mine = (who: string) => [...held.values()].find(({ holder }) => holder === who)?.clock
  const tidy = () => {
    for (const [seat, { clock }] of held) if (clock.until <= now) held.delete(seat)
  }
  const takeAll = (who: string, wanted: number[]) => {
    if (wanted.some((seat) => (held.get(seat)?.holder ?? who) !== who)) return 'TAKEN'
    const clock = mine(who) ?? { since: now, until: now + HOLD, paying: false }
    for (const seat of wanted) held.set(seat, { holder: who, clock, seen: now })
    return clock
  }

  const see = (who: string) => {
    for (const one of held.values()) if (one.holder === who) one.seen = now
  }

  function play(step: Step): string {
    tidy()
    switch (step.verb) {
      case 'wait':
        now += step.seconds * SECOND
        tidy()
        return 'ok'
      case 'sweep':
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
        see(step.holder)
        return 'ok'
      }
      case 'extend': {
        const clock = mine(step.holder)
        if (!clock) return 'NOT_OWNER'
        const renewed = Math.min(now + HOLD, clock.since + LONGEST)
        clock.until = Math.max(clock.until, renewed)
        see(step.holder)
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
      case 'see':
        see(step.holder)
        return 'ok'
      case 'end abandoned':
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
  const wish = (who: string, wanted: number[]) => ({
    showtimeId: show.showtimeId,
    holder: who,
    placeIds: wanted.map((n) => show.seats[n] as string),
  })
  try {
    if (step.verb === 'wait') await clock.advance(step.seconds * SECOND)
    if (step.verb === 'sweep') await expiry.expireHolds(ctx)
    if (step.verb === 'hold') await claims.holdPlaces(ctx, wish(step.holder, step.seats))
    if (step.verb === 'checkout') await claims.beginCheckout(ctx, wish(step.holder, step.seats))
    if (step.verb === 'release') await claims.releasePlaces(ctx, wish(step.holder, step.seats))
    if (step.verb === 'extend') await claims.extendHold(ctx, wish(step.holder, []))
    if (step.verb === 'see') await expiry.recordPresence(ctx, [wish(step.holder, [])])
    if (step.verb === 'end abandoned') await expiry.releaseAbandonedHolds(ctx)
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

/** Every order in which these may have been done. */
const orders = <T>(all: T[]): T[][] =>
  all.length === 0
    ? [[]]
    : all.flatMap((one, n) => orders(all.toSpliced(n, 1)).map((rest) => [one, ...rest]))

/** What the rules answer, each by its own step, and what is held then, after all that has been before. */
function tell(past: Step[], steps: Step[]) {
  const model = aModel()
  for (const one of past) model.play(one)
  const answers = new Map(steps.map((one) => [one, model.play(one)]))
  return { answers, held: model.held() }
}

describeDatabases('claims, whatever visitors do', (world) => {
  test('answers and map are those of the rules', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const show = await createShowtime(world().ctx, { startsIn: 48 * 3600 * SECOND })
        const model = aModel()
        for (const one of steps) {
          expect(await play(world(), show, one)).toBe(model.play(one))
          expect(await heldOf(world(), show)).toEqual(model.held())
        }
      }),
      { numRuns: 40 },
    )
  })

  test('what they ask together is answered as if they had asked in some order', {
    timeout: 60_000,
  }, async () => {
    const moment = fc.record({
      together: fc.array(asked, { minLength: 1, maxLength: 4 }),
      afterwards: fc.option(pause),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(moment, { minLength: 3, maxLength: 8 }), async (moments) => {
        const show = await createShowtime(world().ctx, { startsIn: 48 * 3600 * SECOND })
        const past: Step[] = []
        for (const { together, afterwards } of moments) {
          const answers = await Promise.all(together.map((one) => play(world(), show, one)))
          const seen = {
            answers: new Map(together.map((one, n) => [one, answers[n]])),
            held: await heldOf(world(), show),
          }
          const order = orders(together).find((steps) => isDeepStrictEqual(tell(past, steps), seen))
          expect(order).toBeDefined()
          past.push(...(order ?? []))
          if (afterwards) past.push(afterwards)
          if (afterwards) await play(world(), show, afterwards)
        }
      }),
      { numRuns: 40 },
    )
  })
})
