import { getCutoffTime } from '@marquee/contract/booking-window'
import { vehicleOfLostParty } from '@marquee/contract/office/seat-outages'
import type { Context } from '../context.ts'
import type { Db, PlaceRow } from '../database/schema.ts'
import { AppError, closed } from '../errors.ts'
import {
  isLostBooking,
  outagePlanId,
  planReplacedBookings,
  type ShowOutagePlan,
} from './seat-outage-plan.ts'
import * as statements from './seat-outages.sql.ts'
import type { BookingMove } from './show-move-plan.ts'
import * as moves from './show-moves.sql.ts'

/** The screen has the seat, in service or not. */
export const isCurrentSeat = ({ kind, retired }: PlaceRow) => kind === 'seat' && retired === 0

export interface OutageRequest {
  screenId: string
  seatIds: readonly string[]
}

/** An outage as it is planned. */
export interface Outage {
  screen: { id: string; name: string }
  hall: PlaceRow[]
  /** The seats that are not out of service yet. */
  broken: PlaceRow[]
  /** The shows that have not started. */
  upcomingIds: string[]
  /** Those with bookings that change. */
  shows: ShowOutagePlan[]
  planId: string
  held: number
  blocked: number
}

/** Throws NOT_FOUND. */
export async function loadScreen(
  { loadPlaces }: Pick<Context, 'loadPlaces'>,
  db: Db,
  screenId: string,
) {
  const [screen] = (await statements.selectScreen(db, screenId)).rows
  if (!screen) throw new AppError(404, 'NOT_FOUND', 'There is no such screen.')
  return { screen, places: await loadPlaces(db, screenId, screen.layout) }
}

/** Those that are offered, and those out of service: the catalogue file may have them no more. Throws NOT_FOUND. */
export function findSeats(places: readonly PlaceRow[], seatIds: readonly string[]) {
  const wanted = new Set(seatIds)
  const found = places.filter(
    (place) => wanted.has(place.id) && (isCurrentSeat(place) || place.out_of_service === 1),
  )
  if (found.length < wanted.size)
    throw new AppError(404, 'NOT_FOUND', 'There is no such seat on this screen.')
  return found
}

/** Plans an outage. Throws NOT_FOUND, and CLOSED if a party would lose all seats and its vehicle is there. */
export async function loadOutage(
  ctx: Pick<Context, 'loadPlaces'>,
  db: Db,
  { screenId, seatIds }: OutageRequest,
): Promise<Outage> {
  const { screen, places } = await loadScreen(ctx, db, screenId)
  const broken = findSeats(places, seatIds).filter(({ out_of_service }) => out_of_service === 0)
  const { rows: upcoming } = await statements.selectUpcomingShows(db, screenId)
  const upcomingIds = upcoming.map(({ id }) => id)
  const { rows: claims } = await statements.selectSeatClaims(db, upcomingIds)
  const brokenIds = new Set(broken.map(({ id }) => id))
  const brokenClaims = claims.filter(({ place_id }) => brokenIds.has(place_id))
  const byShow = Map.groupBy(claims, ({ showtime_id }) => showtime_id)
  const shows: ShowOutagePlan[] = []
  for (const show of upcoming) {
    const takenIds = new Set(byShow.get(show.id)?.map(({ place_id }) => place_id))
    if (brokenIds.isDisjointFrom(takenIds)) continue
    const { rows: booked } = await moves.selectPlacesToMove(db, show.id)
    const changed = planReplacedBookings({ booked, places, brokenIds, takenIds })
    for (const move of changed) assertNoVehicleLost(move)
    if (changed.length > 0) shows.push({ show, moves: changed, refundUntil: refundDeadline(show) })
  }
  return {
    ...{ screen, hall: places.filter(isCurrentSeat), broken, upcomingIds },
    shows: shows.toSorted((a, b) => Number(losesSeats(b)) - Number(losesSeats(a))),
    planId: outagePlanId(screenId, { brokenIds: [...brokenIds], shows }),
    held: brokenClaims.filter(({ is_held }) => is_held === 1).length,
    blocked: brokenClaims.filter(({ channel }) => channel === 'house').length,
  }
}

const losesSeats = ({ moves: changed }: ShowOutagePlan) => changed.some(({ isSeated }) => !isSeated)

/** A cancelled booking has no slot, so another vehicle could be sent to it. */
function assertNoVehicleLost(move: BookingMove) {
  const hasVehicle = move.slots.some(({ from }) => from.has_arrived === 1)
  if (isLostBooking(move) && hasVehicle) throw closed(vehicleOfLostParty(move.booking.reference))
}

function refundDeadline({ starts_at, cutoff_minutes, now }: statements.AffectedShow) {
  const closesAt = getCutoffTime(starts_at, cutoff_minutes)
  return now < closesAt ? closesAt : null
}
