import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { isCancelledBooking } from '@marquee/contract/bookings/bookings'
import { shownAction } from '@marquee/contract/office/audit'
import {
  type FoundBooking,
  type HistoryEntry,
  MAX_FOUND_BOOKINGS,
} from '@marquee/contract/office/bookings'
import { DAY_MS, formatInstant, formatIsoDate, periodOfDay } from '@marquee/contract/time'
import {
  type AuditRecord,
  deviceOf,
  listActionsOn,
  recordAction,
} from '#src/audit/audit.service.ts'
import { findShowsBetween, findTodaysShows } from '#src/catalogue/schedule/find-shows.service.ts'
import type { Context } from '#src/context.ts'
import { lockUsers } from '#src/database/locks.ts'
import type { Db } from '#src/database/schema.ts'
import { inTransaction } from '#src/database/transaction.ts'
import { bookingNotFound, closed } from '#src/errors.ts'
import { inShowtimes } from '#src/inventory/showtimes.ts'
import {
  findRefusedAddresses,
  queueBookingMails,
  sendToCorrectedAddress,
} from '#src/messages/mail/outbox.service.ts'
import { countAdmittedOfBooking, passesOf } from '#src/tickets/passes.service.ts'
import { findTicket } from '#src/tickets/tickets.service.ts'
import { listVouchersOfBooking } from '#src/vouchers/vouchers.service.ts'
import * as statements from './staff-bookings.sql.ts'
import { foundBookingView, staffBookingView } from './staff-bookings.view.ts'
import { parseSearch } from './staff-search.ts'

/** How long after its show a booking is found by name, or by a part of the phone or vehicle number. */
const RECENT_MS = 7 * DAY_MS
/** Shows that one statement searches for a name or a part of a number. */
const SHOWS_AT_ONCE = 10

/**
 * Finds bookings by reference, phone number, email, vehicle number, name or place, or by a part of a phone or vehicle number. With a date only those
 * of that day. The latest shows first.
 */
export async function searchBookings(ctx: Context, text: string): Promise<FoundBooking[]> {
  const { reader, config } = ctx
  const today = formatIsoDate(ctx.now(), config.timeZone)
  const { date, references, phone, email, vehicleNumber, place, ...contact } = parseSearch(
    text,
    today,
  )
  const period = date === undefined ? undefined : periodOfDay(date, config.timeZone)
  const found = await Promise.all([
    references && statements.findByReference(reader, references.first, references.last),
    phone && statements.findByPhone(reader, phone),
    email && statements.findByEmail(reader, email),
    vehicleNumber && statements.findByVehicle(reader, vehicleNumber),
    place && findByPlace(ctx, place, period),
    Object.keys(contact).length > 0 && findByContact(ctx, contact, period),
  ])
  const ids = new Set(found.flatMap((result) => (result ? result.rows.map(({ id }) => id) : [])))
  const { rows } = await statements.selectBookings(reader, [...ids], {
    period,
    limit: MAX_FOUND_BOOKINGS,
  })
  const { rows: places } = await statements.selectPlaces(
    reader,
    rows.map(({ id }) => id),
  )
  const byBooking = Map.groupBy(places, ({ booking_id }) => booking_id)
  return rows.map((row) => foundBookingView(row, byBooking.get(row.id) ?? []))
}

/** The bookings of a seat or slot at the shows of a day, or of today. */
async function findByPlace(
  ctx: Context,
  label: string,
  period?: statements.StartPeriod | undefined,
) {
  const ids = period ? await findShowsBetween(ctx, period) : (await findTodaysShows(ctx)).ids
  return statements.findByPlace(ctx.reader, label, ids)
}

/** The bookings of a name, or of a part of a number, at the shows of a day, or at the recent and coming ones: the latest shows first. */
async function findByContact(
  ctx: Context,
  contact: statements.ContactSearch,
  period?: statements.StartPeriod | undefined,
) {
  const recent = { from: ctx.now() - RECENT_MS, to: Number.MAX_SAFE_INTEGER }
  const ids = await findShowsBetween(ctx, period ?? recent)
  const rows: { id: string }[] = []
  for (let at = 0; at < ids.length && rows.length < MAX_FOUND_BOOKINGS; at += SHOWS_AT_ONCE) {
    const some = ids.slice(at, at + SHOWS_AT_ONCE)
    rows.push(...(await statements.findByContact(ctx.reader, contact, some)).rows)
    // SQLite reads in this thread: visitors must not wait for a long search.
    await yieldToEventLoop()
  }
  return { rows }
}

/** A booking with its notes and everything that happened to it. Throws NOT_FOUND. */
export async function getBooking(ctx: Context, reference: string) {
  const row = await requireBooking(ctx, reference)
  const [booking, history, { rows: notes }, vouchers] = await Promise.all([
    viewBooking(ctx, row),
    loadHistory(ctx, row),
    statements.selectNotes(ctx.reader, row.id),
    listVouchersOfBooking(ctx, row.id),
  ])
  return {
    booking,
    history,
    vouchers,
    notes: notes.map(({ id, at, device_id, device_name, content }) => ({
      _id: id,
      at: formatInstant(at),
      device: deviceOf(device_id, device_name),
      text: content,
    })),
  }
}

/** A sale with its passes, as it was just made. */
export async function readSale(ctx: Context, bookingId: string) {
  const { rows } = await statements.selectBookings(ctx.reader, [bookingId], { limit: 1 })
  const [row] = rows
  if (!row) throw bookingNotFound()
  return { booking: await viewBooking(ctx, row), passes: await readPasses(ctx, row.reference) }
}

