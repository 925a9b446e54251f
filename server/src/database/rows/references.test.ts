import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { holdPlaces } from '#src/inventory/holds/holds.service.ts'
import {
  bookingOf,
  findBookableSeats,
  postBooking,
  signUpAndSignIn,
} from '#test/support/booking-flow.ts'
import { runCommand } from '#test/support/commands.ts'
import { lockShowtimes } from '#test/support/lock-showtimes.ts'
import { createShowtime, createUser } from '#test/support/makers.ts'
import { openTransaction, untilTransactionWaits } from '#test/support/open-transaction.ts'
import { setupDataDir } from '#test/support/server-processes.ts'
import { createBrowser, createTestApp } from '#test/support/test-app.ts'
import { describeDatabases, describePostgres } from '#test/support/test-context.ts'
import { backUp } from '../backup/backup.ts'
import { connectEmbedded } from '../connection/connect.ts'
import { databasePath } from '../connection/sqlite.ts'
import { migrate } from '../migrate.ts'
import type { Db } from '../schema.ts'
import { findOrphans, UNCHECKED_REFERENCES } from './references.ts'

const dataDir = setupDataDir()
const COLUMNS = Object.entries(UNCHECKED_REFERENCES).flatMap(([table, references]) =>
  Object.keys(references).map((column) => `${table}.${column}`),
)

interface Rows {
  showtimeId: string
  seats: string[]
  userId: string | null
  /** The columns of a hold. */
  hold?: Record<string, string | number>
}

/** One booking of one place, and one hold. */
async function insertRows(db: Db, { hold = { holder: 'asha', chooser: 'asha' }, ...ids }: Rows) {
  const [sold = '', held = ''] = ids.seats
  const booking = { id: 'booking', reference: 'MQ-1', user_id: ids.userId, phone: null }
  await db
    .insertInto('bookings')
    .values({
      ...booking,
      showtime_id: ids.showtimeId,
      total_cost: 150,
      payment_status: 'Paid',
      created_at: 0,
      idempotency_key: 'key',
      request_hash: '',
    })
    .execute()
  await db
    .insertInto('booking_places')
    .values({ booking_id: 'booking', place_id: sold, price: 150, vehicle_number: null })
    .execute()
  const claims = [
    { place_id: sold, booking_id: 'booking', account: ids.userId },
    { place_id: held, ...hold },
  ]
  for (const claim of claims)
    await db
      .insertInto('claims')
      .values({ showtime_id: ids.showtimeId, ...claim } as never)
      .execute()
}

describeDatabases('findOrphans', (context) => {
  test('finds the rows of each column that refer to a row that does not exist', async () => {
    const { ctx } = context()
    const { showtimeId, seats } = await createShowtime(ctx)
    await insertRows(ctx.db, { showtimeId, seats, userId: await createUser(ctx) })
    await sql`
      insert into cancelled_places (id, booking_id, showtime_id, place_id, price, refund, at)
      select 'cancelled', booking_id, ${showtimeId}, place_id, 150, 0, 0 from booking_places`.execute(
      ctx.db,
    )
    await sql`
      insert into booking_changes (booking_id, key_hash, request_hash, at)
      values ('booking', 'key', '', 0)`.execute(ctx.db)
    await sql`
      insert into change_takings
        (id, booking_id, at, showtime_id, category, method, gross, refunds, tickets, refunded_tickets, prices)
      values ('takings', 'booking', 0, ${showtimeId}, 'Standard', 'online', 0, 150, -1, 1, -150)`.execute(
      ctx.db,
    )
    await sql`
      insert into daily_takings (day, showtime_id, category, channel, method, gross, refunds, tickets, refunded_tickets)
      values ('2026-12-01', ${showtimeId}, 'Standard', 'web', 'online', 150, 0, 1, 0)`.execute(
      ctx.db,
    )
    await sql`
      insert into show_cancellations (showtime_id, reason, device_id, cancelled_at)
      values (${showtimeId}, 'repair', 'manager', 0)`.execute(ctx.db)
    await sql`
      insert into show_moves (id, showtime_id, from_screen_id, from_starts_at, to_screen_id, to_starts_at, reason, device_id, at)
      values ('move', ${showtimeId}, 's', 0, 's', 1, 'repair', 'manager', 0)`.execute(ctx.db)
    await sql`
      insert into seat_outages (id, place_id, reason, device_id, since)
      values ('outage', ${seats[0]}, 'broken', 'manager', 0)`.execute(ctx.db)
    await sql`
      insert into poster_files (path, movie_id, content)
      select '/posters/uploads/x.jpg', id, '' from movies limit 1`.execute(ctx.db)
    expect(await findOrphans(ctx.reader)).toEqual([])

    await sql`
      insert into payments (booking_id, number, kind, amount, method, voucher_id, shift_id, at)
      values ('booking', 2, 'payment', 1, 'voucher', 'none', 'none', 0)`.execute(ctx.db)
    await sql`
      insert into vouchers (id, code, amount, balance, valid_until, created_at, reason, booking_id, payment_number)
      values ('voucher', 'code', 1, 1, 0, 0, 'gift', 'none', 1)`.execute(ctx.db)
    await sql`update seat_outages set place_id = 'none'`.execute(ctx.db)
    await sql`update cancelled_places set place_id = 'none', showtime_id = 'none'`.execute(ctx.db)
    await sql`update show_moves set showtime_id = 'none'`.execute(ctx.db)
    await sql`update change_takings set showtime_id = 'none'`.execute(ctx.db)
    await sql`update daily_takings set showtime_id = 'none'`.execute(ctx.db)
    await sql`update poster_files set movie_id = 'none'`.execute(ctx.db)
    await sql`update show_cancellations set showtime_id = 'none'`.execute(ctx.db)
    await sql`update bookings set id = 'other', showtime_id = 'none'`.execute(ctx.db)
    await sql`update booking_places set place_id = 'none'`.execute(ctx.db)
    await sql`update seat_passes set place_id = 'none'`.execute(ctx.db)
    await sql`update claims set place_id = place_id || ' none', showtime_id = 'none'`.execute(
      ctx.db,
    )

    const orphans = await findOrphans(ctx.reader)
    expect(orphans.map(({ column }) => column).toSorted()).toEqual(COLUMNS.toSorted())
    expect(orphans).toContainEqual({ column: 'claims.place_id', rows: 2 })
  })
})

