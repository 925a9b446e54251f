import type { OutagePlan } from '@marquee/contract/office/shows/seat-outages'
import { recordAction } from '#src/audit/audit.service.ts'
import { MAX_DURATION_MS } from '#src/catalogue/schedule/schedule.ts'
import type { Context } from '#src/context.ts'
import { lockCatalogue } from '#src/database/locks.ts'
import type { Db } from '#src/database/schema.ts'
import { closed } from '#src/errors.ts'
import { isCurrentSeat } from '#src/inventory/rules/places.ts'
import { endHoldsOn } from '#src/inventory/sales.ts'
import { inShowtimes, repeatWhileOutdated, type ShowtimeUnit } from '#src/inventory/showtimes.ts'
import type { ShowtimeState } from '#src/inventory/state.ts'
import { bookingsWithPlaces } from '../change/bookings-to-change.sql.ts'
import { lockBookings, readBookings } from '../change/load-bookings.ts'
import { outageTexts } from '../change/planners/change-texts.ts'
import { losesAllSeats } from '../change/planners/reseating.ts'
import { writeChanges } from '../change/write-changes.ts'
import {
  losesSeats,
  type OutageAtShow,
  type PlannedOutage,
  planOutageOfShows,
} from './outage-plan.ts'
import { hashOfOutage, outageView, PLAN_CHANGED } from './plans.view.ts'
import { reseatingChange } from './reseating-change.ts'
import { findSameSeats, loadLayout, onePerLabel } from './screen-seats.service.ts'
import * as statements from './seat-outages.sql.ts'
import { countClaims, readStates, reseatClaims } from './show-states.ts'

const LOST_SEATS = 'Some people would lose their seats. Confirm that these are refunded in full.'

interface OutageRequest {
  /** The screen, or one of its earlier layouts. The outage is one of the screen, whatever the version of its layout. */
  screenId: string
  seatIds: readonly string[]
}

/** What taking seats out of service would do. Throws NOT_FOUND, and CLOSED if a party would lose all seats and its vehicle is there. */
export async function planOutage(ctx: Context, request: OutageRequest): Promise<OutagePlan> {
  const { reader, showtimes } = ctx
  const states = await readStates(ctx, await findShowsNotOver(reader, request.screenId))
  const now = showtimes.now()
  return outageView(await loadOutage(ctx, reader, { request, states, now, read: readBookings }))
}

interface OutageToPlan {
  request: OutageRequest
  states: readonly ShowtimeState[]
  now: number
  read: typeof readBookings
}

async function loadOutage(
  ctx: Pick<Context, 'loadPlaces'>,
  db: Db,
  { request, states, now, read }: OutageToPlan,
): Promise<PlannedOutage> {
  const { screenId: layoutId } = request
  const { screenId, name, places } = await loadLayout(ctx, db, layoutId)
  const outPlaces = (await findSameSeats(db, request)).filter(
    (place) => isCurrentSeat(place) && place.out_of_service === 0,
  )
  const upcoming = states
    .filter(({ show }) => show.startsAt > now && !show.isCancelled)
    .toSorted((one, other) => one.show.startsAt - other.show.startsAt)
  const upcomingIds = upcoming.map(({ id }) => id)
  const outIds = new Set(outPlaces.map(({ id }) => id))
  const bookings = await read(db, bookingsWithPlaces(db, upcomingIds, [...outIds]))
  const claims = upcoming.flatMap((state) =>
    [...outIds].flatMap((id) => state.claims.get(id) ?? []),
  )
  return {
    screen: { id: screenId, name },
    layoutId,
    hall: places.filter(isCurrentSeat),
    outIds,
    outSeats: onePerLabel(outPlaces, ({ layout_id }) => layout_id === layoutId),
    upcomingIds,
    shows: planOutageOfShows({ bookings, states: upcoming, outIds, now }),
    ...countClaims(claims, bookings),
  }
}

interface OutageCommand extends OutageRequest {
  reason: string
  deviceId: string
}

interface ConfirmedOutage extends OutageCommand {
  /** The plan that staff has seen. */
  planHash: string
  refundLost?: boolean | undefined
}

/**
 * Takes seats out of service at all shows that have not started, in one transaction. Bookings get other seats; those that cannot be replaced are refunded in full.
 * Returns the number of seats: none if they are out of service already. Throws what `planOutage` throws, and CLOSED if the plan has changed, or if people lose
 * seats and `refundLost` is not set.
 */
export async function takeOutOfService(ctx: Context, request: ConfirmedOutage) {
  const { outage, showtimeIds } = await tryTakeOut(ctx, request)
  const { shows, upcomingIds, outSeats } = outage
  if (outSeats.length === 0) emitAgain(ctx, showtimeIds)
  for (const showtimeId of upcomingIds) ctx.events.emit('showChanged', showtimeId)
  const changed = shows.flatMap(({ reseatings }) => reseatings.map(({ booking }) => booking))
  for (const userId of new Set(changed.flatMap(({ user_id }) => user_id ?? [])))
    ctx.events.emit('noticesChanged', userId)
  const { screenId, seatIds } = request
  if (outSeats.length > 0)
    ctx.log.info({ screenId, seatIds, shows: shows.length }, 'seats taken out of service')
  return outSeats.length
}

/** For a repeated request: the commit of the first one may have been reported as failed. */
const emitAgain = (ctx: Context, showtimeIds: readonly string[]) => {
  for (const showtimeId of showtimeIds) ctx.events.emit('claimsChanged', showtimeId)
}

