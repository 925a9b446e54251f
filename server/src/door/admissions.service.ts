import { parseReference } from '@marquee/contract/bookings/booking-reference'
import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import {
  type admitPass as admitPassCall,
  type Scan,
  UNDO_SECONDS,
  type Verdict,
} from '@marquee/contract/office/door/admissions'
import { admittedOf, decideScan } from '@marquee/contract/office/door/decide-scan'
import type { Pass } from '@marquee/contract/tickets/passes'
import { BOOKING_PASS } from '@marquee/contract/tickets/tickets'
import { verifyPass } from '@marquee/contract/tickets/verify-pass'
import { formatInstant } from '@marquee/contract/time'
import { recordAction } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'
import type { Db } from '../database/schema.ts'
import { closed, forbidden, invalid, notFound } from '../errors.ts'
import { inShowtimes } from '../inventory/showtimes.ts'
import {
  type BookedTicket,
  findTicket,
  passLabel,
  seatsOfPass,
} from '../tickets/tickets.service.ts'
import * as admissions from './admissions.sql.ts'
import { admittedOfBooking, bookingAtDoor, lastAdmission, scanRecord } from './admitted.ts'

type ScanAnswer = ResponseBody<typeof admitPassCall>

interface ScanRequest {
  scan: Scan
  deviceId: string
}

/** Records a scan at a door. Two doors that scan one booking at the same time decide one after the other. Throws INVALID. */
export async function admitPass(
  ctx: Context,
  { scan, deviceId }: ScanRequest,
): Promise<ScanAnswer> {
  const scanned = await findScannedPass(ctx, scan)
  const { scanId } = scan
  if (!('ticket' in scanned))
    return { verdict: scanned.verdict, scanId, admittedNow: 0, pass: null }
  const { ticket, pass } = scanned
  const number = pass?.number ?? BOOKING_PASS
  const outcome = await inShowtimes(ctx, [ticket.showtime_id], async (unit) => {
    const recorded = await recordScan(unit.tx, { scan, deviceId, ticket, pass })
    if (recorded?.isNew) unit.emit(['showChanged', ticket.showtime_id])
    return recorded
  })
  if (!outcome) return admitPass(ctx, { scan, deviceId })
  return {
    verdict: outcome.verdict,
    scanId,
    admittedNow: outcome.admittedNow,
    pass: outcome.ticket ? passView(outcome.ticket, number, { rows: outcome.rows, scanId }) : null,
  }
}

interface ScannedPass {
  ticket: BookedTicket
  /** Null for a reference that was typed in. */
  pass: Pass | null
}

async function findScannedPass(
  ctx: Context,
  { token, reference }: Scan,
): Promise<ScannedPass | { verdict: Verdict }> {
  if ((token === undefined) === (reference === undefined))
    throw invalid('Please scan a ticket or enter its reference.')
  if (token === undefined) {
    const ticket = await findSale(ctx, parseReference(reference ?? '') ?? '')
    if (!ticket) return { verdict: 'NOT_FOUND' }
    return { ticket, pass: null }
  }
  const check = await verifyPass(token, ctx.passKeys.publicKeys)
  if (!check.genuine) return { verdict: 'NOT_GENUINE' }
  const ticket = await findSale(ctx, check.pass.reference)
  return ticket ? { ticket, pass: check.pass } : { verdict: 'NOT_FOUND' }
}

/** House seats are no sale. */
async function findSale(ctx: Context, reference: string) {
  const ticket = await findTicket(ctx, reference)
  return ticket?.channel === 'house' ? undefined : ticket
}

type LockedScan = ScanRequest & ScannedPass

interface Outcome {
  verdict: Verdict
  admittedNow: number
  /** Whether this call has recorded something. */
  isNew: boolean
  /** The record of the booking afterwards. */
  rows: admissions.AdmissionOfBooking[]
  /** The booking as it is under the lock; undefined for a cancelled one. */
  ticket?: BookedTicket
}

/**
 * The booking may have been changed since it was found. Who was let in by a device without a network counts all the same. Returns undefined
 * if the booking has moved to another showtime, which is not locked.
 */
async function recordScan(tx: Db, request: LockedScan): Promise<Outcome | undefined> {
  const { scan, pass } = request
  const ticket = (await findTicket({ reader: tx }, request.ticket.reference)) ?? request.ticket
  if (ticket.showtime_id !== request.ticket.showtime_id) return
  const { rows } = await admissions.selectAdmissions(tx, ticket.id)
  const { showtimeId, count, isOffline } = scan
  const decision = decideScan(bookingAtDoor(ticket, rows), { pass, showtimeId, count, isOffline })
  const { verdict, number, admittedNow, excess } = decision
  if (verdict === 'CANCELLED') return { isNew: false, rows: [], verdict, admittedNow }
  const earlier = await findEarlierAnswer(tx, scan.scanId, rows)
  if (earlier) return { ticket, rows, isNew: false, ...earlier }

  const counted = { ...request, ticket, number }
  if (admittedNow > 0) await admit(tx, counted, admittedNow)
  if (excess > 0) {
    const firstScanId = lastAdmission(rows)?.scan_id ?? null
    await recordExcess(tx, counted, { count: excess, firstScanId })
  }
  const isNew = admittedNow > 0 || excess > 0
  const after = isNew ? (await admissions.selectAdmissions(tx, ticket.id)).rows : rows
  return { ticket, rows: after, isNew, verdict, admittedNow }
}