export interface StaffRequest {
  reference: string
  deviceId: string
}

/** Throws NOT_FOUND. */
export async function addNote(
  ctx: Context,
  { reference, deviceId }: StaffRequest,
  content: string,
) {
  const { id: bookingId } = await requireBooking(ctx, reference)
  await inTransaction(ctx.db, { durable: true }, async (tx) => {
    await statements.insertNote(tx, { bookingId, deviceId, content })
    await recordOnBooking(tx, { deviceId, action: 'booking.note', bookingId })
  })
}

/** Sends the mail about the new booking again. Throws NOT_FOUND, and CLOSED if the booking has no email. */
export async function resendMail(ctx: Context, { reference, deviceId }: StaffRequest) {
  const row = await requireBooking(ctx, reference)
  const { id: bookingId, user_id: userId, email: to } = row
  if (to === null) throw closed('This booking has no email.')
  await inTransaction(ctx.db, { durable: true }, async (tx) => {
    await queueBookingMails(tx, [{ bookingId, userId, to }])
    await recordOnBooking(tx, { deviceId, action: 'booking.resend-mail', bookingId })
  })
}

/**
 * Corrects the address of a booking, not that of its account, and sends what it has not received. Locks the account: its deletion removes corrected
 * addresses. Throws NOT_FOUND.
 */
export async function correctEmail(
  ctx: Context,
  { reference, deviceId }: StaffRequest,
  address: string,
) {
  const { id: bookingId, user_id, showtime_id } = await requireBooking(ctx, reference)
  const to = address.toLowerCase()
  await inShowtimes(ctx, [showtime_id], async ({ tx }) => {
    const { rows: owners } = await lockUsers(tx, user_id === null ? [] : [user_id])
    const userId = owners[0]?.id ?? null
    await statements.saveContactEmail(tx, bookingId, to)
    await sendToCorrectedAddress(tx, { bookingId, userId, to })
    await recordOnBooking(tx, { deviceId, action: 'booking.correct-email', bookingId })
  })
}

/** The passes of a booking, to print again. Throws NOT_FOUND. */
export async function reprintPasses(ctx: Context, { reference, deviceId }: StaffRequest) {
  const { id: bookingId } = await requireBooking(ctx, reference)
  await inTransaction(ctx.db, { durable: true }, (tx) =>
    recordOnBooking(tx, { deviceId, action: 'booking.reprint', bookingId }),
  )
  return readPasses(ctx, reference)
}

type ActionOnBooking = Pick<AuditRecord, 'deviceId' | 'action'> & { bookingId: string }

const recordOnBooking = (tx: Db, { bookingId, ...action }: ActionOnBooking) =>
  recordAction(tx, { ...action, subjectType: 'booking', subject: bookingId })

async function requireBooking({ reader }: Context, reference: string) {
  const { rows } = await statements.selectBookingOfReference(reader, reference.toUpperCase())
  if (!rows[0]) throw bookingNotFound()
  return rows[0]
}

async function viewBooking({ reader }: Context, row: statements.StaffBookingRow) {
  const [{ rows: places }, admitted, refusedAddresses] = await Promise.all([
    statements.selectPlaces(reader, [row.id]),
    countAdmittedOfBooking({ reader }, row.id),
    findRefusedAddresses(reader, [row.id]),
  ])
  const isCancelled = isCancelledBooking(places)
  const shown = isCancelled ? (await statements.selectFormerPlaces(reader, [row.id])).rows : places
  const refusedEmail = refusedAddresses.get(row.id) ?? null
  return staffBookingView({ ...row, isCancelled, refusedEmail }, shown, admitted)
}

/** Empty without seats. */
export async function readPasses(ctx: Context, reference: string) {
  const ticket = await findTicket(ctx, reference.toUpperCase())
  return ticket ? passesOf(ctx, ticket) : []
}

/** Oldest first. The audit has what staff did, the outbox the mails. */
async function loadHistory(ctx: Context, row: statements.StaffBookingRow): Promise<HistoryEntry[]> {
  const [entries, { rows: mails }] = await Promise.all([
    listActionsOn(ctx, row.id),
    statements.selectMails(ctx.reader, row.id),
  ])
  const created: HistoryEntry[] =
    row.channel === 'web' ? [entryAt(row.created_at, 'booking.create')] : []
  const actions = entries.map((entry): HistoryEntry => {
    const { at, device, person, reason, after } = entry
    const count = typeof after?.count === 'number' ? { count: after.count } : {}
    return { at, action: shownAction(entry), device, ...(person && { person }), reason, ...count }
  })
  const sent = mails.flatMap(
    ({ created_at, attempts, sent_at, refused_at, refusal }): HistoryEntry[] => {
      if (sent_at !== null) return [entryAt(sent_at, 'mail.sent')]
      if (refused_at !== null) return [entryAt(refused_at, 'mail.refused', refusal)]
      return attempts > 1 ? [entryAt(created_at, 'mail.failed')] : []
    },
  )
  return [...created, ...actions, ...sent].toSorted(
    (one, other) => Date.parse(one.at) - Date.parse(other.at),
  )
}

/** What no member of staff has done. */
const entryAt = (
  instant: number,
  action: HistoryEntry['action'],
  reason: string | null = null,
): HistoryEntry => ({ at: formatInstant(instant), action, device: null, reason })
