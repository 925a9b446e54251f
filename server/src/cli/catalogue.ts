import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CataloguePlan, planCatalogue } from '../catalogue/apply/apply.service.ts'
import { readCatalogueFile } from '../catalogue/apply/load-catalogue.ts'
import { type Config, readConfig } from '../config/config.ts'
import { copyDatabase } from '../database/backup/backup.ts'
import { connectEmbedded } from '../database/connection/connect.ts'
import { databasePath } from '../database/connection/sqlite.ts'
import { assertSupported, migrate } from '../database/migrate.ts'
import type { Database } from '../database/transaction.ts'
import { DATA_ERROR } from '../startup/exit-codes.ts'
import { createCommand, type Report } from './command.ts'

/** Says what a catalogue file would change, without changing it. A server may use the database meanwhile; on PostgreSQL its sales wait. */
export const main = createCommand({
  usage: 'marquee catalogue plan FILE',
  parse: ([action, file, ...more]) => (action === 'plan' && more.length === 0 ? file : undefined),
  run: async (file, environment) => {
    const config = readConfig(environment)
    const catalogue = readCatalogueFile(file)
    const clock = { now: Date.now(), timeZone: config.timeZone }
    return describePlan(await withDatabase(config, (db) => planCatalogue(db, catalogue, clock)))
  },
})

async function withDatabase<T>(
  { databaseUrl, dataDir }: Config,
  work: (db: Database) => Promise<T>,
) {
  if (!databaseUrl) return withCopy(dataDir, work)
  const { connectPostgres } = await import('../database/connection/connect-postgres.ts')
  const { db, close } = connectPostgres(databaseUrl, () => undefined)
  return assertSupported(db)
    .then(() => work(db))
    .finally(close)
}

/** Works on a copy of the embedded database, so that a running server does not wait. Without a database the copy is empty. */
async function withCopy<T>(dataDir: string, work: (db: Database) => Promise<T>) {
  const copyDir = mkdtempSync(join(existsSync(dataDir) ? dataDir : tmpdir(), 'catalogue-plan-'))
  try {
    const database = databasePath(dataDir)
    if (existsSync(database)) copyDatabase(database, databasePath(copyDir))
    const { db, close } = connectEmbedded(copyDir)
    return await migrate(db)
      .then(() => work(db))
      .finally(close)
  } finally {
    rmSync(copyDir, { recursive: true, force: true })
  }
}

function describePlan(plan: CataloguePlan): Report {
  if ('questions' in plan) return { text: plan.questions.join('\n'), exitCode: DATA_ERROR }
  const { unknownCategories, ...changes } = plan.changes
  const lines = Object.entries(changes).flatMap(([kind, lists]) =>
    Object.entries(lists).flatMap(([change, names]: [string, string[]]) =>
      names.map((name) => `${kind} ${change}: ${name}`),
    ),
  )
  const text = [...lines, ...unknownCategories].join('\n')
  return { text: text === '' ? 'Nothing changes.' : text, exitCode: 0 }
}
