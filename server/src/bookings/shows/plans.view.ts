import { createHash } from 'node:crypto'
import type { OutagePlan } from '@marquee/contract/office/shows/seat-outages'
import type { MovePlan } from '@marquee/contract/office/shows/show-moves'
import { formatInstant } from '@marquee/contract/time'
import { sumOf } from '../change/planners/booking-change.ts'
import {
  isLost,
  losesAllSeats,
  moneyBackOf,
  type Reseating,
  replacedPlaces,
  seatViews,
  signatureOf,
} from '../change/planners/reseating.ts'
import type { PlannedMove } from './move-plan.ts'
import type { OutageAtShow, PlannedOutage } from './outage-plan.ts'

export const UNSEATED_PARTIES =
  'Some parties would have no seats. Confirm that they are cancelled and refunded in full.'
export const PLAN_CHANGED = 'The plan has changed meanwhile. Please look at it again.'

/** Two plans with the same hash do the same to the bookings. */
const hash = (plan: unknown) =>
  createHash('sha256').update(JSON.stringify(plan)).digest('base64url')

export const hashOfMove = ({ to, refundUntil, reseatings }: PlannedMove) =>
  hash([to.screenId, to.startsAt, refundUntil, signatureOf(reseatings)])

export const hashOfOutage = ({ screen, outIds, shows }: PlannedOutage) =>
  hash([
    screen.id,
    [...outIds].toSorted(),
    shows
      .map(({ show, reseatings, refundUntil }) =>
        JSON.stringify([show.id, show.startsAt, refundUntil, signatureOf(reseatings)]),
      )
      .toSorted(),
  ])

const countsOf = (reseatings: readonly Reseating[]) => ({
  bookings: reseatings.length,
  splitBookings: reseatings.filter(({ isSeated, isTogether }) => isSeated && !isTogether).length,
  /** Rupees that buyers get. */
  refund: sumOf(reseatings.map(moneyBackOf)),
  mails: reseatings.filter(({ booking }) => booking.email !== null).length,
})

const reseatingView = (reseating: Reseating) => {
  const { booking, isSeated, isTogether, seats, slots } = reseating
  return {
    _id: booking.id,
    reference: booking.reference,
    channel: booking.channel,
    losesSeats: !isSeated,
    isCancelled: losesAllSeats(reseating),
    isTogether: isSeated && isTogether,
    refund: moneyBackOf(reseating),
    hasEmail: booking.email !== null,
    losesAccess: seats.some(({ losesAccess }) => losesAccess),
    seats: seats.map(({ from, label }) => ({ from: from.label, to: label })),
    slots: slots.map(({ from, label }) => ({ from: from.label, to: label })),
  }
}

export function moveView(move: PlannedMove): MovePlan {
  const { show, screen, from, to, reseatings, refundUntil } = move
  const unseated = reseatings.filter(({ isSeated }) => !isSeated)
  const people = (of: readonly Reseating[]) => sumOf(of.map(({ seats }) => seats.length))
  return {
    from: {
      screen: { _id: from.screenId, name: show.screen },
      startTime: formatInstant(from.startsAt),
    },
    to: { screen: { _id: to.screenId, name: screen }, startTime: formatInstant(to.startsAt) },
    planHash: hashOfMove(move),
    isUnchanged: move.isThere,
    counts: {
      ...countsOf(reseatings),
      people: people(reseatings),
      unseatedBookings: unseated.length,
      unseatedPeople: people(unseated),
      held: move.held,
      blocked: move.houseSeats,
    },
    refundUntil: refundUntil === null ? null : formatInstant(refundUntil),
    bookings: reseatings.map(reseatingView),
    hall: seatViews(move.hall),
  }
}

export function outageView(outage: PlannedOutage): OutagePlan {
  const { screen, layoutId, hall, outSeats, shows, upcomingIds } = outage
  const all = shows.flatMap(({ reseatings }) => reseatings)
  const lost = all.filter(({ isSeated }) => !isSeated)
  const seatsIn = (of: readonly Reseating[]) =>
    of.flatMap(replacedPlaces).filter(({ from }) => from.kind === 'seat')
  return {
    screen: { _id: screen.id, name: screen.name },
    seats: seatViews(outSeats),
    planHash: hashOfOutage(outage),
    isUnchanged: outSeats.length === 0,
    counts: {
      ...countsOf(all),
      shows: upcomingIds.length,
      people: seatsIn(all).length,
      lostPeople: seatsIn(lost).filter(isLost).length,
      lostBookings: lost.length,
      held: outage.held,
      blocked: outage.houseSeats,
    },
    shows: shows.map((one) => showOutageView(one, layoutId)),
    hall: seatViews(hall),
  }
}

const showOutageView = (
  { show, hall, reseatings, refundUntil }: OutageAtShow,
  layoutId: string,
) => ({
  _id: show.id,
  movie: show.movie,
  startTime: formatInstant(show.startsAt),
  refundUntil: refundUntil === null ? null : formatInstant(refundUntil),
  bookings: reseatings.map(reseatingView),
  ...(show.layoutId !== layoutId && { hall: seatViews(hall) }),
})
