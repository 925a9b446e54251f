import { getBookingWindow } from '@marquee/contract/bookings/booking-window'
import { MINUTE_MS } from '@marquee/contract/time'
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

/** The show still protects its accessible places for people who ask for one. */
export const isProtecting = (
  { startsAt }: Pick<ShowDetails, 'startsAt'>,
  { now, accessReleaseMs }: Pick<HoldMoment, 'now' | 'accessReleaseMs'>,
) => startsAt > now + accessReleaseMs

/** When the show ends, epoch milliseconds. */
export const endOf = ({ startsAt, duration }: Pick<ShowDetails, 'startsAt' | 'duration'>) =>
  startsAt + duration * MINUTE_MS
