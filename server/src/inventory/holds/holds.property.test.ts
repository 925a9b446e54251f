import { isDeepStrictEqual } from 'node:util'
import { randomRuns } from '@marquee/contract/test/random-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codesOf, createHoldCalls } from '#test/support/hold-calls.ts'
import { type CreatedShowtime, createShowtime } from '#test/support/makers.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { updateLastSeen } from '../selections/selections.service.ts'

const SECOND = 1000
const HOLD = 600 * SECOND
const CHECKOUT = 300 * SECOND
const LONGEST = 1800 * SECOND
const GRACE = 60 * SECOND
const CHECKOUT_GRACE = 180 * SECOND
const SEATS_USED = 5

type Step =
  | { verb: 'hold' | 'release' | 'checkout'; holder: string; seats: number[] }
  | { verb: 'extend' | 'be present'; holder: string }
  | { verb: 'wait'; seconds: number }
  | { verb: 'expire' | 'release abandoned' }

const verb = fc.constantFrom
const holder = fc.constantFrom('asha', 'ravi', 'bala')
const seats = fc.uniqueArray(fc.nat(SEATS_USED - 1), { minLength: 1, maxLength: 3 })
const request = fc.oneof(
  { weight: 5, arbitrary: fc.record({ verb: verb('hold'), holder, seats }) },
  { weight: 4, arbitrary: fc.record({ verb: verb('release', 'checkout'), holder, seats }) },
  { weight: 2, arbitrary: fc.record({ verb: verb('extend'), holder }) },
)
const pause = fc.record({ verb: verb('wait'), seconds: fc.constantFrom(30, 120, 300, 600) })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 11, arbitrary: request },
  { weight: 1, arbitrary: fc.record({ verb: verb('be present'), holder }) },
  { weight: 3, arbitrary: pause },
  { weight: 2, arbitrary: fc.record({ verb: verb('expire', 'release abandoned') }) },
)

/** The rules of holding without a database, one request after another. */
function createModel() {
  let now = 0
  let held: { seat: number; holder: string; deadline: Deadline; seen: number }[] = []
  interface Deadline {
    since: number
    until: number
    isPaying: boolean
  }
  const deadlineOf = (who: string) => held.find((one) => one.holder === who)?.deadline
  const isHeldByOther = ({ holder: who, seats: wanted }: { holder: string; seats: number[] }) =>
    held.some((one) => wanted.includes(one.seat) && one.holder !== who)
  const touch = (who: string) => {
    for (const one of held) if (one.holder === who) one.seen = now
  }
  const take = (who: string, wanted: number[]) => {
    const deadline = deadlineOf(who) ?? { since: now, until: now + HOLD, isPaying: false }
    held = held.filter(({ seat }) => !wanted.includes(seat))
    for (const seat of wanted) held.push({ seat, holder: who, deadline, seen: now })
    touch(who)
    return deadline
  }

  function play(step: Step): string {
    if (step.verb === 'wait') now += step.seconds * SECOND
    held = held.filter(({ deadline }) => deadline.until > now)
    switch (step.verb) {
      case 'hold':
        if (isHeldByOther(step)) return 'TAKEN'
        take(step.holder, step.seats)
        break
      case 'checkout': {
        if (isHeldByOther(step)) return 'TAKEN'
        const deadline = take(step.holder, step.seats)
        const renewed = Math.max(deadline.until, now + CHECKOUT)
        if (!deadline.isPaying) deadline.until = Math.min(renewed, deadline.since + LONGEST)
        deadline.isPaying = true
        break
      }
      case 'extend': {
        const deadline = deadlineOf(step.holder)
        if (!deadline) return 'NOT_OWNER'
        const renewed = Math.min(now + HOLD, deadline.since + LONGEST)
        deadline.until = Math.max(deadline.until, renewed)
        touch(step.holder)
        break
      }
      case 'release':
        if (isHeldByOther(step)) return 'NOT_OWNER'
        held = held.filter(({ seat }) => !step.seats.includes(seat))
        break
      case 'be present':
        touch(step.holder)
        break
      case 'release abandoned':
        held = held.filter(
          ({ deadline, seen }) => seen > now - (deadline.isPaying ? CHECKOUT_GRACE : GRACE),
        )
    }
    return 'ok'
  }
  return { play, held: () => held.map((one) => [one.seat, one.holder]).toSorted() }
}

/** All permutations. */
const orders = <T>(all: T[]): T[][] =>
  all.length === 0
    ? [[]]
    : all.flatMap((one, n) => orders(all.toSpliced(n, 1)).map((rest) => [one, ...rest]))

/** The results of the model for some steps after earlier ones, and what is held then. */
function predict(past: Step[], steps: Step[]) {
  const model = createModel()
  for (const one of past) model.play(one)
  const results = new Map(steps.map((one) => [one, model.play(one)]))
  return { results, held: model.held() }
}

describeDatabases('random requests', (context) => {
  const { holders, expire, releaseAbandoned, extend, ...calls } = createHoldCalls(context)

  function perform(show: CreatedShowtime, one: Step): Promise<unknown> {
    const { ctx, clock } = context()
    if ('seats' in one) {
      return calls[one.verb](one.holder, show, ...one.seats.map((n) => show.seats[n]))
    }
    if (one.verb === 'wait') return clock.advance(one.seconds * SECOND)
    if ('holder' in one) {
      if (one.verb === 'extend') return extend(one.holder, show)
      return updateLastSeen(ctx, [{ ...show, visitorId: one.holder }])
    }
    return one.verb === 'expire' ? expire() : releaseAbandoned()
  }
  const play = (show: CreatedShowtime, steps: Step[]) =>
    codesOf(steps.map((one) => perform(show, one)))
  const heldIn = async (show: CreatedShowtime) =>
    Object.entries(await holders(show))
      .map(([id, who]) => [show.seats.indexOf(id), who])
      .toSorted()

  test('one after another get the results and the seat map of the model', {
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const show = await createShowtime(context().ctx, { startsIn: 48 * 3600 * SECOND })
        const model = createModel()
        for (const one of steps) {
          expect(await play(show, [one])).toEqual([model.play(one)])
          expect(await heldIn(show)).toEqual(model.held())
        }
      }),
      randomRuns({ few: 5, many: 100 }),
    )
  })

  test('at the same time get the results of some order of them in the model', {
    timeout: 600_000,
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
          const results = await play(show, together)
          const actual = {
            results: new Map(together.map((one, n) => [one, results[n]])),
            held: await heldIn(show),
          }
          const order = orders(together).find((steps) =>
            isDeepStrictEqual(predict(past, steps), actual),
          )
          expect(order).toBeDefined()
          past.push(...(order ?? []))
          if (!afterwards) continue
          past.push(afterwards)
          await play(show, [afterwards])
        }
      }),
      randomRuns({ few: 5, many: 100 }),
    )
  })
})
