import { recordAction } from '#src/audit/audit.service.ts'
import type { Context } from '#src/context.ts'
import { giveBackPlaces } from '#src/inventory/sales.ts'
import { inShowtimes, type ShowtimeUnit } from '#src/inventory/showtimes.ts'
import { deletePlaces, markHouseSeatsEnded } from '../order/orders.sql.ts'
import * as statements from './house-seats.sql.ts'

/** One run unblocks those of at most this many shows. The next one follows within a second. */
const MAX_SHOWS = 20

interface HouseSeatsRequest {
  showtimeId: string
  placeIds: string[]
  deviceId: string
  reason?: string | undefined
}

/** Unblocks those of the places that the house has. Returns how many. */
export const unblockPlaces = (
  ctx: Context,
  { showtimeId, placeIds, deviceId, reason }: HouseSeatsRequest,
) =>
  inShowtimes(ctx, [showtimeId], async (unit) => {
    const unblocked = await unblockPlacesIn(unit, showtimeId, ({ place_id }) =>
      placeIds.includes(place_id ?? ''),
    )
    if (unblocked.length === 0) return 0
    await recordAction(unit.tx, {
      deviceId,
      action: 'places.unblock',
      reason,
      subjectType: 'showtime',
      subject: showtimeId,
      before: { placeIds: unblocked },
    })
    return unblocked.length
  })

/** Unblocks the house seats whose time has come. Several nodes may call it at once. Returns the number of places. */
export async function unblockDuePlaces(ctx: Context) {
  const { rows } = await statements.selectShowsWithDueSeats(ctx.reader, MAX_SHOWS)
  let count = 0
  for (const { showtime_id: showtimeId } of rows)
    try {
      count += await inShowtimes(ctx, [showtimeId], (unit) => unblockDueAt(unit, showtimeId), {
        durable: false,
      })
    } catch (error) {
      // The other shows must not wait for this one.
      ctx.log.error({ err: error, showtimeId }, 'house seats could not be unblocked')
    }
  return count
}

async function unblockDueAt(unit: ShowtimeUnit, showtimeId: string) {
  const { now } = unit.moment
  const unblocked = await unblockPlacesIn(
    unit,
    showtimeId,
    ({ house_until }) => house_until !== null && house_until <= now,
  )
  if (unblocked.length > 0)
    await recordAction(unit.tx, {
      deviceId: null,
      action: 'places.give-back',
      subjectType: 'showtime',
      subject: showtimeId,
      before: { placeIds: unblocked },
    })
  return unblocked.length
}

/** Unblocks house seats of a show: all of them unless told otherwise. Returns their places. */
export async function unblockPlacesIn(
  unit: ShowtimeUnit,
  showtimeId: string,
  isUnblocked: (seat: statements.HouseSeatRow) => boolean = () => true,
) {
  const { rows } = await statements.selectHouseSeats(unit.tx, showtimeId)
  const seats = rows.filter(isUnblocked)
  const places = seats.flatMap(({ booking_id, place_id }) =>
    place_id === null ? [] : { booking_id, place_id },
  )
  for (const { booking_id: bookingId, place_id } of places)
    giveBackPlaces(unit, showtimeId, { bookingId, placeIds: [place_id] })
  if (places.length > 0) await deletePlaces(unit.tx, places)
  if (seats.length > 0)
    await markHouseSeatsEnded(
      unit.tx,
      seats.map(({ booking_id }) => booking_id),
    )
  return places.map(({ place_id }) => place_id)
}
