import { expect, test } from 'vitest'
import { lockShowtimes } from '#src/database/locks.ts'
import type { Db } from '#src/database/schema.ts'
import { codesOf, createHoldCalls, readClaims } from '#test/support/hold-calls.ts'
import { changeShowtimes } from '#test/support/lock-showtimes.ts'
import { type CreatedShowtime, createShowtime } from '#test/support/makers.ts'
import { openTransaction, untilTransactionWaits } from '#test/support/open-transaction.ts'
import { readSeatMap } from '#test/support/read-seat-map.ts'
import {
  createNodeContext,
  describeDatabases,
  describePostgres,
} from '#test/support/test-context.ts'
import { updateLastSeen } from '../selections/selections.service.ts'

const MINUTE = 60_000

describeDatabases('a batch of holds', (context) => {
  const { hold, release, holders } = createHoldCalls(context)

  test('with holds at two showtimes increments each revision once', async () => {
    const { ctx } = context()
    const showtimes = [await createShowtime(ctx), await createShowtime(ctx)]

    await Promise.all(
      showtimes.flatMap((one) => one.seats.map((seat, n) => hold(`visitor ${n}`, one, seat))),
    )

    for (const { showtimeId, seats } of showtimes) {
      const map = await readSeatMap(ctx, showtimeId)
      expect([map.rev, map.claims.size]).toEqual([1, seats.length])
    }
    expect(new Set(context().publishedShowtimes)).toEqual(
      new Set(showtimes.map(({ showtimeId }) => showtimeId)),
    )
  })

  test('grants every request that does not conflict with a granted one', async () => {
    const showtime = await createShowtime(context().ctx)
    const closed = await createShowtime(context().ctx, { startsIn: 20 * MINUTE })
    const [a, b, c, d, e] = showtime.seats as [string, string, string, string, string]
    await hold('devi', showtime, a)

    const codes = await codesOf([
      hold('asha', showtime, b, c),
      hold('ravi', showtime, a, d),
      hold('bala', showtime, c, d),
      hold('chitra', showtime, 'no such place', d),
      hold('chitra', showtime, closed.seats[1], d),
      hold('elango', closed, closed.seats[0]),
      hold('elango', closed, ...closed.seats.slice(8, 19)),
      hold('farah', showtime, ...showtime.seats.slice(8, 19)),
      hold('gita', { ...showtime, showtimeId: 'none' }, d),
      hold('hari', showtime, d, e),
    ])

    expect(codes).toEqual([
      ...['ok', 'TAKEN', 'TAKEN', 'NOT_FOUND', 'NOT_FOUND'],
      ...['CLOSED', 'CLOSED', 'LIMIT', 'NOT_FOUND', 'ok'],
    ])
    expect(await holders(showtime)).toEqual({
      [a]: 'devi',
      [b]: 'asha',
      [c]: 'asha',
      [d]: 'hari',
      [e]: 'hari',
    })
  })

  test('grants a place that another holder has released just before', async () => {
    const showtime = await createShowtime(context().ctx)
    await hold('asha', showtime, showtime.seats[0])

    const codes = await codesOf([
      release('asha', showtime, showtime.seats[0]),
      hold('ravi', showtime, showtime.seats[0]),
    ])

    expect(codes).toEqual(['ok', 'ok'])
  })

  test('writes the requests of one holder in order of arrival', async () => {
    const showtime = await createShowtime(context().ctx)
    const [seat] = showtime.seats
    const requests = Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0 ? hold('asha', showtime, seat) : release('asha', showtime, seat),
    )

    expect(new Set(await codesOf([...requests, hold('asha', showtime, seat)]))).toEqual(
      new Set(['ok']),
    )
    expect(await holders(showtime)).toEqual({ [seat as string]: 'asha' })
  })
})

