import { accessSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isTransientError } from './error-kinds.ts'

/** Something about the data directory stops the start; the exit code says what (sysexits). */
export class DataDirError extends Error {
  readonly exitCode: 73 | 74

  constructor(exitCode: 73 | 74, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}

const OWNER_ONLY = 0o700
const LOCK = 'server.lock'

/**
 * Takes the data directory for this process alone; returns how to give it back. The lock is the operating system's own, on a
 * small file: it ends with the process, however the process ends.
 * Throws `DataDirFault`: 74 when the directory cannot be used, 73 when another process serves it.
 */
export function lockDataDir(dataDir: string) {
  try {
    mkdirSync(dataDir, { recursive: true, mode: OWNER_ONLY })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new DataDirError(74, `The data directory ${dataDir} cannot be used: ${reason(error)}`)
  }

  const path = join(dataDir, LOCK)
  const lock = open(path)
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (!isTransientError(error)) throw unusable(path, error)
    throw new DataDirError(73, `Another process is serving the data directory ${dataDir}.`)
  }
  return () => lock.close()
}

/**
 * The same for a directory in which there is nothing yet, or that is not there yet.
 * Throws `DataDirFault`: 73 also when there is anything in it, whoever it belongs to.
 */
export function lockEmptyDataDir(dataDir: string) {
  // SQLite keeps a journal beside the lock while it is taken.
  const isTaken = () =>
    existsSync(dataDir) && contentOf(dataDir).some((name) => !name.startsWith(LOCK))
  const isServed = () => existsSync(join(dataDir, LOCK))
  const refusal = () => new DataDirError(73, `The data directory ${dataDir} is not empty.`)
  // Not a trace is left in a directory that was never ours.
  if (isTaken() && !isServed()) throw refusal()
  const giveBack = lockDataDir(dataDir)
  if (!isTaken()) return giveBack
  giveBack()
  throw refusal()
}

function contentOf(dataDir: string) {
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
