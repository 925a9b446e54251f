import { type RawBuilder, sql } from 'kysely'
import { clock, idRows, inputRows } from '#src/database/dialect.ts'
import type { DailyTakingsRow, Db } from '#src/database/schema.ts'

/** Records that a day has totals, and when it has ended. Returns no row if it has totals already. */
export const markDayStored = (db: Db, { day, endsAt }: { day: string; endsAt: number }) =>
  sql<{ day: string }>`
    insert into business_days (day, ends_at, totals_at) values (${day}, ${endsAt}, ${clock})
        on conflict (day) do update set ends_at = excluded.ends_at, totals_at = excluded.totals_at
     where business_days.totals_at is null
    returning day`.execute(db)

const COLUMNS = {
  day: 'text',
  showtime_id: 'text',
  category: 'text',
  channel: 'text',
  method: 'text',
  device_id: 'text',
  person_id: 'text',
  gross: 'bigint',
  refunds: 'bigint',
  tickets: 'bigint',
  refunded_tickets: 'bigint',
} as const

export const insertDailyTakings = (db: Db, rows: readonly DailyTakingsRow[]) =>
  sql`
    insert into daily_takings
      (day, showtime_id, category, channel, method, device_id, person_id, gross, refunds, tickets, refunded_tickets)
    select day, showtime_id, category, channel, method, device_id, person_id, gross, refunds, tickets, refunded_tickets
      from ${inputRows(
        db,
        COLUMNS,
        rows.map((row) => ({ ...row })),
      )}`.execute(db)

/** The columns by which stored takings can be divided. */
export type TakingsColumn =
  | 'day'
  | 'showtime_id'
  | 'category'
  | 'channel'
  | 'method'
  | 'device_id'
  | 'person_id'

export interface TakingsSums {
  key: string
  gross: number
  refunds: number
  tickets: number
  refunded_tickets: number
}

const sums = sql`
  sum(gross) as gross, sum(refunds) as refunds, sum(tickets) as tickets, sum(refunded_tickets) as refunded_tickets`

/** Sales on the site have no device and no person. */
const NULLABLE: readonly TakingsColumn[] = ['device_id', 'person_id']

/** A group by `coalesce` takes PostgreSQL a third longer than one by the column itself. */
const keyOf = (column: TakingsColumn): RawBuilder<string> =>
  NULLABLE.includes(column) ? sql`coalesce(${sql.ref(column)}, '')` : sql.ref(column)

interface Days {
  from: string
  to: string
}

/** The stored takings of days, both inclusive, by the values of a column. */
export const sumDailyTakings = (db: Db, { from, to }: Days, column: TakingsColumn) =>
  sql<TakingsSums>`
    select ${keyOf(column)} as key, ${sums}
      from daily_takings where day >= ${from} and day <= ${to}
     group by ${keyOf(column)}`.execute(db)

/** The same by shows, of the shows whose ids are in a range: `first` is in it, `end` is not. SQLite reads them in the order of their index, without sorting. */
export const sumDailyTakingsOfShows = (
  db: Db,
  { from, to }: Days,
  { first, end }: { first: string; end: string },
) =>
  sql<TakingsSums>`
    select showtime_id as key, ${sums}
      from daily_takings
     where showtime_id >= ${first} and showtime_id < ${end} and day >= ${from} and day <= ${to}
     group by showtime_id`.execute(db)

/** The days, both inclusive, on which a value of a column has stored takings. The latest first. */
export const selectDaysOfTakings = (
  db: Db,
  { from, to }: Days,
  { column, keys }: { column: TakingsColumn; keys: readonly string[] | undefined },
) =>
  sql<{ day: string }>`
    select distinct day from daily_takings
     where day >= ${from} and day <= ${to} ${keys ? sql`and ${keyOf(column)} in (select id from ${idRows(db, keys)})` : sql``}
     order by day desc`.execute(db)
