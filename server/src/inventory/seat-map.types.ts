import type { Place } from './state.ts'

/** The claim of a place, as views need it. */
export interface PlaceClaim {
  /** Null: sold, or out of service. */
  holder: string | null
  /** The visitor who has chosen the held place: the holder, or a friend. */
  chooser: string | null
  /** The deadline of the selection, epoch milliseconds by the database's clock. */
  deadline: number | null
  /** Null: held, or out of service. */
  bookingId: string | null
}

/** A snapshot of the places of a showtime and their claims, without selections whose time is over. */
export interface SeatMap {
  showtimeId: string
  rev: number
  /** Of the state, random with each change. */
  version: string
  screenId: string
  /** Epoch milliseconds. */
  startsAt: number
  /** The database's clock, epoch milliseconds. */
  now: number
  /** The show still protects its accessible places. */
  isProtecting: boolean
  /** The cinema has cancelled the show. */
  isCancelled: boolean
  places: readonly Place[]
  /** Visitors see places out of service as sold. */
  claims: ReadonlyMap<string, PlaceClaim>
  /** The friends in shared selections, by their holder ids. */
  friends: ReadonlyMap<string, { holder: string; name: string }>
  /** The holders of shared selections who pay for all. */
  payersForAll: ReadonlySet<string>
}

/** The place is free, and HELD for requests that do not ask for an accessible place. */
export const isProtectedPlace = (
  { isProtecting, claims }: Pick<SeatMap, 'isProtecting' | 'claims'>,
  { id, access }: Place,
) => isProtecting && access !== null && !claims.has(id)
