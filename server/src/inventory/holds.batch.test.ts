import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type CreatedShowtime, createShowtime } from '#test/support/makers.ts'
import { openTransaction } from '#test/support/open-transaction.ts'
import {
  createNodeContext,
  describeDatabases,
  describePostgres,
  type TestContext,
} from '#test/support/test-context.ts'
import { lockNames } from '../database/locks.ts'
import { holderLockName } from './claim-requests.ts'
import * as expiry from './expiry.service.ts'
import * as claims from './holds.service.ts'
import * as holds from './holds.sql.ts'
import { readSeatMap } from './seat-map.ts'

const MINUTE = 60_000

const wishOf = ({ showtimeId }: CreatedShowtime, holder: string, ...placeIds: unknown[]) => ({
  showtimeId,
  holder,
  placeIds: placeIds as string[],
})

async function holders({ ctx }: TestContext, { showtimeId }: CreatedShowtime) {
  const { claims: standing } = await readSeatMap(ctx, showtimeId)
  return Object.fromEntries([...standing].map(([id, { holder }]) => [id, holder]))
}

/** What each was answered: ok, or the code of the refusal. */
async function codesOf(asked: Promise<unknown>[]) {
  const heard = await Promise.allSettled(asked)
  return heard.map((one) => (one.status === 'fulfilled' ? 'ok' : (one.reason.code ?? 'error')))
}

describeDatabases('claims of many at once', (world) => {
  const hold = (show: CreatedShowtime, holder: string, ...placeIds: unknown[]) =>
    claims.holdPlaces(world().ctx, wishOf(show, holder, ...placeIds))

  test('are one change of the map, told once', async () => {
    const show = await createShowtime(world().ctx)
    const { rev } = await readSeatMap(world().ctx, show.showtimeId)

    await Promise.all(show.seats.map((seat, n) => hold(show, `visitor ${n}`, seat)))

    const map = await readSeatMap(world().ctx, show.showtimeId)
    expect([map.rev, map.claims.size]).toEqual([rev + 1, show.seats.length])
    expect(new Set(world().publishedShowtimes)).toEqual(new Set([show.showtimeId]))
  })

  test('at several showtimes are told to each of them', async () => {
    const shows = [await createShowtime(world().ctx), await createShowtime(world().ctx)]

    await Promise.all(shows.map((show) => hold(show, 'asha', show.seats[0])))

    expect(world().publishedShowtimes.toSorted()).toEqual(
      shows.map(({ showtimeId }) => showtimeId).toSorted(),
    )
  })

  test('whoever is refused is in nobody’s way, and leaves nothing behind', async () => {
    const show = await createShowtime(world().ctx)
    const closed = await createShowtime(world().ctx, { startsIn: 20 * MINUTE })
    const [a, b, c, d, e] = show.seats
    await hold(show, 'devi', a)

    const answers = await codesOf([
      hold(show, 'asha', b, c),
      hold(show, 'ravi', a, d),
      hold(show, 'bala', c, d),
      hold(show, 'chitra', 'no such place', d),
      hold(closed, 'elango', closed.seats[0]),
      hold(show, 'farah', ...show.seats.slice(8, 19)),
      hold({ ...show, showtimeId: 'none' }, 'gita', d),
      hold(show, 'hari', d, e),
    ])

    expect(answers).toEqual([
      ...['ok', 'TAKEN', 'TAKEN', 'NOT_FOUND'],
      ...['CLOSED', 'LIMIT', 'NOT_FOUND', 'ok'],
    ])
    const [one, two, three, four, five] = [a, b, c, d, e] as [
      string,
      string,
      string,
      string,
      string,
    ]
    expect(await holders(world(), show)).toEqual({
      ...{ [one]: 'devi', [two]: 'asha', [three]: 'asha' },
      ...{ [four]: 'hari', [five]: 'hari' },
    })
  })

  test('one that no database can store spoils it for nobody else', async () => {
    const show = await createShowtime(world().ctx)

    const [bad, ...good] = await codesOf([
      hold(show, 'asha', '\0'),
      hold(show, 'ravi', show.seats[0]),
      hold(show, 'bala', show.seats[1]),
    ])

    expect(bad).not.toBe('ok')
    expect(good).toEqual(['ok', 'ok'])
  })

  test('what one gives back, another who asks next can have', async () => {
    const show = await createShowtime(world().ctx)
    await hold(show, 'asha', show.seats[0])

    const answers = await codesOf([
      claims.releasePlaces(world().ctx, wishOf(show, 'asha', show.seats[0])),
      hold(show, 'ravi', show.seats[0]),
    ])

    expect(answers).toEqual(['ok', 'ok'])
  })
})

