import type { Movie } from '@marquee/contract/movies/movies'
import { formatNearDate } from '@marquee/contract/time'
import { siteSettings } from '#lib/site-settings.ts'

/** Formats a day relative to `now`: `Today`, `Tomorrow` or `Tue, 1 Dec`. */
export const formatShortNearDate = (instant: number, now: number, timeZone: string) =>
  formatNearDate(instant, { now, timeZone }).replace(/ \d{4}$/, '')

/** Empty if the server does not say how many are left. */
export function formatSeatsLeft(left: number | undefined) {
  if (left === undefined) return ''
  return left === 0 ? 'Sold out' : `${left} left`
}

const FEW_SEATS = 10
const FAST_SHARE = 0.25

/** Says how many seats are left: `Sold out`, `Last 6`, `Filling fast` or `42 left`. */
export function describeSeatsLeft({
  seatsLeft,
  seatsTotal,
}: {
  seatsLeft: number
  seatsTotal: number
}) {
  if (seatsLeft === 1) return 'Last seat'
  if (seatsLeft > 0 && seatsLeft <= FEW_SEATS) return `Last ${seatsLeft}`
  const isFillingFast = seatsLeft > 0 && seatsLeft < seatsTotal * FAST_SHARE
  return isFillingFast ? 'Filling fast' : formatSeatsLeft(seatsLeft)
}

/** The time of the first showtime, with its day unless that is today: `6:30 PM`, `Tomorrow, 10:00 AM`. */
export function formatFirstTiming({ showtimes: [first], timing }: Movie, now: number) {
  const startsAt = typeof first === 'object' ? Date.parse(first.startTime) : Number.NaN
  if (Number.isNaN(startsAt)) return timing
  const day = formatShortNearDate(startsAt, now, siteSettings.timeZone)
  return day === 'Today' ? timing : `${day}, ${timing}`
}
