import { MAX_DETAIL_DAYS, MAX_REPORT_DAYS } from '@marquee/contract/office/reports/date-range'
import type { Context } from '../context.ts'
import { byDatabase } from '../database/dialect.ts'

// What several reports share.

/** Shows that one statement reads: the event loop has a turn between two of them. */
const SHOWS_AT_ONCE = 400

/** Reads rows of shows or days, a part of them at a time. */
export async function readInParts<Item, Row>(
  items: readonly Item[],
  read: (part: readonly Item[]) => Promise<{ rows: Row[] }>,
  atOnce = SHOWS_AT_ONCE,
): Promise<Row[]> {
  const found: Row[] = []
  for (let first = 0; first < items.length; first += atOnce)
    for (const row of (await read(items.slice(first, first + atOnce))).rows) found.push(row)
  return found
}

/** Business days that one statement reads. PostgreSQL does not block the event loop, and reads the takings of a year as fast as those of a week. */
export const daysAtOnce = ({ reader }: Pick<Context, 'reader'>) =>
  byDatabase(reader, { sqlite: MAX_DETAIL_DAYS, postgres: MAX_REPORT_DAYS })

export const idsOf = (shows: readonly { id: string }[]) => shows.map(({ id }) => id)

/** Percent with one decimal. 0 of nothing. */
export const percentOf = (part: number, whole: number) =>
  whole > 0 ? Math.round((1000 * part) / whole) / 10 : 0
