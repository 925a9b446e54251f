import { ConfigFaults } from './config.ts'
import { DataDirFault } from './database/data-dir.ts'

const FAILURE = 1
const PORT_TAKEN = 69
const DATA_UNUSABLE = 74
const CONFIGURATION = 78

/** How the process ends when it cannot start (sysexits where they have a word for it). */
export function exitCodeFor(error: unknown) {
  if (error instanceof ConfigFaults) return CONFIGURATION
  if (error instanceof DataDirFault) return error.exitCode
  if (!(error instanceof Error && 'code' in error)) return FAILURE
  if (error.code === 'EADDRINUSE') return PORT_TAKEN
  return error.code === 'ERR_SQLITE_ERROR' && isUnreadable(error) ? DATA_UNUSABLE : FAILURE
}

const SQLITE_CORRUPT = 11
const SQLITE_NOT_A_DATABASE = 26

/** A damaged file, or one that never was a database of ours. */
const isUnreadable = (error: object) =>
  'errcode' in error && [SQLITE_CORRUPT, SQLITE_NOT_A_DATABASE].includes(Number(error.errcode))

/** What stopped the start: a sentence where it was foreseen, the whole trace where it was not. */
export function lastWords(error: unknown) {
  if (!(error instanceof Error)) return String(error)
  return exitCodeFor(error) === FAILURE ? error.stack : error.message
}
