import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import * as initialSchema from '#migrations/001-initial-schema.ts'
import * as dailySchedule from '#migrations/002-daily-schedule.ts'
import * as presence from '#migrations/003-presence.ts'
import * as continueWithGoogle from '#migrations/004-google-sign-in.ts'
import * as applicationId from '#migrations/005-application-id.ts'
import * as notices from '#migrations/006-expiry-notices.ts'
import * as layouts from '#migrations/007-layout-version.ts'
import * as dropStatistics from '#migrations/008-drop-statistics.ts'
import * as opaqueSessions from '#migrations/010-opaque-sessions.ts'
import type { Schema } from './schema.ts'

const MIGRATIONS = {
  '001-the-heart': initialSchema,
  '002-the-daily-schedule': dailySchedule,
  '003-presence': presence,
  '004-continue-with-google': continueWithGoogle,
  '005-whose-file': applicationId,
  '006-notices': notices,
  '007-layouts': layouts,
  '008-no-statistics': dropStatistics,
  '010-opaque-sessions': opaqueSessions,
}

/** What this version knows of; a database with more is of a later one. */
export const KNOWN_MIGRATIONS: ReadonlySet<string> = new Set(Object.keys(MIGRATIONS))

/** Brings the schema forward. Several servers may call it at once. Throws what the failed step threw. */
export async function migrate(db: Kysely<Schema>) {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
