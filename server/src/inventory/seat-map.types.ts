import type { PlaceRow } from '../database/schema.ts'
import type { DatabaseTime } from './live-holds.ts'
import type { ClaimState } from './seat-map.sql.ts'

/**
 * The seat map as stored, with expired holds that are not deleted yet (`withoutExpired` removes them). The time is that
 * at which the map was read; `readAt` is the same moment by `ctx.monotonicNow`.
 */
export type StoredSeatMap = SeatMap & DatabaseTime & { readAt: number }

/** A snapshot of the places of a showtime and their claims. Contains no expired holds, unless it is a `StoredSeatMap`. */
export interface SeatMap {
  showtimeId: string
  rev: number
  screenId: string
  /** Epoch milliseconds. */
  startsAt: number
  /** The show still protects its accessible places. */
  isProtecting: boolean
  /** The cinema has cancelled the show. */
  isCancelled: boolean
  places: PlaceRow[]
  claims: Map<string, ClaimState>
  /** The friends in shared selections, by their holder ids. */
  friends: Map<string, { holder: string; name: string }>
  /** The holders of shared selections who pay for all. */
  payersForAll: Set<string>
}

/** The place is free, and HELD for requests that do not ask for an accessible place. */
export const isProtectedPlace = (
  { isProtecting, claims }: Pick<SeatMap, 'isProtecting' | 'claims'>,
  { id, access }: PlaceRow,
) => isProtecting && access !== null && !claims.has(id)
