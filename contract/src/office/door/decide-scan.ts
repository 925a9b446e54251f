import type { Pass } from '#src/tickets/passes.ts'
import { BOOKING_PASS } from '#src/tickets/tickets.ts'
import type { Verdict } from './admissions.ts'

/** A booking as a door knows it, with the people who are in. */
export interface BookingAtDoor {
  showtimeId: string
  issue: number
  /** The number of the pass of each seat. Empty: the booking was cancelled. */
  passes: readonly number[]
  admitted: number
  /** The numbers of the seat passes that were admitted on their own. */
  admittedPasses: readonly number[]
}

interface ScanAtDoor {
  /** A genuine pass of the booking. Null: its reference was typed in, which is good for the whole party. */
  pass: Omit<Pass, 'reference'> | null
  /** The show at this door. Undefined: any show. */
  showtimeId?: string | undefined
  /** How many people have come. Undefined: all that are not in yet. */
  count?: number | undefined
  /** The device was offline and has let them in already. */
  isOffline?: boolean | undefined
}

interface ScanDecision {
  verdict: Extract<
    Verdict,
    'ADMITTED' | 'ALREADY_ADMITTED' | 'WRONG_SHOW' | 'VOID' | 'CANCELLED' | 'EXCESS'
  >
  /** The number of the pass that the people count for. */
  number: number
  admittedNow: number
  /** With `EXCESS`: people whom an offline device let in although the booking had not so many left. */
  excess: number
}

/**
 * Decides about a scan of a booking. People whom an offline device has let in are never refused: those that the booking has left are
 * counted, the others are the excess.
 */
export function decideScan(booking: BookingAtDoor, scan: ScanAtDoor): ScanDecision {
  const { pass, isOffline = false } = scan
  const number = pass?.number ?? BOOKING_PASS
  const refuse = (verdict: ScanDecision['verdict']): ScanDecision => ({
    verdict,
    number,
    admittedNow: 0,
    excess: 0,
  })
  if (booking.passes.length === 0 && !isOffline) return refuse('CANCELLED')
  const isVoid = pass !== null && isVoidPass(booking, pass)
  if (isVoid && !isOffline) return refuse('VOID')
  if (!isVoid && scan.showtimeId !== undefined && scan.showtimeId !== booking.showtimeId)
    return refuse('WRONG_SHOW')

  // The seat may have left the booking: the people count for the party.
  const counted = isVoid ? BOOKING_PASS : number
  const left = Math.max(0, seatCountOf(booking, counted) - admittedOf(booking, counted))
  const ofPass = Math.max(1, seatCountOf(booking, number))
  const asked = scan.count ?? (isOffline ? ofPass : left)
  if (asked > 0 && asked <= left)
    return { verdict: 'ADMITTED', number: counted, admittedNow: asked, excess: 0 }
  if (!isOffline) return refuse('ALREADY_ADMITTED')
  return { verdict: 'EXCESS', number: counted, admittedNow: left, excess: asked - left }
}

/** A pass of an earlier issue or show, or of a seat that has left the booking. */
const isVoidPass = (booking: BookingAtDoor, pass: Omit<Pass, 'reference'>) =>
  pass.showtimeId !== booking.showtimeId ||
  pass.issue !== booking.issue ||
  seatCountOf(booking, pass.number) === 0

const seatCountOf = ({ passes }: BookingAtDoor, number: number) =>
  number === BOOKING_PASS ? passes.length : passes.filter((other) => other === number).length

/** How many people of a pass are in. The pass of a seat is also used up when the whole party is in. */
export function admittedOf(
  { passes, admitted, admittedPasses }: Omit<BookingAtDoor, 'showtimeId' | 'issue'>,
  number: number,
) {
  if (number === BOOKING_PASS) return admitted
  return Number(admittedPasses.includes(number) || admitted >= passes.length)
}
