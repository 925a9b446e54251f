import type { EnquiryState } from '@marquee/contract/office/enquiries/enquiries'
import { sql } from 'kysely'
import { clock, idRows } from '../database/dialect.ts'
import { lockRows } from '../database/locks.ts'
import type { Db, EnquiryProgress, EnquiryRow } from '../database/schema.ts'

export const insertEnquiry = (db: Db, enquiry: EnquiryRow) =>
  db.insertInto('enquiries').values(enquiry).execute()

export type EnquiryDetailsRow = EnquiryRow & EnquiryProgress & { device_name: string | null }

const select = sql`
  select enquiries.*, devices.name as device_name
    from enquiries left join devices on devices.id = device_id`

interface EnquiryFilter {
  /** Undefined: all but spam. */
  state: EnquiryState | undefined
  /** A part of a name, email or text, in any case. */
  search: string | undefined
  /** The time and the id of the last enquiry of the previous page. */
  before: { at: number; id: string } | undefined
  limit: number
}

/** The latest enquiries first. */
export function selectEnquiries(db: Db, { state, search, before, limit }: EnquiryFilter) {
  const conditions = [
    state === undefined ? sql`state <> 'spam'` : sql`state = ${state}`,
    ...(search === undefined ? [] : [containsText(search)]),
    ...(before === undefined
      ? []
      : [sql`(enquiries.created_at, enquiries.id) < (cast(${before.at} as bigint), ${before.id})`]),
  ]
  return sql<EnquiryDetailsRow>`
    ${select} where ${sql.join(conditions, sql` and `)}
     order by enquiries.created_at desc, enquiries.id desc limit ${limit}`.execute(db)
}

function containsText(text: string) {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql`lower(coalesce(enquiries.name, '') || ' ' || email || ' ' || body) like ${pattern} escape '\\'`
}

export const countEnquiries = (db: Db) =>
  sql<{ state: EnquiryState; count: number }>`
    select state, count(*) as count from enquiries group by state`.execute(db)

export const selectEnquiry = (db: Db, id: string) =>
  sql<EnquiryDetailsRow>`${select} where enquiries.id = ${id}`.execute(db)

/** Reads an enquiry that no other transaction changes until this one ends. */
export const lockEnquiry = (db: Db, id: string) =>
  sql<EnquiryRow & EnquiryProgress>`
    select * from enquiries where id = ${id} ${lockRows(db, 'enquiries')}`.execute(db)

export const updateEnquiry = (db: Db, id: string, { state, device_id, answers }: EnquiryProgress) =>
  sql`
    update enquiries set state = ${state}, device_id = ${device_id}, answers = ${answers}
     where id = ${id}`.execute(db)

/** The account with the email of an enquiry, if it is confirmed: anyone can write any email. */
export const selectAccountsOf = (db: Db, enquiryId: string) =>
  sql<{ id: string }>`
    select users.id from enquiries
      join users on users.email = lower(enquiries.email) and email_confirmed_at is not null
     where enquiries.id = ${enquiryId}`.execute(db)

/** The names of devices, also of revoked ones. */
export const selectDeviceNames = (db: Db, ids: readonly string[]) =>
  sql<{ id: string; name: string }>`
    select devices.id, name from ${idRows(db, ids)} join devices on devices.id = wanted.id`.execute(
    db,
  )

export const selectPairedDevice = (db: Db, id: string) =>
  sql<{ id: string }>`
    select id from devices
     where id = ${id} and revoked_at is null and (expires_at is null or expires_at > ${clock})`.execute(
    db,
  )

/** The prepared answers as JSON, locked until the end of the transaction. No row before the first change of the programme. */
export const lockReplyTemplates = (db: Db) =>
  sql<{ reply_templates: string }>`
    select reply_templates from programme ${lockRows(db, 'programme')}`.execute(db)

export const selectReplyTemplates = (db: Db) =>
  sql<{ reply_templates: string }>`select reply_templates from programme`.execute(db)

/** Makes the row that `lockReplyTemplates` locks. */
export const insertProgramme = (db: Db) =>
  sql`insert into programme (id, version) values (1, 0) on conflict (id) do nothing`.execute(db)

export const updateReplyTemplates = (db: Db, templates: string) =>
  sql`update programme set reply_templates = ${templates}`.execute(db)
