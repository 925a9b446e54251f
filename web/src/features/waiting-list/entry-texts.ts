import { formatDate, formatTime } from '@marquee/contract/time'
import type { WaitingEntry } from '@marquee/contract/waiting-list'
import { siteSettings } from '#lib/site-settings.ts'

/** `2 seats side by side, Premium or VIP` */
export function describeEntry({ seats, together, categories }: WaitingEntry) {
  const count = seats === 1 ? '1 seat' : `${seats} seats${together ? ' side by side' : ''}`
  return categories.length === 0 ? count : `${count}, ${categories.join(' or ')}`
}

/** `Tue, 24 Nov, 6:30 pm` */
export const momentText = (instant: string) => {
  const at = Date.parse(instant)
  return `${formatDate(at, siteSettings.timeZone)}, ${formatTime(at, siteSettings.timeZone)}`
}
