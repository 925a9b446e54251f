import { formatDate, formatIsoDate } from '@marquee/contract/time'

const DAY_MS = 86_400_000

/** Formats a day relative to `now`: `Today`, `Tomorrow` or `Tue, 1 Dec`. */
export function formatDay(instant: number, now: number, timeZone: string) {
  const day = formatIsoDate(instant, timeZone)
  if (day === formatIsoDate(now, timeZone)) return 'Today'
  if (day === formatIsoDate(now + DAY_MS, timeZone)) return 'Tomorrow'
  return formatDate(instant, timeZone).replace(/ \d{4}$/, '')
}

export const formatSeatsLeft = (left: number) => (left === 0 ? 'Sold out' : `${left} left`)
