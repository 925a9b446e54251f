import { accessSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isTransientError, storageProblemOf } from '../error-kinds.ts'

/** The data directory cannot be used. The exit code follows sysexits(3). */
export class DataDirError extends Error {
  readonly exitCode: 73 | 74

  constructor(exitCode: 73 | 74, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}

const OWNER_ONLY = 0o700
const LOCK = 'server.lock'

/** The file with the key that signs passes. Backups contain it. */
export const ticketKeyPath = (dataDir: string) => join(dataDir, 'ticket-key')

/** Creates the data directory if it does not exist. Throws `DataDirError` (74) if it cannot be used. */
export function createDataDir(dataDir: string) {
  try {
    mkdirSync(dataDir, { recursive: true, mode: OWNER_ONLY })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new DataDirError(74, `The data directory ${dataDir} cannot be used: ${reason(error)}`)
  }
}

/**
 * Locks the data directory for this process. Returns the function that unlocks it. The operating system releases the lock when the
 * process ends, even after a crash.
 * Throws `DataDirError`: 74 if the directory cannot be used, 73 if another process has locked it.
 */
export function lockDataDir(dataDir: string) {
  createDataDir(dataDir)
  const path = join(dataDir, LOCK)
  const lock = open(path)
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (!isTransientError(error) || storageProblemOf(error)) throw unusable(path, error)
    throw new DataDirError(73, `Another process uses the data directory ${dataDir}.`)
  }
  return () => lock.close()
}

/**
 * Locks a data directory that must be missing or empty.
 * Throws `DataDirError` like `lockDataDir`, and 73 if the directory is not empty.
 */
export function lockEmptyDataDir(dataDir: string) {
  // SQLite keeps a journal next to the lock file while it is locked.
  const hasFiles = () => existsSync(dataDir) && list(dataDir).some((name) => !name.startsWith(LOCK))
  const hasLock = () => existsSync(join(dataDir, LOCK))
  const notEmpty = () => new DataDirError(73, `The data directory ${dataDir} is not empty.`)
  // Checked before locking, so that no lock file is left in a directory with other files.
  if (hasFiles() && !hasLock()) throw notEmpty()
  const unlock = lockDataDir(dataDir)
  if (!hasFiles()) return unlock
  unlock()
  throw notEmpty()
}

function list(dataDir: string) {
  try {
    return readdirSync(dataDir)
  } catch (error) {
    throw new DataDirError(74, `The data directory ${dataDir} cannot be used: ${reason(error)}`)
  }
}

function open(path: string) {
  try {
    return new DatabaseSync(path, { timeout: 0 })
  } catch (error) {
    throw unusable(path, error)
  }
}

const unusable = (path: string, error: unknown) =>
  new DataDirError(74, `The file ${path} cannot be used: ${reason(error)}`)

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error))
