import { formatInstant } from '@marquee/contract/time'
import { deviceWithName } from '#src/audit/audit.service.ts'
import type { Context } from '#src/context.ts'
import type { Db } from '#src/database/schema.ts'
import { notFound, screenNotFound } from '#src/errors.ts'
import { isCurrentSeat } from '#src/inventory/rules/places.ts'
import type { Place } from '#src/inventory/state.ts'
import { seatViews } from '../change/planners/reseating.ts'
import * as statements from './seat-outages.sql.ts'

/** All screens with their seats that are out of service. */
export async function listSeatOutages({ reader }: Context) {
  const { rows: screens } = await statements.selectScreenLayouts(reader)
  const { rows: outages } = await statements.selectOpenOutages(reader)
  const outagesOf = (screenId: string) =>
    outages
      .filter(({ screen_id }) => screen_id === screenId)
      .map((outage) => ({
        _id: outage.id,
        seatId: outage.place_id,
        seatNumber: outage.label,
        reason: outage.reason,
        since: formatInstant(outage.since),
        device: deviceWithName(outage.device_id, outage.device_name),
      }))
  return { screens: screens.map(({ id, name }) => ({ _id: id, name, outages: outagesOf(id) })) }
}

/** The seats of a screen, also those out of service. Throws NOT_FOUND. */
export async function getScreenSeats(ctx: Context, screenId: string) {
  const { screen, places } = await loadScreen(ctx, ctx.reader, screenId)
  const { screens } = await listSeatOutages(ctx)
  return {
    screen: { _id: screen.id, name: screen.name },
    seats: seatViews(places.filter(isCurrentSeat)),
    outages: screens.find(({ _id }) => _id === screenId)?.outages ?? [],
  }
}

/** Throws NOT_FOUND. */
export async function loadScreen(
  { loadPlaces }: Pick<Context, 'loadPlaces'>,
  db: Db,
  screenId: string,
) {
  const [screen] = (await statements.selectScreen(db, screenId)).rows
  if (!screen) throw screenNotFound()
  return { screen, places: await loadPlaces(db, screenId, screen.layout) }
}

/** Those that the screen has today, and those out of service: the catalogue file may have them no more. Throws NOT_FOUND. */
export function findSeats(places: readonly Place[], seatIds: readonly string[]) {
  const wanted = new Set(seatIds)
  const found = places.filter(
    (place) => wanted.has(place.id) && (isCurrentSeat(place) || place.out_of_service === 1),
  )
  if (found.length < wanted.size) throw notFound('There is no such seat on this screen.')
  return found
}
