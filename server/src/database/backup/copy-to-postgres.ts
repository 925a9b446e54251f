import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { databasePath } from '../connection/sqlite.ts'
import { DataDirError, lockDataDir } from '../data-dir/data-dir.ts'
import { fileError, inspectDatabaseFile } from '../data-dir/database-file.ts'
import { analyze } from '../dialect.ts'
import { assertWritableServer } from '../health/readiness.ts'
import { liftStatementLimit } from '../locks.ts'
import { MIGRATIONS, migrate } from '../migrate.ts'
import type { Db } from '../schema.ts'
import { type Database, inTransaction } from '../transaction.ts'
import { verifyDatabaseFile } from './backup-file.ts'

/** PostgreSQL accepts 65,535 parameters in a statement. */
const MAX_PARAMETERS = 30_000
/** Profile pictures are long texts. */
const MAX_CHARACTERS = 4_000_000
const FETCH_ROWS = 500
/** Filled by the migrations. */
const OWN_TABLES = ['kysely_migration', 'kysely_migration_lock']

type Row = Record<string, unknown>
type CopiedTable = { name: string; rows: number }

/**
 * Copies the embedded database into an empty PostgreSQL database in one transaction, and compares number and checksum of the rows of each table
 * before it commits. Changes nothing in the data directory.
 * Throws `DataDirError`: 73 if a server uses the data directory or the target has tables, 74 if the source cannot be used.
 */
export async function copyToPostgres(dataDir: string, target: Database): Promise<CopiedTable[]> {
  const path = databasePath(dataDir)
  verifyDatabaseFile(path)
  const unlock = lockDataDir(dataDir)
  try {
    assertMigrated(path)
    using source = new DatabaseSync(path, { readOnly: true })
    await assertEmpty(target)
    await migrate(target)
    const copied = await inTransaction(target, { durable: true, isLong: true }, async (tx) => {
      await liftStatementLimit(tx)
      await switchTriggers(tx, 'disable')
      const tables: CopiedTable[] = []
      for (const table of listTables(source)) tables.push(await copyTable(source, tx, table))
      await switchTriggers(tx, 'enable')
      return tables
    })
    await analyze(target)
    return copied
  } finally {
    unlock()
  }
}

function assertMigrated(path: string) {
  const { migrations } = inspectDatabaseFile(path)
  if (migrations?.length === Object.keys(MIGRATIONS).length) return
  throw fileError(path, 'its schema is of another version. Start and stop this version on it first')
}

async function assertEmpty(target: Database) {
  await assertWritableServer(target)
  const tables = await target.introspection.getTables({ withInternalKyselyTables: true })
  if (tables.length > 0) throw new DataDirError(73, 'The PostgreSQL database is not empty.')
}

/** Payments and passes are copied as they are: the triggers would insert them a second time. The transaction locks the tables. */
async function switchTriggers(tx: Db, action: 'disable' | 'enable') {
  await sql`alter table bookings ${sql.raw(action)} trigger payment_of_a_booking`.execute(tx)
  await sql`alter table booking_places ${sql.raw(action)} trigger pass_of_a_seat`.execute(tx)
}

/** All tables, each after those that its rows refer to. */
function listTables(source: DatabaseSync) {
  const names = source
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !OWN_TABLES.includes(name))
  const ordered = new Set<string>()
  function add(name: string) {
    if (ordered.has(name)) return
    const references = source.prepare('select "table" as name from pragma_foreign_key_list(?)')
    for (const { name: other } of references.all(name)) if (other !== name) add(String(other))
    ordered.add(name)
  }
  for (const name of names) add(name)
  return [...ordered]
}

async function copyTable(source: DatabaseSync, tx: Db, name: string): Promise<CopiedTable> {
  const expected = createTableDigest()
  for (const rows of readChunks(source, name)) {
    expected.add(rows)
    await tx
      .insertInto(name as 'screens')
      .values(rows as never)
      .execute()
  }
  const found = createTableDigest()
  await sql`declare copied no scroll cursor for select * from ${sql.table(name)}`.execute(tx)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(FETCH_ROWS)} from copied`.execute(tx)
    if (rows.length === 0) break
    found.add(rows)
  }
  await sql`close copied`.execute(tx)
  if (found.result() === expected.result()) return { name, rows: expected.count() }
  throw new DataDirError(74, `The rows of ${name} in PostgreSQL differ. Nothing was copied.`)
}

function* readChunks(source: DatabaseSync, name: string) {
  let rows: Row[] = []
  let characters = 0
  for (const row of source.prepare(`select * from "${name}"`).iterate()) {
    rows.push(row)
    characters += lengthOf(row)
    if (rows.length * Object.keys(row).length < MAX_PARAMETERS && characters < MAX_CHARACTERS)
      continue
    yield rows
    rows = []
    characters = 0
  }
  if (rows.length > 0) yield rows
}

const lengthOf = (row: Row) =>
  Object.values(row).reduce<number>((sum, value) => sum + String(value).length, 0)

/** Number of rows and the sum of their hashes, in any order. */
function createTableDigest() {
  let rowCount = 0
  let sum = 0n
  return {
    add(rows: Row[]) {
      for (const row of rows) {
        const sorted = Object.entries(row).toSorted(([one], [other]) => (one < other ? -1 : 1))
        const hash = createHash('sha256').update(JSON.stringify(sorted)).digest('hex')
        sum = BigInt.asUintN(256, sum + BigInt(`0x${hash}`))
      }
      rowCount += rows.length
    },
    count: () => rowCount,
    result: () => `${rowCount} ${sum}`,
  }
}
