/** Places that were released at a showtime in the last ten minutes, without a booking meanwhile. */
export interface ReleasedPlaces {
  /** By this visitor. */
  ofDevice: number
  /** By all visitors of the address who are not signed in with a confirmed email. */
  ofAddress: number
}

/** Who releases places and holds others again and again keeps them from everybody else, without an end and without paying. */
export const CYCLING = {
  periodMs: 600_000,
  /** Free of work. A visitor who thinks for long releases a full selection four times. */
  freeOfDevice: 40,
  freeOfAddress: 200,
  /** The work doubles after every so many further places. */
  placesPerStep: 20,
}

/** The step of the proof of work that a visitor needs who has released so many places; 0 for none. */
export function cyclingStep({ ofDevice, ofAddress }: ReleasedPlaces) {
  const { freeOfDevice, freeOfAddress, placesPerStep } = CYCLING
  const excess = Math.max(ofDevice - freeOfDevice, ofAddress - freeOfAddress)
  return Math.max(0, Math.ceil(excess / placesPerStep))
}