describePostgres('claims of many at once, on several nodes', (world) => {
  /** Another process on the same database, as far as claims go. */
  const elsewhere = () => createNodeContext(world().ctx)

  /** Until somebody waits for a lock in this database. */
  async function untilSomebodyWaits() {
    const waiting = () =>
      sql<{ n: number }>`
      select count(*) as n from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`.execute(world().ctx.reader)
    while ((await waiting()).rows[0]?.n === 0);
  }

  test('ten seats are the most, also for one who asks two nodes at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const show = await createShowtime(world().ctx)
      const nodes = [world().ctx, elsewhere()]

      const answers = await codesOf(
        show.seats.map((seat, n) =>
          claims.holdPlaces(nodes[n % 2] as TestContext['ctx'], wishOf(show, 'asha', seat)),
        ),
      )

      expect(answers.filter((answer) => answer === 'ok')).toHaveLength(10)
      expect(Object.keys(await holders(world(), show))).toHaveLength(10)
    }
  })

  test('two nodes that reach for the same places at once give each of them away once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const show = await createShowtime(world().ctx)
      const baskets = Array.from({ length: 16 }, (_, n) =>
        [0, 1, 2].map((k) => (n * 5 + k * 7) % 24),
      )

      const answers = await codesOf(
        baskets.map((basket, n) =>
          claims.holdPlaces(
            n % 2 ? elsewhere() : world().ctx,
            wishOf(show, `visitor ${n}`, ...basket.map((seat) => show.seats[seat])),
          ),
        ),
      )

      const won = answers.flatMap((answer, n) => (answer === 'ok' ? [n] : []))
      expect(new Set(answers)).toEqual(new Set(['ok', 'TAKEN']))
      const expected = won.flatMap((n) =>
        (baskets[n] ?? []).map((seat) => [show.seats[seat], `visitor ${n}`]),
      )
      expect(await holders(world(), show)).toEqual(Object.fromEntries(expected))
    }
  })

  test('whoever is refused a seat keeps nobody from seeing that its holder is there', async () => {
    const { ctx } = world()
    const show = await createShowtime(ctx)
    const { showtimeId } = show
    const theirs = wishOf(show, 'asha', show.seats[0])
    await claims.holdPlaces(ctx, theirs)
    await ctx.db
      .updateTable('claims')
      .set({ seen_at: 0 })
      .where('showtime_id', '=', showtimeId)
      .execute()
    const { rollback } = await openTransaction(ctx, (tx) =>
      holds.holdPlaces(tx, [{ ...theirs, holder: 'ravi', isCheckout: false }], ctx.config),
    )

    await expiry.recordPresence(ctx, [{ showtimeId, holder: 'asha' }])

    const row = await ctx.db
      .selectFrom('claims')
      .select('seen_at')
      .where('showtime_id', '=', showtimeId)
      .executeTakeFirstOrThrow()
    expect(row.seen_at).toBeGreaterThan(0)
    await rollback()
  })

  test('nodes that grant some at once and look for others never wait for each other in a circle', async () => {
    for (let round = 0; round < 20; round += 1) {
      const show = await createShowtime(world().ctx)
      const nodes = [world().ctx, elsewhere()] as const

      const answers = await codesOf(
        Array.from({ length: 40 }, (_, n) => {
          const places = n % 4 < 2 ? [n % 24] : [1, 3, 9].map((more) => (n + more) % 24)
          const wish = wishOf(show, `visitor ${n}`, ...places.map((seat) => show.seats[seat]))
          return claims.holdPlaces(nodes[n % 2] as TestContext['ctx'], wish)
        }),
      )

      expect(new Set(answers)).toEqual(new Set(['ok', 'TAKEN']))
    }
  })

  test('nor do they where somebody has so much already that it has to be looked at', async () => {
    for (let round = 0; round < 5; round += 1) {
      const show = await createShowtime(world().ctx)
      const [a, z] = show.twoWheelers.slice(0, 2).toSorted()
      await claims.holdPlaces(world().ctx, wishOf(show, 'bala', ...show.seats.slice(0, 4)))
      await claims.holdPlaces(world().ctx, wishOf(show, 'devi', ...show.seats.slice(4, 8)))
      const there = elsewhere()

      const answers = await codesOf([
        claims.holdPlaces(world().ctx, wishOf(show, 'asha', z)),
        claims.holdPlaces(world().ctx, wishOf(show, 'bala', a)),
        claims.holdPlaces(there, wishOf(show, 'ravi', a)),
        claims.holdPlaces(there, wishOf(show, 'devi', z)),
      ])

      expect(answers.toSorted()).toEqual(['TAKEN', 'TAKEN', 'ok', 'ok'])
    }
  })

  test('whoever is overtaken by another node hears it, and the others get what they asked for', async () => {
    const show = await createShowtime(world().ctx)
    const [a, b, c, d] = show.seats
    const { commit } = await openTransaction(world().ctx, (tx) =>
      tx
        .insertInto('claims')
        .values({
          ...{ showtime_id: show.showtimeId, place_id: a as string, holder: 'elsewhere' },
          ...{ held_since: 0, held_until: Date.now() + 2 * 3600_000, checkout_at: null },
          ...{ seen_at: Date.now() + 3600_000, booking_id: null },
        })
        .execute(),
    )
    const asked = [
      claims.holdPlaces(world().ctx, wishOf(show, 'asha', a, b)),
      claims.holdPlaces(world().ctx, wishOf(show, 'ravi', b, c)),
      claims.holdPlaces(world().ctx, wishOf(show, 'bala', d)),
    ]
    const answers = codesOf(asked)
    await untilSomebodyWaits()
    await commit()

    expect(await answers).toEqual(['TAKEN', 'ok', 'ok'])
  })

  test('whoever is busy elsewhere keeps nobody here waiting', async () => {
    const show = await createShowtime(world().ctx)
    const { showtimeId } = show
    const { commit } = await openTransaction(world().ctx, (tx) =>
      lockNames(tx, [holderLockName({ showtimeId, holder: 'asha' })]),
    )
    const busy = claims.holdPlaces(world().ctx, wishOf(show, 'asha', show.seats[0]))

    await claims.holdPlaces(world().ctx, wishOf(show, 'ravi', show.seats[1]))

    expect(Object.values(await holders(world(), show))).toEqual(['ravi'])
    await commit()
    expect(await codesOf([busy])).toEqual(['ok'])
  })
})
