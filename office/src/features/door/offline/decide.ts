import { parseReference } from '@marquee/contract/bookings/booking-reference'
import type { Verdict } from '@marquee/contract/office/door/admissions'
import { admittedOf, decideScan } from '@marquee/contract/office/door/decide-scan'
import { type Pass, parseToken } from '@marquee/contract/tickets/passes'
import { BOOKING_PASS } from '@marquee/contract/tickets/tickets'
import { type PassKey, verifyPass } from '@marquee/contract/tickets/verify-pass'
import type { DoorBooking } from './door-list.ts'

/** `UNREADABLE`: typed with another keyboard layout. `UNLISTED`: a genuine pass of this show whose booking is not on the list: sold after the list was fetched, or cancelled. */
export type DoorVerdict = Verdict | 'UNLISTED' | 'UNREADABLE'

export interface DoorDecision {
  verdict: DoorVerdict
  reference?: string | undefined
  /** 0: the whole party. */
  pass: number
  seats: string[]
  slots: string[]
  /** People that this scan lets in. */
  admittedNow: number
  /** People of the pass who are in, this scan included, and all people of the pass. */
  admitted: number
  count: number
  lastAdmission?: DoorBooking['lastAdmission'] | undefined
  /** With `WRONG_SHOW`: the show of the pass. */
  showtimeId?: string | undefined
  /** What the server knows about that show. */
  show?: { startTime: string; screen: string; movie: string } | undefined
}

/** What was scanned or typed. */
export type ScannedCode = { token: string; pass: Pass | undefined } | { reference: string }

const NOTHING = { pass: BOOKING_PASS, seats: [], slots: [], admittedNow: 0, admitted: 0, count: 0 }
/** What a typed reference may look like, mistakes included. Tokens are longer. */
const LIKE_A_REFERENCE = /^[\dA-Z-]{1,40}$/

/** Tells a token from a reference, and verifies a token with the public keys alone. */
export async function readCode(text: string, keys: readonly PassKey[]): Promise<ScannedCode> {
  const reference = parseReference(text)
  if (reference) return { reference }
  const compact = text.replaceAll(/\s/g, '').toUpperCase()
  if (LIKE_A_REFERENCE.test(compact) && !parseToken(compact)) return { reference: compact }
  const check = await verifyPass(compact, keys)
  return { token: compact, pass: check.genuine ? check.pass : undefined }
}

interface Typed {
  text: string
  /** The same keys on a US keyboard, whose keys a hand scanner presses. Undefined if the text was not only typed. */
  usLayoutText: string | undefined
}

/** Returns the typed text, or the same keys on a US keyboard: with another keyboard layout, the letters differ from those that a scanner means. */
export async function chooseKeyboardLayout(
  { text, usLayoutText }: Typed,
  keys: readonly PassKey[],
) {
  if (usLayoutText === undefined || (await isCode(text, keys))) return text
  return hasNonAscii(text) || (await isCode(usLayoutText, keys)) ? usLayoutText : text
}

async function isCode(text: string, keys: readonly PassKey[]) {
  const code = await readCode(text, keys)
  return 'reference' in code ? parseReference(code.reference) !== undefined : Boolean(code.pass)
}

/** Codes consist of Latin letters, digits and hyphens. */
const hasNonAscii = (text: string) => /[^\x20-\x7e]/.test(text)

interface DoorBookings {
  showtimeId: string
  bookings: ReadonlyMap<string, DoorBooking>
}

/** Decides about a code without the server. `count` is how many people have come; left out: all that are not in yet. */
export function decide(
  { showtimeId, bookings }: DoorBookings,
  code: ScannedCode,
  count?: number,
): DoorDecision {
  if ('reference' in code) {
    const booking = bookings.get(code.reference)
    if (!booking) return { ...NOTHING, verdict: 'NOT_FOUND', reference: code.reference }
    return decideScanOfBooking(booking, { pass: null, showtimeId, count })
  }
  const { pass } = code
  if (!pass) return { ...NOTHING, verdict: hasNonAscii(code.token) ? 'UNREADABLE' : 'NOT_GENUINE' }
  const { reference, number } = pass
  // The list has no bookings of other shows.
  if (pass.showtimeId !== showtimeId)
    return { ...NOTHING, verdict: 'WRONG_SHOW', reference, showtimeId: pass.showtimeId }
  const booking = bookings.get(reference)
  if (!booking) return { ...NOTHING, verdict: 'UNLISTED', reference, pass: number }
  return decideScanOfBooking(booking, { pass, showtimeId, count })
}

interface ScanOfBooking {
  pass: Pass | null
  showtimeId: string
  count: number | undefined
}

function decideScanOfBooking(booking: DoorBooking, scan: ScanOfBooking): DoorDecision {
  const { reference, passes, slots, lastAdmission } = booking
  const { verdict, number, admittedNow } = decideScan(
    { ...booking, showtimeId: scan.showtimeId },
    scan,
  )
  if (verdict === 'CANCELLED' || verdict === 'VOID')
    return { ...NOTHING, verdict, reference, pass: number }
  const seats = booking.seats.filter(
    (_, index) => number === BOOKING_PASS || passes[index] === number,
  )
  return {
    verdict,
    reference,
    pass: number,
    seats,
    slots,
    count: seats.length,
    admittedNow,
    admitted: admittedOf(booking, number) + admittedNow,
    lastAdmission,
  }
}
