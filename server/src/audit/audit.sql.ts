import { sql } from 'kysely'
import { clock, inputRows } from '../database/dialect.ts'
import type { AuditRow, Db } from '../database/schema.ts'

type NewAuditRow = Omit<AuditRow, 'at'>

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
    insert into audit (id, at, device_id, action, subject_type, subject_id, state_before, state_after, reason)
    select id, ${clock}, device_id, action, subject_type, subject_id, state_before, state_after, reason
      from ${inputRows(db, AUDIT, entries)}`.execute(db)

export type AuditDetailsRow = AuditRow & { device_name: string | null }

const select = sql`
  select audit.*, devices.name as device_name from audit left join devices on devices.id = device_id`

/** A position in the list: the time and the id of an entry. */
export interface AuditPosition {
  at: number
  id: string
}

interface AuditPageFilter {
  subject?: string | undefined
  device?: string | undefined
  before?: AuditPosition | undefined
  limit: number
}

/** The latest entries first. Each filter has an index. */
export const selectEntries = (db: Db, { subject, device, before, limit }: AuditPageFilter) => {
  const conditions = [
    sql`1 = 1`,
    ...(subject === undefined ? [] : [sql`subject_id = ${subject}`]),
    ...(device === undefined ? [] : [sql`device_id = ${device}`]),
    ...(before === undefined
      ? []
      : [sql`(audit.at, audit.id) < (cast(${before.at} as bigint), ${before.id})`]),
  ]
  return sql<AuditDetailsRow>`
    ${select} where ${sql.join(conditions, sql` and `)}
     order by audit.at desc, audit.id desc limit ${limit}`.execute(db)
}
