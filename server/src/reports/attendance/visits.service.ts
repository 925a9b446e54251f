import type { VisitsBy } from '@marquee/contract/office/reports/attendance'
import { MAX_DETAIL_DAYS, type RequestedRange } from '@marquee/contract/office/reports/date-range'
import { endOfShow } from '@marquee/contract/time'
import type { Context } from '#src/context.ts'
import { resolveRange } from '../business-days.ts'
import { idsOf, readInParts } from '../parts.ts'
import { dayLabel, keyOfShow } from '../report-names.ts'
import { countTickets, loadShows, type ReportedShow } from './shows.ts'
import {
  type ArrivalRow,
  FIRST_MINUTE,
  LAST_MINUTE,
  STEP_MINUTES,
  selectArrivals,
} from './visits.sql.ts'

interface VisitsQuery extends RequestedRange {
  by: VisitsBy
}

/** Who came to the shows that start in the range, and when. Throws INVALID. */
export async function getVisits(ctx: Context, { by, ...query }: VisitsQuery) {
  const range = await resolveRange(ctx, query, MAX_DETAIL_DAYS)
  const { shows, days } = await loadShows(ctx, range)
  const ticketsOf = await countTickets(ctx, { days })
  const arrivals = await readInParts(idsOf(shows), (ids) => selectArrivals(ctx.reader, ids))
  const byShow = Map.groupBy(arrivals, ({ showtime_id }) => showtime_id)
  const rows = new Map<string, Row>()
  for (const show of shows) {
    const visits = visitsOf(show, {
      tickets: ticketsOf(show.id),
      arrivals: byShow.get(show.id) ?? [],
      now: ctx.now(),
    })
    const { key, label } =
      by === 'day'
        ? { key: show.day, label: dayLabel(show.day) }
        : keyOfShow(show, by, ctx.config.timeZone)
    rows.set(key, add(rows.get(key) ?? { key, label, ...NOTHING }, visits))
  }
  const totals = [...rows.values()].reduce((total, row) => add(total, row), NOTHING)
  return { ...range, rows: [...rows.values()], totals, arrivals: arrivalsByStep(arrivals) }
}

interface Visits {
  tickets: number
  admitted: number
  noShows: number
  late: number
}

type Row = Visits & { key: string; label: string }

const NOTHING: Visits = { tickets: 0, admitted: 0, noShows: 0, late: 0 }

const add = <Sum extends Visits>(one: Sum, other: Visits): Sum => ({
  ...one,
  tickets: one.tickets + other.tickets,
  admitted: one.admitted + other.admitted,
  noShows: one.noShows + other.noShows,
  late: one.late + other.late,
})

const minuteOf = ({ step }: Pick<ArrivalRow, 'step'>) => FIRST_MINUTE + step * STEP_MINUTES

const sumPeople = (arrivals: readonly ArrivalRow[]) =>
  arrivals.reduce((sum, { people }) => sum + people, 0)

/** Until the end of a show, people may still come. */
function visitsOf(
  show: ReportedShow,
  { tickets, arrivals, now }: { tickets: number; arrivals: readonly ArrivalRow[]; now: number },
): Visits {
  const admitted = sumPeople(arrivals)
  const isOver = now >= endOfShow(show.starts_at, show.duration)
  return {
    tickets,
    admitted,
    noShows: isOver ? Math.max(0, tickets - admitted) : 0,
    late: sumPeople(arrivals.filter((row) => minuteOf(row) >= 0)),
  }
}

function arrivalsByStep(arrivals: readonly ArrivalRow[]) {
  const steps = (LAST_MINUTE - FIRST_MINUTE) / STEP_MINUTES + 1
  const byStep = Map.groupBy(arrivals, ({ step }) => step)
  return Array.from({ length: steps }, (_, step) => ({
    minute: minuteOf({ step }),
    people: sumPeople(byStep.get(step) ?? []),
  }))
}