describeDatabases('deleting a user', (context) => {
  test('keeps the bookings without their buyer', async () => {
    const { ctx } = context()
    const { showtimeId, seats } = await createShowtime(ctx)
    const userId = await createUser(ctx)
    await insertRows(ctx.db, { showtimeId, seats, userId })

    await ctx.db.deleteFrom('users').where('id', '=', userId).execute()

    const bookings = ctx.db.selectFrom('bookings').select('user_id')
    expect(await bookings.execute()).toEqual([{ user_id: null }])
  })
})

describePostgres('a hold of a place that is being removed', (context) => {
  test('is refused when the removal is committed, and leaves no orphan', async () => {
    const { ctx } = context()
    const { showtimeId, screenId, seats } = await createShowtime(ctx)
    const [seat = ''] = seats
    const removal = await openTransaction(ctx, async (tx) => {
      await lockShowtimes(tx, [showtimeId])
      await tx.deleteFrom('places').where('id', '=', seat).execute()
      await sql`update showtimes set version = 'changed' where id = ${showtimeId}`.execute(tx)
      await sql`update screens set places_revision = places_revision + 1 where id = ${screenId}`.execute(
        tx,
      )
    })
    const hold = holdPlaces(ctx, { showtimeId, holder: 'asha', placeIds: [seat] })
    const refused = expect(hold).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await untilTransactionWaits(ctx)

    await removal.commit()

    await refused
    expect(await findOrphans(ctx.reader)).toEqual([])
  })
})

const insertOrphan = (db: Db) =>
  db
    .insertInto('booking_places')
    .values({ booking_id: 'none', place_id: 'none', price: 1, vehicle_number: null })
    .execute()

describeDatabases('check-data', (context) => {
  test('ends with 0 while a server sells, and with 65 and the columns if rows are orphans', async () => {
    const { ctx, environment } = context()
    const checkData = () => runCommand('check-data', [], environment)
    await createShowtime(ctx)
    const browser = createBrowser((await createTestApp(ctx)).app)
    const userId = await signUpAndSignIn(browser, 'asha@example.com')
    bookingOf(await postBooking(browser, userId, await findBookableSeats(browser)))
    expect(await checkData()).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^All references .+\n1 booking: .+ places agree\.\n$/),
    })

    await sql`update booking_places set booking_id = 'none'`.execute(ctx.db)

    const { code, output } = await checkData()
    expect(code).toBe(65)
    expect(output).toContain('  booking_places.booking_id: 2\n')
    expect(output).not.toContain('claims')
  })
})

test.each([
  ['74 without a database', 74, {}],
  [
    '69 if PostgreSQL cannot be reached',
    69,
    { DATABASE_URL: 'postgres://127.0.0.1:1/none', SESSION_SECRET: 'x'.repeat(40) },
  ],
  ['78 for a bad configuration', 78, { PORT: 'none' }],
])('check-data ends with %s', async (_, code, environment) => {
  expect(await runCommand('check-data', [], { DATA_DIR: dataDir(), ...environment })).toMatchObject(
    { code },
  )
})

test('restore restores a copy with orphans, names their columns and ends with 65', async () => {
  const { db, close } = connectEmbedded(dataDir())
  await migrate(db)
  await insertOrphan(db)
  await close()
  const copy = join(dataDir(), 'copy.db')
  await backUp(dataDir(), copy)
  const restored = join(dataDir(), 'restored')

  const { code, output } = await runCommand('restore', [copy], { DATA_DIR: restored })

  expect(code).toBe(65)
  expect(output).toContain('  booking_places.place_id: 1\n')
  expect(existsSync(databasePath(restored))).toBe(true)
})
