import { getCutoffTime, SHOW_CANCELLED, SHOW_STARTED } from '@marquee/contract/booking-window'
import {
  type MovePlan,
  type MoveTarget,
  PLAN_CHANGED,
  UNSEATED_PARTIES,
  VEHICLES_ARRIVED,
} from '@marquee/contract/office/show-moves'
import { recordAction } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'
import { lockCatalogue } from '../database/locks.ts'
import type { Db } from '../database/schema.ts'
import { AppError, closed, invalid, showtimeNotFound } from '../errors.ts'
import { endHoldsAt } from '../inventory/sales.ts'
import { inShowtimes, type ShowtimeUnit } from '../inventory/showtimes.ts'
import {
  bookingPlanView,
  countMails,
  lockOwners,
  ownersOf,
  sellNewPlaces,
  sumRefunds,
  writeChangedBookings,
} from './booking-moves.ts'
import {
  type BookingMove,
  isForSale,
  type PositionOfShow,
  planBookings,
  planIdOf,
  seatsOf,
} from './show-move-plan.ts'
import { moveTexts } from './show-move-texts.ts'
import * as statements from './show-moves.sql.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** People have planned their day: a show moves to another day of the same week at most. */
const MAX_DAYS = 7

interface MoveRequest extends MoveTarget {
  showtimeId: string
}

/** What a move would do. Throws NOT_FOUND, INVALID, and CLOSED if the show has started or the screen is in use then. */
export async function planMove(ctx: Context, request: MoveRequest): Promise<MovePlan> {
  return planView(await loadMove(ctx, ctx.reader, request))
}

interface ConfirmedMove extends MoveRequest {
  reason: string
  /** The plan that staff has seen. */
  planId: string
  refundUnseated?: boolean | undefined
  deviceId: string
}

/**
 * Moves a show and its bookings in one transaction. Parties without seats are cancelled and refunded in full. Returns false if the show is there
 * already, for example because an earlier answer was lost. Throws what `planMove` throws, and CLOSED if the plan has changed, or if parties have no seats and `refundUnseated` is not set.
 */
export async function moveShow(ctx: Context, request: ConfirmedMove) {
  const { showtimeId } = request
  const { move, ownerIds } = await tryMove(ctx, request)
  // Also for a repeated request: the commit of the first one may have been reported as failed.
  if (move.isThere) ctx.events.emit('claimsChanged', showtimeId)
  ctx.events.emit('showChanged', showtimeId)
  for (const userId of ownerIds) ctx.events.emit('noticesChanged', userId)
  if (move.isThere) return false
  ctx.log.info({ showtimeId, ...move.to, bookings: move.bookings.length }, 'show moved')
  return true
}

const tryMove = (ctx: Context, request: ConfirmedMove) =>
  inShowtimes(
    ctx,
    [request.showtimeId],
    async (unit) => {
      const { tx } = unit
      const owners = await statements.selectOwners(tx, request.showtimeId)
      await lockOwners(tx, owners)
      const ownerIds = owners.rows.map(({ user_id }) => user_id)
      const move = await loadMove(ctx, tx, request)
      if (move.isThere) return { move, ownerIds }
      assertConfirmed(move, request)
      await writeMove(ctx, unit, { move, request })
      return { move, ownerIds: [...ownersOf(move.bookings)] }
    },
    { isLong: true, prepare: lockCatalogue },
  )

/** A move as it is planned. */
interface Move {
  show: statements.ShowToMove
  screen: { id: string; name: string }
  from: PositionOfShow
  to: PositionOfShow
  /** The show is there already, and no booking moves. */
  isThere: boolean
  /** Until when visitors can cancel for a full refund. Null if the start stays. */
  refundUntil: number | null
  bookings: BookingMove[]
  planId: string
  hall: MovePlan['hall']
  held: number
  blocked: number
}

async function loadMove(
  { loadPlaces }: Pick<Context, 'loadPlaces'>,
  db: Db,
  { showtimeId, screenId, startTime, refundUntil }: MoveRequest,
): Promise<Move> {
  const [show] = (await statements.selectShow(db, showtimeId)).rows
  if (!show) throw showtimeNotFound()
  const [screen] = (await statements.selectScreen(db, screenId ?? show.screen_id)).rows
  if (!screen) throw new AppError(404, 'NOT_FOUND', 'There is no such screen.')
  const from = { screenId: show.screen_id, startsAt: show.starts_at }
  const to = {
    screenId: screen.id,
    startsAt: startTime === undefined ? show.starts_at : Date.parse(startTime),
  }
  const isThere = from.screenId === to.screenId && from.startsAt === to.startsAt
  if (!isThere) await assertMovable(db, show, { ...to, screen: screen.name })
  const { rows: booked } = await statements.selectPlacesToMove(db, showtimeId)
  const [claims] = (await statements.countClaims(db, showtimeId)).rows
  const { held = 0, blocked = 0, arrived = 0 } = claims ?? {}
  if (arrived > 0 && from.screenId !== to.screenId) throw closed(VEHICLES_ARRIVED)
  const places = {
    from: await loadPlaces(db, from.screenId, show.layout),
    to: await loadPlaces(db, to.screenId, screen.layout),
  }
  const bookings = isThere ? [] : planBookings({ from, to, booked, places })
  const deadline = refundDeadline(show, to, refundUntil)
  return {
    ...{ show, screen, from, to, isThere, bookings, held },
    blocked: from.screenId === to.screenId ? 0 : blocked,
    ...{ refundUntil: deadline, planId: planIdOf(to, bookings, deadline) },
    hall: seatsOf(places.to.filter(isForSale)),
  }
}

