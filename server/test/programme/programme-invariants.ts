import { endOfShow } from '@marquee/contract/time'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { expectInvariants } from '../changes/change-invariants.ts'
import type { PendingPlan, Snapshot, World } from './programme-world.ts'

type ProgrammeView = Extract<PendingPlan, { kind: 'programme' }>['view']
type HallView = Extract<PendingPlan, { kind: 'hall' }>['view']

/** What is true after every step. */
export async function expectProgrammeInvariants(world: World) {
  await expectInvariants(world)
  await expectNoOverlaps(world)
  await expectOfferedPlaces(world)
}

/** A screen shows one movie at a time, whatever the versions of its hall. */
async function expectNoOverlaps({ nodes: [{ reader }], since }: World) {
  const { rows } = await sql<{ screen: string; starts_at: number; duration: number }>`
    select coalesce(version_of, screens.id) as screen, starts_at, duration
      from showtimes
      join screens on screens.id = layout_id
      join movies on movies.id = movie_id
     where starts_at > ${since} and cancelled_at is null
     order by starts_at`.execute(reader)
  for (const shows of Map.groupBy(rows, ({ screen }) => screen).values())
    for (const [index, show] of shows.slice(1).entries()) {
      const before = shows[index] ?? show
      expect(Number(show.starts_at), 'shows do not overlap').toBeGreaterThanOrEqual(
        endOfShow(Number(before.starts_at), before.duration),
      )
    }
}

/** A hall always has places, so that its shows can be sold. */
async function expectOfferedPlaces({ nodes: [{ reader }], since }: World) {
  const { rows } = await sql<{ id: string }>`
    select showtimes.id from showtimes
     where starts_at > ${since} and cancelled_at is null
       and not exists (select 1 from places where places.layout_id = showtimes.layout_id and kind = 'seat')`.execute(
    reader,
  )
  expect(rows, 'each show has seats').toEqual([])
}

interface Change {
  before: Snapshot
  after: Snapshot
}

const textOf = ({
  movie,
  screen,
  startTime,
}: {
  movie: string
  screen: string
  startTime: string
}) => `${movie} ${screen} ${Date.parse(startTime)}`

/** What was applied is what the plan has said: shows, bookings and money. */
export function expectAppliedAsPlanned(view: ProgrammeView, { before, after }: Change) {
  const sources = view.moves.map(({ movie, from }) => textOf({ movie, ...from }))
  const gone = new Set([...view.removes.map(textOf), ...sources])
  const shows = [...before.shows.values()].filter((text) => !gone.has(text))
  // A show without bookings that moves to a daily show of its movie is that show from then on: a screen has one show at a time.
  const planned = new Set([...shows, ...view.adds.map(textOf), ...view.moves.map(textOf)])
  expect([...after.shows.values()].toSorted(), 'the shows are those of the plan').toEqual(
    [...planned].toSorted(),
  )

  const cancelled = new Set(view.removes.filter(({ isCancelled }) => isCancelled).map(textOf))
  const moved = new Map(
    view.moves.flatMap(({ bookings }) => bookings.map((one) => [one.reference, one.refund])),
  )
  for (const [id, was] of before.bookings) {
    const now = after.bookings.get(id)
    const refund = moved.get(was.reference)
    if (cancelled.has(before.shows.get(was.showtime_id) ?? ''))
      expect(now, 'a cancelled show is refunded').toEqual({ ...was, paid: 0, seats: [] })
    else if (refund !== undefined) {
      expect(now?.showtime_id, 'a booking moves with its show').toBe(was.showtime_id)
      expect(now?.paid, 'a move refunds what was planned').toBe(was.paid - refund)
      expect(now?.seats.length, 'a party keeps its seats, or is refunded').toBe(
        now?.paid === 0 ? 0 : was.seats.length,
      )
    } else expect(now, 'other bookings stay as they are').toEqual(was)
  }
}

/** A new hall changes no booking, and keeps the halls that the plan has named. */
export async function expectHallApplied(
  { nodes: [{ reader }] }: World,
  { screenId, view }: { screenId: string; view: HallView },
  { before, after }: Change,
) {
  expect(after).toEqual(before)
  for (const show of view.shows.filter(({ keeps }) => keeps)) {
    const row = await reader
      .selectFrom('showtimes')
      .select('layout_id')
      .where('id', '=', show._id)
      .executeTakeFirst()
    if (row) expect(row.layout_id, 'the show keeps its hall').not.toBe(screenId)
  }
}
