import type { SeatSalesRow } from '@marquee/contract/office/reports/attendance'
import { MAX_DETAIL_DAYS, type RequestedRange } from '@marquee/contract/office/reports/date-range'
import type { Context } from '#src/context.ts'
import type { PlaceRow } from '#src/database/schema.ts'
import { screenNotFound } from '#src/errors.ts'
import { isCurrentSeat } from '#src/inventory/rules/places.ts'
import { resolveRange } from '../business-days.ts'
import { idsOf, percentOf, readInParts } from '../parts.ts'
import { type SoldSeatRow, selectScreensInUse, selectSoldSeats } from './seat-sales.sql.ts'
import { loadShows } from './shows.ts'

/** A large hall has 600 seats: a statement ranks at most some ten thousand. */
const SHOWS_AT_ONCE = 40

interface SeatSalesQuery extends RequestedRange {
  /** Undefined: the first one. */
  screen?: string | undefined
}

/** Which seats of a hall are sold, and which of them first. Throws INVALID and NOT_FOUND. */
export async function getSeatSales(ctx: Context, { screen: screenId, ...query }: SeatSalesQuery) {
  const range = await resolveRange(ctx, query, MAX_DETAIL_DAYS)
  const { rows: inUse } = await selectScreensInUse(ctx.reader)
  const screens = inUse.map(({ id, name }) => ({ _id: id, name }))
  const screen = screenId === undefined ? inUse[0] : inUse.find(({ id }) => id === screenId)
  if (!screen && screenId !== undefined) throw screenNotFound()
  if (!screen) return { ...range, screen: null, screens, rows: [], totals: totalsOf([], 0) }
  const { shows: all } = await loadShows(ctx, range)
  const shows = all.filter(({ screen_id }) => screen_id === screen.id)
  const sold = await readInParts(
    idsOf(shows),
    (ids) => selectSoldSeats(ctx.reader, ids),
    SHOWS_AT_ONCE,
  )
  const places = await ctx.loadPlaces(ctx.reader, screen.id, screen.places_revision)
  const rows = seatRows(places.filter(isCurrentSeat), sold, shows.length)
  return {
    ...range,
    screen: { _id: screen.id, name: screen.name },
    screens,
    rows,
    totals: totalsOf(rows, shows.length),
  }
}

function seatRows(
  seats: readonly PlaceRow[],
  sold: readonly SoldSeatRow[],
  shows: number,
): SeatSalesRow[] {
  const byLabel = Map.groupBy(sold, ({ label }) => label)
  return seats.map(({ id, label, category, x }) => {
    const own = byLabel.get(label) ?? []
    const count = own.reduce((sum, row) => sum + row.sold, 0)
    const ranks = own.reduce((sum, row) => sum + row.ranks, 0)
    return {
      key: id,
      label,
      category: category ?? '',
      ...(x !== null && { x }),
      sold: count,
      share: percentOf(count, shows),
      rank: count > 0 ? Math.round((100 * ranks) / count) : null,
    }
  })
}

function totalsOf(rows: readonly SeatSalesRow[], shows: number) {
  const sold = rows.reduce((sum, row) => sum + row.sold, 0)
  return { shows, seats: rows.length, sold, share: percentOf(sold, rows.length * shows) }
}
