import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import * as initialSchema from '#migrations/001-initial-schema.ts'
import * as dailySchedule from '#migrations/002-daily-schedule.ts'
import * as presence from '#migrations/003-presence.ts'
import * as googleSignIn from '#migrations/004-google-sign-in.ts'
import * as applicationId from '#migrations/005-application-id.ts'
import * as expiryNotices from '#migrations/006-expiry-notices.ts'
import * as layoutVersion from '#migrations/007-layout-version.ts'
import * as dropStatistics from '#migrations/008-drop-statistics.ts'
import * as dropNotices from '#migrations/009-drop-notices.ts'
import * as opaqueSessions from '#migrations/010-opaque-sessions.ts'
import type { Schema } from './schema.ts'

/** The keys are recorded in existing databases and must never change, even where a file has a newer name. */
const MIGRATIONS = {
  '001-the-heart': initialSchema,
  '002-the-daily-schedule': dailySchedule,
  '003-presence': presence,
  '004-continue-with-google': googleSignIn,
  '005-whose-file': applicationId,
  '006-notices': expiryNotices,
  '007-layouts': layoutVersion,
  '008-no-statistics': dropStatistics,
  '009-drop-notices': dropNotices,
  '010-opaque-sessions': opaqueSessions,
}

/** A database with any other migration belongs to a later version. */
export const KNOWN_MIGRATIONS: ReadonlySet<string> = new Set(Object.keys(MIGRATIONS))

/** Applies the missing migrations. Several servers may call it at once. Throws the error of a failed migration. */
export async function migrate(db: Kysely<Schema>) {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
