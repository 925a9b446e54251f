import { randomRuns } from '@marquee/contract/test/random-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codesOf, createHoldCalls } from '#test/support/hold-calls.ts'
import { type CreatedShowtime, createShowtime } from '#test/support/makers.ts'
import { createNodeContext, describeDatabases } from '#test/support/test-context.ts'
import { isKept } from './places.view.ts'
import { readSeatMap } from './seat-map.ts'

const SECOND = 1000
const HOLD = 600 * SECOND
const CHECKOUT = 300 * SECOND
const LONGEST = 1800 * SECOND
const QUESTION = 20 * SECOND
const SEATS_USED = 4

type Step =
  | { verb: 'hold' | 'release' | 'checkout'; holder: string; seats: number[] }
  | { verb: 'extend'; holder: string }
  | { verb: 'wait'; seconds: number }
  | { verb: 'expire' }

const verb = fc.constantFrom
const holder = fc.constantFrom('asha', 'ravi', 'bala')
const seats = fc.uniqueArray(fc.nat(SEATS_USED - 1), { minLength: 1, maxLength: 2 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ verb: verb('hold'), holder, seats }) },
  { weight: 2, arbitrary: fc.record({ verb: verb('release', 'checkout'), holder, seats }) },
  { weight: 2, arbitrary: fc.record({ verb: verb('extend'), holder }) },
  {
    weight: 6,
    arbitrary: fc.record({ verb: verb('wait'), seconds: fc.constantFrom(10, 20, 300, 600) }),
  },
  { weight: 2, arbitrary: fc.record({ verb: verb('expire') }) },
)

interface Selection {
  holder: string
  since: number
  clock: number
  isPaying: boolean
}
interface Held {
  seat: number
  selection: Selection
  /** The end of an open question. */
  question?: number | undefined
}

/** The rules of soft expiry without a database. */
function createModel() {
  let now = 0
  let held: Held[] = []
  const endOf = ({ selection, question }: Held) => question ?? selection.since + LONGEST
  const isReserved = ({ selection, question }: Held) =>
    selection.clock > now || question !== undefined
  const ofHolder = (who: string) => held.filter(({ selection }) => selection.holder === who)
  const startClock = (selection: Selection, duration: number) => {
    const latest = Math.min(now + duration, selection.since + LONGEST)
    selection.clock = Math.max(selection.clock, latest)
    for (const one of ofHolder(selection.holder)) one.question = undefined
  }

  /** Returns false if another visitor has a place. If all of these are kept, their holders are asked. */
  function take(who: string, wanted: number[]) {
    const lost = held.filter((one) => wanted.includes(one.seat) && one.selection.holder !== who)
    if (lost.length > 0) {
      if (!lost.some(isReserved)) for (const one of lost) ask(one)
      return
    }
    const selection = ofHolder(who)[0]?.selection ?? {
      ...{ holder: who, since: now, clock: now + HOLD, isPaying: false },
    }
    held = held.filter(({ seat }) => !wanted.includes(seat))
    const hasEnded = selection.clock <= now
    for (const seat of wanted) held.push({ seat, selection })
    if (hasEnded) startClock(selection, HOLD)
    return selection
  }

  function ask(one: Held) {
    const open = ofHolder(one.selection.holder).flatMap(({ question }) => question ?? [])
    one.question = Math.min(endOf(one), ...(open.length > 0 ? open : [now + QUESTION]))
  }

  function play(one: Step): string {
    if (one.verb === 'wait') now += one.seconds * SECOND
    held = held.filter((place) => endOf(place) > now)
    switch (one.verb) {
      case 'hold':
        return take(one.holder, one.seats) ? 'ok' : 'TAKEN'
      case 'checkout': {
        const selection = take(one.holder, one.seats)
        if (!selection) return 'TAKEN'
        startClock(selection, selection.isPaying ? 0 : CHECKOUT)
        selection.isPaying = true
        return 'ok'
      }
      case 'extend': {
        const [own] = ofHolder(one.holder)
        if (!own) return 'NOT_OWNER'
        startClock(own.selection, HOLD)
        return 'ok'
      }
      case 'release': {
        const isOfOther = (place: Held) =>
          one.seats.includes(place.seat) && place.selection.holder !== one.holder
        if (held.some(isOfOther)) return 'NOT_OWNER'
        held = held.filter(({ seat }) => !one.seats.includes(seat))
        return 'ok'
      }
      default:
        return 'ok'
    }
  }
  /** The seat, its holder, and what other visitors see. */
  const state = () =>
    held
      .map((one) => [one.seat, one.selection.holder, isReserved(one) ? 'HELD' : 'AVAILABLE'])
      .toSorted()
  return { play, state }
}

describeDatabases(
  'random requests with soft expiry',
  (context) => {
    test('get the results of the model on two nodes: a place is lost only if another visitor wanted it, or after the longest hold [S-347]', {
      timeout: 600_000,
    }, async () => {
      const { ctx, clock } = context()
      const nodes = [ctx, createNodeContext(ctx)]
      let turn = 0
      const { extend, expire, ...calls } = createHoldCalls(context, () => {
        turn += 1
        return nodes[turn % 2] ?? ctx
      })
      function perform(show: CreatedShowtime, one: Step): Promise<unknown> {
        if (one.verb === 'wait') return clock.advance(one.seconds * SECOND)
        if (one.verb === 'expire') return expire()
        if (one.verb === 'extend') return extend(one.holder, show)
        return calls[one.verb](one.holder, show, ...one.seats.map((n) => show.seats[n]))
      }
      const stateOn = async (node: typeof ctx, { showtimeId, seats: ids }: CreatedShowtime) => {
        const { claims } = await readSeatMap(node, showtimeId)
        return [...claims]
          .map(([id, claim]) => {
            const shown = isKept(claim) ? 'AVAILABLE' : 'HELD'
            return [ids.indexOf(id), claim.holder, shown]
          })
          .toSorted()
      }

      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), async (steps) => {
          const show = await createShowtime(ctx, { startsIn: 48 * 3600 * SECOND })
          const model = createModel()
          for (const one of steps) {
            expect(await codesOf([perform(show, one)])).toEqual([model.play(one)])
            for (const node of nodes) expect(await stateOn(node, show)).toEqual(model.state())
          }
        }),
        randomRuns({ few: 5, many: 100 }),
      )
    })
  },
  { SOFT_EXPIRY: 'on' },
)
