import type { QueuePosition } from '@marquee/contract/bookings/waiting-room'
import type { QueuePositionRow, WaitingRoomRow } from '../database/schema.ts'
import { isTurnOpen } from './rules/turns.ts'

const NOWHERE = {
  ahead: null,
  waitSeconds: null,
  opensAt: null,
  turnUntil: null,
  isMailed: false,
}

/** The position of a visitor at a showtime without a waiting room. */
export const openPosition = (showtimeId: string): QueuePosition => ({
  ...NOWHERE,
  showtimeId,
  state: 'open',
})

export type ViewedPosition = Pick<
  QueuePositionRow,
  'number' | 'turn_at' | 'turn_until' | 'ended_at' | 'mailbox'
>

interface Viewed {
  room: WaitingRoomRow
  /** Undefined if the visitor has taken no position. */
  position: ViewedPosition | undefined
  now: number
  /** The visitor holds places at the showtime, and so keeps choosing. */
  isHolding: boolean
  /** How many wait before a number. */
  aheadOf: (number: number) => number
  /** The seconds until so many before the visitor have their turn. */
  estimate: (ahead: number) => number | null
}

/** What a visitor is told of their position in a waiting room. */
export function viewPosition({
  room,
  position,
  now,
  isHolding,
  aheadOf,
  estimate,
}: Viewed): QueuePosition {
  const live = position && position.ended_at === null ? position : undefined
  const seen = {
    ...NOWHERE,
    showtimeId: room.showtime_id,
    isMailed: Boolean(live?.mailbox),
  }
  if (isHolding) return { ...seen, state: 'turn' }
  if (live && hasOpenTurn(live, now))
    return { ...seen, state: 'turn', turnUntil: instantOf(live.turn_until) }
  if (isBefore(room)) return { ...seen, state: 'before', opensAt: instantOf(room.opens_at) }
  const number = live?.turn_at === null ? live.number : null
  const ahead = number === null ? null : aheadOf(number)
  const waitSeconds = estimate(ahead ?? aheadOf(Number.MAX_SAFE_INTEGER))
  return { ...seen, state: 'waiting', ahead, waitSeconds }
}

/** The order of those who have come is still to be drawn. */
export const isBefore = ({ opens_at, drawn_at }: WaitingRoomRow) =>
  opens_at !== null && drawn_at === null

export const hasOpenTurn = (
  { turn_at, turn_until, ended_at }: Pick<ViewedPosition, 'turn_at' | 'turn_until' | 'ended_at'>,
  now: number,
) => turn_at !== null && ended_at === null && isTurnOpen({ turnUntil: turn_until }, now)

const instantOf = (instant: number | null) =>
  instant === null ? null : new Date(instant).toISOString()
