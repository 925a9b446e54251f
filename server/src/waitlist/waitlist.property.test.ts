import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createHoldCalls, readClaims } from '#test/support/hold-calls.ts'
import {
  type CreatedShowtime,
  confirmUser,
  createShowtime,
  createUser,
} from '#test/support/makers.ts'
import { sequenceRuns } from '#test/support/sequence-runs.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { offerFreeSeats } from './offers.service.ts'
import { joinWaitingList, leaveWaitingList, openOffer } from './waitlist.service.ts'

const TIMEOUT_MS = 600_000
const MINUTE = 60_000
const SEATS_PER_ROW = 8
/** The seats between two aisles, as positions in a row. */
const RUNS = [
  [0, 1],
  [2, 3, 4, 5],
  [6, 7],
]

type Step =
  | { verb: 'take' | 'free'; seat: number }
  | { verb: 'join'; seats: number; together: boolean }
  | { verb: 'leave' | 'open'; party: number }
  | { verb: 'wait'; minutes: number }

const seat = fc.nat(23)
const party = fc.nat(5)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ verb: fc.constant('take' as const), seat }) },
  { weight: 6, arbitrary: fc.record({ verb: fc.constant('free' as const), seat }) },
  {
    weight: 4,
    arbitrary: fc.record({
      verb: fc.constant('join' as const),
      together: fc.boolean(),
      seats: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ verb: fc.constantFrom('leave', 'open'), party }) },
  {
    weight: 1,
    arbitrary: fc.record({ verb: fc.constant('wait' as const), minutes: fc.constantFrom(5, 16) }),
  },
)

/** Whether a party fits into free seats, counted without the code under test. */
function fits(free: ReadonlySet<number>, { seats, together }: { seats: number; together: number }) {
  if (together === 0) return free.size >= seats
  return [0, 1, 2].some((row) =>
    RUNS.some((run) => {
      let longest = 0
      let length = 0
      for (const position of run) {
        length = free.has(row * SEATS_PER_ROW + position) ? length + 1 : 0
        longest = Math.max(longest, length)
      }
      return longest >= seats
    }),
  )
}

const runs = sequenceRuns({ few: 5, many: 50 })

describe.each(runs)('offers %o', (parameters) =>
  describeDatabases('over random sequences', (context) => {
    const { hold, release, expire } = createHoldCalls(context)

    async function stateOf(show: CreatedShowtime) {
      const { ctx } = context()
      const claims = await readClaims(ctx, show)
      const entries = await ctx.db
        .selectFrom('waiting_entries')
        .selectAll()
        .where('showtime_id', '=', show.showtimeId)
        .orderBy('joined_at')
        .orderBy('id')
        .execute()
      const free = new Set(show.seats.keys())
      for (const { place_id } of claims) free.delete(show.seats.indexOf(place_id))
      return { claims, entries, free }
    }

    async function run(
      show: CreatedShowtime,
      one: Step,
      parties: { userId: string; entryId: string }[],
    ) {
      const { ctx, clock } = context()
      const ignore = () => undefined
      if (one.verb === 'take')
        await hold(`public ${one.seat}`, show, show.seats[one.seat]).catch(ignore)
      if (one.verb === 'free')
        await release(`public ${one.seat}`, show, show.seats[one.seat]).catch(ignore)
      if (one.verb === 'join') {
        const userId = await createUser(ctx)
        await confirmUser(ctx, userId)
        const { seats, together } = one
        const entry = await joinWaitingList(ctx, userId, {
          showtimeId: show.showtimeId,
          seats,
          together,
        })
        parties.push({ userId, entryId: entry._id })
      }
      const chosen = 'party' in one ? parties[one.party] : undefined
      if (one.verb === 'leave' && chosen)
        await leaveWaitingList(ctx, chosen.userId, chosen.entryId).catch(ignore)
      if (one.verb === 'open' && chosen)
        await openOffer(ctx, { ...chosen, visitorId: `browser of ${chosen.userId}` }).catch(ignore)
      if (one.verb === 'wait') {
        await clock.advance(one.minutes * MINUTE)
        await expire()
      }
    }

    test('an offer has all its seats, no seat has two claims, and a party is passed over only when nothing fits it [S-488]', {
      timeout: TIMEOUT_MS,
    }, async ({ annotate }) => {
      let offers = 0
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), async (sequence) => {
          const { ctx } = context()
          const show = await createShowtime(ctx, { startsIn: 24 * 60 * MINUTE })
          for (const [index, id] of show.seats.entries()) await hold(`public ${index}`, show, id)
          const parties: { userId: string; entryId: string }[] = []
          for (const one of sequence) {
            await run(show, one, parties)
            const before = await stateOf(show)
            await offerFreeSeats(ctx, new Map())
            const after = await stateOf(show)
            const stateBefore = new Map(before.entries.map((entry) => [entry.id, entry.state]))
            const seatsOf = (holder: string | null) =>
              after.claims.flatMap((claim) =>
                holder !== null && claim.holder === holder
                  ? show.seats.indexOf(claim.place_id)
                  : [],
              )
            const offered = after.entries.filter(({ state }) => state === 'offered')
            for (const { holder, seats } of offered) expect(seatsOf(holder)).toHaveLength(seats)
            const made = offered.filter(({ id }) => stateBefore.get(id) === 'waiting')
            offers += made.length
            const taken = after.claims.length
            expect(taken + after.free.size).toBe(show.seats.length)
            // At the turn of a party, the seats of later offers were still free.
            for (const [turn, entry] of after.entries.entries()) {
              if (entry.state !== 'waiting') continue
              const later = after.entries.slice(turn).filter((other) => made.includes(other))
              const free = new Set(after.free)
              for (const { holder } of later) for (const index of seatsOf(holder)) free.add(index)
              expect(fits(free, entry), `party of ${entry.seats} was passed over`).toBe(false)
            }
          }
        }),
        parameters,
      )
      expect(offers).toBeGreaterThan(0)
      await annotate(`${offers} offers`)
    })
  }),
)
