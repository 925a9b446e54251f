import { sql } from 'kysely'
import { clock, idRows } from '#src/database/dialect.ts'
import type { Db, OutboxRow } from '#src/database/schema.ts'
import { isWaiting } from './outbox.sql.ts'

/** How mails were delivered. A mail that is older than the outbox keeps is missing. */
export const selectDeliveries = (db: Db, ids: readonly string[]) =>
  sql<Pick<OutboxRow, 'id' | 'sent_at' | 'refused_at'>>`
    select outbox.id, sent_at, refused_at from ${idRows(db, ids)} join outbox on outbox.id = wanted.id`.execute(
    db,
  )

/** A refused mail has its text only if it is about a booking. */
const canRetry = sql`sent_at is null and give_up_at > ${clock} and attempts > 0 and (refused_at is null or booking_id is not null)`

/** Mails that are not sent, those with problems first. */
export const selectQueue = (db: Db, limit: number) =>
  sql<OutboxRow & { is_expired: 0 | 1; can_retry: 0 | 1 }>`
    select outbox.*, case when refused_at is null and give_up_at <= ${clock} then 1 else 0 end as is_expired,
           case when ${canRetry} then 1 else 0 end as can_retry
      from outbox where sent_at is null
     order by case when refused_at is not null or attempts > 0 then 0 else 1 end, created_at desc, id limit ${limit}`.execute(
    db,
  )

export const countQueue = (db: Db) =>
  sql<{ count: number }>`select count(*) as count from outbox where sent_at is null`.execute(db)

/** Makes mails due that were tried: these, or all of them (undefined). Returns their ids. */
export const retryMails = (db: Db, ids: readonly string[] | undefined) =>
  sql<{ id: string }>`
    update outbox set refused_at = null, refusal = null, next_attempt_at = ${clock}
     where ${canRetry} ${ids === undefined ? sql`` : sql`and id in (select id from ${idRows(db, ids)})`}
    returning id`.execute(db)

export const countUnsentMails = (db: Db) =>
  sql<{ count: number }>`select count(*) as count from outbox where ${isWaiting}`.execute(db)

export const countRefusedMails = (db: Db) =>
  sql<{ count: number }>`select count(*) as count from outbox where refused_at is not null`.execute(
    db,
  )

/** Mails that were tried and not sent. The first attempt of a new mail may be in progress. */
export const countFailedMails = (db: Db, attemptMs: number) =>
  sql<{ count: number }>`
    select count(*) as count from outbox
     where ${isWaiting} and attempts > 0 and (attempts > 1 or created_at < ${clock} - ${attemptMs})`.execute(
    db,
  )
