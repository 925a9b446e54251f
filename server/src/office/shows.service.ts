import { getCutoffTime } from '@marquee/contract/bookings/booking-window'
import {
  type Attention,
  countAvailable,
  type Show,
  type StaffPlace,
} from '@marquee/contract/office/shows/shows'
import { endOfShow, formatInstant, MINUTE_MS, periodOfDay } from '@marquee/contract/time'
import { findTodaysShows } from '../catalogue/schedule/find-shows.service.ts'
import type { Context } from '../context.ts'
import type { PlaceRow } from '../database/schema.ts'
import { showtimeNotFound } from '../errors.ts'
import { isSeat, priceOf } from '../inventory/rules/places.ts'
import type { ShowtimeState } from '../inventory/state.ts'
import { type ClaimCounts, NO_CLAIMS } from '../inventory/views/place-counts.ts'
import { shownPlaces, viewShowtime } from '../inventory/views/seat-map.ts'
import * as statements from './shows.sql.ts'

const BLOCK_ENDING_MS = 15 * MINUTE_MS
/**
 * A share of the seats of a show. One with this share left or less is `NEARLY_SOLD_OUT`; one with less than this share sold that starts soon is `HARDLY_SOLD`.
 */
const FEW = 0.1
const SOON_MS = 60 * MINUTE_MS

/** The shows that start on a day of the calendar. Without one, those of the cinema's day and what is not over. */
export async function listShows(ctx: Context, day?: string) {
  const [{ date, rows }, { rows: screens }, { rows: cancelling }] = await Promise.all([
    day === undefined ? selectTodaysShows(ctx) : selectShowsOfDay(ctx, day),
    statements.selectScreens(ctx.reader),
    statements.selectCancelling(ctx.reader),
  ])
  return {
    date,
    screens: screens.map(({ id, name }) => ({ _id: id, name })),
    shows: await showViews(ctx, rows),
    cancelling: await showViews(ctx, cancelling),
  }
}

/** The shows of today, and those of other days whose vehicles are not all returned. */
export async function listValetShows(ctx: Context) {
  const [{ date, ids }, { rows: waiting }] = await Promise.all([
    findTodaysShows(ctx),
    statements.selectShowsWithVehicles(ctx.reader),
  ])
  const all = new Set([...ids, ...waiting.map(({ showtime_id }) => showtime_id)])
  const { rows } = await statements.selectShowsById(ctx.reader, [...all])
  return { date, shows: await showViews(ctx, rows) }
}

async function selectTodaysShows(ctx: Context) {
  const { date, ids } = await findTodaysShows(ctx)
  const { rows } = await statements.selectShowsById(ctx.reader, ids)
  return { date, rows }
}

async function selectShowsOfDay({ reader, config: { timeZone } }: Context, date: string) {
  const { rows } = await statements.selectShows(reader, periodOfDay(date, timeZone))
  return { date, rows }
}

/** One show with all its places. Throws NOT_FOUND. */
export async function getShow(ctx: Context, showtimeId: string) {
  const { rows } = await statements.selectShow(ctx.reader, showtimeId)
  const [show] = await showViews(ctx, rows)
  if (!show) throw showtimeNotFound()
  const { state } = await viewShowtime(ctx, showtimeId)
  return { show, rev: state.rev, places: await staffPlaces(ctx, state) }
}

async function showViews(ctx: Context, rows: statements.StaffShowRow[]) {
  const { reader } = ctx
  const ids = rows.map(({ id }) => id)
  const [counts, capacities, admitted, exceeded, ending] = await Promise.all([
    ctx.loadPlaceCounts(rows),
    loadCapacities(ctx, rows),
    statements.countAdmitted(reader, ids),
    statements.selectShowsWithExcess(reader, ids),
    statements.selectShowsWithEndingHouseSeats(reader, BLOCK_ENDING_MS),
  ])
  const admittedAt = new Map(admitted.rows.map((row) => [row.showtime_id, row.admitted]))
  const idsOf = ({ rows: found }: { rows: { showtime_id: string }[] }) =>
    new Set(found.map(({ showtime_id }) => showtime_id))
  const flagged = { exceeded: idsOf(exceeded), ending: idsOf(ending) }
  return rows.map((row): Show => {
    const { seats, slots } = counts.get(row.id) ?? { seats: undefined, slots: undefined }
    const capacity = capacities.get(row.layout_id) ?? { seats: NO_PLACES, slots: NO_PLACES }
    const show = {
      ...showTimes(row),
      seats: countsView(capacity.seats, seats),
      slots: countsView(capacity.slots, slots),
      admitted: admittedAt.get(row.id) ?? 0,
      cancelled: cancelledView(row),
    }
    return { ...show, attention: attentionOf(row, show.seats, flagged) }
  })
}

const showTimes = (row: statements.StaffShowRow) => ({
  _id: row.id,
  screen: { _id: row.screen_id, name: row.screen },
  movie: { _id: row.movie_id, name: row.movie, duration: row.duration, rating: row.rating },
  startTime: formatInstant(row.starts_at),
  endTime: formatInstant(endOfShow(row.starts_at, row.duration)),
  bookingClosesAt: formatInstant(getCutoffTime(row.starts_at, row.cutoff_minutes)),
})

const cancelledView = ({ cancellation_reason: reason, finished_at }: statements.StaffShowRow) =>
  reason === null ? null : { reason, isFinished: finished_at !== null }

const countsView = (
  { capacity, outOfService }: Capacity,
  { sold, held, houseSeats: blocked, soldOutOfService }: ClaimCounts = NO_CLAIMS,
) => ({ capacity, sold, held, blocked, outOfService: outOfService - soldOutOfService })

