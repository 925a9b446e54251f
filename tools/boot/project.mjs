import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root folder of the repository. Commands work from any current directory. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export const nodeModulesPath = (path) => join(ROOT, 'node_modules', path)

/** Prints a message that says what the user can do, and ends the process. */
export function exitWithMessage(message, code = 1) {
  console.error(`\n${message}`)
  process.exit(code)
}
