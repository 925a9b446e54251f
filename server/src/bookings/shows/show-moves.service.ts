import {
  getCutoffTime,
  SHOW_CANCELLED,
  SHOW_STARTED,
} from '@marquee/contract/bookings/booking-window'
import { fullRefundEnd } from '@marquee/contract/bookings/refund-policy'
import type { MovePlan, MoveTarget } from '@marquee/contract/office/shows/show-moves'
import { DAY_MS, endOfShow } from '@marquee/contract/time'
import { recordAction } from '#src/audit/audit.service.ts'
import { incrementProgrammeVersion } from '#src/catalogue/programme.service.ts'
import { MAX_DURATION_MS } from '#src/catalogue/schedule/schedule.ts'
import type { Context } from '#src/context.ts'
import { lockCatalogue } from '#src/database/locks.ts'
import type { Db } from '#src/database/schema.ts'
import { closed, invalid, screenNotFound, showtimeNotFound } from '#src/errors.ts'
import { isForSale } from '#src/inventory/rules/places.ts'
import { endHoldsAt } from '#src/inventory/sales.ts'
import { inShowtimes, type ShowtimeUnit } from '#src/inventory/showtimes.ts'
import type { ShowDetails, ShowtimeState } from '#src/inventory/state.ts'
import { bookingsAtShow } from '../change/bookings-to-change.sql.ts'
import { lockBookings, readBookings } from '../change/load-bookings.ts'
import type { BookingToChange } from '../change/planners/booking-change.ts'
import { movedShowTexts } from '../change/planners/change-texts.ts'
import { writeChanges } from '../change/write-changes.ts'
import { giveBackHouseSeatsIn } from '../house-seats/house-seats.service.ts'
import { type PlannedMove, planMovedShow, type ScreenTime } from './move-plan.ts'
import { hashOfMove, moveView, PLAN_CHANGED, UNSEATED_PARTIES } from './plans.view.ts'
import { reseatingChange } from './reseating-change.ts'
import { loadLayout } from './screen-seats.service.ts'
import * as statements from './show-moves.sql.ts'
import { countClaims, readStates, reseatClaims } from './show-states.ts'

const VEHICLES_ARRIVED =
  'Vehicles have already arrived for this show, so it can no longer change the screen.'

/** People have planned their day: a show moves to another day of the same week at most. */
const MAX_DAYS = 7

interface MoveRequest extends MoveTarget {
  showtimeId: string
}

/** What a move would do. Throws NOT_FOUND, INVALID, and CLOSED if the show has started or the screen is in use then. */
export async function planMove(ctx: Context, request: MoveRequest): Promise<MovePlan> {
  const { reader, showtimes } = ctx
  const [state] = await readStates(ctx, [request.showtimeId])
  if (!state) throw showtimeNotFound()
  const bookings = await readBookings(reader, bookingsAtShow(request.showtimeId))
  const now = showtimes.now()
  return moveView(await loadMove(ctx, reader, { request, state, bookings, now }))
}

interface ConfirmedMove extends MoveRequest {
  reason: string
  /** The plan that staff has seen. */
  planHash: string
  refundUnseated?: boolean | undefined
  deviceId: string
}

/**
 * Moves a show and its bookings in one transaction. Parties without seats are cancelled and refunded in full. Returns false if the show is there
 * already, for example because an earlier answer was lost. Throws what `planMove` throws, and CLOSED if the plan has changed, or if parties have no
 * seats and `refundUnseated` is not set.
 */
export async function moveShow(ctx: Context, request: ConfirmedMove) {
  const { showtimeId } = request
  const { move, ownerIds } = await tryMove(ctx, request)
  // Also for a repeated request: the commit of the first one may have been reported as failed.
  if (move.isThere) ctx.events.emit('claimsChanged', showtimeId)
  ctx.events.emit('showChanged', showtimeId)
  for (const userId of ownerIds) ctx.events.emit('noticesChanged', userId)
  if (move.isThere) return false
  ctx.log.info({ showtimeId, ...move.to, bookings: move.reseatings.length }, 'show moved')
  return true
}

const tryMove = (ctx: Context, request: ConfirmedMove) =>
  inShowtimes(
    ctx,
    [request.showtimeId],
    async (unit) => {
      const { move, ownerIds } = await loadMoveIn(ctx, unit, request)
      if (!move.isThere) {
        assertConfirmed(move, request)
        await writeMove(ctx, unit, { move, request })
      }
      return { move, ownerIds }
    },
    { isLong: true, prepare: lockCatalogue },
  )

/** Plans a move in a unit of work that has locked the catalogue and the show, and locks its bookings. Throws what `planMove` throws. */
export async function loadMoveIn(
  ctx: Context,
  { tx, moment, state }: ShowtimeUnit,
  request: MoveRequest,
) {
  const { showtimeId } = request
  const bookings = await lockBookings(tx, bookingsAtShow(showtimeId))
  const move = await loadMove(ctx, tx, {
    request,
    state: state(showtimeId),
    bookings,
    now: moment.now,
  })
  return { move, ownerIds: new Set(bookings.flatMap(({ user_id }) => user_id ?? [])) }
}

interface MoveInput {
  request: MoveRequest
  state: ShowtimeState
  bookings: readonly BookingToChange[]
  now: number
}

