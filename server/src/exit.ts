import { ConfigFaults } from './config.ts'
import { DataDirFault } from './data-dir.ts'

const FAILURE = 1
const PORT_TAKEN = 69
const CONFIGURATION = 78

/** How the process ends when it cannot start (sysexits where they have a word for it). */
export function exitCodeFor(error: unknown) {
  if (error instanceof ConfigFaults) return CONFIGURATION
  if (error instanceof DataDirFault) return error.exitCode
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return PORT_TAKEN
  return FAILURE
}

/** What stopped the start: a sentence where it was foreseen, the whole trace where it was not. */
export function lastWords(error: unknown) {
  if (!(error instanceof Error)) return String(error)
  return exitCodeFor(error) === FAILURE ? error.stack : error.message
}
