import { QUESTION_SECONDS } from '@marquee/contract/holds'
import { sql } from 'kysely'
import { clock, inputRows, least } from '../database/dialect.ts'
import type { Db } from '../database/schema.ts'
import { clockRow, isKept, isLiveHold } from './claim-rules.sql.ts'
import { type ClaimKey, isLocked, lockInOrder } from './claims.sql.ts'
import type { HoldLimits } from './live-holds.ts'

/** The number of selections about which a visitor has open questions. */
export const countOpenQuestions = (db: Db, asker: string) =>
  sql<{ selections: number }>`
    select count(distinct showtime_id || ' ' || holder) as selections from claims
     where question_by = ${asker} and question_until > ${clock}`.execute(db)

interface Questions {
  /** The key of the visitor who asks. */
  asker: string
  places: readonly { showtimeId: string; placeId: string }[]
}

/**
 * Makes kept places HELD until the end of a question, and then free. All places of a holder at a showtime share one question: a place
 * that is asked for later joins the open one.
 */
export const openQuestions = (db: Db, { asker, places }: Questions, limits: HoldLimits) => {
  const wanted = inputRows(
    db,
    { showtime: 'text', place: 'text' },
    places.map(({ showtimeId: showtime, placeId: place }) => ({ showtime, place })),
  )
  const openUntil = sql`(
      select max(other.question_until) from claims as other
       where other.holder = claims.holder and other.showtime_id = claims.showtime_id
         and other.question_until > (select now from clock))`
  const newUntil = sql`(select now from clock) + ${sql.lit(QUESTION_SECONDS * 1000)}`
  const until = least(db, sql`held_until`, sql`coalesce(${openUntil}, ${newUntil})`)
  return sql<ClaimKey & { question_until: number }>`
    with ${clockRow(limits)}, ${lockInOrder(db, {
      wanted: sql`${wanted} cross join clock`,
      condition: sql`${isLiveHold} and ${isKept}`,
    })}
    update claims set held_until = ${until}, question_until = ${until}, question_by = ${asker}, kept_since = clock_until
     where ${isLocked}
    returning showtime_id, place_id, question_until`.execute(db)
}
