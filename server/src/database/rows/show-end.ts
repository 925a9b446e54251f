import { MINUTE_MS } from '@marquee/contract/time'
import { sql } from 'kysely'

/** When the show of a row of `showtimes` and `movies` ends, epoch milliseconds. The same as `endOfShow`. */
export const showEnd = sql<number>`(starts_at + duration * ${sql.lit(MINUTE_MS)})`