async function assertMovable(
  db: Db,
  { id: showtimeId, starts_at, duration, cancelled_at, now }: statements.ShowToMove,
  { screenId, startsAt, screen }: PositionOfShow & { screen: string },
) {
  if (cancelled_at !== null) throw closed(SHOW_CANCELLED)
  if (now >= starts_at) throw closed(SHOW_STARTED)
  if (startsAt <= now) throw invalid('Please choose a start in the future.')
  if (Math.abs(startsAt - starts_at) > MAX_DAYS * DAY_MS)
    throw invalid(`Please choose a start within ${MAX_DAYS} days of the old one.`)
  const endsAt = startsAt + duration * MINUTE_MS
  const { rows } = await statements.selectNeighbours(db, {
    ...{ showtimeId, screenId, startsAt, from: startsAt - DAY_MS, to: endsAt },
  })
  const other = rows.find((one) => one.starts_at + one.duration * MINUTE_MS > startsAt)
  if (other?.cancelled_at != null) throw closed(cancelledShowThere(screen))
  if (other) throw closed(`${screen} shows ${other.movie} at that time.`)
}

const cancelledShowThere = (screen: string) =>
  `The programme has a cancelled show on ${screen} at exactly this time. Please choose a start a few minutes later.`

/** Until booking closes, or the show starts if booking would have closed already. Throws INVALID for a time that has passed. */
function refundDeadline(
  { starts_at, cutoff_minutes, now }: statements.ShowToMove,
  { startsAt }: PositionOfShow,
  requested: string | undefined,
) {
  if (startsAt === starts_at) return null
  const closesAt = getCutoffTime(startsAt, cutoff_minutes)
  if (requested === undefined) return closesAt > now ? closesAt : startsAt
  const until = Date.parse(requested)
  if (until <= now) throw invalid('Please choose a time in the future for the full refund.')
  return Math.min(until, startsAt)
}

function assertConfirmed({ planId, bookings }: Move, request: ConfirmedMove) {
  if (planId !== request.planId) throw closed(PLAN_CHANGED)
  if (!request.refundUnseated && bookings.some(({ isSeated }) => !isSeated))
    throw closed(UNSEATED_PARTIES)
}

interface MoveToWrite {
  move: Move
  request: ConfirmedMove
}

async function writeMove(ctx: Context, unit: ShowtimeUnit, { move, request }: MoveToWrite) {
  const { tx } = unit
  const { show, screen, from, to, bookings, blocked, refundUntil } = move
  const { reason, deviceId } = request
  await statements.insertMove(tx, {
    ...{ id: crypto.randomUUID(), showtime_id: show.id, reason, device_id: deviceId },
    ...{ from_screen_id: from.screenId, from_starts_at: from.startsAt },
    ...{ to_screen_id: to.screenId, to_starts_at: to.startsAt },
  })
  const held = endHoldsAt(unit, show.id)
  await statements.updateShowtime(tx, show.id, to)
  const isOtherScreen = from.screenId !== to.screenId
  if (isOtherScreen) await statements.deleteSalesOfShow(tx, show.id)
  await unit.reload(show.id)
  if (isOtherScreen)
    await sellNewPlaces(unit, {
      showtimeId: show.id,
      moves: bookings.map((one) => ({
        booking: one.booking,
        places: [...one.seats, ...one.slots],
      })),
    })
  await recordAction(tx, {
    ...{ deviceId, reason, action: 'show.move', subjectType: 'showtime', subject: show.id },
    ...{ before: { ...from } },
    after: { ...to, bookings: bookings.length, held, unblocked: blocked },
  })
  const terms = { from, to, screen: screen.name, reason, refundUntil }
  await writeChangedBookings(tx, {
    ...{ show, reason, deviceId, before: from, after: to },
    isRescheduled: from.startsAt !== to.startsAt,
    bookings: bookings.map((changed) => ({
      ...{ move: changed, isCancelled: !changed.isSeated, refundUntil },
      texts: moveTexts(changed, terms, ctx.config.timeZone),
    })),
  })
}

const iso = (instant: number) => new Date(instant).toISOString()

function planView({ show, screen, from, to, bookings, refundUntil, ...move }: Move): MovePlan {
  const unseated = bookings.filter(({ isSeated }) => !isSeated)
  const people = (moves: readonly BookingMove[]) =>
    moves.reduce((sum, { seats }) => sum + seats.length, 0)
  return {
    from: { screen: { _id: from.screenId, name: show.screen }, startTime: iso(from.startsAt) },
    to: { screen: { _id: to.screenId, name: screen.name }, startTime: iso(to.startsAt) },
    ...{ planId: move.planId, isUnchanged: move.isThere },
    counts: {
      ...{ bookings: bookings.length, people: people(bookings) },
      ...{ unseatedBookings: unseated.length, unseatedPeople: people(unseated) },
      splitBookings: bookings.filter(({ isSeated, isTogether }) => isSeated && !isTogether).length,
      refund: sumRefunds(bookings),
      mails: countMails(bookings),
      ...{ held: move.held, blocked: move.blocked },
    },
    refundUntil: refundUntil === null ? null : iso(refundUntil),
    bookings: bookings.map(bookingPlanView),
    hall: move.hall,
  }
}
