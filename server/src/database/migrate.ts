import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
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
import * as mailOutbox from '#migrations/011-mail-outbox.ts'
import * as sessionHolders from '#migrations/012-session-holders.ts'
import * as readinessChecks from '#migrations/013-readiness-checks.ts'
import * as additiveMigrations from '#migrations/014-additive-migrations.ts'
import * as emailConfirmation from '#migrations/015-email-confirmation.ts'
import * as claimOwners from '#migrations/016-claim-owners.ts'
import * as retakeBlocks from '#migrations/017-retake-blocks.ts'
import * as retention from '#migrations/018-retention.ts'
import * as sessionDevices from '#migrations/019-session-devices.ts'
import * as databaseClock from '#migrations/020-database-clock.ts'
import * as composedConfirmations from '#migrations/022-composed-confirmations.ts'
import * as cleanupIndexes from '#migrations/023-cleanup-indexes.ts'
import * as fewForeignKeys from '#migrations/024-few-foreign-keys.ts'
import * as phoneCodes from '#migrations/025-phone-codes.ts'
import * as profilePictures from '#migrations/026-profile-pictures.ts'
import * as tickets from '#migrations/027-tickets.ts'
import * as reminders from '#migrations/028-reminders.ts'
import * as office from '#migrations/029-office.ts'
import * as door from '#migrations/030-door.ts'
import * as payments from '#migrations/035-payments.ts'
import * as bookingChanges from '#migrations/036-booking-changes.ts'
import * as accessiblePlaces from '#migrations/037-accessible-places.ts'
import * as softExpiry from '#migrations/038-soft-expiry.ts'
import * as comingSoon from '#migrations/039-coming-soon.ts'
import * as sharedSelections from '#migrations/040-shared-selections.ts'
import * as showCancellations from '#migrations/041-show-cancellations.ts'
import * as showMoves from '#migrations/042-show-moves.ts'
import * as waitingList from '#migrations/043-waiting-list.ts'
import * as seatOutages from '#migrations/044-seat-outages.ts'
import * as catalogueIds from '#migrations/045-catalogue-ids.ts'
import * as seatPasses from '#migrations/046-seat-passes.ts'
import * as friendSeats from '#migrations/047-friend-seats.ts'
import * as refusedMails from '#migrations/048-refused-mails.ts'
import * as mailTurns from '#migrations/049-mail-turns.ts'
import * as vehiclesAtTheValet from '#migrations/050-vehicles-at-the-valet.ts'
import * as networkOfSales from '#migrations/051-network-of-sales.ts'
import * as mailsAndRefunds from '#migrations/052-mails-and-refunds.ts'
import * as timeOfVoidPasses from '#migrations/053-time-of-void-passes.ts'
import * as oneEndOfAHold from '#migrations/054-one-end-of-a-hold.ts'
import * as selections from '#migrations/055-selections.ts'
import { isLockTimeout } from './error-kinds.ts'
import { beginMigrations, endMigrations, tryLockMigrations } from './locks.ts'
import type { Db } from './schema.ts'
import type { Database } from './transaction.ts'

/** The keys are recorded in existing databases and must never change, even where a file has a newer name. */
export const MIGRATIONS = {
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
  '011-mail-outbox': mailOutbox,
  '012-session-holders': sessionHolders,
  '013-readiness-checks': readinessChecks,
  '014-additive-migrations': additiveMigrations,
  '015-email-confirmation': emailConfirmation,
  '016-claim-owners': claimOwners,
  '017-retake-blocks': retakeBlocks,
  '018-retention': retention,
  '019-session-devices': sessionDevices,
  '020-database-clock': databaseClock,
  '022-composed-confirmations': composedConfirmations,
  '023-cleanup-indexes': cleanupIndexes,
  '024-few-foreign-keys': fewForeignKeys,
  '025-phone-codes': phoneCodes,
  '026-profile-pictures': profilePictures,
  '027-tickets': tickets,
  '028-reminders': reminders,
  '029-office': office,
  '030-door': door,
  '035-payments': payments,
  '036-booking-changes': bookingChanges,
  '037-accessible-places': accessiblePlaces,
  '038-soft-expiry': softExpiry,
  '039-coming-soon': comingSoon,
  '040-shared-selections': sharedSelections,
  '041-show-cancellations': showCancellations,
  '042-show-moves': showMoves,
  '043-waiting-list': waitingList,
  '044-seat-outages': seatOutages,
  '045-catalogue-ids': catalogueIds,
  '046-seat-passes': seatPasses,
  '047-friend-seats': friendSeats,
  '048-refused-mails': refusedMails,
  '049-mail-turns': mailTurns,
  '050-vehicles-at-the-valet': vehiclesAtTheValet,
  '051-network-of-sales': networkOfSales,
  '052-mails-and-refunds': mailsAndRefunds,
  '053-time-of-void-passes': timeOfVoidPasses,
  '054-one-end-of-a-hold': oneEndOfAHold,
  '055-selections': selections,
}

