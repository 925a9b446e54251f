import { getBookingWindow } from '@marquee/contract/bookings/booking-window'
import type { PairProposal, ProgrammeShowtime } from '@marquee/contract/movies/programme'
import { findBestSeats } from '@marquee/contract/seats/best-seats'
import { describeSeats, findInHall } from '@marquee/contract/seats/hall'
import {
  describeView,
  type SeatPosition,
  viewCost,
  viewFrom,
} from '@marquee/contract/seats/screen-view'
import { seatPrice } from '@marquee/contract/seats/seat-tiers'
import { EVENING_HOUR, parseLocalTime } from '@marquee/contract/time'
import { listProgramme } from '#src/catalogue/programme.service.ts'
import type { Context } from '#src/context.ts'
import { type HallPlace, hallOf } from '../rules/choice.ts'
import { isFree, type View, viewOf } from './seat-map.ts'

const PARTY = 2
const MAX_PROPOSALS = 3
/** The seats of so many shows are looked at, so that a call costs the same with any programme. */
const MAX_SHOWS = 6
/** A view that costs more is no good one, as in `describeView`. */
const MAX_VIEW_COST = 0.35

/**
 * Proposes the best two seats at the next evening shows of a day (2026-12-01) that can be booked, earliest first. Shows with a good view come
 * before others. Accessible places are left to those who ask for them.
 */
export async function proposePairs(ctx: Context, date: string): Promise<PairProposal[]> {
  const evening = parseLocalTime(date, `${EVENING_HOUR}:00`, ctx.config.timeZone)
  const shows = (await listProgramme(ctx, date)).filter(
    (show) =>
      Date.parse(show.startTime) >= evening &&
      show.seatsLeft >= PARTY &&
      getBookingWindow(show, ctx.now()).open,
  )
  const found = await Promise.all(
    firstOfEachMovie(shows)
      .slice(0, MAX_SHOWS)
      .map(async (show) => {
        const state = await ctx.showtimes.read(show._id)
        return proposeAt(viewOf(state, { ...ctx.config, now: ctx.showtimes.now() }), show)
      }),
  )
  const proposals = found.filter((proposal) => proposal !== undefined)
  return [
    ...proposals.filter(({ cost }) => cost <= MAX_VIEW_COST),
    ...proposals.filter(({ cost }) => cost > MAX_VIEW_COST),
  ]
    .slice(0, MAX_PROPOSALS)
    .map(({ proposal }) => proposal)
    .toSorted((a, b) => a.showtime.startTime.localeCompare(b.showtime.startTime))
}

const firstOfEachMovie = (shows: readonly ProgrammeShowtime[]) =>
  [...Map.groupBy(shows, ({ movieId }) => movieId).values()].flatMap((ofMovie) =>
    ofMovie.slice(0, 1),
  )

function proposeAt(view: View, show: ProgrammeShowtime) {
  const hall = hallOf(view.state.layout)
  const isProposed = ({ place }: HallPlace) => place.access === null && isFree(view, place)
  const seats = findBestSeats(hall, { size: PARTY, isFree: isProposed, isTogether: true })
  if (!seats) return
  const screenView = viewFrom(
    middleOf(seats.map(({ _id }) => findInHall(hall, _id)?.placed)),
    hall.size,
  )
  const proposal = {
    showtime: show,
    seatIds: seats.map(({ _id }) => _id),
    seats: describeSeats(seats),
    price: seats.reduce((sum, { category }) => sum + seatPrice(category), 0),
    view: describeView(screenView),
  }
  return { proposal, cost: viewCost(screenView) }
}

function middleOf(placed: (SeatPosition | undefined)[]): SeatPosition {
  const positions = placed.filter((position) => position !== undefined)
  const x = positions.reduce((sum, position) => sum + position.x, 0) / positions.length
  return { row: positions[0]?.row ?? 0, x }
}
