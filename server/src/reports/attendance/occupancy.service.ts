import type { OccupancyBy, OccupancyRow } from '@marquee/contract/office/reports/attendance'
import type { RequestedRange } from '@marquee/contract/office/reports/date-range'
import { formatTimeInput, hourOfDay } from '@marquee/contract/time'
import type { Context } from '#src/context.ts'
import { isCurrentSeat } from '#src/inventory/rules/places.ts'
import { resolveRange } from '../business-days.ts'
import { percentOf } from '../parts.ts'
import { dayLabel, keyOfShow } from '../report-names.ts'
import { countTickets, loadShows, type ReportedShow } from './shows.ts'

interface OccupancyQuery extends RequestedRange {
  by: OccupancyBy
}

/** How full the shows are that start in the range. Throws INVALID. */
export async function getOccupancy(ctx: Context, { by, ...query }: OccupancyQuery) {
  const range = await resolveRange(ctx, query)
  const { shows, days } = await loadShows(ctx, range)
  const soldAt = await countTickets(ctx, { days })
  const capacities = await loadCapacities(ctx, shows)
  const rows = new Map<string, Row>()
  for (const show of shows) {
    const division = divisionOf(show, by, ctx.config)
    const row = rows.get(division.key) ?? { ...division, ...NOTHING }
    const figures = {
      shows: 1,
      capacity: capacities.get(show.layout_id) ?? 0,
      sold: soldAt(show.id),
    }
    rows.set(division.key, add(row, figures))
  }
  const totals = [...rows.values()].reduce((total, row) => add(total, row), NOTHING)
  return {
    ...range,
    rows: [...rows.values()]
      .toSorted(inOrder)
      .map(withShare)
      .map(({ order: _, ...row }) => row),
    totals: withShare(totals),
  }
}

interface Figures {
  shows: number
  capacity: number
  sold: number
}

interface Row extends Figures, Pick<OccupancyRow, 'key' | 'label'> {
  /** Rows are sorted by it: a number, or a text. */
  order: string | number
}

const NOTHING: Figures = { shows: 0, capacity: 0, sold: 0 }

const add = <Sum extends Figures>(one: Sum, other: Figures): Sum => ({
  ...one,
  shows: one.shows + other.shows,
  capacity: one.capacity + other.capacity,
  sold: one.sold + other.sold,
})

const withShare = <Sum extends Figures>(sum: Sum) => ({
  ...sum,
  share: percentOf(sum.sold, sum.capacity),
})

const inOrder = ({ order: one }: Row, { order: other }: Row) =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : String(one).localeCompare(String(other))

/** The current seats of each layout. */
async function loadCapacities({ reader, loadPlaces }: Context, shows: readonly ReportedShow[]) {
  const revisions = new Map(
    shows.map(({ layout_id, places_revision }) => [layout_id, places_revision]),
  )
  const capacities = new Map<string, number>()
  for (const [id, revision] of revisions)
    capacities.set(id, (await loadPlaces(reader, id, revision)).filter(isCurrentSeat).length)
  return capacities
}

function divisionOf(show: ReportedShow, by: OccupancyBy, config: Context['config']) {
  if (by === 'hour') return hourDivision(show, config)
  if (by === 'day') return { key: show.day, label: dayLabel(show.day), order: show.day }
  const division = keyOfShow(show, by, config.timeZone)
  return { ...division, order: by === 'show' ? show.starts_at : division.label }
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const SUNDAY = 7
const HOURS = 24

/** The hours of a business day follow each other: midnight is after the evening. */
function hourDivision(
  { day, starts_at }: ReportedShow,
  { timeZone, businessDayEnds }: Context['config'],
) {
  const weekday = new Date(day).getUTCDay()
  const hour = hourOfDay(starts_at, timeZone)
  const isAfterMidnight = formatTimeInput(starts_at, timeZone) < businessDayEnds
  const position = weekday || SUNDAY
  return {
    key: `${position}-${hour}`,
    label: `${WEEKDAYS[weekday]} ${hourName(hour)}`,
    order: position * 2 * HOURS + hour + (isAfterMidnight ? HOURS : 0),
  }
}

/** `6 PM` */
const hourName = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`
