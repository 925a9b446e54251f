import { chmodSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DataDirError } from './data-dir.ts'

const OTHER_USERS = 0o077
/** Set on directories that several users share, such as /tmp. */
const STICKY = 0o1000
const OWNER_ONLY = 0o700

/** What the server writes. Other files in the directory are left alone. */
const FILES = [
  'secret',
  'ticket-key',
  'office-secret',
  'openid-keys.json',
  'server.lock',
  'marquee.db',
  'marquee.db-wal',
  'marquee.db-shm',
  'mail',
]

/**
 * Removes the permissions of other users from the data directory and the server's files in it. Returns the changed paths.
 * Throws `DataDirError` (74) if the directory is shared, or if a file belongs to another user.
 */
export function restrictToOwner(dataDir: string): string[] {
  if (modeOf(dataDir) & STICKY) {
    throw new DataDirError(
      74,
      `The data directory ${dataDir} is shared with other users. Use one of its own.`,
    )
  }
  const paths = [dataDir, ...FILES.map((name) => join(dataDir, name))]
  const open = paths.filter((path) => modeOf(path) & OTHER_USERS)
  for (const path of open) removePermissions(path)
  return open
}

/** Returns 0 for a file that does not exist. */
const modeOf = (path: string) => (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o7777

function removePermissions(path: string) {
  try {
    chmodSync(path, modeOf(path) & OWNER_ONLY)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new DataDirError(
      74,
      `Other users of this machine can access ${path}, and its mode cannot be changed: ${reason}`,
    )
  }
}