/** A database with another migration belongs to a later version. */
export const KNOWN_MIGRATIONS: ReadonlySet<string> = new Set(Object.keys(MIGRATIONS))

interface Migration {
  up: (db: Db) => Promise<unknown>
  /** Earlier versions can work with the new schema: it only adds what they need not know. */
  additive?: boolean
}

interface MigrateOptions {
  migrations?: Record<string, Migration>
  /** Called each second while another session holds a lock. */
  onWait?: (reason: string) => void
}

const RETRY_MS = 1000

/**
 * Applies the missing migrations, without a time limit. Several servers may call it at once: one migrates, the others wait. Throws an error that
 * names the failed migration. Accepts a database of a later version whose further migrations are additive.
 */
export async function migrate(
  db: Database,
  { migrations = MIGRATIONS, onWait = () => undefined }: MigrateOptions = {},
) {
  await db.connection().execute(async (connection) => {
    await beginMigrations(connection)
    try {
      while (!(await tryLockMigrations(connection))) {
        onWait('another node migrates the database')
        await pause(RETRY_MS)
      }
      while (!(await tryMigrate(connection, migrations))) {
        onWait('another session locks a table')
        await pause(RETRY_MS)
      }
    } finally {
      // A lost connection has lost its locks and settings too.
      await endMigrations(connection).catch(() => undefined)
    }
  })
}

/** Returns false if another session locks a table for too long. All is rolled back then. */
async function tryMigrate(db: Database, migrations: Record<string, Migration>) {
  const all = { ...migrations, ...(await additiveOfLaterVersions(db, migrations)) }
  const recording = Object.entries(all).map(([name, migration]) => [
    name,
    { up: (tx: Db) => applyAndRecord(tx, name, migration) },
  ])
  const provider = { getMigrations: async () => Object.fromEntries(recording) }
  const { error, results } = await new Migrator({ db, provider }).migrateToLatest()
  if (isLockTimeout(error)) return false
  if (!error) return true
  const failed = results?.find(({ status }) => status === 'Error')
  throw failed ? migrationError(failed.migrationName, error) : error
}

async function applyAndRecord(tx: Db, name: string, { up, additive }: Migration) {
  await up(tx)
  if (additive) await tx.insertInto('additive_migrations').values({ name }).execute()
}

/** The applied migrations that this version does not know, if all of them are additive. */
async function additiveOfLaterVersions(db: Database, known: Record<string, Migration>) {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'additive_migrations')) return {}
  const { rows } = await sql<{ name: string; is_additive: number }>`
    select name, name in (select name from additive_migrations) as is_additive
      from kysely_migration`.execute(db)
  const unknown = rows.filter(({ name }) => !Object.hasOwn(known, name))
  if (!unknown.every(({ is_additive }) => is_additive)) return {}
  return Object.fromEntries(unknown.map(({ name }) => [name, { up: async () => undefined }]))
}

/** Keeps the error code of the driver. */
function migrationError(name: string, error: unknown) {
  const cause = error instanceof Error ? error : new Error(String(error))
  const message = `migration ${name} failed: ${cause.message}`
  return Object.assign(new Error(message, { cause }), { ...cause })
}
