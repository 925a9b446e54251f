import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { lockShowtimes } from '#src/database/locks.ts'
import type { ClaimRow, Db, SelectionRow } from '#src/database/schema.ts'
import { inTransaction } from '#src/database/transaction.ts'
import { createShowtimeWithSeats } from '#test/support/makers.ts'
import { analyzeTables, explain } from '#test/support/query-plan.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { selectPlacesElsewhere } from '../requests/places-elsewhere.sql.ts'
import * as selections from '../selections/selections.sql.ts'
import * as store from '../store/showtime-store.sql.ts'
import { selectSeatsTaken } from '../views/seat-counts.sql.ts'

const SHOWTIMES = 100
const SEATS = 100
const TABLES = ['claims', 'selections', 'selection_friends', 'cool_downs']

describeDatabases('with 10,000 live holds', (context) => {
  /** Fills a screen with showtimes whose seats are all held. Each holder has one of them and a friend. Half of them are signed in. */
  async function fill() {
    const { db, now } = context().ctx
    const { showtimeId, screenId } = await createShowtimeWithSeats(context().ctx, SEATS)
    const time = sql.lit(now())
    await sql`
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(SHOWTIMES)})
      insert into showtimes (id, movie_id, layout_id, starts_at)
      select id || ' ' || n, movie_id, layout_id, starts_at + n * 10000000 from numbers cross join showtimes
       where id = ${showtimeId}`.execute(db)
    await sql`
      insert into selections (showtime_id, holder, since, deadline, link_hash, pays_for_all, account, address, seen_at, places)
      select showtime, visitor, ${time}, ${time} + 600000, visitor, 0, account, 'address ' || visitor, ${time}, 1
        from ${heldBy(screenId)}`.execute(db)
    await sql`
      insert into selection_friends (showtime_id, friend, holder, name, account, address, seen_at, places)
      select showtime_id, 'friend ' || holder, holder, 'Ravi', account, 'of ' || address, seen_at, 0 from selections`.execute(
      db,
    )
    await sql`
      insert into claims (showtime_id, place_id, holder, chooser)
      select showtime, place, visitor, visitor from ${heldBy(screenId)}`.execute(db)
    await sql`
      insert into cool_downs (showtime_id, place_id, holder, until_at)
      select showtime_id, place_id, holder, ${time} + 600000 from claims`.execute(db)
    await analyzeTables(db, ...TABLES, 'showtimes', 'places')
  }

  const heldBy = (screenId: string) => sql`
    (select showtimes.id as showtime, places.id as place,
            showtimes.id || ' ' || position as visitor,
            case when position % 2 = 0 then 'account ' || showtimes.id || ' ' || position end as account
       from showtimes join places on places.layout_id = showtimes.layout_id
      where showtimes.layout_id = ${screenId}) as held`

  /** The statements that read these tables, on the path of a request or in a job. */
  function statements(): Record<string, (db: Db) => Promise<unknown>> {
    const { config } = context().ctx
    const ids = ['show', 'another show']
    const keys = { account: 'user', mailbox: 'box', address: 'home', confirmed_address: 'home' }
    const claim: ClaimRow = {
      showtime_id: 'show',
      place_id: 'a',
      holder: 'asha',
      chooser: 'asha',
      asked_at: null,
      ...keys,
      booking_id: null,
      sold_at: null,
    }
    const selection: SelectionRow = {
      showtime_id: 'show',
      holder: 'asha',
      since: 0,
      deadline: 1,
      link_hash: null,
      ...keys,
      pays_for_all: 0,
      checkout_at: null,
      seen_at: 0,
      places: 1,
    }
    const friend = { ...keys, checkout_at: null, seen_at: 0, places: 1 }
    const coolDown = { showtime_id: 'show', place_id: 'a', holder: 'asha', address: 'home' }
    const visitor = {
      showtimeId: 'show',
      visitorId: 'asha',
      account: 'user',
      mailbox: 'box',
      address: 'home',
    }
    return {
      lockShowtimes: (db) => lockShowtimes(db, ids),
      selectVersions: (db) => store.selectVersions(db, ids),
      selectShows: (db) => store.selectShows(db, ids),
      selectSelections: (db) => store.selectSelections(db, ids),
      selectFriends: (db) => store.selectFriends(db, ids),
      selectClaims: (db) => store.selectClaims(db, ids),
      selectCoolDowns: (db) => store.selectCoolDowns(db, ids),
      insertClaims: (db) => store.insertClaims(db, [claim]),
      updateClaims: (db) => store.updateClaims(db, [claim]),
      deleteClaims: (db) => store.deleteClaims(db, [claim]),
      upsertSelections: (db) => store.upsertSelections(db, [selection]),
      upsertFriends: (db) =>
        store.upsertFriends(db, [
          { showtime_id: 'show', friend: 'ravi', holder: 'asha', name: 'Ravi', ...friend },
        ]),
      deleteSelections: (db) => store.deleteSelections(db, [selection]),
      upsertCoolDowns: (db) => store.upsertCoolDowns(db, [{ ...coolDown, until_at: 1 }]),
      deleteCoolDowns: (db) => store.deleteCoolDowns(db, [coolDown]),
      updateVersions: (db) => store.updateVersions(db, [{ id: 'show', version: 'next' }]),
      selectShowtimesOfVisitors: (db) => selections.selectShowtimesOfVisitors(db, ['asha']),
      selectShowtimesOfAccount: (db) => selections.selectShowtimesOfAccount(db, 'user'),
      selectJoinedSelections: (db) => selections.selectJoinedSelections(db, ['ravi']),
      selectShowtimeOfLink: (db) => selections.selectShowtimeOfLink(db, 'link'),
      selectShowtimesToExpire: (db) =>
        selections.selectShowtimesToExpire(db, { holdMaxMs: config.holdMaxMs, limit: 500 }),
      selectAbsentVisitors: (db) =>
        selections.selectAbsentVisitors(db, {
          graceMs: 60_000,
          checkoutGraceMs: 180_000,
          limit: 500,
        }),
      updateLastSeen: (db) =>
        selections.updateLastSeen(db, [{ showtimeId: 'show', visitorId: 'asha' }]),
      selectPlacesElsewhere: (db) => selectPlacesElsewhere(db, [visitor, visitor]),
      selectSeatsTaken: (db) => selectSeatsTaken(db, ids, config),
    }
  }

  test('no statement reads all claims, selections, friends or cool-downs', async () => {
    await fill()

    for (const [name, execute] of Object.entries(statements())) {
      const reads = await planOf(execute)
      const scans = reads.filter((read) => TABLES.includes(read.replace(/^scan /, '')))
      expect({ name, reads, scans }).toEqual({ name, reads, scans: [] })
    }
  })

  test('the jobs find ended selections, cool-downs and absent visitors by their time', async () => {
    const { selectShowtimesToExpire, selectAbsentVisitors } = statements()

    const expired = await planOf(selectShowtimesToExpire)
    expect(expired).toContain('search selections_by_deadline')
    expect(expired).toContain('search cool_downs_by_end')
    const absent = await planOf(selectAbsentVisitors)
    expect(absent).toContain('search selections_by_last_seen')
    expect(absent).toContain('search selection_friends_by_last_seen')
  })

  /** The plan in a transaction, whose connection has the settings of the server. */
  const planOf = (execute: ((db: Db) => Promise<unknown>) | undefined) =>
    inTransaction(context().ctx.db, { durable: false }, (tx) =>
      explain(tx, (db) => execute?.(db) ?? Promise.reject(new Error('no statement'))),
    )
})
