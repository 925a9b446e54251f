import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root folder of the repository. Commands work from any current directory. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export const installed = (path) => join(ROOT, 'node_modules', path)

/** Prints what the user can do, and ends the process. */
export function exitWith(advice, code = 1) {
  console.error(`\n${advice}`)
  process.exit(code)
}
