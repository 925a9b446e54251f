import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Its time of modification is that of the last backup. */
const lastBackupPath = (dataDir: string) => join(dataDir, 'last-backup')

/** Remembers a backup for the health page of the office. A data directory that cannot be written does not fail a backup. */
export function recordBackup(dataDir: string) {
  try {
    writeFileSync(lastBackupPath(dataDir), '')
  } catch {
    // The backup itself is complete.
  }
}

/** When the embedded database was last backed up, in epoch milliseconds. Null for never. */
export const lastBackupAt = (dataDir: string) =>
  statSync(lastBackupPath(dataDir), { throwIfNoEntry: false })?.mtimeMs ?? null
