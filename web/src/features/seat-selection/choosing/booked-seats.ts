/** The seats of a booking that a visitor changes for others. Each one is kept or given back. */
export interface BookedSeats {
  /** None at another showtime. */
  seatIds: readonly string[]
  /** All of the booking for another showtime. */
  givenBackIds: readonly string[]
  onToggle: (seatId: string) => void
}

export function bookedAppearance(bookedSeats: BookedSeats | undefined, seatId: string) {
  if (!bookedSeats?.seatIds.includes(seatId)) return undefined
  return bookedSeats.givenBackIds.includes(seatId) ? 'given-back' : 'booked'
}

/** In words, for the caption, the list and screen readers. */
export const BOOKED_TEXTS = { booked: 'your seat', 'given-back': 'your seat, to change' }
