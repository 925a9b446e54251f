import { sql } from 'kysely'
import { clock, idRows, lookUp, statementForRows } from '../database/dialect.ts'
import type { Db, QueuePositionRow, QueueRow, UserRow } from '../database/schema.ts'
import type { PositionCopy } from './queue-copy.ts'

export type QueueWithTime = QueueRow & {
  /** By the database's clock, epoch milliseconds. */
  now: number
}

/** The queues that have not ended. */
export const selectQueues = (db: Db) =>
  sql<QueueWithTime>`
    select *, ${clock} as now from queues where ended_at is null order by showtime_id`.execute(db)

/** Locks the queue of a showtime and counts a change. Returns no row if it has ended. `now` is by the database's clock. */
export const lockQueue = (db: Db, showtimeId: string) =>
  sql<QueueWithTime>`
    update queues set sequence = sequence + 1
     where showtime_id = ${showtimeId} and ended_at is null
    returning *, ${clock} as now`.execute(db)

/** The same for the regular check. Returns no row either if a node has checked the queue in the last `everyMs` milliseconds. */
export const lockQueueToCheck = (db: Db, showtimeId: string, everyMs: number) =>
  sql<QueueWithTime>`
    update queues set sequence = sequence + 1, checked_at = ${clock}
     where showtime_id = ${showtimeId} and ended_at is null and abs(${clock} - checked_at) >= ${everyMs}
    returning *, ${clock} as now`.execute(db)

/**
 * Starts a queue, or starts it again. The numbers go on where they ended. Returns no row if it has started already: with `opensAt` only once it
 * has opened.
 */
export const startQueue = (db: Db, showtimeId: string, opensAt: number | null) =>
  sql<QueueRow>`
    insert into queues (showtime_id, started_at, opens_at, next_number, sequence, checked_at)
    values (${showtimeId}, ${clock}, ${opensAt}, 1, 1, ${clock})
    on conflict (showtime_id) do update
       set started_at = ${clock}, opens_at = excluded.opens_at, shuffled_at = null, seed = null, ended_at = null,
           sequence = queues.sequence + 1
     where queues.ended_at is not null
        or (excluded.opens_at is not null and queues.opens_at is not null and queues.shuffled_at is null)
    returning *`.execute(db)

export const updateQueue = (
  db: Db,
  { showtime_id, next_number, shuffled_at, seed, ended_at }: QueueRow,
) =>
  sql`
    update queues set next_number = ${next_number}, shuffled_at = ${shuffled_at}, seed = ${seed}, ended_at = ${ended_at}
     where showtime_id = ${showtime_id}`.execute(db)

/** Whose positions are meant: those of visitors, accounts and mailboxes. */
export interface Owners {
  visitors: readonly string[]
  userIds: readonly string[]
  mailboxes: readonly string[]
}

/** The positions of visitors, accounts and mailboxes that have not ended. */
export const selectPositionsOf = (
  db: Db,
  showtimeId: string,
  { visitors, userIds, mailboxes }: Owners,
) =>
  sql<QueuePositionRow>`
    ${positionsOf('visitor', { db, showtimeId, ids: visitors })} union ${positionsOf('user_id', { db, showtimeId, ids: userIds })}
    union ${positionsOf('mailbox', { db, showtimeId, ids: mailboxes })}`.execute(db)

const positionsOf = (
  column: 'visitor' | 'user_id' | 'mailbox',
  { db, showtimeId, ids }: { db: Db; showtimeId: string; ids: readonly string[] },
) =>
  sql`select queue_positions.* from ${livePositionsOf(db, column, ids)} where showtime_id = ${showtimeId}`

/**
 * The positions of any showtime that have not ended. PostgreSQL has no statistics of a table that fills in a minute: without the look-up, it would
 * read all positions of the showtime for each id.
 */
const livePositionsOf = (
  db: Db,
  column: 'visitor' | 'user_id' | 'mailbox' | 'address',
  ids: readonly string[],
) =>
  sql`${idRows(db, ids)} ${lookUp(db, {
    table: 'queue_positions',
    columns: sql`*`,
    condition: sql`${sql.ref(column)} = wanted.id and ended_at is null`,
  })}`

/**
 * How many positions without a confirmed email addresses have that have not ended. No row for an address without a position. With the condition in the
 * where clause, SQLite would read all such positions of the showtime.
 */
export const countUnconfirmed = (db: Db, showtimeId: string, addresses: readonly string[]) =>
  sql<{ address: string; positions: number }>`
    select address, count(case when mailbox is null then 1 end) as positions
      from ${livePositionsOf(db, 'address', addresses)}
     where showtime_id = ${showtimeId} group by address`.execute(db)

const POSITION_COLUMNS = {
  id: 'text',
  showtime_id: 'text',
  visitor: 'text',
  user_id: 'text',
  mailbox: 'text',
  address: 'text',
  joined_at: 'bigint',
  number: 'bigint',
  changed: 'bigint',
} as const

export const insertPositions = statementForRows<QueuePositionRow>(
  POSITION_COLUMNS,
  (wanted) => sql`
    insert into queue_positions (id, showtime_id, visitor, user_id, mailbox, address, joined_at, number, changed)
    select id, showtime_id, visitor, user_id, mailbox, address, joined_at, number, changed from ${wanted}`,
)

