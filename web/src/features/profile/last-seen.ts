import { HOUR_MS } from '@marquee/contract/time'

const HOURS_PER_DAY = 24

const relativeTime = new Intl.RelativeTimeFormat('en')

/** Both times are epoch milliseconds. In whole hours or days, because the time of the last use is known to 15 minutes only. */
export function formatLastSeen(lastSeenAt: number, now: number) {
  const hours = Math.floor((now - lastSeenAt) / HOUR_MS)
  if (hours < 1) return 'Last seen within the last hour'
  if (hours < HOURS_PER_DAY) return `Last seen ${relativeTime.format(-hours, 'hour')}`
  return `Last seen ${relativeTime.format(-Math.floor(hours / HOURS_PER_DAY), 'day')}`
}