/** The answer to a scan that is sent again. Undefined for a new one. */
async function findEarlierAnswer(
  tx: Db,
  scanId: string,
  rows: readonly admissions.AdmissionOfBooking[],
): Promise<Pick<Outcome, 'verdict' | 'admittedNow'> | undefined> {
  const [excess] = (await admissions.findExcess(tx, scanId)).rows
  const own = rows.find(({ scan_id, count }) => scan_id === scanId && count > 0)
  if (excess) return { verdict: 'EXCESS', admittedNow: own?.count ?? 0 }
  return own && { verdict: 'ADMITTED', admittedNow: own.count }
}

/** A scan, and the number of the pass that its people count for. */
type CountedScan = Omit<LockedScan, 'pass'> & { number: number }

async function admit(tx: Db, counted: CountedScan, count: number) {
  await admissions.insertAdmission(tx, rowOf(counted, count))
  await recordAction(tx, { ...auditOf(counted, count), action: 'admission.admit' })
}

async function recordExcess(
  tx: Db,
  counted: CountedScan,
  { count, firstScanId }: { count: number; firstScanId: string | null },
) {
  await admissions.insertExcess(tx, rowOf(counted, count), firstScanId)
  await recordAction(tx, { ...auditOf(counted, count), action: 'admission.excess' })
}

const rowOf = ({ scan, deviceId, ticket, number }: CountedScan, count: number) => ({
  bookingId: ticket.id,
  showtimeId: ticket.showtime_id,
  pass: number,
  count,
  deviceId,
  scannedAt: Date.parse(scan.scannedAt),
  scanId: scan.scanId,
  isOffline: scan.isOffline === true,
})

const auditOf = ({ scan, deviceId, ticket, number }: CountedScan, count: number) => ({
  deviceId,
  subjectType: 'booking' as const,
  subject: ticket.id,
  after: { scanId: scan.scanId, showtimeId: ticket.showtime_id, pass: number, count },
})

function passView(
  ticket: BookedTicket,
  number: number,
  { rows, scanId }: { rows: admissions.AdmissionOfBooking[]; scanId: string },
): ScanAnswer['pass'] {
  const seats = seatsOfPass(ticket, number)
  const admitted = admittedOf(bookingAtDoor(ticket, rows), number)
  const last = lastAdmission(rows.filter((row) => row.scan_id !== scanId))
  return {
    reference: ticket.reference,
    pass: number,
    label: passLabel(ticket, number),
    seats: seats.map(({ label }) => label),
    slots: ticket.slots.map(({ label }) => label),
    screen: ticket.screen,
    movie: ticket.movie,
    showtimeId: ticket.showtime_id,
    startTime: formatInstant(ticket.starts_at),
    count: seats.length,
    admitted,
    lastAdmission: last ? scanRecord(last) : null,
  }
}

interface UndoRequest {
  scanId: string
  /** When the device took the admission back. Left out: now. */
  undoneAt?: string | undefined
  deviceId: string
  isManager: boolean
}

/**
 * Takes an admission back: adds a row with a negative count. Returns how many people of the booking are admitted. Throws NOT_FOUND,
 * FORBIDDEN for another device, and CLOSED after a minute.
 */
export async function undoAdmission(ctx: Context, request: UndoRequest) {
  const { scanId, deviceId, isManager } = request
  const [found] = (await admissions.findAdmission(ctx.reader, scanId)).rows
  if (!found) throw notFound('We could not find that admission.')
  if (found.device !== deviceId && !isManager) throw forbidden()
  return inShowtimes(ctx, [found.showtime_id], async ({ tx, emit, moment }) => {
    const { rows } = await admissions.selectAdmissions(tx, found.booking_id)
    const admitted = admittedOfBooking(rows)
    if (rows.some(({ scan_id, count }) => scan_id === scanId && count < 0)) return admitted
    assertUndoable(request, found, moment.now)

    const { booking_id: bookingId, showtime_id, pass } = found
    const count = -found.count
    const row = { bookingId, showtimeId: showtime_id, pass, count, deviceId, scanId }
    await admissions.insertAdmission(tx, { ...row, scannedAt: moment.now, isOffline: false })
    await recordAction(tx, {
      deviceId,
      action: 'admission.undo',
      subjectType: 'booking',
      subject: bookingId,
      after: { scanId, showtimeId: showtime_id, pass, count },
    })
    emit(['showChanged', showtime_id])
    return admitted + count
  })
}

type ScanTimes = Pick<admissions.AdmissionOfBooking, 'received_at' | 'scanned_at'>

/**
 * The device must have undone the admission within a minute of the scan. The server cannot know that of a device that was offline. So the
 * undo must also arrive within a minute of the scan: a device sends what has waited at once.
 */
function assertUndoable(request: UndoRequest, { scanned_at, received_at }: ScanTimes, now: number) {
  const { undoneAt: told } = request
  const undoneAt = told === undefined ? now : Math.min(Date.parse(told), now)
  const elapsed = Math.max(now - received_at, undoneAt - scanned_at)
  if (undoneAt < scanned_at || elapsed > UNDO_SECONDS * 1000)
    throw closed('This admission can no longer be undone.')
}