/** Whose positions they are. */
export const updateOwners = statementForRows<QueuePositionRow>(
  POSITION_COLUMNS,
  (wanted) => sql`
    update queue_positions
       set visitor = wanted.visitor, user_id = wanted.user_id, mailbox = wanted.mailbox, changed = wanted.changed
      from ${wanted} where queue_positions.id = wanted.id`,
)

const PROGRESS_COLUMNS = {
  id: 'text',
  number: 'bigint',
  turn_at: 'bigint',
  turn_until: 'bigint',
  has_held: 'bigint',
  mailed_at: 'bigint',
  ended_at: 'bigint',
  changed: 'bigint',
} as const

/** How far positions have come: number, turn and end. */
export const updateProgress = statementForRows<QueuePositionRow>(
  PROGRESS_COLUMNS,
  (wanted) => sql`
    update queue_positions
       set number = wanted.number, turn_at = wanted.turn_at, turn_until = wanted.turn_until, has_held = wanted.has_held,
           mailed_at = wanted.mailed_at, ended_at = wanted.ended_at, changed = wanted.changed
      from ${wanted} where queue_positions.id = wanted.id`,
)

/** The positions that have no number yet, in no order. */
export const selectWithoutNumber = (db: Db, showtimeId: string) =>
  sql<QueuePositionRow>`
    select * from queue_positions where showtime_id = ${showtimeId} and number is null and ended_at is null`.execute(
    db,
  )

export const selectTurns = (db: Db, showtimeId: string) =>
  sql<QueuePositionRow>`
    select * from queue_positions
     where showtime_id = ${showtimeId} and turn_at is not null and ended_at is null order by number`.execute(
    db,
  )

/** Those who wait, in the order of their turns. */
export const selectNext = (db: Db, showtimeId: string, limit: number) =>
  sql<QueuePositionRow>`
    select * from queue_positions
     where showtime_id = ${showtimeId} and number is not null and turn_at is null and ended_at is null
     order by number limit ${limit}`.execute(db)

export interface PositionCounts {
  /** Without a turn. */
  waiting: number
  /** Of the turns that have begun since the given moment. */
  used: number
  decided: number
  last_turn_at: number | null
}

export const countPositions = (db: Db, showtimeId: string, since: number) =>
  sql<PositionCounts>`
    select (select count(*) from queue_positions
             where showtime_id = ${showtimeId} and turn_at is null and ended_at is null) as waiting,
           count(case when has_held = 1 then 1 end) as used,
           count(case when has_held = 1 or ended_at is not null then 1 end) as decided,
           max(turn_at) as last_turn_at
      from queue_positions where showtime_id = ${showtimeId} and turn_at >= ${since}`.execute(db)

/** Ends all positions of a queue. */
export const endPositions = (
  db: Db,
  { showtime_id, sequence, now }: Pick<QueueWithTime, 'showtime_id' | 'sequence' | 'now'>,
) =>
  sql`
    update queue_positions set ended_at = ${now}, changed = ${sequence}
     where showtime_id = ${showtime_id} and ended_at is null`.execute(db)

/** The positions that have changed after a sequence, without those that had ended before a node began to follow the queue. */
export const selectChanges = (db: Db, showtimeId: string, after: number) =>
  sql<PositionCopy>`
    select id, visitor, user_id, mailbox, joined_at, number, turn_at, turn_until, ended_at, seen_at, changed
      from queue_positions
     where showtime_id = ${showtimeId} and changed > ${after} and (${after} > 0 or ended_at is null)`.execute(
    db,
  )

/** When each turn since a moment began, in order. */
export const selectTurnTimes = (db: Db, showtimeId: string, since: number) =>
  sql<{ turn_at: number }>`
    select turn_at from queue_positions where showtime_id = ${showtimeId} and turn_at >= ${since} order by turn_at`.execute(
    db,
  )

/** Notes that visitors are connected and were told of their turn. */
export const markSeen = (db: Db, ids: readonly string[]) =>
  sql`
    update queue_positions set seen_at = ${clock}
     where seen_at is null and id in (select id from ${idRows(db, ids)})`.execute(db)

/** The showtimes where a user has a position. */
export const selectShowtimesOfUser = (db: Db, userId: string) =>
  sql<Pick<QueuePositionRow, 'showtime_id'>>`
    select distinct showtime_id from queue_positions where user_id = ${userId} and ended_at is null`.execute(
    db,
  )

/** A show, and the confirmed email of the account of a position. */
export interface TurnToMail extends Pick<UserRow, 'email'> {
  id: string
  movie_id: string
  movie: string
  screen: string
  starts_at: number
}

export const selectTurnsToMail = (db: Db, ids: readonly string[]) =>
  sql<TurnToMail>`
    select queue_positions.id, email, movie_id, movies.name as movie, screens.name as screen, starts_at
      from ${idRows(db, ids)} join queue_positions on queue_positions.id = wanted.id
      join users on users.id = user_id and email_confirmed_at is not null
      join showtimes on showtimes.id = showtime_id
      join movies on movies.id = movie_id join screens on screens.id = layout_id`.execute(db)
