import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import type { getBackup as getBackupCall } from '@marquee/contract/office/settings/backups'
import { formatInstant } from '@marquee/contract/time'
import { recordAction } from '#src/audit/audit.service.ts'
import type { Context } from '#src/context.ts'
import { hasRoomForBackup, type RunningBackup, runBackup } from '#src/database/backup/run-backup.ts'
import { inTransaction } from '#src/database/transaction.ts'
import { closed, overLimit } from '#src/errors.ts'

const OTHER_BACKUPS = 'PostgreSQL makes its own backups (docs/operations.md).'
const IS_RUNNING = 'A backup is running already.'

type BackupStatus = ResponseBody<typeof getBackupCall>

/** Backs up the embedded database on request, one backup at a time. An embedded database has one node, so its memory knows all of them. */
export function createBackups(ctx: Context) {
  const { dataDir, backupDir, databaseUrl } = ctx.config
  let last: RunningBackup | undefined
  const assertIdle = () => {
    if (last?.state === 'running') throw closed(IS_RUNNING)
  }

  const status = (): BackupStatus => ({
    isAvailable: databaseUrl === undefined,
    backup: last ? backupView(last) : null,
  })

  async function hasRoom() {
    try {
      mkdirSync(backupDir, { recursive: true, mode: 0o700 })
      return await hasRoomForBackup(dataDir, backupDir)
    } catch (error) {
      throw closed(`The folder ${backupDir} cannot be used: ${String(error)}`)
    }
  }

  /** Throws CLOSED with PostgreSQL, while a backup is running and if the folder cannot be used, and LIMIT without room on the disk. */
  async function start(deviceId: string) {
    if (databaseUrl !== undefined) throw closed(OTHER_BACKUPS)
    assertIdle()
    if (!(await hasRoom()))
      throw overLimit(`The disk of ${backupDir} has too little room for a backup.`)
    // Another request may have started one meanwhile.
    assertIdle()
    const now = ctx.now()
    const name = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')
    last = runBackup({ dataDir, file: join(backupDir, `marquee-${name}.db`) }, now)
    void last.ended.then(() => logEnd(ctx, last))
    await inTransaction(ctx.db, { durable: false }, (tx) =>
      recordAction(tx, {
        deviceId,
        action: 'backup.start',
        subjectType: 'backup',
        subject: `marquee-${name}.db`,
      }),
    )
    return status()
  }

  return { status, start, ended: () => last?.ended }
}

function logEnd({ log }: Context, backup: RunningBackup | undefined) {
  if (backup?.state === 'failed') log.error({ reason: backup.message }, 'backup failed')
  else log.info({ file: backup?.file }, 'backup written')
}

const backupView = ({ state, file, startedAt, message, progress }: RunningBackup) => ({
  state,
  startedAt: formatInstant(startedAt),
  progress: progress(),
  file,
  message,
})
