import { getBookingWindow } from '@marquee/contract/bookings/booking-window'
import type { HoldMoment, ShowDetails } from '../state.ts'

export const SHOW_ENDED = 'This show is over.'

/** The booking window of a show. */
export const windowOf = (
  { startsAt, cutoffMinutes, isCancelled }: ShowDetails,
  { now }: Pick<HoldMoment, 'now'>,
) =>
  getBookingWindow(
    {
      startTime: new Date(startsAt).toISOString(),
      cutoffMinutes: cutoffMinutes ?? undefined,
      cancelled: isCancelled,
    },
    now,
  )

/** Until when a show protects its accessible places for people who ask for one. Epoch milliseconds. */
export const protectedUntil = (
  { startsAt }: Pick<ShowDetails, 'startsAt'>,
  { accessReleaseMs }: Pick<HoldMoment, 'accessReleaseMs'>,
) => startsAt - accessReleaseMs

/** The show still protects its accessible places. */
export const isProtecting = (
  show: Pick<ShowDetails, 'startsAt'>,
  moment: Pick<HoldMoment, 'now' | 'accessReleaseMs'>,
) => moment.now < protectedUntil(show, moment)
