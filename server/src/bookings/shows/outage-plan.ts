import { getCutoffTime } from '@marquee/contract/bookings/booking-window'
import { closed } from '#src/errors.ts'
import { isCurrentSeat, isForSale } from '#src/inventory/rules/places.ts'
import type { Place, ShowDetails, ShowtimeState } from '#src/inventory/state.ts'
import type { BookedPlace, BookingToChange } from '../change/planners/booking-change.ts'
import {
  byUrgency,
  createReseating,
  losesAllSeats,
  partyOf,
  type Reseating,
  samePlace,
  seatViews,
} from '../change/planners/reseating.ts'
import { planReplacements } from '../seating/replacement-plan.ts'

const vehicleOfLostParty = (reference: string) =>
  `The party of ${reference} would lose all of its seats, and its vehicle is already here. Ask the valet to return it first.`

/** What an outage does to the bookings of one show. */
export interface OutageAtShow {
  show: ShowDetails
  /** The seats of its layout. */
  hall: readonly Place[]
  reseatings: readonly Reseating[]
  /** Until when bookings that lose seats can be cancelled for a full refund. Null: that time has passed. Epoch milliseconds. */
  refundUntil: number | null
}

/** An outage as it is planned. */
export interface PlannedOutage {
  screen: { id: string; name: string }
  /** The layout whose seats were chosen. */
  layoutId: string
  /** The seats of that layout. */
  hall: readonly Place[]
  /** The places of all layouts that are not out of service yet. */
  outIds: ReadonlySet<string>
  /** Their seats, one for each label. */
  outSeats: readonly Place[]
  /** The shows that have not started. */
  upcomingIds: readonly string[]
  /** Those with bookings that change. */
  shows: readonly OutageAtShow[]
  held: number
  houseSeats: number
}

interface OutageInput {
  /** The bookings with one of the seats at any of the shows, the first one first. */
  bookings: readonly BookingToChange[]
  /** The shows that have not started. */
  states: readonly ShowtimeState[]
  outIds: ReadonlySet<string>
  now: number
}

/**
 * Plans what an outage does to shows. Those whose bookings lose seats are first. Throws CLOSED if a party would lose all seats and its vehicle
 * is there.
 */
export function planOutageOfShows({ bookings, states, outIds, now }: OutageInput): OutageAtShow[] {
  const byShow = Map.groupBy(bookings, ({ showtime_id }) => showtime_id)
  const outages = states.flatMap((state): OutageAtShow[] => {
    const affected = byShow.get(state.id)
    if (!affected) return []
    const reseatings = planReplacedSeats(state, affected, outIds)
    for (const reseating of reseatings) assertNoVehicleLost(reseating)
    const hall = state.layout.places.filter(isCurrentSeat)
    return [{ show: state.show, hall, reseatings, refundUntil: refundUntilCutoff(state.show, now) }]
  })
  return outages.toSorted((one, other) => Number(losesSeats(other)) - Number(losesSeats(one)))
}

export const losesSeats = ({ reseatings }: OutageAtShow) =>
  reseatings.some(({ isSeated }) => !isSeated)

/**
 * Plans other seats for bookings of a show. Those that lose seats are first. A lost seat is refunded in full; a booking that loses all of them
 * loses its parking too.
 */
function planReplacedSeats(
  { layout, claims }: Pick<ShowtimeState, 'layout' | 'claims'>,
  bookings: readonly BookingToChange[],
  outIds: ReadonlySet<string>,
): Reseating[] {
  const isFree = ({ _id }: { _id: string }) => {
    const place = layout.byId.get(_id)
    return place !== undefined && isForSale(place) && !outIds.has(_id) && !claims.has(_id)
  }
  const replaced = planReplacements({
    parties: bookings.map(partyOf),
    hall: seatViews(layout.places),
    isFree,
    isOut: ({ _id }) => outIds.has(_id),
  })
  const reseatings = bookings.map((booking, index) => {
    const { seats = [], isTogether = true } = replaced[index] ?? {}
    const newIds = new Map(seats.map(({ from, to }) => [from._id, to?._id]))
    const isLost = seats.every(({ to }) => to === null)
    const findPlace = (place: BookedPlace) => {
      if (isLost) return
      const id = place.kind === 'seat' ? newIds.get(place.place_id) : place.place_id
      return id === place.place_id ? samePlace(place) : layout.byId.get(id ?? '')
    }
    return createReseating(booking, findPlace, isTogether)
  })
  return reseatings.toSorted(byUrgency)
}

/** A cancelled booking has no slot, so another vehicle could be sent to it. */
function assertNoVehicleLost(reseating: Reseating) {
  const hasVehicle = reseating.slots.some(({ from }) => from.has_arrived === 1)
  if (losesAllSeats(reseating) && hasVehicle)
    throw closed(vehicleOfLostParty(reseating.booking.reference))
}

function refundUntilCutoff({ startsAt, cutoffMinutes }: ShowDetails, now: number) {
  const closesAt = getCutoffTime(startsAt, cutoffMinutes)
  return now < closesAt ? closesAt : null
}
