import { getCutoffTime } from '@marquee/contract/bookings/booking-window'
import type { ShowOfEntry } from './waitlist.sql.ts'

/** How long booking stays open; 0 or less when it has closed or the show is cancelled. */
export const msUntilCutoff = ({ cancelled_at, starts_at, cutoff_minutes, now }: ShowOfEntry) =>
  cancelled_at === null ? getCutoffTime(starts_at, cutoff_minutes) - now : 0
