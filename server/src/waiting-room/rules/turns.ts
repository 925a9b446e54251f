import { MINUTE_MS, SECOND_MS } from '@marquee/contract/time'

// How many visitors choose at once, and when a turn ends. Pure.

/** The typical number of seats of a party. */
const SEATS_PER_PARTY = 2.5
/** Before the first turns have ended, four of five are expected to be used. */
const EXPECTED_TURNS = { used: 4, all: 5 }
/** At most so many times as many turns as parties that the free seats are enough for, however few turns are used. */
const MAX_TURNS_PER_PARTY = 3

export interface Demand {
  /** Seats that nobody holds or has bought. */
  freeSeats: number
  /** The turns of the last minutes whose first seat was held, and all of those that are decided: used, given up or over. */
  usedTurns: number
  decidedTurns: number
}

/**
 * How many turns without a held seat a hall can take: as many parties as its free seats are enough for, and more when visitors do not come for
 * their turn. More would choose the same seats and lose them to each other; fewer would leave seats idle while others wait.
 */
export function turnsAllowed({ freeSeats, usedTurns, decidedTurns }: Demand) {
  const used = usedTurns + EXPECTED_TURNS.used
  const turnsPerParty = Math.min((decidedTurns + EXPECTED_TURNS.all) / used, MAX_TURNS_PER_PARTY)
  return Math.ceil((freeSeats / SEATS_PER_PARTY) * turnsPerParty)
}

/** After the selection of a turn has ended without a booking, its visitor may choose again for so long: replacing seats releases them first. */
const REPLACEMENT_MS = 15 * SECOND_MS
/**
 * A turn is given to the next visitor this long after its end. A hold that was allowed before the end is decided by then, because a transaction
 * takes at most five seconds, and so the turn is known to be used.
 */
const DECISION_MS = 10 * SECOND_MS

/** Visitors who were mailed have this long to come. */
export const MAILED_TURN_MS = 10 * MINUTE_MS

export interface Turn {
  /** When the turn began, epoch milliseconds. */
  turnAt: number
  /** Until when the visitor may hold seats. Null while the visitor holds some: the deadline of the selection counts. */
  turnUntil: number | null
  hasHeld: boolean
}

interface TurnTerms {
  now: number
  /** The visitor holds places at the showtime. */
  isHolding: boolean
  turnMs: number
  /** The longest selection. */
  holdMaxMs: number
}

/** Returns the turn as it is now, undefined once it has ended. */
export function advanceTurn(
  turn: Turn,
  { now, isHolding, turnMs, holdMaxMs }: TurnTerms,
): Turn | undefined {
  if (isHolding) return { ...turn, turnUntil: null, hasHeld: true }
  if (turn.turnUntil === null) {
    // Holding and releasing again and again does not prolong a turn for ever.
    const latest = turn.turnAt + turnMs + holdMaxMs
    return { ...turn, turnUntil: Math.min(now + REPLACEMENT_MS, latest) }
  }
  if (now >= turn.turnUntil + DECISION_MS) return undefined
  // The clock may have been set back since the turn was given.
  return { ...turn, turnUntil: Math.min(turn.turnUntil, now + Math.max(turnMs, MAILED_TURN_MS)) }
}

/** The visitor may hold places. */
export const isTurnActive = ({ turnUntil }: Pick<Turn, 'turnUntil'>, now: number) =>
  turnUntil === null || now < turnUntil
