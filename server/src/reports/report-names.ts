import { formatDate, formatDateTime } from '@marquee/contract/time'
import { COMMAND_LINE_ID, COMMAND_LINE_NAME } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'
import { type ShowNameRow, selectShowNames, selectStaffNames } from './report-names.sql.ts'

export type ShowName = ShowNameRow

/** The movie, screen and start of shows, by their ids. */
export async function loadShowNames({ reader }: Pick<Context, 'reader'>, ids: Iterable<string>) {
  const { rows } = await selectShowNames(reader, [...new Set(ids)])
  return new Map(rows.map((row): [string, ShowName] => [row.id, row]))
}

/** `Amaran, Screen 1, Tue, 1 Dec 2026, 6:30 PM` */
const showLabel = (
  { movie, screen, starts_at }: Pick<ShowName, 'movie' | 'screen' | 'starts_at'>,
  timeZone: string,
) => [movie, screen, formatDateTime(starts_at, timeZone)].join(', ')

/** The names of devices and people, by their ids. */
export async function loadStaffNames({ reader }: Pick<Context, 'reader'>, ids: readonly string[]) {
  const { rows } = await selectStaffNames(reader, ids)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return names.set(COMMAND_LINE_ID, COMMAND_LINE_NAME)
}

/** `Sat, 28 Nov 2026`. Noon is on the same day in every zone. */
export const dayLabel = (day: string) => formatDate(Date.parse(`${day}T12:00:00Z`), 'UTC')

/** The row of a report to which a show belongs. */
export function keyOfShow(show: ShowName, by: 'movie' | 'screen' | 'show', timeZone: string) {
  if (by === 'movie') return { key: show.movie_id, label: show.movie }
  if (by === 'screen') return { key: show.screen_id, label: show.screen }
  return { key: show.id, label: showLabel(show, timeZone) }
}
