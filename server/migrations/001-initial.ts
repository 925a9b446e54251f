import { sql } from 'kysely'
import { APPLICATION_ID, byDatabase } from '../src/database/dialect.ts'
import type { Db } from '../src/database/schema.ts'
import { ACCOUNTS } from './001-initial/accounts.ts'
import { bookings } from './001-initial/bookings.ts'
import { CATALOGUE } from './001-initial/catalogue.ts'
import { counter } from './001-initial/counter.ts'
import { DOOR } from './001-initial/door.ts'
import { MESSAGES } from './001-initial/messages.ts'
import { OFFICE } from './001-initial/office.ts'
import { payments } from './001-initial/payments.ts'
import { QUEUES } from './001-initial/queues.ts'
import { REPORTS } from './001-initial/reports.ts'
import { seatPasses } from './001-initial/seat-passes.ts'
import { SELECTIONS } from './001-initial/selections.ts'

/**
 * Creates the schema of version 1.0.0. docs/schema.md says what each table and column means. Instants are epoch milliseconds, ids are
 * text, money is whole rupees, flags are 0 or 1. Few columns have a foreign key (docs/decisions/011-few-foreign-keys.md).
 */
export async function up(db: Db) {
  const statements = [
    byDatabase(db, { sqlite: MARK_FILE, postgres: CREATE_CLOCK }),
    ...CATALOGUE,
    ...ACCOUNTS,
    ...bookings(db),
    ...seatPasses(db),
    ...payments(db),
    ...SELECTIONS,
    ...DOOR,
    ...OFFICE,
    ...counter(db),
    ...MESSAGES,
    ...REPORTS,
    ...QUEUES,
  ]
  for (const statement of statements) await statement.execute(db)
}

/** Tells the file from databases of other programs. On SQLite each connection brings the function `clock_ms`. */
const MARK_FILE = sql`pragma application_id = ${sql.lit(APPLICATION_ID)}`

/** The clock of the database in epoch milliseconds. It decides, because the clocks of nodes differ. */
const CREATE_CLOCK = sql`create function clock_ms() returns bigint language sql volatile as
  'select (extract(epoch from clock_timestamp()) * 1000)::bigint'`
