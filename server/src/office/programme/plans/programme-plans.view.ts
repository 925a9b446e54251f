import type { PlannedShow, ProgrammePlan } from '@marquee/contract/office/programme/plans'
import { placeName } from '@marquee/contract/office/shows/place-names'
import { type MovePlan, plannedPlaces } from '@marquee/contract/office/shows/show-moves'
import { formatInstant } from '@marquee/contract/time'
import { sumOf } from '#src/bookings/change/planners/booking-change.ts'
import { type CataloguePlan, listChanges } from '#src/catalogue/apply/apply.service.ts'
import type { ProgrammeConflict } from '#src/catalogue/apply/catalogue-entries.ts'
import type { ChangedProgramme } from '#src/catalogue/changes/change-programme.ts'
import type { Db } from '#src/database/schema.ts'
import type { ShowChangesMade } from './change-shows.ts'
import * as statements from './programme-plans.sql.ts'

export const showtimesOf = (plan: CataloguePlan) =>
  'changes' in plan ? plan : { added: [], removed: [] }

/** What the server asks is a conflict too. */
export const conflictsOf = (plan: CataloguePlan): ProgrammeConflict[] =>
  'changes' in plan
    ? plan.conflicts
    : plan.questions.map((message) => ({ showtime: null, message }))

const showView = ({
  movie,
  screen,
  starts_at,
}: NonNullable<ProgrammeConflict['showtime']>): PlannedShow => ({
  movie,
  screen,
  startTime: formatInstant(starts_at),
})

/** A plan of staff: what it changes, and what that does to shows in use. */
interface StaffPlan {
  changed: ChangedProgramme
  shows: ShowChangesMade
}

const NO_STAFF_PLAN: StaffPlan = {
  changed: {
    programme: { cinema: undefined, screens: [], movies: [], shows: [], daily: [] },
    moves: [],
    cancelled: [],
    refused: [],
  },
  shows: { made: [], blocked: [], ownerIds: new Set() },
}

/** A plan as staff reads it: with the bookings of the shows that move, are cancelled, or stay. */
export async function planView(
  db: Db,
  plan: CataloguePlan,
  { changed, shows }: StaffPlan = NO_STAFF_PLAN,
): Promise<ProgrammePlan> {
  const names = namesOf(changed)
  const conflicts = conflictsOf(plan).filter((conflict) => !isOfBlocked(conflict, shows, names))
  const cancelledIds = changed.cancelled.map(({ id }) => id)
  const keptIds = conflicts.flatMap(({ keptId = [] }) => keptId)
  const { rows: sold } = await statements.selectSoldPlaces(db, [...keptIds, ...cancelledIds])
  const byShow = Map.groupBy(sold, ({ showtime_id }) => showtime_id)
  const bookingsOfShow = (id: string) => bookingsOf(byShow.get(id) ?? [])
  const { added, removed } = showtimesOf(plan)
  const isMove = createMoveCheck(changed, names)
  const plans = new Map(shows.made.map(({ request, plan: made }) => [request.showtimeId, made]))
  const moved = [...plans.values()].flatMap(({ bookings }) => bookings)
  const bookings = [...bookingsOf(sold), ...moved.map(movedBooking)]
  return {
    adds: added.map(showView).filter((show) => !isMove.target(show)),
    moves: changed.moves.map(({ show, screenId, startsAt }) => ({
      movie: names.movie(show.movieId),
      screen: names.screen(screenId),
      startTime: formatInstant(startsAt),
      from: { screen: names.screen(show.screenId), startTime: formatInstant(show.startsAt) },
      bookings: plans.get(show.id)?.bookings.map(movedBooking) ?? [],
      unseatedBookings: plans.get(show.id)?.counts.unseatedBookings ?? 0,
    })),
    removes: [
      ...removed
        .filter(({ id }) => !isMove.source(id))
        .map((show) => ({ ...showView(show), isCancelled: false, bookings: [] })),
      ...changed.cancelled.map(({ id, movieId, screenId, startsAt }) => ({
        movie: names.movie(movieId),
        screen: names.screen(screenId),
        startTime: formatInstant(startsAt),
        isCancelled: true,
        bookings: bookingsOfShow(id),
      })),
    ],
    changes: listChanges(plan),
    warnings: 'changes' in plan ? [...plan.changes.warnings, ...plan.replacedDaily] : [],
    conflicts: [
      ...changed.refused.map(({ startsAt, ...refused }) => ({
        ...refused,
        startTime: startsAt === null ? null : formatInstant(startsAt),
        bookings: [],
      })),
      ...shows.blocked.map(({ request, message }) => ({
        movie: names.movieOfShow(request.showtimeId),
        screen: names.screenOfMove(request.showtimeId),
        startTime: request.startTime,
        message,
        bookings: [],
      })),
      ...conflicts.map(({ showtime, keptId = '', message }) => ({
        ...(showtime ? showView(showtime) : NO_SHOW),
        message,
        bookings: bookingsOfShow(keptId),
      })),
    ],
    needsReason: cancelledIds.length > 0 || plans.size > 0,
    consequences: {
      bookings: bookings.length,
      people:
        sold.filter(({ kind }) => kind === 'seat').length +
        sumOf(moved.map(({ seats }) => seats.length)),
      refunds: sumOf(bookings.map(({ refund }) => refund)),
      mails: bookings.filter(({ hasEmail }) => hasEmail).length,
      references: bookings.map(({ reference }) => reference),
    },
  }
}

