import { sql } from 'kysely'
import { clock, idRows, inputRows } from '../database/dialect.ts'
import { personAtDevice } from '../database/rows/staff.ts'
import type { AuditRow, Db, PlaceType } from '../database/schema.ts'

/** The person is the one at the device. */
type NewAuditRow = Omit<AuditRow, 'at' | 'person_id'>

const AUDIT = {
  id: 'text',
  device_id: 'text',
  action: 'text',
  subject_type: 'text',
  subject_id: 'text',
  state_before: 'text',
  state_after: 'text',
  reason: 'text',
} as const

export const insertEntries = (db: Db, entries: NewAuditRow[]) =>
  sql`
    insert into audit (id, at, device_id, person_id, action, subject_type, subject_id, state_before, state_after, reason)
    select id, ${clock}, device_id, ${personAtDevice}, action, subject_type, subject_id, state_before, state_after, reason
      from ${inputRows(db, AUDIT, entries)}`.execute(db)

export type AuditDetailsRow = AuditRow & { device_name: string | null; person_name: string | null }

const select = sql`
  select audit.*, devices.name as device_name, people.name as person_name
    from audit left join devices on devices.id = device_id left join people on people.id = audit.person_id`

/** A position in the list: the time and the id of an entry. */
interface AuditPosition {
  at: number
  id: string
}

interface AuditPageFilter {
  subject?: string | undefined
  device?: string | undefined
  /** Epoch milliseconds: from (inclusive) and to (exclusive). */
  period?: { from: number; to: number } | undefined
  before?: AuditPosition | undefined
  limit: number
}

/** The latest entries first. Each filter has an index. */
export const selectEntries = (db: Db, filter: AuditPageFilter) => {
  const { subject, device, period, before, limit } = filter
  const conditions = [
    sql`1 = 1`,
    ...(subject === undefined ? [] : [sql`subject_id = ${subject}`]),
    ...(device === undefined ? [] : [sql`device_id = ${device}`]),
    ...(period === undefined ? [] : [sql`audit.at >= ${period.from} and audit.at < ${period.to}`]),
    ...(before === undefined
      ? []
      : [sql`(audit.at, audit.id) < (cast(${before.at} as bigint), ${before.id})`]),
  ]
  return sql<AuditDetailsRow>`
    ${select} where ${sql.join(conditions, sql` and `)}
     order by audit.at desc, audit.id desc limit ${limit}`.execute(db)
}

export interface NameRow {
  id: string
  kind: 'booking' | 'screen' | 'movie' | 'device' | 'enquiry' | 'showtime' | PlaceType
  name: string
  /** Of a showtime. */
  screen: string | null
  /** Of a showtime its start, of an enquiry when it was received. */
  starts_at: number | null
}

const NO_SHOW = sql`cast(null as text) as screen, cast(null as bigint) as starts_at`

/** What bookings, shows, movies, places, screens and devices are called. An id is in one table only. */
export const selectNames = (db: Db, ids: readonly string[]) => {
  const wanted = idRows(db, ids)
  return sql<NameRow>`
    select bookings.id, 'booking' as kind, reference as name, ${NO_SHOW}
      from ${wanted} join bookings on bookings.id = wanted.id
    union all
    select screens.id, 'screen' as kind, name, ${NO_SHOW}
      from ${wanted} join screens on screens.id = wanted.id
    union all
    select movies.id, 'movie' as kind, name, ${NO_SHOW}
      from ${wanted} join movies on movies.id = wanted.id
    union all
    select devices.id, 'device' as kind, name, ${NO_SHOW}
      from ${wanted} join devices on devices.id = wanted.id
    union all
    select enquiries.id, 'enquiry' as kind, enquiries.kind as name, cast(null as text) as screen, created_at as starts_at
      from ${wanted} join enquiries on enquiries.id = wanted.id
    union all
    select places.id, kind, label as name, ${NO_SHOW}
      from ${wanted} join places on places.id = wanted.id
    union all
    select showtimes.id, 'showtime' as kind, movies.name, screens.name as screen, starts_at
      from ${wanted}
      join showtimes on showtimes.id = wanted.id
      join movies on movies.id = movie_id
      join screens on screens.id = layout_id`.execute(db)
}

export const findBookingId = (db: Db, reference: string) =>
  sql<{ id: string }>`select id from bookings where reference = ${reference}`.execute(db)
