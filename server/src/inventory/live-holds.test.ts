import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createShowtimeWithSeats } from '#test/support/makers.ts'
import { analyzeTables, explain } from '#test/support/query-plan.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import type { Db } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import { selectAllowance } from './allowance.sql.ts'
import type { ClaimRequest } from './claim-requests.ts'
import * as claims from './claims.sql.ts'
import * as cleanup from './hold-cleanup.sql.ts'
import * as holds from './holds.sql.ts'
import { selectRuleInputs } from './rule-inputs.sql.ts'
import { selectSeatsTaken } from './seat-counts.sql.ts'
import { selectSeatMap } from './seat-map.sql.ts'

const SHOWTIMES = 100
const SEATS = 100
const SEATS_PER_HOLDER = 4

describeDatabases('with 10,000 live holds', (context) => {
  /** Fills a screen with showtimes whose seats are all held. Half of the holders are signed in. */
  async function fill() {
    const { ctx } = context()
    const { showtimeId, screenId } = await createShowtimeWithSeats(ctx, SEATS)
    const now = ctx.now()
    await sql`
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(SHOWTIMES)})
      insert into showtimes (id, movie_id, screen_id, starts_at)
      select id || ' ' || n, movie_id, screen_id, starts_at + n * 10000000 from numbers cross join showtimes
       where id = ${showtimeId}`.execute(ctx.db)
    await sql`
      insert into claims (showtime_id, place_id, holder, held_since, held_until, seen_at, account, address)
      select showtime, place, visitor, time, time + 600000, time,
             case when position % 8 < 4 then 'account ' || visitor end, 'address ' || visitor
        from (select showtimes.id as showtime, places.id as place, position, ${sql.lit(now)} as time,
                     showtimes.id || ' ' || position / ${sql.lit(SEATS_PER_HOLDER)} as visitor
                from showtimes join places on places.screen_id = showtimes.screen_id
               where showtimes.screen_id = ${screenId}) as held`.execute(ctx.db)
    await sql`
      insert into retake_blocks (blocked_showtime_id, blocked_place_id, blocked_holder, blocked_until)
      select showtime_id, place_id, holder, held_until from claims`.execute(ctx.db)
    await analyzeTables(ctx.db, 'claims', 'retake_blocks', 'showtimes', 'places')
  }

  /** The statements that read claims, on the path of a request or in a job. */
  function statements(): Record<string, (db: Db) => Promise<unknown>> {
    const { config } = context().ctx
    const requests = ['asha', 'ravi'].map(
      (holder): ClaimRequest => ({
        ...{ action: 'hold', showtimeId: 'show', holder, placeIds: ['a', 'b'], userId: holder },
        ...{ address: holder, limitedAddress: holder, provenStep: 0, isConfirmed: false },
        ...{ confirmedAddress: holder, mailbox: holder },
      }),
    )
    const [request] = requests as [ClaimRequest]
    const places = requests.map(({ showtimeId, placeIds: [placeId = ''] }) => ({
      showtimeId,
      placeId,
    }))
    const sales = requests.map(
      ({
        showtimeId,
        holder,
        mailbox,
        limitedAddress,
        confirmedAddress,
        placeIds: [place = ''],
      }) => ({
        ...{
          showtimeId,
          holder,
          mailbox,
          limitedAddress,
          confirmedAddress,
          placeId: place,
          bookingId: holder,
          userId: holder,
          friend: null,
          isByStaff: true,
        },
      }),
    )
    const abandoned = { graceMs: 60_000, checkoutGraceMs: 180_000, limit: 500 }
    const input = { showtimeIds: ['show'], places, holders: requests }
    return {
      insertHolds: (db) => holds.insertHolds(db, requests, config),
      extendDeadlines: (db) => holds.extendDeadlines(db, requests, config),
      insertSales: (db) => claims.insertSales(db, sales, config),
      selectAllowance: (db) => selectAllowance(db, requests, config),
      selectRuleInputs: (db) => selectRuleInputs(db, input, config),
      deleteHoldsOn: (db) => claims.deleteHoldsOn(db, requests),
      deleteHoldsOfHolder: (db) => claims.deleteHoldsOfHolder(db, 'asha'),
      selectHoldsOfHolder: (db) => claims.selectHoldsOfHolder(db, 'asha'),
      adoptHolds: (db) => claims.adoptHolds(db, request),
      updateLastSeen: (db) => cleanup.updateLastSeen(db, requests),
      deleteExpiredHoldsOn: (db) => cleanup.deleteExpiredHoldsOn(db, requests, config),
      recordAsked: (db) => cleanup.recordAsked(db, requests, config),
      selectSeatMap: (db) => selectSeatMap(db, 'show', config),
      selectSeatsTaken: (db) => selectSeatsTaken(db, ['show'], config),
      deleteExpiredHolds: (db) => cleanup.deleteExpiredHolds(db, config, 500),
      deleteAbandonedHolds: (db) => cleanup.deleteAbandonedHolds(db, abandoned),
      deleteExpiredBlocks: (db) => cleanup.deleteExpiredBlocks(db, 500),
      countLiveHolds: (db) => cleanup.countLiveHolds(db, config),
    }
  }

  test('no statement reads all claims', async () => {
    await fill()

    for (const [name, execute] of Object.entries(statements())) {
      const reads = await planOf(execute)
      const scans = reads.filter((read) => /^scan (claims|retake_blocks)$/.test(read))
      expect({ name, reads, scans }).toEqual({ name, reads, scans: [] })
    }
  })

  test('the cleanup finds expired and abandoned holds by their time', async () => {
    const { deleteExpiredHolds, deleteAbandonedHolds, deleteExpiredBlocks } = statements()

    expect(await planOf(deleteExpiredHolds)).toContain('search claims_by_deadline')
    expect(await planOf(deleteAbandonedHolds)).toContain('search claims_by_last_seen')
    expect(await planOf(deleteExpiredBlocks)).toContain('search retake_blocks_by_end')
  })

  test('the index of deadlines finds no claims for requests', async () => {
    for (const [name, execute] of Object.entries(statements())) {
      if (['deleteExpiredHolds', 'countLiveHolds'].includes(name)) continue
      expect({ name, reads: await planOf(execute) }).not.toMatchObject({
        reads: expect.arrayContaining(['search claims_by_deadline']),
      })
    }
  })

  /** The plan in a transaction, whose connection has the settings of the server. */
  const planOf = (execute: ((db: Db) => Promise<unknown>) | undefined) =>
    inTransaction(context().ctx.db, { durable: false }, (tx) =>
      explain(tx, (db) => execute?.(db) ?? Promise.reject(new Error('no statement'))),
    )
})