const NO_SHOW = { movie: null, screen: null, startTime: null }

function namesOf({ programme, moves }: ChangedProgramme) {
  const screens = new Map(programme.screens.map(([id, { name }]) => [id, name]))
  const movies = new Map(programme.movies.map(([id, { name }]) => [id, name]))
  const movieIds = new Map(moves.map(({ show }) => [show.id, show.movieId]))
  const targets = new Map(moves.map(({ show, screenId }) => [show.id, screenId]))
  const movie = (id: string) => movies.get(id) ?? ''
  const screen = (id: string) => screens.get(id) ?? ''
  return {
    screen,
    screenOfMove: (id: string) => screen(targets.get(id) ?? ''),
    movie,
    movieOfShow: (id: string) => movie(movieIds.get(id) ?? ''),
  }
}

/** A move that is impossible is one conflict: not also that the show stays, and that its new time is taken. */
const isOfBlocked = (
  { showtime, keptId }: ProgrammeConflict,
  { blocked }: ShowChangesMade,
  names: ReturnType<typeof namesOf>,
) =>
  blocked.some(
    ({ request: { showtimeId, startTime } }) =>
      showtimeId === keptId ||
      (showtime !== null &&
        showtime.screen === names.screenOfMove(showtimeId) &&
        formatInstant(showtime.starts_at) === startTime),
  )

/** A show without sold or held places is removed where it was and added where it moves to. */
function createMoveCheck({ moves }: ChangedProgramme, names: ReturnType<typeof namesOf>) {
  const keyOf = ({ movie, screen, startTime }: PlannedShow) => `${movie} ${screen} ${startTime}`
  const unused = moves.filter(({ show }) => !show.isInUse)
  const sources = new Set(unused.map(({ show }) => show.id))
  const targets = new Set(
    unused.map(({ show, screenId, startsAt }) =>
      keyOf({
        movie: names.movie(show.movieId),
        screen: names.screen(screenId),
        startTime: formatInstant(startsAt),
      }),
    ),
  )
  return {
    source: (id: string) => sources.has(id),
    target: (show: PlannedShow) => targets.has(keyOf(show)),
  }
}

const movedBooking = (booking: MovePlan['bookings'][number]) => ({
  reference: booking.reference,
  places: plannedPlaces(booking).map(({ from }) => from),
  refund: booking.refund,
  hasEmail: booking.hasEmail,
})

const bookingsOf = (places: readonly statements.SoldPlaceRow[]) =>
  [...Map.groupBy(places, ({ reference }) => reference)].map(([reference, own]) => ({
    reference,
    places: own.map(placeName),
    refund: sumOf(own.map(({ refund }) => refund)),
    hasEmail: own.some(({ has_email }) => has_email === 1),
  }))
