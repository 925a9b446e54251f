/** What one holder has at one showtime. */
export interface OfHolder {
  showtimeId: string
  holder: string
}

export interface PlacesOfHolder extends OfHolder {
  placeIds: readonly string[]
}

export interface Taken {
  showtime_id: string
  place_id: string
}
/** Whether there was a row, run out or one's own, in whose stead this one stands. */
export type Got = Taken & { replaced: number }
