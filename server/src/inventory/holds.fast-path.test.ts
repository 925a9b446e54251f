import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CreatedShowtime, createShowtime } from '#test/support/makers.ts'
import { describeDatabases, type TestContext } from '#test/support/test-context.ts'
import type { Db } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import { AppError } from '../errors.ts'
import type { Done } from '../platform/write-batcher.ts'
import { changeMany, holdBeyondDoubt } from './holds.batch.ts'
import type { HoldCommand, HoldState } from './holds.rules.ts'
import * as claims from './holds.service.ts'

const MINUTE = 60_000

/** By number: the first seats, the first slots of each kind, one that has retired, one of another screen. */
const place = fc.nat(12)
const holder = fc.constantFrom('asha', 'ravi')
type Step =
  | { verb: 'hold' | 'checkout'; holder: string; places: number[] }
  | { verb: 'fill up'; holder: string }
  | { verb: 'wait'; minutes: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      verb: fc.constantFrom('hold' as const, 'checkout' as const),
      holder,
      places: fc.uniqueArray(place, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('fill up' as const), holder }) },
  {
    weight: 3,
    arbitrary: fc.record({
      verb: fc.constant('wait' as const),
      minutes: fc.integer({ min: 1, max: 15 }),
    }),
  },
)
/** Whether what is reached for was said to be a seat, and truly. */
const said = fc.constantFrom('a seat', 'no seat', 'nothing')
const reach = fc.record({ holder, place, said })

interface Show extends CreatedShowtime {
  /** Places of another screen. */
  strangers: string[]
}

const placesOf = ({ seats, twoWheelers, fourWheelers, strangers }: Show) => [
  ...seats.slice(0, 4),
  ...twoWheelers.slice(0, 4),
  ...fourWheelers.slice(0, 3),
  seats.at(-1) as string,
  strangers[0] as string,
]

async function play({ ctx, clock }: TestContext, show: Show, step: Step) {
  const { showtimeId } = show
  if (step.verb === 'wait') return clock.advance(step.minutes * MINUTE)
  const placeIds =
    step.verb === 'fill up'
      ? show.seats.slice(8, 17)
      : step.places.map((n) => placesOf(show)[n] as string)
  const change = step.verb === 'checkout' ? claims.beginCheckout : claims.holdPlaces
  await change(ctx, { showtimeId, holder: step.holder, placeIds }).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
  })
}

const UNDONE = new Error('undone')

/** What becomes of one change, without letting it come to pass: the answer or the refusal, and what is held then. */
async function tried(
  { ctx }: TestContext,
  change: HoldCommand,
  grant: (tx: Db, changes: HoldCommand[]) => Promise<Done<HoldCommand, HoldState>>,
) {
  const found: { answer?: unknown; held?: unknown } = {}
  const trial = inTransaction(ctx.db, { durable: false }, async (tx) => {
    const { outcomes } = await grant(tx, [change])
    const outcome = outcomes.get(change)
    try {
      found.answer = outcome?.()
    } catch (error) {
      found.answer = (error as AppError).code
    }
    found.held = await tx
      .selectFrom('claims')
      .selectAll()
      .where('showtime_id', '=', change.showtimeId)
      .orderBy('place_id')
      .execute()
    throw UNDONE
  })
  await expect(trial).rejects.toBe(UNDONE)
  return found
}

/** Instants as whole minutes since: one trial is some milliseconds later than the other. */
const inMinutes = (found: object, since: number) =>
  JSON.parse(JSON.stringify(found), (_, value) =>
    typeof value === 'number' && value > since / 2 ? Math.round((value - since) / MINUTE) : value,
  )

describeDatabases('a hold that is granted without a look', (world) => {
  test('is one that a look would have granted, by the same clock', {
    timeout: 60_000,
  }, async () => {
    let granted = 0
    const { ctx } = world()
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 8 }),
        fc.array(reach, { minLength: 6, maxLength: 6 }),
        // The second lets people hold until the show begins.
        fc.constantFrom(30, 2),
        async (steps, reaches, cutoffMinutes) => {
          const begun = ctx.now()
          const { seats: strangers } = await createShowtime(ctx)
          const made = await createShowtime(ctx, { startsIn: 45 * MINUTE, cutoffMinutes })
          const show = { ...made, strangers }
          const retired = made.seats.at(-1) as string
          await ctx.db.updateTable('places').set({ retired: 1 }).where('id', '=', retired).execute()
          for (const one of steps) await play(world(), show, one)

          for (const { holder: who, place: n, said: word } of reaches) {
            const placeId = placesOf(show)[n] as string
            const change: HoldCommand = {
              ...{ verb: 'hold', showtimeId: show.showtimeId, holder: who, placeIds: [placeId] },
              ...(word !== 'nothing' && { seatIds: word === 'a seat' ? [placeId] : [] }),
            }
            const quick = await tried(world(), change, (tx, changes) =>
              holdBeyondDoubt(tx, ctx.config, changes),
            )
            if (quick.answer === undefined) continue
            granted += 1
            const looked = await tried(world(), change, (tx, changes) =>
              changeMany(tx, ctx.config, changes, Promise.resolve()),
            )
            expect(inMinutes(quick, begun)).toEqual(inMinutes(looked, begun))
          }
        },
      ),
      { numRuns: 60 },
    )
    expect(granted).toBeGreaterThan(50)
  })
})
