import type { AccessType } from '@marquee/contract/seats/seats'

/** What the map needs to know of a seat. */
export interface MapSeat {
  _id: string
  /** Row letters, then the number in that row: A12. */
  seatNumber: string
  /** Of a drawn row: cells from the middle of the hall. */
  x?: number | undefined
  category: string
  /** Rupees. */
  price: number
  accessible?: AccessType | undefined
  /** The name of the friend who has chosen the seat. */
  friend?: string | undefined
}

/** How the map shows its seats. Style sheets draw each appearance. */
export interface SeatView<S extends MapSeat> {
  appearanceOf: (seat: S) => SeatAppearance
  /** Whether a click on the seat does nothing. */
  isInactive: (seat: S) => boolean
  /** The state of the seat in words, for screen readers. Read again only when the seat is another object or changes its appearance. */
  stateOf: (seat: S) => string
}

/**
 * `protected`: free, for visitors who look for accessible places. `preview`: available, and among the seats that a click takes. `booked` and
 * `given-back`: of the booking that the visitor changes, kept or given back. `unavailable` (house seats, out of service) and `admitted` are for staff only.
 */
export type SeatAppearance =
  | 'available'
  | 'preview'
  | 'selected'
  | 'friend'
  | 'booked'
  | 'given-back'
  | 'held'
  | 'protected'
  | 'sold'
  | 'unavailable'
  | 'admitted'
