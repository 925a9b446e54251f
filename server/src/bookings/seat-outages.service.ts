import { LOST_SEATS, type OutagePlan } from '@marquee/contract/office/seat-outages'
import { PLAN_CHANGED } from '@marquee/contract/office/show-moves'
import { recordAction } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'
import { lockCatalogue } from '../database/locks.ts'
import type { Db } from '../database/schema.ts'
import { closed } from '../errors.ts'
import { inShowtimes, type ShowtimeUnit } from '../inventory/showtimes.ts'
import { lockOwners, ownersOf } from './booking-moves.ts'
import {
  findSeats,
  isCurrentSeat,
  loadOutage,
  loadScreen,
  type Outage,
  type OutageRequest,
} from './load-outage.ts'
import * as statements from './seat-outages.sql.ts'
import { outageView, planView } from './seat-outages.view.ts'
import { seatsOf } from './show-move-plan.ts'
import { type OutageCommand, writeOutage } from './write-outage.ts'

/** All screens with their seats that are out of service. */
export async function listSeatOutages({ reader }: Context) {
  const { rows: screens } = await statements.selectScreens(reader)
  const { rows: outages } = await statements.selectOpenOutages(reader)
  return {
    screens: screens.map(({ id, name }) => ({
      ...{ _id: id, name },
      outages: outages.filter(({ screen_id }) => screen_id === id).map(outageView),
    })),
  }
}

/** The seats of a screen, also those out of service. Throws NOT_FOUND. */
export async function getScreenSeats(ctx: Context, screenId: string) {
  const { screen, places } = await loadScreen(ctx, ctx.reader, screenId)
  const { screens } = await listSeatOutages(ctx)
  return {
    screen: { _id: screen.id, name: screen.name },
    seats: seatsOf(places.filter(isCurrentSeat)),
    outages: screens.find(({ _id }) => _id === screenId)?.outages ?? [],
  }
}

/** What taking seats out of service would do. Throws NOT_FOUND, and CLOSED if a party would lose all seats and its vehicle is there. */
export async function planOutage(ctx: Context, request: OutageRequest): Promise<OutagePlan> {
  return planView(await loadOutage(ctx, ctx.reader, request))
}

interface ConfirmedOutage extends OutageCommand {
  /** The plan that staff has seen. */
  planId: string
  refundLost?: boolean | undefined
}

/**
 * Takes seats out of service at all shows that have not started, in one transaction. Bookings get other seats; those that cannot be replaced are refunded in full.
 * Returns the number of seats: none if they are out of service already. Throws what `planOutage` throws, and CLOSED if the plan has changed, or if people lose
 * seats and `refundLost` is not set.
 */
export async function takeOutOfService(ctx: Context, request: ConfirmedOutage) {
  const { outage, showtimeIds } = await tryTakeOut(ctx, request)
  const { shows, upcomingIds, broken } = outage
  if (broken.length === 0) publishAgain(ctx, showtimeIds)
  for (const showtimeId of upcomingIds) ctx.events.emit('showChanged', showtimeId)
  for (const userId of ownersOf(shows.flatMap(({ moves: changed }) => changed)))
    ctx.events.emit('noticesChanged', userId)
  const { screenId, seatIds } = request
  if (broken.length > 0)
    ctx.log.info({ screenId, seatIds, shows: shows.length }, 'seats taken out of service')
  return broken.length
}

/** For a repeated request: the commit of the first one may have been reported as failed. */
const publishAgain = (ctx: Context, showtimeIds: readonly string[]) => {
  for (const showtimeId of showtimeIds) ctx.events.emit('claimsChanged', showtimeId)
}

const tryTakeOut = (ctx: Context, request: ConfirmedOutage) =>
  inShowtimesOfScreen(ctx, request.screenId, async (unit, showtimeIds) => {
    const { tx } = unit
    await lockOwners(tx, await statements.selectOwners(tx, request.screenId, request.seatIds))
    const outage = await loadOutage(ctx, tx, request)
    if (outage.broken.length === 0) return { outage, showtimeIds }
    assertConfirmed(outage, request)
    await writeOutage(ctx, unit, { outage, request })
    await changeSeatMaps(unit, request.screenId, showtimeIds)
    return { outage, showtimeIds }
  })

/** Runs work under the locks of the shows of a screen that are not over. No show is added meanwhile. */
async function inShowtimesOfScreen<Result>(
  ctx: Context,
  screenId: string,
  work: (unit: ShowtimeUnit, showtimeIds: string[]) => Promise<Result>,
): Promise<Result> {
  const showtimeIds = await findShowsNotOver(ctx.reader, screenId)
  const done = await inShowtimes(
    ctx,
    showtimeIds,
    async (unit) => {
      const current = await findShowsNotOver(unit.tx, screenId)
      const isSame = new Set(current).isSubsetOf(new Set(showtimeIds))
      return isSame ? { result: await work(unit, current) } : undefined
    },
    { isLong: true, prepare: lockCatalogue },
  )
  return done ? done.result : inShowtimesOfScreen(ctx, screenId, work)
}

async function findShowsNotOver(tx: Db, screenId: string) {
  const { rows } = await statements.selectShowsNotOver(tx, screenId)
  return rows.map(({ id }) => id)
}

/** Makes all nodes read the places and the seat maps of the screen again. */
async function changeSeatMaps(
  unit: ShowtimeUnit,
  screenId: string,
  showtimeIds: readonly string[],
) {
  await statements.incrementLayout(unit.tx, screenId)
  for (const showtimeId of showtimeIds) await unit.reload(showtimeId)
}

function assertConfirmed({ planId, shows }: Outage, request: ConfirmedOutage) {
  if (planId !== request.planId) throw closed(PLAN_CHANGED)
  const isAnyLost = shows.some(({ moves: changed }) => changed.some(({ isSeated }) => !isSeated))
  if (!request.refundLost && isAnyLost) throw closed(LOST_SEATS)
}

/** Puts seats back in service. Returns how many were out of service. Throws NOT_FOUND. */
export async function putBackInService(ctx: Context, request: OutageCommand) {
  const { returned, showtimeIds } = await tryPutBack(ctx, request)
  if (returned === 0) publishAgain(ctx, showtimeIds)
  const { screenId, seatIds } = request
  if (returned > 0) ctx.log.info({ screenId, seatIds }, 'seats put back in service')
  return returned
}

const tryPutBack = (ctx: Context, { screenId, seatIds, reason, deviceId }: OutageCommand) =>
  inShowtimesOfScreen(ctx, screenId, async (unit, showtimeIds) => {
    const { tx } = unit
    const { places } = await loadScreen(ctx, tx, screenId)
    const out = findSeats(places, seatIds).filter(({ out_of_service }) => out_of_service === 1)
    if (out.length === 0) return { returned: 0, showtimeIds }
    const placeIds = out.map(({ id }) => id)
    await statements.endOutages(tx, { screenId, placeIds, reason, deviceId })
    await statements.setOutOfService(tx, placeIds, false)
    await recordAction(tx, {
      ...{ deviceId, reason, action: 'seats.back-in-service', subjectType: 'screen' },
      ...{ subject: screenId, after: { placeIds } },
    })
    await changeSeatMaps(unit, screenId, showtimeIds)
    return { returned: out.length, showtimeIds }
  })