async function loadMove(
  ctx: Pick<Context, 'loadPlaces'>,
  db: Db,
  { request, state, bookings, now }: MoveInput,
): Promise<PlannedMove> {
  const { screenId, startTime, refundUntil } = request
  const { show, layout, claims } = state
  const from = { screenId: show.screenId, startsAt: show.startsAt }
  const to = {
    screenId: screenId ?? show.screenId,
    startsAt: startTime === undefined ? show.startsAt : Date.parse(startTime),
  }
  const isOtherScreen = from.screenId !== to.screenId
  const layoutId = isOtherScreen ? await findLayoutAt(db, to) : show.layoutId
  const { name: screen, places: newPlaces } = await loadLayout(ctx, db, layoutId)
  const isThere = !isOtherScreen && from.startsAt === to.startsAt
  if (!isThere) await assertMovable(db, { show, now }, { ...to, layoutId, screen })
  const hasVehicle = ({ places }: BookingToChange) =>
    places.some(({ has_arrived }) => has_arrived === 1)
  if (isOtherScreen && bookings.some(hasVehicle)) throw closed(VEHICLES_ARRIVED)
  const places = { from: layout.places, to: newPlaces }
  const { held, houseSeats } = countClaims([...claims.values()], bookings)
  return {
    show,
    screen,
    layoutId,
    from,
    to,
    isThere,
    refundUntil: refundUntilAfterMove(show, { to, now, requested: refundUntil }),
    reseatings: isThere ? [] : planMovedShow({ from, to, bookings, places }),
    hall: places.to.filter(isForSale),
    held,
    houseSeats: isOtherScreen ? houseSeats : 0,
  }
}

/** The layout of another screen at the new start. Throws NOT_FOUND. */
async function findLayoutAt(db: Db, position: ScreenTime) {
  const [layout] = (await statements.selectLayoutAt(db, position)).rows
  if (!layout) throw screenNotFound()
  return layout.id
}

async function assertMovable(
  db: Db,
  { show, now }: { show: ShowDetails; now: number },
  { screenId, layoutId, startsAt, screen }: ScreenTime & { layoutId: string; screen: string },
) {
  if (show.isCancelled) throw closed(SHOW_CANCELLED)
  if (now >= show.startsAt) throw closed(SHOW_STARTED)
  if (startsAt <= now) throw invalid('Please choose a start in the future.')
  if (Math.abs(startsAt - show.startsAt) > MAX_DAYS * DAY_MS)
    throw invalid(`Please choose a start within ${MAX_DAYS} days of the old one.`)
  const { rows } = await statements.selectNeighbours(db, {
    showtimeId: show.id,
    screenId,
    layoutId,
    startsAt,
    from: startsAt - MAX_DURATION_MS,
    to: endOfShow(startsAt, show.duration),
  })
  const other = rows.find((one) => endOfShow(one.starts_at, one.duration) > startsAt)
  if (other?.cancelled_at != null) throw closed(cancelledShowThere(screen))
  if (other) throw closed(`${screen} shows ${other.movie} at that time.`)
}

const cancelledShowThere = (screen: string) =>
  `The programme has a cancelled show on ${screen} at exactly this time. Please choose a start a few minutes later.`

interface RequestedDeadline {
  to: ScreenTime
  now: number
  requested: string | undefined
}

/** Until booking closes, or the show starts if booking would have closed already. Throws INVALID for a time that has passed. */
function refundUntilAfterMove(
  { startsAt: before, cutoffMinutes }: ShowDetails,
  { to: { startsAt }, now, requested }: RequestedDeadline,
) {
  if (startsAt === before) return null
  const closesAt = getCutoffTime(startsAt, cutoffMinutes)
  if (requested === undefined) return closesAt > now ? closesAt : startsAt
  const until = Date.parse(requested)
  if (until <= now) throw invalid('Please choose a time in the future for the full refund.')
  return fullRefundEnd(until, startsAt)
}

function assertConfirmed(move: PlannedMove, { planHash, refundUnseated }: ConfirmedMove) {
  if (hashOfMove(move) !== planHash) throw closed(PLAN_CHANGED)
  if (!refundUnseated && move.reseatings.some(({ isSeated }) => !isSeated))
    throw closed(UNSEATED_PARTIES)
}

interface MoveToWrite {
  move: PlannedMove
  request: { reason: string; deviceId: string }
}

/** Writes a move that `loadMoveIn` has planned in the same unit of work. */
export async function writeMove(ctx: Context, unit: ShowtimeUnit, { move, request }: MoveToWrite) {
  const { tx } = unit
  const { show, screen, layoutId, from, to, reseatings, refundUntil } = move
  const { reason, deviceId } = request
  const showtimeId = show.id
  const isOtherScreen = from.screenId !== to.screenId
  const changes = reseatings.map((reseating) =>
    reseatingChange(reseating, {
      by: { deviceId, reason },
      movie: show.movie,
      isCancelled: !reseating.isSeated,
      isRescheduled: from.startsAt !== to.startsAt,
      refundUntil,
      before: from,
      after: to,
      texts: movedShowTexts(
        reseating,
        { from, to, screen, reason, refundUntil },
        ctx.config.timeZone,
      ),
    }),
  )
  const held = endHoldsAt(unit, showtimeId)
  const unblocked = isOtherScreen ? await giveBackHouseSeatsIn(unit, showtimeId) : []
  await incrementProgrammeVersion(tx)
  await statements.insertMove(tx, { showtimeId, from, to, reason, deviceId })
  await reseatClaims(unit, { showtimeId, changes }, async () => {
    if (isOtherScreen) await statements.deleteVehicles(tx, showtimeId)
    await statements.updateShowtime(tx, { id: showtimeId, layoutId, startsAt: to.startsAt })
    await unit.reload(showtimeId)
  })
  await writeChanges(tx, changes)
  await recordAction(tx, {
    deviceId,
    reason,
    action: 'show.move',
    subjectType: 'showtime',
    subject: showtimeId,
    before: { ...from },
    after: { ...to, bookings: changes.length, held, unblocked: unblocked.length },
  })
}