const tryTakeOut = (ctx: Context, request: ConfirmedOutage) =>
  inShowtimesOfScreen(ctx, request.screenId, async (unit, showtimeIds) => {
    const { tx, moment } = unit
    const states = showtimeIds.map(unit.state)
    const { now } = moment
    const outage = await loadOutage(ctx, tx, { request, states, now, read: lockBookings })
    if (outage.outSeats.length > 0) {
      assertConfirmed(outage, request)
      await writeOutage(ctx, unit, { outage, request })
      await changeSeatMaps(unit, request.screenId, showtimeIds)
    }
    return { outage, showtimeIds }
  })

/** Runs work under the locks of the shows of a screen that are not over, in all layouts. No show is added meanwhile. */
const inShowtimesOfScreen = <Result>(
  ctx: Context,
  screenId: string,
  work: (unit: ShowtimeUnit, showtimeIds: string[]) => Promise<Result>,
) =>
  repeatWhileOutdated<Result>(async () => {
    const showtimeIds = await findShowsNotOver(ctx.reader, screenId)
    return inShowtimes(
      ctx,
      showtimeIds,
      async (unit) => {
        const current = await findShowsNotOver(unit.tx, screenId)
        const isSame = new Set(current).isSubsetOf(new Set(showtimeIds))
        return isSame ? work(unit, current) : 'outdated'
      },
      { isLong: true, prepare: lockCatalogue },
    )
  })

async function findShowsNotOver(tx: Db, screenId: string) {
  const { rows } = await statements.selectShowsNotOver(tx, screenId, MAX_DURATION_MS)
  return rows.map(({ id }) => id)
}

/** Makes all nodes read the places and the seat maps of the screen again. */
async function changeSeatMaps(
  unit: ShowtimeUnit,
  screenId: string,
  showtimeIds: readonly string[],
) {
  await statements.incrementPlacesRevisions(unit.tx, screenId)
  for (const showtimeId of showtimeIds) await unit.reload(showtimeId)
}

function assertConfirmed(outage: PlannedOutage, { planHash, refundLost }: ConfirmedOutage) {
  if (hashOfOutage(outage) !== planHash) throw closed(PLAN_CHANGED)
  if (!refundLost && outage.shows.some(losesSeats)) throw closed(LOST_SEATS)
}

/** Takes the seats out of service, and changes the bookings of all shows. */
async function writeOutage(
  ctx: Context,
  unit: ShowtimeUnit,
  { outage, request }: { outage: PlannedOutage; request: OutageCommand },
) {
  const { tx } = unit
  const { reason, deviceId } = request
  const placeIds = [...outage.outIds]
  await statements.insertOutages(tx, { placeIds, reason, deviceId })
  await statements.setOutOfService(tx, placeIds, true)
  for (const showtimeId of outage.upcomingIds) endHoldsOn(unit, showtimeId, placeIds)
  await recordAction(tx, {
    deviceId,
    reason,
    action: 'seats.out-of-service',
    subjectType: 'screen',
    subject: outage.screen.id,
    after: { placeIds, shows: outage.shows.length },
  })
  const { timeZone } = ctx.config
  const byShow = outage.shows.map((shown) => ({
    showtimeId: shown.show.id,
    changes: changesAt(shown, { timeZone, by: { reason, deviceId } }),
  }))
  for (const replaced of byShow) await reseatClaims(unit, replaced)
  await writeChanges(
    tx,
    byShow.flatMap(({ changes }) => changes),
  )
}

interface OutageTerms {
  by: Pick<OutageCommand, 'reason' | 'deviceId'>
  timeZone: string
}

const changesAt = (
  { show, reseatings, refundUntil }: OutageAtShow,
  { by, timeZone }: OutageTerms,
) =>
  reseatings.map((reseating) =>
    reseatingChange(reseating, {
      by,
      movie: show.movie,
      isCancelled: losesAllSeats(reseating),
      isRescheduled: false,
      refundUntil: reseating.isSeated ? null : refundUntil,
      texts: outageTexts(
        reseating,
        { startsAt: show.startsAt, reason: by.reason, refundUntil },
        timeZone,
      ),
    }),
  )

/** Puts seats back in service. Returns how many were out of service. Throws NOT_FOUND. */
export async function putBackInService(ctx: Context, request: OutageCommand) {
  const { returned, showtimeIds } = await tryPutBack(ctx, request)
  if (returned === 0) emitAgain(ctx, showtimeIds)
  const { screenId, seatIds } = request
  if (returned > 0) ctx.log.info({ screenId, seatIds }, 'seats put back in service')
  return returned
}

const tryPutBack = (ctx: Context, request: OutageCommand) =>
  inShowtimesOfScreen(ctx, request.screenId, async (unit, showtimeIds) => {
    const { tx } = unit
    const { reason, deviceId } = request
    const { screenId } = await loadLayout(ctx, tx, request.screenId)
    const out = (await findSameSeats(tx, request)).filter(
      ({ out_of_service }) => out_of_service === 1,
    )
    if (out.length === 0) return { returned: 0, showtimeIds }
    const placeIds = out.map(({ id }) => id)
    await statements.endOutages(tx, { placeIds, reason, deviceId })
    await statements.setOutOfService(tx, placeIds, false)
    await recordAction(tx, {
      deviceId,
      reason,
      action: 'seats.back-in-service',
      subjectType: 'screen',
      subject: screenId,
      after: { placeIds },
    })
    await changeSeatMaps(unit, screenId, showtimeIds)
    return { returned: new Set(out.map(({ label }) => label)).size, showtimeIds }
  })
