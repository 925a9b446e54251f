import type { Context } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import * as statements from './access-release.sql.ts'

/** One run releases the places of at most this many shows. The next one follows within seconds. */
const MAX_SHOWS = 200

/**
 * Tells viewers that accessible places are open to all: the rules release them by the database's clock, this makes the maps that were read
 * before change. Returns the showtimes.
 */
export async function releaseAccessiblePlaces({ db, config, events }: Context) {
  const { rows } = await inTransaction(db, { durable: false }, (tx) =>
    statements.releaseAccessiblePlaces(tx, config, MAX_SHOWS),
  )
  const showtimeIds = rows.map(({ id }) => id)
  for (const showtimeId of showtimeIds) events.emit('claimsChanged', showtimeId)
  return showtimeIds
}
