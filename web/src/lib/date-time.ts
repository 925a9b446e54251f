import { formatDateTime, formatIsoDate } from '@marquee/contract/time'
import { siteSettings } from './site-settings.ts'

/** `Tue, 1 Dec 2026, 6:30 PM` for an ISO time, in the cinema's zone. */
export const dateTimeOf = (instant: string) =>
  formatDateTime(Date.parse(instant), siteSettings.timeZone)

/** The day of a showtime, `2026-12-01`, in the cinema's zone. The field `date` of the server may be missing or in another form. */
export const dayOf = ({ startTime }: { startTime: string }) =>
  formatIsoDate(Date.parse(startTime), siteSettings.timeZone)
