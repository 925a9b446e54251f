import { parseReference } from '@marquee/contract/bookings/booking-reference'
import {
  type AuditAction,
  type AuditEntry,
  NAMED_AUDIT_ITEMS,
} from '@marquee/contract/office/audit'
import { placeName } from '@marquee/contract/office/shows/place-names'
import { formatDateTime, formatInstant, periodOfDay } from '@marquee/contract/time'
import type { Context } from '../context.ts'
import { newId } from '../database/rows/new-id.ts'
import type { AuditRow, Db } from '../database/schema.ts'
import { invalidRequest } from '../errors.ts'
import * as statements from './audit.sql.ts'

/** The device id of the command line on the server itself. */
export const COMMAND_LINE_ID = 'command-line'
export const COMMAND_LINE_NAME = 'Command line'

const PAGE_SIZE = 100
/** A booking has at most 500 places, each of which can be admitted by itself and undone. */
const MAX_ACTIONS_ON_SUBJECT = 2000

/** An action of staff, of the owner of a booking, or of the server. `before` and `after` have ids, numbers and states: no personal data of visitors. */
export interface AuditRecord {
  /** Null: the owner of the booking, or the server itself. */
  deviceId: string | null
  action: AuditAction
  subjectType: AuditRow['subject_type']
  subject: string
  before?: Record<string, unknown> | undefined
  after?: Record<string, unknown> | undefined
  reason?: string | undefined
}

/** Writes actions to the audit, in their own transaction: no action is without its entry. */
export function recordActions(tx: Db, records: readonly AuditRecord[]): Promise<unknown> {
  const entries = records.map(
    ({ deviceId, action, subjectType, subject, before, after, reason }) => ({
      id: newId(),
      device_id: deviceId,
      action,
      subject_type: subjectType,
      subject_id: subject,
      state_before: before === undefined ? null : JSON.stringify(before),
      state_after: after === undefined ? null : JSON.stringify(after),
      reason: reason ?? null,
    }),
  )
  return entries.length > 0 ? statements.insertEntries(tx, entries) : Promise.resolve()
}

export const recordAction = (tx: Db, record: AuditRecord) => recordActions(tx, [record])

interface AuditQuery {
  before?: string | undefined
  subject?: string | undefined
  device?: string | undefined
  date?: string | undefined
}

/** One page of the audit, the latest actions first. Throws INVALID. */
export async function listAudit(ctx: Context, { before, subject, device, date }: AuditQuery) {
  const { rows } = await statements.selectEntries(ctx.reader, {
    subject: await findSubject(ctx, subject),
    device,
    period: date === undefined ? undefined : periodOfDay(date, ctx.config.timeZone),
    before: before === undefined ? undefined : parseCursor(before),
    limit: PAGE_SIZE + 1,
  })
  const page = rows.slice(0, PAGE_SIZE)
  const last = rows.length > PAGE_SIZE ? page.at(-1) : undefined
  const entries = page.map(auditEntry)
  return {
    entries,
    names: await loadNames(ctx, entries),
    next: last ? `${last.at}_${last.id}` : null,
  }
}

/** The id of a subject that may be given by the reference of its booking. */
async function findSubject({ reader }: Context, subject: string | undefined) {
  const reference = parseReference(subject ?? '')
  if (!reference) return subject
  const { rows } = await statements.findBookingId(reader, reference)
  return rows[0]?.id ?? subject
}

/** What is called how in these entries, by id. */
async function loadNames({ reader, config }: Context, entries: readonly AuditEntry[]) {
  const ids = new Set(entries.flatMap(idsOf))
  const { rows } = await statements.selectNames(reader, [...ids])
  return Object.fromEntries(rows.map((row) => [row.id, nameOf(row, config.timeZone)]))
}

/** The subject, and the first ids of each field. */
function idsOf({ subject, before, after }: AuditEntry) {
  const fields = [before, after].flatMap((state) => Object.entries(state ?? {}))
  const values = fields.flatMap(([field, value]) =>
    /Ids?$/.test(field) ? [value].flat().slice(0, NAMED_AUDIT_ITEMS) : [],
  )
  return [subject, ...values.filter((value) => typeof value === 'string')]
}

function nameOf({ kind, name, screen, starts_at }: statements.NameRow, timeZone: string) {
  if (kind === 'showtime')
    return [name, screen, formatDateTime(starts_at ?? 0, timeZone)].join(', ')
  if (kind === 'enquiry') return `${name} of ${formatDateTime(starts_at ?? 0, timeZone)}`
  if (kind === 'booking' || kind === 'screen' || kind === 'movie' || kind === 'device') return name
  return placeName({ kind, label: name })
}

/** The actions about one subject, oldest first. */
export async function listActionsOn({ reader }: Pick<Context, 'reader'>, subject: string) {
  const { rows } = await statements.selectEntries(reader, {
    subject,
    limit: MAX_ACTIONS_ON_SUBJECT,
  })
  return rows.map(auditEntry).toReversed()
}

function parseCursor(text: string) {
  const [, at, id] = /^(\d{1,15})_([\w-]{1,36})$/.exec(text) ?? []
  if (at === undefined || id === undefined) throw invalidRequest()
  return { at: Number(at), id }
}

const auditEntry = (row: statements.AuditDetailsRow): AuditEntry => ({
  _id: row.id,
  at: formatInstant(row.at),
  device: deviceOf(row.device_id, row.device_name),
  person: row.person_id === null ? null : { _id: row.person_id, name: row.person_name ?? '' },
  action: row.action as AuditAction,
  subjectType: row.subject_type,
  subject: row.subject_id,
  before: parseState(row.state_before),
  after: parseState(row.state_after),
  reason: row.reason,
})

/** A device with its name, null if none is known. */
export const deviceWithName = (id: string, name: string | null) => ({
  _id: id,
  name: id === COMMAND_LINE_ID ? COMMAND_LINE_NAME : (name ?? ''),
})

/** The device of a row with its name. */
export const deviceOf = (id: string | null, name: string | null) =>
  id === null ? null : deviceWithName(id, name)

const parseState = (json: string | null) =>
  json === null ? null : (JSON.parse(json) as Record<string, unknown>)
