import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  applyProgramme,
  exportProgramme,
  planProgramme,
} from '@marquee/contract/office/programme/plans'
import { countOf } from '@marquee/contract/text/count'
import { planCatalogue } from '../catalogue/apply/apply.service.ts'
import { readCatalogueFile } from '../catalogue/apply/load-catalogue.ts'
import { findWarnings } from '../catalogue/file/catalogue-warnings.ts'
import { type Config, readConfig } from '../config/config.ts'
import { copyDatabase } from '../database/backup/backup.ts'
import { connectEmbedded } from '../database/connection/connect.ts'
import { databasePath } from '../database/connection/sqlite.ts'
import { assertSupported, migrate } from '../database/migrate.ts'
import type { Database } from '../database/transaction.ts'
import { planView } from '../office/programme/plans/programme-plans.view.ts'
import { DATA_ERROR } from '../startup/exit-codes.ts'
import { createCommand, type Report } from './command.ts'
import { CommandError, createOfficeClient } from './office/office-client.ts'
import { planText } from './office/plan-text.ts'

const USAGE = `marquee catalogue check FILE                    finds the problems of a catalogue file, without a database
marquee catalogue plan FILE                     says what the file would change
marquee catalogue apply FILE [--reason TEXT]    changes the programme of the running server, without a restart
marquee catalogue export                        prints the programme of the running server as a catalogue file`

interface Arguments {
  file: string
  reason: string | undefined
}

type Action = (config: Config, given: Arguments) => Promise<Report>

/** Checks, plans, applies and exports catalogue files. */
export const main = createCommand({
  usage: USAGE,
  parse: parseArguments,
  run: async ({ run, ...given }, environment) => {
    try {
      return await run(readConfig(environment), given)
    } catch (error) {
      if (error instanceof CommandError) return { text: error.message, exitCode: error.exitCode }
      throw error
    }
  },
})

/** Returns undefined if they are wrong. */
function parseArguments(args: string[]) {
  try {
    const { positionals, values } = parseArgs({
      args,
      options: { reason: { type: 'string' } },
      allowPositionals: true,
    })
    const { reason } = values
    const [action = '', file = '', ...more] = positionals
    const run = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
    const hasFile = file !== '' && more.length === 0
    if (!run || hasFile === (run === exportFile) || (reason !== undefined && run !== apply))
      return undefined
    return { run, file, reason }
  } catch {
    return undefined
  }
}

const check: Action = async ({ timeZone }, { file }) => {
  const catalogue = readCatalogueFile(file)
  const { screens, movies } = catalogue
  const shows = movies.reduce((sum, { showtimes }) => sum + showtimes.length, 0)
  const daily = movies.reduce((sum, movie) => sum + movie.daily.length, 0)
  const counts = [
    ...[countOf(screens.length, 'screen'), countOf(movies.length, 'movie')],
    ...[countOf(shows, 'single show'), countOf(daily, 'daily show')],
  ]
  const warnings = findWarnings(catalogue, { now: Date.now(), timeZone })
  const lines = [`No problems: ${counts.join(', ')}.`, ...warnings]
  return { text: lines.join('\n'), exitCode: 0 }
}

/** A server may use the database meanwhile; on PostgreSQL its sales wait. */
const plan: Action = async (config, { file }) => {
  const catalogue = readCatalogueFile(file)
  const clock = { now: Date.now(), timeZone: config.timeZone }
  const planned = await withDatabase(config, async (db) => {
    const found = await planCatalogue(db, catalogue, clock)
    return planView(db, found.plan)
  })
  return reportOf(planned)
}

const apply: Action = async (config, { file, reason }) => {
  readCatalogueFile(file)
  const call = createOfficeClient(config)
  const body = { catalogue: readFileSync(file, 'utf8') }
  const { planId, ...planned } = await call(planProgramme, { body })
  const report = reportOf(planned)
  if (report.exitCode !== 0) return report
  await call(applyProgramme, { body: { planId, reason } })
  return { text: `Applied.\n${report.text}`, exitCode: 0 }
}

const exportFile: Action = async (config) => ({
  text: JSON.stringify(await createOfficeClient(config)(exportProgramme, {}), null, 2),
  exitCode: 0,
})

const ACTIONS: Record<string, Action> = { check, plan, apply, export: exportFile }

async function withDatabase<T>(
  { databaseUrl, dataDir }: Config,
  work: (db: Database) => Promise<T>,
) {
  if (!databaseUrl) return withCopy(dataDir, work)
  const { connectPostgres } = await import('../database/connection/postgres.ts')
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

const reportOf = (planned: Parameters<typeof planText>[0]): Report => ({
  text: planText(planned),
  exitCode: planned.conflicts.length > 0 ? DATA_ERROR : 0,
})
