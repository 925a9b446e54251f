import { getCutoffTime } from '@marquee/contract/booking-window'
import { recordAction, recordActions } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'
import type { Db } from '../database/schema.ts'
import { endHoldsOn, releasePlaces } from '../inventory/sales.ts'
import { queueStaffChangeMails } from '../mail/outbox.service.ts'
import { mailsOf, placeIdsOf, refundBooking, sellNewPlaces } from './booking-moves.ts'
import { addMoveNotices } from './change-notices.ts'
import * as changes from './changes.sql.ts'
import type { Outage, OutageRequest } from './load-outage.ts'
import { changedPlaces, isLostBooking, type ShowOutagePlan } from './seat-outage-plan.ts'
import { outageTexts } from './seat-outage-texts.ts'
import * as statements from './seat-outages.sql.ts'
import type { BookingMove } from './show-move-plan.ts'
import * as moves from './show-moves.sql.ts'

export interface OutageCommand extends OutageRequest {
  reason: string
  deviceId: string
}

interface OutageToWrite {
  outage: Outage
  request: OutageCommand
}

/** Takes the seats out of service, and changes the bookings of all shows. */
export async function writeOutage(ctx: Context, tx: Db, { outage, request }: OutageToWrite) {
  const { screenId, reason, deviceId } = request
  const placeIds = outage.broken.map(({ id }) => id)
  await statements.insertOutages(tx, { screenId, placeIds, reason, deviceId })
  await statements.setOutOfService(tx, placeIds, true)
  await endHoldsOn(tx, { showtimeIds: outage.upcomingIds, placeIds })
  await recordAction(tx, {
    ...{ deviceId, reason, action: 'seats.out-of-service', subjectType: 'screen' },
    ...{ subject: screenId, after: { placeIds, shows: outage.shows.length } },
  })
  for (const plan of outage.shows) await writeShow(ctx, tx, { plan, request })
}

interface ShowToWrite {
  plan: ShowOutagePlan
  request: OutageCommand
}

async function writeShow(ctx: Context, tx: Db, { plan, request }: ShowToWrite) {
  const { show, moves: changed } = plan
  const { reason, deviceId } = request
  const refundUntil = getCutoffTime(show.starts_at, show.cutoff_minutes)
  await replacePlaces(ctx, tx, plan)
  for (const move of changed)
    await refundBooking(tx, move, { showtimeId: show.id, reason, deviceId })
  const idsOf = (of: readonly BookingMove[]) => of.map(({ booking }) => booking.booking_id)
  const lostIds = idsOf(changed.filter(isLostBooking))
  await moves.updateBookings(tx, idsOf(changed), { unseatedIds: lostIds, fullRefundUntil: null })
  await statements.extendFullRefund(
    tx,
    idsOf(changed.filter(({ isSeated }) => !isSeated)),
    refundUntil,
  )
  await moves.deleteReminders(tx, lostIds)
  await recordActions(tx, auditRecords(plan, request))
  const terms = {
    ...{ startsAt: show.starts_at, reason },
    refundUntil: show.now < refundUntil ? refundUntil : null,
  }
  const moved = changed.map((move) => ({
    ...{ booking: move.booking, isCancelled: isLostBooking(move) },
    texts: outageTexts(move, terms, ctx.config.timeZone),
  }))
  await queueStaffChangeMails(tx, mailsOf(moved))
  await addMoveNotices(tx, show.movie, moved)
}

/** Releases the seats that change, of all bookings, and then sells the new ones: a booking may get a seat that another one leaves. */
async function replacePlaces(ctx: Context, tx: Db, { show, moves: changed }: ShowOutagePlan) {
  const showtimeId = show.id
  const placesOf = changed.map((move) => ({ booking: move.booking, places: changedPlaces(move) }))
  await releasePlaces(
    tx,
    placesOf.flatMap(({ places }) =>
      places.map(({ from: { booking_id: bookingId, place_id: placeId } }) => ({
        ...{ showtimeId, placeId, bookingId },
      })),
    ),
  )
  for (const { booking, places } of placesOf)
    await changes.deletePlaces(
      tx,
      booking.booking_id,
      places.map(({ from }) => from.place_id),
    )
  await sellNewPlaces(ctx, tx, { showtimeId, moves: placesOf })
}

const auditRecords = (
  { show, moves: changed }: ShowOutagePlan,
  { reason, deviceId }: OutageCommand,
) =>
  changed.map((move) => ({
    ...{ deviceId, reason, action: 'booking.move' as const, subjectType: 'booking' as const },
    subject: move.booking.booking_id,
    before: { showtimeId: show.id, placeIds: placeIdsOf(move).from },
    after: { showtimeId: show.id, placeIds: placeIdsOf(move).to, refund: move.refund },
  }))
