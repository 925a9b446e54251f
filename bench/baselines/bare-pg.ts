import pg from 'pg'
import { createPostgresDatabase } from '../../server/test/support/test-postgres.ts'
import { POSTGRES } from '../cinema.ts'
import { rateOf } from '../times.ts'
import { holdOf, PLACES, TABLES } from './pgbench.ts'

const SECONDS = 4

/** What one Node process does with `pg` and nothing else, one statement a hold, durably, with so many of them under way. */
export async function barePg(underWay: number) {
  const database = await createPostgresDatabase(POSTGRES)
  const pool = new pg.Pool({ connectionString: database.url, max: underWay })
  try {
    await pool.query(TABLES)
    const clients = await Promise.all(Array.from({ length: underWay }, () => pool.connect()))
    const rate = await rateOf(clients, SECONDS, async (client) => {
      const n = 1 + Math.floor(Math.random() * PLACES)
      const values = [`place ${n}`, `holder ${n}`]
      const { rowCount } = await client.query({ name: 'hold', text: HOLD, values })
      return rowCount === 1
    })
    for (const client of clients) client.release()
    return rate
  } finally {
    // The pool does not wait for the last goodbye, and dropping ends whoever is still there.
    pool.on('error', () => undefined)
    await pool.end()
    await database.drop()
  }
}

const HOLD = holdOf('$1', '$2')
