import { parseReference } from '@marquee/contract/bookings/booking-reference'
import type { Show } from '@marquee/contract/office/shows/shows'
import { BOOKING_PASS } from '@marquee/contract/tickets/tickets'
import type { DoorDecision, DoorVerdict } from '#features/door/offline/decide.ts'
import { dateTimeOf, timeOf } from '#lib/format.ts'
import type { ServerAnswer } from './door.queries.ts'

export type AnswerLevel = 'good' | 'warning' | 'bad'

export interface DoorAnswer {
  decision: DoorDecision
  /** The scan of the queue, if this device has let people in. */
  scanId?: string | undefined
  /** What was scanned, to admit another number of people. */
  code: string
}

const LEVELS: Record<DoorVerdict, AnswerLevel> = {
  ADMITTED: 'good',
  ALREADY_ADMITTED: 'warning',
  UNLISTED: 'warning',
  EXCESS: 'warning',
  WRONG_SHOW: 'bad',
  VOID: 'bad',
  CANCELLED: 'bad',
  NOT_GENUINE: 'bad',
  UNREADABLE: 'bad',
  NOT_FOUND: 'bad',
}

export const levelOf = (verdict: DoorVerdict) => LEVELS[verdict]

interface DoorContext {
  timeZone: string
  /** The shows of today, to name the show of a wrong pass. */
  shows: Show[]
  screen: string
  isConnected: boolean
}

const REFERENCE_HELP = 'A reference is MQ- and 10 letters or digits. It has no 0, 1, I, L, O or U.'

/** The large text of an answer. */
export function answerTitle({ verdict, admittedNow }: DoorDecision) {
  switch (verdict) {
    case 'ADMITTED':
      return `Admit ${admittedNow}`
    case 'ALREADY_ADMITTED':
      return 'Already admitted'
    case 'UNLISTED':
      return 'Not on the list'
    case 'EXCESS':
      return 'Let in too many'
    case 'WRONG_SHOW':
      return 'Wrong show'
    case 'VOID':
      return 'Not valid any more'
    case 'CANCELLED':
      return 'Cancelled'
    case 'NOT_GENUINE':
      return 'Not genuine'
    case 'UNREADABLE':
      return 'Not readable'
    case 'NOT_FOUND':
      return 'No such booking'
  }
}

/** The lines below the title. */
export function answerLines(
  decision: DoorDecision,
  { timeZone, shows, screen, isConnected }: DoorContext,
): string[] {
  const { verdict, seats, slots, count, admitted, lastAdmission } = decision
  const last = lastAdmission
    ? `${timeOf(lastAdmission.scannedAt, timeZone)}, ${lastAdmission.device?.name ?? 'this door'}`
    : ''
  switch (verdict) {
    case 'ADMITTED': {
      const before = admitted - decision.admittedNow
      return [
        [screen, seats.join(' ')].filter(Boolean).join(' · '),
        slots.length > 0 ? `Parking ${slots.join(' ')}` : '',
        before > 0 ? `${before} of ${count} were in before: ${last}` : '',
        decision.pass === BOOKING_PASS && admitted < count
          ? `${count - admitted} more can come later`
          : '',
      ].filter(Boolean)
    }
    case 'ALREADY_ADMITTED':
      return [`${admitted} of ${count} are in`, last].filter(Boolean)
    case 'UNLISTED':
      return [
        'The pass is genuine and for this show, but its booking is not on this list.',
        'It may have been sold since, or cancelled.',
      ]
    case 'EXCESS':
      return last
        ? ['Another door let this pass in before.', last]
        : ['The booking was changed or cancelled before.']
    case 'WRONG_SHOW': {
      const show = decision.show ?? findShow(shows, decision)
      if (show) return [`${dateTimeOf(show.startTime, timeZone)} · ${show.screen}`, show.movie]
      return [
        'The ticket is for another day.',
        isConnected ? '' : 'Offline, this device knows only the shows of today.',
      ].filter(Boolean)
    }
    case 'VOID':
      return [
        'Its seat has left the booking, or a newer ticket replaces it.',
        'Ask for the newer ticket.',
      ]
    case 'CANCELLED':
      return ['The booking was cancelled.']
    case 'NOT_GENUINE':
      return ['This is not a ticket of this cinema, or it was altered.']
    case 'UNREADABLE':
      return ['The code came in other letters than those of a ticket. Scan it again, or type it.']
    case 'NOT_FOUND':
      return [
        parseReference(decision.reference ?? '') ? 'Check the reference.' : REFERENCE_HELP,
        isConnected ? '' : 'Without the server, this device knows only the tickets of this show.',
      ].filter(Boolean)
  }
}

/** The show of a wrong pass, if it is one of these. */
export function findShow(shows: readonly Show[], { showtimeId }: DoorDecision) {
  const show = shows.find(({ _id }) => _id === showtimeId)
  return show && { startTime: show.startTime, screen: show.screen.name, movie: show.movie.name }
}

/** The server's answer in the form of a decision of this device. */
export function decisionOf({ verdict, admittedNow, pass }: ServerAnswer): DoorDecision {
  return {
    verdict,
    admittedNow,
    reference: pass?.reference,
    pass: pass?.pass ?? 0,
    seats: pass?.seats ?? [],
    slots: pass?.slots ?? [],
    admitted: pass?.admitted ?? 0,
    count: pass?.count ?? 0,
    lastAdmission: pass?.lastAdmission,
    showtimeId: pass?.showtimeId,
    show: pass ?? undefined,
  }
}
