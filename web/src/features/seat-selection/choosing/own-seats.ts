/** The seats of a booking that a visitor exchanges for others. Each one is kept or given back. */
export interface OwnSeats {
  /** None at another showtime. */
  seatIds: readonly string[]
  /** All of the booking for another showtime. */
  givenBackIds: readonly string[]
  onToggle: (seatId: string) => void
}

export function ownAppearance(ownSeats: OwnSeats | undefined, seatId: string) {
  if (!ownSeats?.seatIds.includes(seatId)) return undefined
  return ownSeats.givenBackIds.includes(seatId) ? 'given-back' : 'own'
}

/** In words, for the caption, the list and screen readers. */
export const OWN_TEXTS = { own: 'your seat', 'given-back': 'your seat, to exchange' }
