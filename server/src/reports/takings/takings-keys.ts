import type { TakingsBy } from '@marquee/contract/office/reports/takings'
import type { TakingsColumn } from './daily-takings.sql.ts'

/** The column that says to which row of a report takings belong. A show has one movie and one screen. */
export const COLUMN_OF: Readonly<Record<TakingsBy, TakingsColumn>> = {
  day: 'day',
  movie: 'showtime_id',
  screen: 'showtime_id',
  show: 'showtime_id',
  category: 'category',
  channel: 'channel',
  payment: 'method',
  device: 'device_id',
  person: 'person_id',
}
