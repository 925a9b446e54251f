import { existsSync } from 'node:fs'
import { countOf } from '@marquee/contract/text/count'
import { formatRupees } from '@marquee/contract/text/money'
import { reconcile } from '../bookings/list/reconcile.service.ts'
import type { Config } from '../config/config.ts'
import { databasePath, openReader } from '../database/connection/sqlite.ts'
import { DataDirError } from '../database/data-dir/data-dir.ts'
import { assertSupportedFile } from '../database/data-dir/database-file.ts'
import { liftTimeLimits } from '../database/locks.ts'
import { assertSupported } from '../database/migrate.ts'
import { findOrphans } from '../database/rows/references.ts'
import type { Db } from '../database/schema.ts'
import type { Database } from '../database/transaction.ts'
import { DATA_ERROR } from '../startup/exit-codes.ts'
import type { Report } from './command.ts'

type Reconciliation = Awaited<ReturnType<typeof reconcile>>

type Orphans = Awaited<ReturnType<typeof findOrphans>>

interface DataCheck {
  orphans: Orphans
  reconciliation: Reconciliation
}

type Location = Pick<Config, 'databaseUrl' | 'dataDir'>

/** Finds rows that refer to rows that do not exist, and compares the ledger with the bookings. A server may use the database meanwhile. */
export const checkData = (location: Location): Promise<DataCheck> =>
  readDatabase(location, async (db) => ({
    orphans: await findOrphans(db),
    reconciliation: await reconcile(db),
  }))

/** Compares the ledger with the bookings. A server may use the database meanwhile. */
export const reconcileData = (location: Location) => readDatabase(location, reconcile)

/** Throws `DataDirError` (74) if there is no database, or one that this version cannot use. */
async function readDatabase<T>({ databaseUrl, dataDir }: Location, read: (db: Db) => Promise<T>) {
  if (!databaseUrl) return readEmbedded(dataDir, read)
  const { connectPostgres } = await import('../database/connection/postgres.ts')
  const { reader, close } = connectPostgres(databaseUrl, () => undefined)
  return readAndClose(reader, close, async (db) => {
    await assertSupported(db)
    return read(db)
  })
}

function readEmbedded<T>(dataDir: string, read: (db: Db) => Promise<T>) {
  const path = databasePath(dataDir)
  if (!existsSync(path)) throw new DataDirError(74, `There is no database in ${dataDir}.`)
  assertSupportedFile(path)
  const reader = openReader({ path, now: Date.now })
  return readAndClose(reader, () => reader.destroy(), read)
}

async function readAndClose<T>(
  reader: Database,
  close: () => Promise<void>,
  read: (db: Database) => Promise<T>,
) {
  try {
    return await reader.connection().execute(async (connection) => {
      await liftTimeLimits(connection)
      return read(connection)
    })
  } finally {
    await close()
  }
}

/** Returns what the command prints, and the exit code 65 if something is wrong. */
export const reportData = ({ orphans, reconciliation }: DataCheck): Report => ({
  text: [orphansText(orphans), reconciliationText(reconciliation)].join('\n'),
  exitCode: orphans.length > 0 ? DATA_ERROR : exitCodeOf(reconciliation),
})

/** 65 if payments, places and claims do not agree. */
export const exitCodeOf = ({ problems }: Reconciliation) => (problems.length > 0 ? DATA_ERROR : 0)

function orphansText(orphans: Orphans) {
  if (orphans.length === 0) return 'All references lead to rows.'
  const lines = orphans.map(({ column, rows }) => `  ${column}: ${rows}`)
  return ['Rows that refer to a row that does not exist:', ...lines].join('\n')
}

export function reconciliationText({ bookings, freeTickets, problems, ...totals }: Reconciliation) {
  const [payments, refunds, kept] = [totals.payments, totals.refunds, totals.kept].map(formatRupees)
  // They are in the ledger, but were not paid.
  const free = freeTickets > 0 ? `, besides ${formatRupees(freeTickets)} of free tickets` : ''
  const sum = `${countOf(bookings, 'booking')}: ${payments} paid, ${refunds} refunded, ${kept} kept${free}.`
  if (problems.length === 0) return `${sum} Ledger, bookings and places agree.`
  return [
    `${sum} Ledger, bookings and places do not agree:`,
    ...problems.map(({ rule, reference }) => `  ${reference}: ${rule}`),
  ].join('\n')
}
