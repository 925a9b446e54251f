import type { OutagePlan } from '@marquee/contract/office/seat-outages'
import { deviceWithName } from '../audit/audit.service.ts'
import { bookingPlanView, countMails, sumRefunds } from './booking-moves.ts'
import type { Outage } from './load-outage.ts'
import { changedPlaces, isLostPlace } from './seat-outage-plan.ts'
import type * as statements from './seat-outages.sql.ts'
import { type BookingMove, seatsOf } from './show-move-plan.ts'

const iso = (instant: number) => new Date(instant).toISOString()

type OpenOutage = Awaited<ReturnType<typeof statements.selectOpenOutages>>['rows'][number]

export const outageView = ({ device_id, device_name, ...outage }: OpenOutage) => ({
  ...{ _id: outage.id, seatId: outage.place_id, seatNumber: outage.label },
  ...{ reason: outage.reason, since: iso(outage.since) },
  device: deviceWithName(device_id, device_name),
})

export function planView({ screen, hall, broken, shows, planId, ...outage }: Outage): OutagePlan {
  const all = shows.flatMap(({ moves: changed }) => changed)
  const lost = all.filter(({ isSeated }) => !isSeated)
  const seatsIn = (of: readonly BookingMove[]) =>
    of.flatMap(changedPlaces).filter(({ from }) => from.kind === 'seat')
  return {
    screen: { _id: screen.id, name: screen.name },
    ...{ seats: seatsOf(broken), planId, isUnchanged: broken.length === 0 },
    counts: {
      ...{ shows: outage.upcomingIds.length, bookings: all.length, people: seatsIn(all).length },
      ...{ lostPeople: seatsIn(lost).filter(isLostPlace).length, lostBookings: lost.length },
      splitBookings: all.filter(({ isSeated, isTogether }) => isSeated && !isTogether).length,
      ...{ refund: sumRefunds(all), mails: countMails(all) },
      ...{ held: outage.held, blocked: outage.blocked },
    },
    shows: shows.map(({ show, moves: changed, refundUntil }) => ({
      ...{ _id: show.id, movie: show.movie, startTime: iso(show.starts_at) },
      refundUntil: refundUntil === null ? null : iso(refundUntil),
      bookings: changed.map(bookingPlanView),
    })),
    hall: seatsOf(hall),
  }
}
