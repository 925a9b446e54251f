import type { QueuePosition } from '@marquee/contract/bookings/waiting-room'
import type { QueuePositionRow, QueueRow } from '../database/schema.ts'
import { isTurnActive } from './rules/turns.ts'

const NOWHERE = {
  ahead: null,
  waitSeconds: null,
  opensAt: null,
  turnUntil: null,
  isMailed: false,
}

/** The position of a visitor at a showtime without a queue: the state `open` of the contract. */
export const positionWithoutQueue = (showtimeId: string): QueuePosition => ({
  ...NOWHERE,
  showtimeId,
  state: 'open',
})

export type ViewedPosition = Pick<
  QueuePositionRow,
  'number' | 'turn_at' | 'turn_until' | 'ended_at' | 'mailbox'
>

interface Viewed {
  queue: QueueRow
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

/** What a visitor is told of their position in a queue. */
export function viewPosition({
  queue,
  position,
  now,
  isHolding,
  aheadOf,
  estimate,
}: Viewed): QueuePosition {
  const live = position && position.ended_at === null ? position : undefined
  const seen = {
    ...NOWHERE,
    showtimeId: queue.showtime_id,
    isMailed: Boolean(live?.mailbox),
  }
  if (isHolding) return { ...seen, state: 'turn' }
  if (live && hasActiveTurn(live, now))
    return { ...seen, state: 'turn', turnUntil: instantOf(live.turn_until) }
  if (!hasOpened(queue)) return { ...seen, state: 'before', opensAt: instantOf(queue.opens_at) }
  const number = live?.turn_at === null ? live.number : null
  const ahead = number === null ? null : aheadOf(number)
  const waitSeconds = estimate(ahead ?? aheadOf(Number.MAX_SAFE_INTEGER))
  return { ...seen, state: 'waiting', ahead, waitSeconds }
}

/** Booking has opened, and those who had come before are shuffled: turns are given. */
export const hasOpened = ({ opens_at, shuffled_at }: QueueRow) =>
  opens_at === null || shuffled_at !== null

export const hasActiveTurn = (
  { turn_at, turn_until, ended_at }: Pick<ViewedPosition, 'turn_at' | 'turn_until' | 'ended_at'>,
  now: number,
) => turn_at !== null && ended_at === null && isTurnActive({ turnUntil: turn_until }, now)

const instantOf = (instant: number | null) =>
  instant === null ? null : new Date(instant).toISOString()
