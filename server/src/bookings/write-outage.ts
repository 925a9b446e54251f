import { recordAction } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'
import { endHoldsOn, giveBackPlaces } from '../inventory/sales.ts'
import type { ShowtimeUnit } from '../inventory/showtimes.ts'
import { sellNewPlaces, writeChangedBookings } from './booking-moves.ts'
import * as changes from './changes.sql.ts'
import type { Outage, OutageRequest } from './load-outage.ts'
import { changedPlaces, isLostBooking, type ShowOutagePlan } from './seat-outage-plan.ts'
import { outageTexts } from './seat-outage-texts.ts'
import * as statements from './seat-outages.sql.ts'

export interface OutageCommand extends OutageRequest {
  reason: string
  deviceId: string
}

interface OutageToWrite {
  outage: Outage
  request: OutageCommand
}

/** Takes the seats out of service, and changes the bookings of all shows. */
export async function writeOutage(
  ctx: Context,
  unit: ShowtimeUnit,
  { outage, request }: OutageToWrite,
) {
  const { tx } = unit
  const { screenId, reason, deviceId } = request
  const placeIds = outage.broken.map(({ id }) => id)
  await statements.insertOutages(tx, { screenId, placeIds, reason, deviceId })
  await statements.setOutOfService(tx, placeIds, true)
  for (const showtimeId of outage.upcomingIds) endHoldsOn(unit, showtimeId, placeIds)
  await recordAction(tx, {
    ...{ deviceId, reason, action: 'seats.out-of-service', subjectType: 'screen' },
    ...{ subject: screenId, after: { placeIds, shows: outage.shows.length } },
  })
  for (const plan of outage.shows) await writeShow(ctx, unit, { plan, request })
}

interface ShowToWrite {
  plan: ShowOutagePlan
  request: OutageCommand
}

async function writeShow(
  ctx: Context,
  unit: ShowtimeUnit,
  { plan, request: { reason, deviceId } }: ShowToWrite,
) {
  const { show, moves: changed, refundUntil } = plan
  await replacePlaces(unit, plan)
  const terms = { startsAt: show.starts_at, reason, refundUntil }
  await writeChangedBookings(unit.tx, {
    ...{ show, reason, deviceId, isRescheduled: false },
    bookings: changed.map((move) => ({
      ...{ move, isCancelled: isLostBooking(move) },
      refundUntil: move.isSeated ? null : refundUntil,
      texts: outageTexts(move, terms, ctx.config.timeZone),
    })),
  })
}

/** Releases the seats that change, of all bookings, and then sells the new ones: a booking may get a seat that another one leaves. */
async function replacePlaces(unit: ShowtimeUnit, { show, moves: changed }: ShowOutagePlan) {
  const showtimeId = show.id
  const placesOf = changed.map((move) => ({ booking: move.booking, places: changedPlaces(move) }))
  for (const { booking, places } of placesOf) {
    const placeIds = places.map(({ from }) => from.place_id)
    giveBackPlaces(unit, showtimeId, { bookingId: booking.booking_id, placeIds })
    await changes.deletePlaces(unit.tx, booking.booking_id, placeIds)
  }
  await sellNewPlaces(unit, { showtimeId, moves: placesOf })
}