/** The places of a screen, and those of them that are out of service. */
interface Capacity {
  capacity: number
  outOfService: number
}

const NO_PLACES: Capacity = { capacity: 0, outOfService: 0 }

async function loadCapacities({ reader, loadPlaces }: Context, rows: statements.StaffShowRow[]) {
  const revisions = new Map(
    rows.map(({ layout_id, places_revision }) => [layout_id, places_revision]),
  )
  const capacities = new Map<string, { seats: Capacity; slots: Capacity }>()
  for (const [layoutId, revision] of revisions) {
    const places = await loadPlaces(reader, layoutId, revision)
    const current = places.filter(({ retired }) => retired === 0)
    const capacityOf = (isSeat: boolean) => {
      const own = current.filter(({ kind }) => (kind === 'seat') === isSeat)
      const out = own.filter(({ out_of_service }) => out_of_service === 1)
      return { capacity: own.length, outOfService: out.length }
    }
    capacities.set(layoutId, { seats: capacityOf(true), slots: capacityOf(false) })
  }
  return capacities
}

function attentionOf(
  { id, starts_at, duration, now, ...row }: statements.StaffShowRow,
  seats: Show['seats'],
  { exceeded, ending }: { exceeded: Set<string>; ending: Set<string> },
): Attention[] {
  if (row.cancellation_reason !== null)
    return row.finished_at === null ? ['CANCELLATION_UNFINISHED'] : []
  const isOver = now >= endOfShow(starts_at, duration)
  const startsSoon = now < starts_at && now >= starts_at - SOON_MS
  const { capacity, sold } = seats
  const attention: [Attention, boolean][] = [
    ['NEARLY_SOLD_OUT', !isOver && countAvailable(seats) <= FEW * capacity],
    ['HARDLY_SOLD', startsSoon && sold < FEW * capacity],
    ['BLOCK_ENDING', !isOver && ending.has(id)],
    ['ADMISSION_EXCESS', exceeded.has(id)],
  ]
  return attention.flatMap(([name, isNeeded]) => (isNeeded ? name : []))
}

async function staffPlaces({ reader }: Context, state: ShowtimeState): Promise<StaffPlace[]> {
  const ids = new Set(
    state.claims.values().flatMap((claim) => (claim.kind === 'sold' ? claim.bookingId : [])),
  )
  const [{ rows: bookings }, { rows: admitted }, { rows: outages }] = await Promise.all([
    statements.selectClaimingBookings(reader, [...ids]),
    statements.selectAdmittedPasses(reader, state.id),
    statements.selectOutageReasons(reader, state.show.layoutId),
  ])
  const byId = new Map(bookings.map((booking) => [booking.id, booking]))
  const reasons = new Map(outages.map(({ place_id, reason }) => [place_id, reason]))
  const admittedPlaces = findAdmittedPlaces(state, admitted)
  return shownPlaces(state).map((place) => ({
    _id: place.id,
    kind: place.kind,
    label: place.label,
    category: place.category,
    ...(place.access && { accessible: place.access }),
    ...(place.x !== null && { x: place.x }),
    price: priceOf(place),
    ...placeState(state, place, { bookings: byId, reasons }),
    ...(admittedPlaces.has(place.id) && { isAdmitted: true }),
  }))
}

function placeState(
  { claims, selections }: ShowtimeState,
  { id, out_of_service }: PlaceRow,
  {
    bookings,
    reasons,
  }: { bookings: Map<string, statements.ClaimingBookingRow>; reasons: Map<string, string> },
): Pick<
  StaffPlace,
  'status' | 'until' | 'reference' | 'channel' | 'reason' | 'name' | 'isAdmitted'
> {
  const claim = claims.get(id)
  if (!claim && out_of_service === 0) return { status: 'AVAILABLE' }
  const booking = claim?.kind === 'sold' ? bookings.get(claim.bookingId) : undefined
  if (out_of_service === 1 && booking?.channel !== 'web' && booking?.channel !== 'counter')
    return { status: 'OUT_OF_SERVICE', reason: reasons.get(id) ?? '' }
  if (claim?.kind === 'held')
    return { status: 'HELD', until: formatInstant(selections.get(claim.holder)?.deadline ?? 0) }
  if (booking?.channel === 'house') {
    const { house_reason: reason, contact_name: name, house_until: until } = booking
    return {
      status: 'BLOCKED',
      ...(reason !== null && { reason }),
      ...(name !== null && { name }),
      ...(until !== null && { until: formatInstant(until) }),
    }
  }
  return {
    status: 'SOLD',
    isAdmitted: false,
    ...(booking && { reference: booking.reference, channel: booking.channel as 'web' | 'counter' }),
  }
}

/** The seats of parties that were let in as a whole, and those whose own pass was. */
function findAdmittedPlaces(
  { layout, claims }: ShowtimeState,
  admitted: readonly { booking_id: string; place_id: string | null; admitted: number }[],
) {
  const byBooking = Map.groupBy(admitted, ({ booking_id }) => booking_id)
  const seatsByBooking = Map.groupBy(layout.places.filter(isSeat), ({ id }) => {
    const claim = claims.get(id)
    return claim?.kind === 'sold' ? claim.bookingId : undefined
  })
  const found = new Set<string>()
  for (const [bookingId, passes] of byBooking) {
    const own = seatsByBooking.get(bookingId) ?? []
    const total = passes.reduce((sum, pass) => sum + pass.admitted, 0)
    const ownPass = new Set(passes.map(({ place_id }) => place_id))
    for (const { id } of own) if (total >= own.length || ownPass.has(id)) found.add(id)
  }
  return found
}
