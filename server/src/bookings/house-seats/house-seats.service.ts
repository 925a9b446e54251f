import { recordAction } from '#src/audit/audit.service.ts'
import type { Context } from '#src/context.ts'
import { giveBackPlaces } from '#src/inventory/sales.ts'
import { inShowtimes, type ShowtimeUnit } from '#src/inventory/showtimes.ts'
import { deletePlaces, markHouseSeatsEnded } from '../order/orders.sql.ts'
import * as statements from './house-seats.sql.ts'

/** One run gives back those of at most this many shows. The next one follows within a second. */
const MAX_SHOWS = 20

interface HouseSeatsRequest {
  showtimeId: string
  placeIds: string[]
  deviceId: string
  reason?: string | undefined
}

/** Gives back those of the places that the house has. Returns how many. */
export const giveBackHouseSeats = (
  ctx: Context,
  { showtimeId, placeIds, deviceId, reason }: HouseSeatsRequest,
) =>
  inShowtimes(ctx, [showtimeId], async (unit) => {
    const givenBack = await giveBackHouseSeatsIn(unit, showtimeId, ({ place_id }) =>
      placeIds.includes(place_id ?? ''),
    )
    if (givenBack.length === 0) return 0
    await recordAction(unit.tx, {
      deviceId,
      action: 'places.unblock',
      reason,
      subjectType: 'showtime',
      subject: showtimeId,
      before: { placeIds: givenBack },
    })
    return givenBack.length
  })

/** Gives back the house seats whose time has come. Several nodes may call it at once. Returns the number of places. */
export async function giveBackDueHouseSeats(ctx: Context) {
  const { rows } = await statements.selectShowsWithDueSeats(ctx.reader, MAX_SHOWS)
  let count = 0
  for (const { showtime_id: showtimeId } of rows)
    try {
      count += await inShowtimes(ctx, [showtimeId], (unit) => giveBackDue(unit, showtimeId), {
        durable: false,
      })
    } catch (error) {
      // The other shows must not wait for this one.
      ctx.log.error({ err: error, showtimeId }, 'house seats could not be given back')
    }
  return count
}

async function giveBackDue(unit: ShowtimeUnit, showtimeId: string) {
  const { now } = unit.moment
  const givenBack = await giveBackHouseSeatsIn(
    unit,
    showtimeId,
    ({ house_until }) => house_until !== null && house_until <= now,
  )
  if (givenBack.length > 0)
    await recordAction(unit.tx, {
      deviceId: null,
      action: 'places.give-back',
      subjectType: 'showtime',
      subject: showtimeId,
      before: { placeIds: givenBack },
    })
  return givenBack.length
}

/** Gives back house seats of a show: all of them unless told otherwise. Returns their places. */
export async function giveBackHouseSeatsIn(
  unit: ShowtimeUnit,
  showtimeId: string,
  isGivenBack: (seat: statements.HouseSeatRow) => boolean = () => true,
) {
  const { rows } = await statements.selectHouseSeats(unit.tx, showtimeId)
  const seats = rows.filter(isGivenBack)
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
