import {
  formatDate,
  formatDateTime,
  formatIsoDate,
  formatNearDate,
  formatNearDateTime,
  formatNearMoment,
  MINUTE_MS,
} from '@marquee/contract/time'
import { useNow } from '@marquee/ui-kit/lib/clock.ts'
import { siteSettings } from './site-settings.ts'

interface Props {
  /** ISO 8601. */
  instant: string
}

/** The server's clock and the zone of the cinema, for texts about days. It follows the clock, so that a page that stays open over midnight is right. */
export const useLocalClock = () => ({ now: useNow(MINUTE_MS), timeZone: siteSettings.timeZone })

/** `Today, 8:15 PM`, `Tomorrow, 10:00 AM`, else `Tue, 1 Dec 2026, 6:30 PM`. */
export function NearDateTime({ instant }: Props) {
  return formatNearDateTime(Date.parse(instant), useLocalClock())
}

/** The same within a sentence: `8:15 PM today`. */
export function NearMoment({ instant }: Props) {
  return formatNearMoment(Date.parse(instant), useLocalClock())
}

/** `Today`, `Tomorrow`, else `Tue, 1 Dec 2026`. Paper is read later, so it has the date. */
export function NearDate({ instant }: Props) {
  const clock = useLocalClock()
  const startsAt = Date.parse(instant)
  const [day, date] = [formatNearDate(startsAt, clock), formatDate(startsAt, clock.timeZone)]
  if (day === date) return date
  return (
    <>
      <span className="print:hidden">{day}</span>
      <span className="hidden print:inline">{date}</span>
    </>
  )
}

/** `Tue, 1 Dec 2026, 6:30 PM`, for texts that are read later. */
export const dateTimeOf = (instant: string) =>
  formatDateTime(Date.parse(instant), siteSettings.timeZone)

/** The day of a showtime, `2026-12-01`, in the cinema's zone. The field `date` of the server may be missing or in another form. */
export const isoDateOfShow = ({ startTime }: { startTime: string }) =>
  formatIsoDate(Date.parse(startTime), siteSettings.timeZone)
