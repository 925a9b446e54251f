import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { execute } from '../server/test/support/test-postgres.ts'
import type { Fill } from './growing-rows.ts'

/** Runs statements on the database of a server. */
export interface RunSql {
  fill: (fill: Fill) => Promise<void>
  /** For statements while the server runs. */
  run: (statements: string) => Promise<void>
}

export function sqliteRunner(dataDir: string): RunSql {
  const run = async (statements: string, pragmas = '') => {
    const db = new DatabaseSync(join(dataDir, 'marquee.db'), { timeout: 10_000 })
    db.exec(`pragma foreign_keys = off; ${pragmas}`)
    db.function('clock_ms', { directOnly: true }, () => Date.now())
    db.function('md5', { deterministic: true }, (text) =>
      createHash('md5').update(String(text)).digest('hex'),
    )
    db.exec(`begin; ${statements}; commit`)
    db.close()
  }
  return {
    // Without a journal and with all pages in memory, a million rows take seconds.
    fill: (fill) =>
      run(
        fill(
          (count, name = 'numbers') =>
            `(with recursive series(n) as (select 1 union all select n + 1 from series where n < ${count}) select n from series) as ${name}`,
        ),
        'pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -1000000',
      ),
    run,
  }
}

/** Needs a superuser: foreign keys of a million rows are not checked. */
export function postgresRunner(url: string): RunSql {
  return {
    fill: (fill) =>
      execute(
        url,
        // Its trigger writes the ledger.
        'alter table bookings enable always trigger payment_of_a_booking',
        'set session_replication_role = replica; set synchronous_commit = off; set work_mem = 200000',
        fill((count, name = 'numbers') => `generate_series(1::bigint, ${count}) as ${name}(n)`),
        'vacuum analyze',
        'checkpoint',
      ),
    run: (statements) => execute(url, statements, 'vacuum claims, selections', 'checkpoint'),
  }
}