describePostgres('batches of holds on two nodes', (context) => {
  const createNode = () => {
    const node = createNodeContext(context().ctx)
    return createHoldCalls(context, () => node)
  }
  const { hold, holders } = createHoldCalls(context)
  /** The node of `holders` hears of the changes of the others. */
  const holdersNow = async (showtime: CreatedShowtime) => {
    await context().ctx.showtimes.compareVersions([showtime.showtimeId])
    return holders(showtime)
  }

  test('grant ten seats to a holder who asks both nodes at once', async () => {
    const there = createNode()
    for (let round = 0; round < 5; round += 1) {
      const showtime = await createShowtime(context().ctx)

      const codes = await codesOf(
        showtime.seats.map((seat, n) => (n % 2 ? there : { hold }).hold('asha', showtime, seat)),
      )

      expect(codes.filter((code) => code === 'ok')).toHaveLength(10)
      expect(Object.keys(await holdersNow(showtime))).toHaveLength(10)
    }
  })

  test('count the places that another node is holding for the same holder', async () => {
    const { ctx } = context()
    const showtime = await createShowtime(ctx)
    await hold('asha', showtime, ...showtime.seats.slice(0, 9))
    const { commit } = await openTransaction(ctx, (tx) =>
      holdElsewhere(tx, showtime, { holder: 'asha', placeId: showtime.seats[9] as string }),
    )
    const eleventh = codesOf([hold('asha', showtime, showtime.seats[10])])
    const first = await Promise.race([eleventh, untilTransactionWaits(context().ctx)])
    await commit()

    expect(first).toBeUndefined()
    expect(await eleventh).toEqual(['LIMIT'])
  })

  test('grant each place to one holder only and never deadlock', async () => {
    const there = createNode()
    for (let round = 0; round < 20; round += 1) {
      const showtime = await createShowtime(context().ctx)
      const requests = Array.from({ length: 40 }, (_, n) =>
        (n % 4 < 2 ? [n] : [n + 1, n + 3, n + 9]).map((place) => showtime.seats[place % 24]),
      )

      const codes = await codesOf(
        requests.map((places, n) =>
          (n % 2 ? there : { hold }).hold(`visitor ${n}`, showtime, ...places),
        ),
      )

      expect(new Set(codes)).toEqual(new Set(['ok', 'TAKEN']))
      const granted = requests.flatMap((places, n) =>
        codes[n] === 'ok' ? places.map((seat) => [seat, `visitor ${n}`]) : [],
      )
      expect(granted).toHaveLength(new Set(granted.map(([seat]) => seat)).size)
      expect(await holdersNow(showtime)).toEqual(Object.fromEntries(granted))
    }
  })

  test('a command in progress does not keep the presence of the holder from being recorded', async () => {
    const { ctx } = context()
    const showtime = await createShowtime(ctx)
    const { showtimeId } = showtime
    await hold('asha', showtime, showtime.seats[0])
    await ctx.db
      .updateTable('selections')
      .set({ seen_at: 0 })
      .where('showtime_id', '=', showtimeId)
      .execute()
    const { rollback } = await openTransaction(ctx, (tx) => lockShowtimes(tx, [showtimeId]))

    await updateLastSeen(ctx, [{ showtimeId, visitorId: 'asha' }])

    const [claimed] = await readClaims(ctx, showtime)
    expect(claimed?.seen_at).toBeGreaterThan(0)
    await rollback()
  })

  test('refuse only the request whose place another node takes during the write', async () => {
    const showtime = await createShowtime(context().ctx)
    const [a, b, c, d] = showtime.seats
    const { commit } = await openTransaction(context().ctx, (tx) =>
      holdElsewhere(tx, showtime, { holder: 'elsewhere', placeId: a as string }),
    )
    const codes = codesOf([
      hold('asha', showtime, a, b),
      hold('ravi', showtime, b, c),
      hold('bala', showtime, d),
    ])
    await untilTransactionWaits(context().ctx)
    await commit()

    expect(await codes).toEqual(['TAKEN', 'ok', 'ok'])
  })
})

/** Holds a place as the transaction of another node does. */
async function holdElsewhere(
  tx: Db,
  { showtimeId }: CreatedShowtime,
  { holder, placeId }: { holder: string; placeId: string },
) {
  await changeShowtimes(tx, [showtimeId])
  const keys = { showtime_id: showtimeId, holder }
  const times = { since: Date.now() - MINUTE, deadline: Date.now() + 20 * MINUTE }
  await tx
    .insertInto('selections')
    .values({ ...keys, ...times, pays_for_all: 0, seen_at: times.deadline, places: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .insertInto('claims')
    .values({ ...keys, place_id: placeId, chooser: holder })
    .execute()
}
