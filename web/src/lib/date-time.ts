import { formatDateTime } from '@marquee/contract/time'
import { siteSettings } from './site-settings.ts'

/** `Tue, 1 Dec 2026, 6:30 PM` for an ISO time, in the cinema's zone. */
export const dateTimeOf = (instant: string) =>
  formatDateTime(Date.parse(instant), siteSettings.timeZone)
