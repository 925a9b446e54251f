import { findBestSeats } from '@marquee/contract/seats/best-seats'
import { createHall, type Hall, type HallSeat } from '@marquee/contract/seats/hall'
import { seatTier } from '@marquee/contract/seats/seat-tiers'
import type { HoldMoment, Layout, Place, ShowtimeState } from '../state.ts'
import { isCurrentSeat, isFreeFor } from './places.ts'
import { type PlacesCommand, visitorOf } from './requester.ts'

/** What a party asks for. */
export interface BestSeats {
  /** The number of seats. */
  size: number
  category?: string | undefined
  /** Seats of the tiers of these categories. */
  categories?: readonly string[] | undefined
  isTogether?: boolean | undefined
}

export type HallPlace = HallSeat & { place: Place }

const halls = new WeakMap<Layout, Hall<HallPlace>>()

/** The rows of seats of a screen. Created once for a layout. */
export function hallOf(layout: Layout): Hall<HallPlace> {
  const known = halls.get(layout)
  if (known) return known
  const seats = layout.places.filter(isCurrentSeat)
  const hall = createHall(
    seats.map((place) => ({
      _id: place.id,
      seatNumber: place.label,
      category: place.category ?? '',
      accessible: place.access ?? undefined,
      x: place.x ?? undefined,
      place,
    })),
  )
  halls.set(layout, hall)
  return hall
}

interface Choice extends Pick<PlacesCommand, 'requester' | 'isAccessible'> {
  best: BestSeats
  /** Seats that the visitor gives up may be chosen again. */
  isReplacing: boolean
}

/** Returns the ids of the best free seats for a party. Undefined if there are none. */
export function chooseSeats(state: ShowtimeState, choice: Choice, moment: HoldMoment) {
  const { best, requester, isAccessible = false, isReplacing } = choice
  const tiers = best.categories && new Set(best.categories.map(seatTier))
  const isFree = ({ place }: HallPlace) => {
    const claim = state.claims.get(place.id)
    const isOwn = claim?.kind === 'held' && claim.holder === requester.holder
    const isGivenUp = isOwn && isReplacing && claim.chooserId === visitorOf(requester)
    return (
      (!claim || isGivenUp) &&
      (!tiers || tiers.has(seatTier(place.category ?? ''))) &&
      isFreeFor(state, choice, { place, moment })
    )
  }
  const seats = findBestSeats(hallOf(state.layout), {
    size: best.size,
    isFree,
    wheelchairs: isAccessible ? { wanted: 1 } : undefined,
    isTogether: best.isTogether,
    tier: best.category === undefined ? undefined : seatTier(best.category),
  })
  return seats?.map(({ _id }) => _id)
}
