import { addDays, formatIsoDate, parseLocalTime } from '@marquee/contract/time'
import { sql } from 'kysely'
import {
  applyChanges,
  daily,
  makeCatalogue,
  makeMovie,
  makeScreen,
} from '#test/support/catalogues.ts'
import { createNodeContext, type TestContext } from '#test/support/test-context.ts'
import type { Context } from '../../src/context.ts'
import { paidTotal } from '../../src/database/rows/payments.ts'
import type { planLayout } from '../../src/office/halls/layouts.service.ts'
import type { planChanges } from '../../src/office/programme/plans/programme-plans.service.ts'
import { readProgrammeGrid } from '../../src/office/programme/week.service.ts'
import { connectNodes, readSchema } from '../changes/change-world.ts'

const DAY = 86_400_000
/** No show of one sequence is to come in the next one. */
const BETWEEN_SEQUENCES = 30 * DAY
/** Days of the programme that the steps see. */
const DAYS = 12

/** A plan that a manager has seen. */
export type PendingPlan = {
  planId: string
  /** `World.changes` when it was made. */
  changes: number
} & (
  | { kind: 'programme'; view: Awaited<ReturnType<typeof planChanges>> }
  | { kind: 'hall'; screenId: string; view: Awaited<ReturnType<typeof planLayout>> }
)

export type World = Awaited<ReturnType<typeof createWorld>>

/** A cinema with two small screens and three movies, and two nodes on one database. */
export async function createWorld({ ctx, clock }: TestContext) {
  await clock.advance(BETWEEN_SEQUENCES)
  const since = clock.now()
  await applyChanges(ctx, firstCatalogue(ctx))
  const nodes = connectNodes(createNodeContext(ctx), createNodeContext(ctx))
  return {
    nodes,
    clock,
    since,
    cinema: await readSchema(ctx),
    /** The ids of the bookings of this sequence. */
    bookings: [] as string[],
    /** The plan of each manager. */
    pending: [] as (PendingPlan | undefined)[],
    /** The number of changes of the programme so far. */
    changes: 0,
    log: [] as string[],
  }
}

function firstCatalogue({ now, config: { timeZone } }: Context) {
  const today = formatIsoDate(now(), timeZone)
  const show = (screen: string, days: number, time: string) => ({
    screen,
    cutoffMinutes: 30,
    startTime: new Date(parseLocalTime(addDays(today, days), time, timeZone)).toISOString(),
  })
  const small = makeScreen('Screen 2', { rows: [{ row: 'A', seats: 3, category: 'Standard' }] })
  return makeCatalogue(
    [makeScreen('Screen 1'), small],
    [
      makeMovie('First', {
        showtimes: [
          show('Screen 1', 0, '21:30'),
          show('Screen 1', 1, '18:00'),
          show('Screen 1', 2, '18:00'),
          show('Screen 2', 2, '20:00'),
        ],
      }),
      makeMovie('Second', {
        showtimes: [show('Screen 1', 1, '22:00')],
        daily: [daily('Screen 2', '14:00')],
      }),
      makeMovie('Third'),
    ],
  )
}

/** The programme as staff sees it. */
export const readGrid = ({ nodes: [node] }: Pick<World, 'nodes'>) =>
  readProgrammeGrid(node, { days: DAYS })

export type Snapshot = Awaited<ReturnType<typeof readSnapshot>>

/** The shows of the sequence that are not cancelled, and its bookings. */
export async function readSnapshot({ nodes: [{ reader }], since, bookings }: World) {
  const { rows: shows } = await sql<{ id: string; text: string }>`
    select showtimes.id, movies.name || ' ' || screens.name || ' ' || starts_at as text
      from showtimes
      join movies on movies.id = movie_id
      join screens on screens.id = layout_id
     where starts_at > ${since} and cancelled_at is null`.execute(reader)
  const ids = sql.join(['', ...bookings])
  const { rows: booked } = await sql<{
    id: string
    reference: string
    showtime_id: string
    paid: number
  }>`
    select id, reference, showtime_id, ${paidTotal} as paid from bookings where id in (${ids}) order by id`.execute(
    reader,
  )
  const { rows: places } = await sql<{ booking_id: string; label: string }>`
    select claims.booking_id, label from claims
      join booking_places on booking_places.booking_id = claims.booking_id and booking_places.place_id = claims.place_id
      join places on places.id = claims.place_id
     where claims.booking_id in (${ids}) order by label`.execute(reader)
  return {
    shows: new Map(shows.map(({ id, text }) => [id, text])),
    bookings: new Map(
      booked.map(({ id, paid, ...booking }) => [
        id,
        {
          ...booking,
          paid: Number(paid),
          seats: places.filter(({ booking_id }) => booking_id === id).map(({ label }) => label),
        },
      ]),
    ),
  }
}

/** All that a change of the programme may change. */
export async function readProgrammeRows({ nodes: [{ reader }], since }: World) {
  const { rows } = await sql<{ content: string }>`
    select id || ' ' || layout_id || ' ' || movie_id || ' ' || starts_at || ' ' || coalesce(cutoff_minutes, -1) || ' ' || coalesce(cancelled_at, -1) as content
      from showtimes where starts_at > ${since}
     union all select id || ' ' || layout_id || ' ' || label || ' ' || retired from places
     union all select id || ' ' || duration || ' ' || retired from movies
     union all select id || ' ' || coalesce(closed_from, '-') || ' ' || coalesce(closed_to, '-') from screens
     union all select screen_id || ' ' || at || ' ' || movie_id || ' ' || except_dates from daily_showtimes`.execute(
    reader,
  )
  return rows.map(({ content }) => content).toSorted()
}
