import { formatInstant } from '@marquee/contract/time'
import { deviceWithName } from '#src/audit/audit.service.ts'
import type { Context } from '#src/context.ts'
import type { Db } from '#src/database/schema.ts'
import { notFound, screenNotFound } from '#src/errors.ts'
import { isCurrentSeat } from '#src/inventory/rules/places.ts'
import { seatViews } from '../change/planners/reseating.ts'
import * as statements from './seat-outages.sql.ts'

/** All screens with their seats that are out of service. An earlier layout that shows to come have is listed too, without outages: they are those of its screen. */
export async function listSeatOutages({ reader }: Context) {
  const { rows: layouts } = await statements.selectLayoutsInUse(reader)
  const { rows: outages } = await statements.selectOpenOutages(reader)
  return {
    screens: layouts.map(({ id, name }) => ({
      _id: id,
      name,
      outages: outagesOf(outages, { screenId: id, layoutId: id }),
    })),
  }
}

/** The seats of a screen, or of one of its earlier layouts, also those out of service, and all outages of the screen. Throws NOT_FOUND. */
export async function getScreenSeats(ctx: Context, layoutId: string) {
  const { screenId, name, places } = await loadLayout(ctx, ctx.reader, layoutId)
  const { rows: outages } = await statements.selectOpenOutages(ctx.reader)
  return {
    screen: { _id: layoutId, name },
    seats: seatViews(places.filter(isCurrentSeat)),
    outages: outagesOf(outages, { screenId, layoutId }),
  }
}

interface ScreenLayout {
  screenId: string
  layoutId: string
}

/** The outages of a screen, in the order of the seat map. */
const outagesOf = (
  outages: readonly statements.OpenOutageRow[],
  { screenId, layoutId }: ScreenLayout,
) =>
  onePerLabel(
    outages.filter(({ screen_id }) => screen_id === screenId),
    ({ layout_id }) => layout_id === layoutId,
  ).map((outage) => ({
    _id: outage.id,
    seatId: outage.place_id,
    seatNumber: outage.label,
    reason: outage.reason,
    since: formatInstant(outage.since),
    device: deviceWithName(outage.device_id, outage.device_name),
  }))

/** A seat has a place in each layout of its screen. Returns one of them for each label, if possible one that is preferred, in the order of the seat map. */
export function onePerLabel<Seat extends { label: string; position: number }>(
  seats: readonly Seat[],
  isPreferred: (seat: Seat) => boolean,
) {
  const preferredLast = seats.toSorted(
    (one, other) => Number(isPreferred(one)) - Number(isPreferred(other)),
  )
  const byLabel = new Map(preferredLast.map((seat) => [seat.label, seat]))
  return [...byLabel.values()].toSorted((one, other) => one.position - other.position)
}

/** The screen and the places of a layout. Throws NOT_FOUND. */
export async function loadLayout(
  { loadPlaces }: Pick<Context, 'loadPlaces'>,
  db: Db,
  layoutId: string,
) {
  const [layout] = (await statements.selectLayout(db, layoutId)).rows
  if (!layout) throw screenNotFound()
  const places = await loadPlaces(db, layoutId, layout.places_revision)
  return { screenId: layout.screen_id, name: layout.name, places }
}

/**
 * Finds the seats with the labels of the given ones in all layouts of the screen. The given ones are seats that a layout has today, or that are out of service: the
 * catalogue file may have them no more. Throws NOT_FOUND.
 */
export async function findSameSeats(
  db: Db,
  { screenId, seatIds }: { screenId: string; seatIds: readonly string[] },
) {
  const { rows } = await statements.selectSameSeats(db, screenId, seatIds)
  const known = new Set(
    rows.flatMap((place) => (isCurrentSeat(place) || place.out_of_service === 1 ? place.id : [])),
  )
  if (!new Set(seatIds).isSubsetOf(known)) throw notFound('There is no such seat on this screen.')
  return rows
}
