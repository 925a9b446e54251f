/** A showtime of any booking server, as far as measuring goes. */
export interface ShowThere {
  showtimeId: string
  seatIds: string[]
  /** Where all its seats are read. */
  path: string
}

/** Somebody's window on one showtime. */
export interface WindowThere {
  /** Whether the seat is theirs now. */
  hold: (seatId: string) => Promise<boolean>
  release: (seatId: string) => Promise<unknown>
  close: () => void
}

/**
 * How one kind of booking server is spoken to. For another kind, write a module with such an `adapter` beside this one, list it
 * in `main.ts` and name it: `npm run bench -- --url http://… --adapter name`.
 */
export interface Adapter {
  /** The largest showtime that can be booked. */
  largest: (url: string) => Promise<ShowThere>
  /** Joins a showtime; `hear` is called with each push about its seats. */
  join: (url: string, show: ShowThere, hear: () => void) => Promise<WindowThere>
}
