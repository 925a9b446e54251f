import { MINUTE_MS } from '@marquee/contract/time'
import { sql } from 'kysely'
import { greatest, idRows, least } from '#src/database/dialect.ts'
import type { Db } from '#src/database/schema.ts'

export interface ArrivalRow {
  showtime_id: string
  /** Counts steps of five minutes from the first one. */
  step: number
  people: number
}

export const STEP_MINUTES = 5
/** From the start of the show. People who came earlier count in the first step, and later ones in the last. */
export const FIRST_MINUTE = -65
export const LAST_MINUTE = 60

const milliseconds = (minutes: number) => sql.lit(minutes * MINUTE_MS)

/** People who were let in, by the time of their scan. One that was undone counts against them. */
export const selectArrivals = (db: Db, showtimeIds: readonly string[]) => {
  const early = greatest(db, sql`scanned_at - starts_at`, milliseconds(FIRST_MINUTE))
  const step = sql`
    (${least(db, early, milliseconds(LAST_MINUTE))} + ${milliseconds(-FIRST_MINUTE)}) / ${milliseconds(STEP_MINUTES)}`
  return sql<ArrivalRow>`
    select showtime_id, ${step} as step, sum(count) as people
      from ${idRows(db, showtimeIds)}
      join showtimes on showtimes.id = wanted.id
      join admissions on showtime_id = showtimes.id
     group by showtime_id, ${step}`.execute(db)
}
